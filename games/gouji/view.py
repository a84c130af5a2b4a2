"""Who is asked what, and what is to be seen at the table (GJ-44)."""

from collections import Counter
from typing import Final

from games.base.cards import Card, Cards, sort_cards
from games.base.round import Act
from games.contract import Awaited, Standing
from games.gouji.before.start import Buying, Declaring, Returning, State
from games.gouji.facts import burn_of, standing_set, trick_of
from games.gouji.kinds import THREE, beats, makeup_of
from games.gouji.modes import mode_of
from games.gouji.play.sequence import BurnOffer, Dueling, Following, opens, why_no_yield, window
from games.gouji.scoring import Over
from games.gouji.state import SEATS, team_of
from games.gouji.turns import to_act
from games.kit.door import OfSeat
from games.kit.history import LAID

__all__ = ["ahead", "awaited", "of_seats", "provable_pass", "standing", "would_beat"]

_QUICK: Final = 15  # Seconds for a burn offer and for an opposite who may yield
_SHORT: Final = 20  # Seconds for a declaration, a purchase, a return
_HANDED: Final = frozenset({"tribute", "bought"})  # The deeds whose cards another seat gets before all eyes
_PARTING: Final = LAID | _HANDED | {"decline"}  # The deeds with which a seat parts with cards


def awaited(state: State) -> tuple[Awaited, ...]:
    return tuple(_awaited(state, seat) for seat in to_act(state))


def _awaited(state: State, seat: int) -> Awaited:
    match state:
        case Returning():
            return Awaited(seat, "return", private=True, seconds=_SHORT)
        case Buying():
            return Awaited(seat, "buy", private=True, seconds=_SHORT)
        case Declaring(stage="first"):
            return Awaited(seat, "declare", private=True, seconds=_SHORT)
        case Declaring():
            return Awaited(seat, "counter", private=True, seconds=_SHORT, preference="declare")
        case Following() if why_no_yield(state) is None:
            return Awaited(seat, "yield", autopass=True, seconds=_QUICK, plain="follow")
        case Following():
            return Awaited(seat, "follow", autopass=True)
        case BurnOffer():
            return Awaited(seat, "burn", seconds=_QUICK)
        case _:
            return Awaited(seat, mode_of(state))


def ahead(state: State) -> tuple[Awaited, ...]:
    """List who may be asked for a burn of the same set, if the opposite passes or after another seat has declined; by
    public facts alone (GJ-28, GJ-28a)."""
    match state:
        case Dueling():
            standing, rules = state.trick.standing, state.round.rules
            # Whether the owner holds a 4, which ``natural_open = off`` asks for, is nobody's to know.
            certain_open = rules.natural_open and opens(state.round, standing)
            if certain_open or rules.burn_window == "before":
                return ()
            asked = window(state.round, state.trick)
        case BurnOffer():
            asked = state.waiting
        case _:
            return ()
    return tuple(Awaited(seat, "burn", seconds=_QUICK) for seat in asked)


def standing(state: State) -> Standing | None:
    """The set to beat."""
    one = standing_set(state)
    return None if one is None else Standing(one.seat, one.cards, one.kind.value, one.made.rank)


def of_seats(state: State) -> list[OfSeat]:
    """Teams and marks; the cards that a seat is known to hold, all of them once the round is over."""
    round_, known = state.round, _known(state.round.history.acts())
    told: list[OfSeat] = []
    for seat in range(SEATS):
        one: OfSeat = {"team": team_of(seat), "marks": _marks(state, seat), "shown": known[seat]}
        if isinstance(state, Over):
            one["shown"] = round_.hands[seat]
            one["place"] = None if state.void else state.places.index(seat) + 1
        told.append(one)
    return told


def _marks(state: State, seat: int) -> tuple[str, ...]:
    round_, trick, burn = state.round, trick_of(state), burn_of(state)
    marks = []
    if isinstance(state, Buying | Declaring) and round_.active(seat):
        asked = isinstance(state, Buying) or seat in state.asked
        if asked and seat not in state.waiting:
            marks.append("answered")
    if trick is not None and round_.active(seat):
        marks += ["barred"] * (seat in trick.barred) + ["yielded"] * (seat == trick.yielder)
    if burn is not None:
        marks += ["burner"] * (seat == burn.burner) + ["victim"] * (seat == burn.victim)
    for mark, seats in (
        ("opened", round_.opened),
        ("forfeited", round_.forfeited),
        ("challenger", round_.challenged),
        ("dead", round_.dead),
        ("revolted", round_.revolted),
    ):
        if seat in seats:
            marks.append(mark)
    return tuple(marks)


def _known(acts: tuple[Act, ...]) -> list[Cards]:
    """List by seat the cards that it got before all eyes and has not parted with since, as far as that is certain.
    Copies are not told apart: whoever holds two and plays one may have played the one that was seen. Cards returned
    face down may have been any of those received, so nothing is certain of a receiver after its return."""
    known: list[Counter[Card]] = [Counter() for _ in range(SEATS)]
    for act in acts:
        if act.verb == "return":
            known[act.seat].clear()
        elif act.verb in _PARTING and known[act.seat]:
            known[act.seat].subtract(card for card in act.cards if card in known[act.seat])
        if act.verb in _HANDED and act.number is not None:
            known[act.number].update(act.cards)
    return [sort_cards(list(held.elements())) for held in known]


def would_beat(state: State, seat: int, cards: Cards) -> bool:
    """Whether these cards would beat the standing set of another seat, or could be led where none stands."""
    made, against = makeup_of(cards), standing_set(state)
    if made is None or (made.base == THREE and len(cards) < len(state.round.hands[seat])):
        return False
    return against is None or against.seat == seat or beats(made, against.made, state.round.rules.sets)


def provable_pass(state: State, seat: int) -> bool:
    """Whether the seat to follow holds fewer cards than any set that beats has, which its count shows to all. Only
    in ``follow`` and where it may not yield: a last word, a duel and a burn are put to one seat alone."""
    if not isinstance(state, Following) or state.turn != seat or why_no_yield(state) is None:
        return False
    standing, rules = state.trick.standing.made, state.round.rules.sets
    two_kill = rules.two_big_kill_one != "off" and standing.size == 1
    return len(state.round.hands[seat]) < standing.size and not two_kill
