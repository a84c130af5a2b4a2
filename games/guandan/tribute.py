"""Tribute and return before the play (GD-50 to GD-57): where two seats choose, they do so at the same time and hidden."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from games.base.actions import Action, Do
from games.base.cards import BIG_JOKER, RANKS, SMALL_JOKER, Card, Cards, Rank, card_text, rank_of, sort_cards, suit_of
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event
from games.contract import Act, Step
from games.guandan.combinations.kinds import ComboRules, order_index
from games.guandan.events import Moved, NamedHidden, No, Resisted
from games.guandan.play import TRICKS
from games.guandan.state import SEATS, Exchange, Exchanging, Playing, Setting, State, partner
from games.kit.runs import place_of

__all__ = [
    "apply_exchange", "begin", "check_exchange", "due_after", "givable", "legal_exchanges",
    "lowest_harmless", "permitted",
]  # fmt: skip

_TEN = Rank(7)


def _payers(places: tuple[int, ...]) -> tuple[int, ...]:
    """Who pays after such a round: both losers of a double win, else the fourth (GD-51)."""
    return places[2:] if places[1] == partner(places[0]) else places[3:]


def due_after(places: tuple[int, ...]) -> tuple[Exchange, ...]:
    """What is owed after a round; who receives it is open where two pay (GD-51)."""
    paying = _payers(places)
    return tuple(Exchange("tribute", seat, places[0] if len(paying) == 1 else None) for seat in paying)


def begin(setting: Setting, hands: tuple[Cards, ...]) -> Step[State]:
    """Begin a round that follows another: the tribute is resisted, or waited for (GD-52)."""
    places = setting.before.places
    assert places is not None, "checked where the round is set up"
    paying = _payers(places)
    holders = tuple((seat, count) for seat in paying if (count := hands[seat].count(BIG_JOKER)))
    if sum(count for _, count in holders) == 2:
        told = Resisted(audience=EVERYONE, holders=holders)
        return TRICKS.go_on(Playing(setting=setting, hands=hands, turn=places[0], holders=holders), [told])
    owed = due_after(places)
    return Step(Exchanging(setting, hands, "tribute", owed, (None,) * len(owed)), ())


def permitted(state: Exchanging, seat: int) -> Cards:
    """The cards that a seat may name, each once (GD-53, GD-56)."""
    setting = state.setting
    return givable(state.hands[seat], state.verb, setting.combos, any_returned=setting.rules.return_max == "any")


def givable(hand: Cards, verb: Literal["tribute", "return"], rules: ComboRules, *, any_returned: bool) -> Cards:
    """The cards of a hand that may be given, each once; ``any_returned``: the house rules bar no return."""
    index = order_index(rules.level)
    if verb == "tribute":
        candidates = [card for card in hand if card != rules.wild] or list(hand)
        highest = max(index[rank_of(card)] for card in candidates)
        chosen = [card for card in candidates if index[rank_of(card)] == highest]
    elif any_returned:
        chosen = list(hand)
    else:
        chosen = [card for card in hand if _returnable(card, rules.level)]
        if not chosen:
            lowest = min(index[rank_of(card)] for card in hand)
            chosen = [card for card in hand if index[rank_of(card)] == lowest]
    return sort_cards(list(dict.fromkeys(chosen)))


def _returnable(card: Card, level: Rank) -> bool:
    """Return whether a card is a ten or lower, and no level card, which ranks above the ace."""
    rank = rank_of(card)
    return rank <= 12 and rank != level and place_of(rank) <= place_of(_TEN)


def check_exchange(state: Exchanging, seat: int, action: Action) -> None:
    """Refuse what is no permitted card; it is this seat's turn to name one."""
    rule = "GD-53" if state.verb == "tribute" else "GD-56"
    if not isinstance(action, Do) or action.verb != state.verb:
        raise IllegalAction(Refusal.WRONG_VERB, "GD-65", phase=state.verb)
    if len(action.cards) != 1:
        raise IllegalAction(No.ONE_CARD_ONLY, rule, verb=state.verb)
    (card,) = action.cards
    if card not in state.hands[seat]:
        raise IllegalAction(Refusal.NOT_IN_HAND, "GD-65", cards=card_text(card))
    allowed = permitted(state, seat)
    if card in allowed:
        return
    rank = RANKS[rank_of(allowed[0])]
    if state.verb == "tribute":
        wild = card == state.setting.combos.wild
        raise IllegalAction(No.TRIBUTE_WILD if wild else No.TRIBUTE_NOT_HIGHEST, rule, rank=rank)
    if any(_returnable(one, state.setting.level) for one in allowed):
        raise IllegalAction(No.RETURN_TOO_HIGH, rule)
    raise IllegalAction(No.RETURN_NOT_LOWEST, rule, rank=rank)


