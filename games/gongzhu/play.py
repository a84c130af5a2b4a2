"""Exposing (GZ-9 to GZ-11) and the tricks (GZ-12 to GZ-19), what happens by itself, and a few sensible actions to offer."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations

from games.base.actions import Action, Do, Play
from games.base.cards import RANKS, SUITS, Card, Cards, card_text, cards_text, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, Played, TrickWon
from games.contract import Act, Recognised, Step
from games.gongzhu.cards import (
    ACE,
    DIAMOND_QUEEN,
    GOAT,
    PACK,
    PIG,
    POINT_SET,
    SPECIALS,
    STRENGTH,
    TRANSFORMER,
    TWO_OF_SPADES,
    in_show_order,
    legal_cards,
    winning,
)
from games.gongzhu.events import AllTaken, Decided, Exposed, No, PointsTaken
from games.gongzhu.options import HouseRules
from games.gongzhu.scoring import settle
from games.gongzhu.state import SEATS, Exposing, Hidden, Playing, State
from games.kit.climb import counted

__all__ = [
    "KIND", "PLAYS", "apply_decision", "apply_play", "begin_play", "check_decision", "check_play", "exposable",
    "first_leader", "legal_decisions", "legal_plays", "lowest_legal", "played_on", "recognise", "suggested_decisions",
    "suggested_plays", "swept_by",
]  # fmt: skip

KIND = "card"  # The one kind of play (GZ-5)
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
    """Who leads first: the seat that is set, else the holder of the two of spades, else the first seat
    (GZ-12, GZ-31)."""
    if leader is not None:
        return leader
    return next((seat for seat, hand in enumerate(hands) if TWO_OF_SPADES in hand and len(hand) == 13), 0)


def swept_by(taken: tuple[Cards, ...], rules: HouseRules) -> int | None:
    """The seat that has won the match by taking all point cards, where that is a rule (GZ-27)."""
    if not rules.all_cards_win:
        return None
    return next((seat for seat, cards in enumerate(taken) if POINT_SET.issubset(cards)), None)


def begin_play(state: Exposing, events: list[Event]) -> Step[State]:
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
    over, told = settle(state, sweeper)
    return Step(over, (*events, *told))


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
        queen = counted(queen, winner, _QUEEN_BONUS)
    taken = state.taken
    return Playing(
        state.setting, state.hands, state.exposed, state.first, winner, winner, state.led | 1 << (trick[0] & 3), (),
        (*taken[:winner], taken[winner] + trick, *taken[winner + 1 :]), counted(state.won, winner, 1), queen,
        state.number + 1, state.history,
    )  # fmt: skip


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """Return what a chosen card is: a card, and whether it may be played now."""
    if len(cards) != 1:
        return Recognised(None)
    card = cards[0]
    may = seat == state.turn and card in legal_cards(state.hands[seat], _suit_led(state), state.exposed, state.led)
    return Recognised(PLAYS[card], KIND, RANKS[rank_of(card)], legal=may)


def lowest_legal(state: Playing, seat: int) -> Action:
    """What is played when the clock runs out: the lowest legal card, between equals clubs, diamonds, spades, hearts."""
    cards = legal_cards(state.hands[seat], _suit_led(state), state.exposed, state.led)
    return PLAYS[min(cards, key=lambda card: (STRENGTH[card], _SUIT_FROM_LOW[card & 3]))]


_SUIT_FROM_LOW = (2, 3, 1, 0)  # By suit s h d c: clubs, diamonds, spades, hearts from low to high


def exposable(state: Exposing, seat: int) -> Cards:
    """The cards that this seat could expose, in the order in which they are shown. Nobody else may know them."""
    return tuple(card for card in SPECIALS if card in state.hands[seat] and card not in state.exposed)


def check_decision(state: Exposing, seat: int, action: Action) -> None:
    """Refuse what GZ-9 does not allow. A special card that lies elsewhere is refused as not held, exposed or not yet."""
    if seat not in state.waiting:
        raise IllegalAction(No.ALREADY_DECIDED, "GZ-9")
    match action:
        case Do("decline", ()):
            return
        case Do("decline"):
            raise IllegalAction(No.DECLINE_ALONE, "GZ-9")
        case Do("expose", ()):
            raise IllegalAction(Refusal.NO_CARDS, "GZ-9")
        case Do("expose", cards):
            for card in cards:
                if card not in SPECIALS:
                    raise IllegalAction(No.NOT_SPECIAL, "GZ-8", cards=cards_text((card,)))
                if card in state.exposed:
                    raise IllegalAction(No.ALREADY_EXPOSED, "GZ-9", cards=cards_text((card,)))
                if card not in state.hands[seat] or cards.count(card) > 1:
                    raise IllegalAction(Refusal.NOT_IN_HAND, "GZ-9", cards=cards_text((card,)))
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GZ-9", phase="expose")


def legal_decisions(state: Exposing, seat: int) -> Iterator[Action]:
    """Yield every decision open to a seat: declining, and each choice out of the special cards that it holds."""
    if seat not in state.waiting:
        return
    yield Do("decline")
    held = exposable(state, seat)
    for size in range(1, len(held) + 1):
        yield from (Do("expose", sort_cards(chosen)) for chosen in combinations(held, size))


def apply_decision(state: Exposing, seat: int, action: Action) -> Step[State]:
    """Note a decision that ``check_decision`` has let through; the fourth shows them all (GZ-10)."""
    cards = sort_cards(action.cards) if isinstance(action, Do) else ()
    state = replace(state, answers=(*state.answers, Hidden(seat, cards)))
    events: list[Event] = [Decided(audience=EVERYONE, seat=seat)]
    if len(state.answers) < SEATS:
        return Step(state, tuple(events))
    history = state.history
    for answer in sorted(state.answers, key=lambda answer: answer.seat):
        history = history.add(Act(answer.seat, "expose" if answer.cards else "decline", answer.cards))
        if answer.cards:
            events.append(Exposed(audience=EVERYONE, seat=answer.seat, cards=in_show_order(answer.cards)))
    shown = tuple(card for answer in state.answers for card in answer.cards)
    if not shown:
        events.append(Exposed(audience=EVERYONE, seat=None, cards=()))
    exposed = in_show_order((*state.exposed, *shown))
    state = replace(state, exposed=exposed, answers=(), history=history)
    if state.number < state.setting.rules.expose_rounds and len(exposed) < len(SPECIALS):
        return Step(replace(state, number=state.number + 1), tuple(events))
    return begin_play(state, events)


def suggested_decisions(state: Exposing, seat: int) -> Iterator[Action]:
    """Yield to decline, then each card that could be exposed alone."""
    yield Do("decline")
    yield from (Do("expose", (card,)) for card in exposable(state, seat))


def suggested_plays(state: Playing, seat: int) -> Iterator[Action]:
    """All legal cards, as they are few: on a lead and following from low to high, thrown off the dearest first."""
    suit = state.trick[0] & 3 if state.trick else None
    cards = legal_cards(state.hands[seat], suit, state.exposed, state.led)
    throwing = suit is not None and cards[0] & 3 != suit
    saved = (PIG if state.setting.rules.pig_is_good else GOAT, TRANSFORMER)
    for card in sorted(cards, key=partial(_burden, saved) if throwing else _weight):
        yield PLAYS[card]


def _weight(card: Card) -> tuple[bool, int, int]:
    """The key by which leads and following cards are sorted: low cards first, cards that count after all others."""
    return card in POINT_SET, STRENGTH[card], card & 3


def _burden(saved: Cards, card: Card) -> tuple[bool, bool, int, int]:
    """The key by which cards to throw off are sorted: point cards but those that nobody likes to give away,
    then high cards."""
    bad = card in POINT_SET and card not in saved
    return not bad, card in saved, -STRENGTH[card] - (13 if card == ACE else 0), card & 3
