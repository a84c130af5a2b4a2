"""The play: tricks of one card from each seat (GZ-12 to GZ-18).

Plays, deeds and events of this phase are few and never change, so each is made once and shared: a round of self-play makes
fifty of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.base.actions import Action, Play
from games.base.cards import RANKS, SUITS, Card, Cards, card_text, cards_text, rank_of
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, Played, TrickWon
from games.contract import Act, Recognised, Step
from games.gongzhu.cards import DIAMOND_QUEEN, PACK, POINT_SET, STRENGTH, TWO_OF_SPADES, in_show_order
from games.gongzhu.events import AllTaken, No, PointsTaken
from games.gongzhu.options import HouseRules
from games.gongzhu.scoring import ending_events, settle
from games.gongzhu.state import SEATS, Exposing, Playing, State
from games.gongzhu.trick import legal_cards, winning

__all__ = [
    "KIND", "PLAYS", "apply_play", "begin_play", "check_play", "first_leader", "legal_plays", "lowest_legal", "played_on",
    "recognise", "swept_by",
]  # fmt: skip

KIND = "card"
"""The one kind of play (GZ-5)."""
PLAYS = tuple(Play((card,)) for card in PACK)
_QUEEN_BONUS = 10


@cache
def _act(seat: int, card: Card, trick: int, lead: bool, auto: bool) -> Act:
    return Act(seat, "play", (card,), KIND, RANKS[rank_of(card)], auto=auto, lead=lead, trick=trick)


@cache
def _played(seat: int, card: Card, lead: bool, auto: bool) -> Played:
    rank = RANKS[rank_of(card)]
    return Played(audience=EVERYONE, seat=seat, cards=(card,), kind=KIND, rank=rank, auto=auto, lead=lead)


@cache
def _trick_won(seat: int) -> TrickWon:
    return TrickWon(audience=EVERYONE, seat=seat, leader=seat)


def first_leader(leader: int | None, hands: tuple[Cards, ...]) -> int:
    """Return who leads first: the seat that is set, else the holder of the two of spades, else the first seat
    (GZ-12, GZ-31)."""
    if leader is not None:
        return leader
    return next((seat for seat, hand in enumerate(hands) if TWO_OF_SPADES in hand and len(hand) == 13), 0)


def swept_by(taken: tuple[Cards, ...], rules: HouseRules) -> int | None:
    """Return the seat that has won the match by taking all point cards, where that is a rule (GZ-27)."""
    if not rules.all_cards_win:
        return None
    return next((seat for seat, cards in enumerate(taken) if POINT_SET.issubset(cards)), None)


def begin_play(state: Exposing, events: list[Event]) -> Step[State]:
    """Begin the play, after cards could be exposed or where that is left out."""
    leader = first_leader(state.setting.leader, state.hands)
    playing = Playing(
        state.setting, state.hands, state.exposed, leader, leader, leader, led=state.led, taken=state.taken,
        history=state.history,
    )  # fmt: skip
    return played_on(playing, events)


def check_play(state: Playing, seat: int, action: Action) -> None:
    """Refuse anything but one card of the hand that may be played now (GZ-13 to GZ-15)."""
    if type(action) is Play and len(action.cards) == 1 and action.reading is None:
        card, trick = action.cards[0], state.trick
        if card in state.hands[seat] and card not in state.exposed and (not trick or card & 3 == trick[0] & 3):
            return  # nearly always: told without looking at the other cards
    match action:
        case Play((), _):
            raise IllegalAction(Refusal.NO_CARDS, "GZ-13")
        case Play((card,), None):
            hand = state.hands[seat]
            if card not in hand:
                raise IllegalAction(Refusal.NOT_IN_HAND, "GZ-13", cards=card_text(card))
            if card in legal_cards(hand, _suit_led(state), state.exposed, state.led):
                return
            suit = _suit_led(state)
            if suit is not None and card & 3 != suit:
                raise IllegalAction(No.FOLLOW_SUIT, "GZ-14", suit=SUITS[suit])
            raise IllegalAction(No.EXPOSED_WAITS, "GZ-15", cards=card_text(card))
        case Play((_,), _):
            raise IllegalAction(No.NO_AS, "GZ-5")
        case Play(cards, _):
            missing = [card for at, card in enumerate(cards) if card not in state.hands[seat] or card in cards[:at]]
            if missing:
                raise IllegalAction(Refusal.NOT_IN_HAND, "GZ-13", cards=cards_text(missing))
            raise IllegalAction(No.ONE_CARD, "GZ-13")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GZ-13", phase="play")


def _suit_led(state: Playing) -> int | None:
    return state.trick[0] & 3 if state.trick else None


def legal_plays(state: Playing, seat: int) -> Iterator[Action]:
    """Return every card that may be played now, as plays."""
    trick = state.trick
    cards = legal_cards(state.hands[seat], trick[0] & 3 if trick else None, state.exposed, state.led)
    return iter([PLAYS[card] for card in cards])


def apply_play(state: Playing, seat: int, action: Play) -> Step[State]:
    """Carry out what ``check_play`` has let through, with what follows by itself."""
    events: list[Event] = []
    return played_on(_put_down(state, seat, action.cards[0], events, auto=False), events)


def played_on(state: Playing, events: list[Event]) -> Step[State]:
    """Gather a full trick, end the round where it ends, and play last cards by themselves (GZ-16, GZ-17, GZ-27)."""
    while True:
        if len(state.trick) == SEATS:
            state = _gathered(state, events)
        if not state.trick:
            sweeper = swept_by(state.taken, state.setting.rules)
            if sweeper is not None:
                events.append(AllTaken(audience=EVERYONE, seat=sweeper))
                return _ended(state, events, sweeper)
            if not state.hands[state.leader]:
                return _ended(state, events)
        turn = state.turn
        hand = state.hands[turn]
        if len(hand) > 1:
            return Step(state, tuple(events))
        state = _put_down(state, turn, hand[0], events, auto=True)


def _ended(state: Playing, events: list[Event], sweeper: int | None = None) -> Step[State]:
    ended = settle(state, sweeper)
    return Step(ended, (*events, *ending_events(ended)))


def _put_down(state: Playing, seat: int, card: Card, events: list[Event], *, auto: bool) -> Playing:
    hands, trick = state.hands, state.trick
    at = hands[seat].index(card)
    hand = hands[seat][:at] + hands[seat][at + 1 :]
    lead = not trick
    events.append(_played(seat, card, lead, auto))
    return Playing(
        state.setting, (*hands[:seat], hand, *hands[seat + 1 :]), state.exposed, state.first, state.leader,
        (seat + 1) % SEATS, state.led, (*trick, card), state.taken, state.won, state.queen, state.number,
        state.history.add(_act(seat, card, state.number, lead, auto)),
    )  # fmt: skip


def _gathered(state: Playing, events: list[Event]) -> Playing:
    """Let the winner take the four cards and lead (GZ-16); count tricks after the queen of diamonds (GZ-26)."""
    trick = state.trick
    winner = (state.leader + winning(trick)) % SEATS
    events.append(_trick_won(winner))
    points = in_show_order(trick)
    if points:
        events.append(PointsTaken(audience=EVERYONE, seat=winner, cards=points))
    queen = state.queen
    if state.setting.rules.diamond_queen and DIAMOND_QUEEN in state.taken[winner]:
        queen = _counted(queen, winner, _QUEEN_BONUS)
    taken = state.taken
    return Playing(
        state.setting, state.hands, state.exposed, state.first, winner, winner, state.led | 1 << (trick[0] & 3), (),
        (*taken[:winner], taken[winner] + trick, *taken[winner + 1 :]), _counted(state.won, winner, 1), queen,
        state.number + 1, state.history,
    )  # fmt: skip


def _counted(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """Return what a chosen card is: a card, and whether it may be played now."""
    if len(cards) != 1:
        return Recognised(None)
    card = cards[0]
    may = seat == state.turn and card in legal_cards(state.hands[seat], _suit_led(state), state.exposed, state.led)
    return Recognised(PLAYS[card], KIND, RANKS[rank_of(card)], legal=may)


def lowest_legal(state: Playing, seat: int) -> Action:
    """Return what is played when the clock runs out: the lowest legal card, between equals clubs, diamonds, spades,
    hearts."""
    cards = legal_cards(state.hands[seat], _suit_led(state), state.exposed, state.led)
    return PLAYS[min(cards, key=lambda card: (STRENGTH[card], _SUIT_FROM_LOW[card & 3]))]


_SUIT_FROM_LOW = (2, 3, 1, 0)
"""By suit s h d c: clubs, diamonds, spades, hearts from low to high."""