def legal_exchanges(state: Exchanging, seat: int) -> Iterator[Action]:
    """Yield every card that this seat may name now."""
    at = state.owed_by(seat)
    if at is not None and state.named[at] is None:
        yield from (Do(state.verb, (card,)) for card in permitted(state, seat))


def apply_exchange(state: Exchanging, seat: int, action: Do) -> Step[State]:
    """Note a card that ``check_exchange`` has let through; when all are named they change hands together."""
    (card,) = action.cards
    at = state.owed_by(seat)
    assert at is not None
    named = (*state.named[:at], card, *state.named[at + 1 :])
    if None in named:
        waiting = NamedHidden(audience=EVERYONE, seat=seat, verb=state.verb)
        return Step(replace(state, named=named), (waiting,))
    done = tuple(replace(entry, card=one) for entry, one in zip(state.owed, named, strict=True))
    return _tributes_moved(state, done) if state.verb == "tribute" else _returns_moved(state, done)


def _tributes_moved(state: Exchanging, done: tuple[Exchange, ...]) -> Step[State]:
    places = state.setting.before.places
    assert places is not None
    leader = done[0].seat
    if len(done) == 2:
        done, leader = _who_gets_which(state.setting, places, done)
    state, events = _moved(state, done)
    back = tuple(Exchange("return", entry.to, entry.seat) for entry in done if entry.to is not None)
    waiting = replace(state, verb="return", owed=back, named=(None,) * len(back), leader=leader)
    return Step(waiting, tuple(events))


def _who_gets_which(
    setting: Setting, places: tuple[int, ...], done: tuple[Exchange, ...]
) -> tuple[tuple[Exchange, ...], int]:
    """Return two tributes with their receivers, the one to the first in front, and who leads (GD-55, GD-57)."""
    index = order_index(setting.level)
    worth = {entry.seat: index[rank_of(entry.card)] for entry in done if entry.card is not None}
    to_first = leader = max(worth, key=worth.__getitem__)
    if worth[places[2]] == worth[places[3]]:
        leader = (places[0] - 1) % SEATS  # on the left of the first
        to_first = places[2] if setting.rules.tie_to_first == "third" else leader
    ordered = sorted(done, key=lambda entry: entry.seat != to_first)
    return (replace(ordered[0], to=places[0]), replace(ordered[1], to=places[1])), leader


def _returns_moved(state: Exchanging, done: tuple[Exchange, ...]) -> Step[State]:
    state, events = _moved(state, done)
    playing = Playing(
        setting=state.setting, hands=state.hands, turn=state.leader, moved=state.moved, history=state.history
    )
    return TRICKS.go_on(playing, events)


def _moved(state: Exchanging, done: tuple[Exchange, ...]) -> tuple[Exchanging, list[Event]]:
    """Move cards out of one hand and into the other, for all to see."""
    hands = [list(hand) for hand in state.hands]
    events: list[Event] = []
    history = state.history
    for entry in done:
        assert entry.card is not None
        assert entry.to is not None
        hands[entry.seat].remove(entry.card)
        hands[entry.to].append(entry.card)
        events.append(Moved(audience=EVERYONE, verb=entry.verb, seat=entry.seat, to=entry.to, card=entry.card))
        history = history.add(Act(entry.seat, entry.verb, (entry.card,)))
    sorted_hands = tuple(sort_cards(hand) for hand in hands)
    return replace(state, hands=sorted_hands, moved=(*state.moved, *done), history=history), events


def lowest_harmless(state: Exchanging, seat: int) -> Card:
    """The card that is named when the clock runs out: suits in the order ``s h d c``; a return breaks no bomb."""
    cards = permitted(state, seat)
    if state.verb == "tribute":
        return min(cards, key=_suit)
    hand, index = state.hands[seat], order_index(state.setting.level)
    held = [rank_of(card) for card in hand]
    kept_apart = [card for card in cards if held.count(rank_of(card)) < 4] or list(cards)
    return min(kept_apart, key=lambda card: (index[rank_of(card)], _suit(card)))


def _suit(card: Card) -> int:
    return 0 if card in (SMALL_JOKER, BIG_JOKER) else suit_of(card) or 0
