"""What the strong player weighs, as numbers: what a seat knows before it plays, and what each play would leave and do.

Most numbers lie between 0 and 1. What is known comes first and is the same for all plays of one decision."""

from dataclasses import dataclass
from typing import Final

from games.base.cards import RANKS
from games.doudizhu.ai.choice import Situation
from games.doudizhu.ai.odds import chance_beaten, chance_bombed
from games.doudizhu.ai.plan import LANDLORD, PEASANT, Planner, Prices
from games.doudizhu.combos import masks_of, tables
from games.doudizhu.facts import DouDizhuView
from games.doudizhu.kinds import ROCKET, RUN_RANKS, Kind, Reading
from games.kit.counts import pack, size_of

__all__ = ["Told", "hand_numbers", "known_numbers", "play_numbers", "told"]

_LOW: Final = RUN_RANKS & (1 << 32) - 1  # One of every rank from 3 to T
_MOST_KEPT: Final = 20_000
_GROUPS: Final = {
    Kind.SOLO: 0, Kind.PAIR: 1, Kind.TRIO: 2, Kind.TRIO_SINGLE: 2, Kind.TRIO_PAIR: 2, Kind.CHAIN: 3, Kind.PAIR_CHAIN: 4,
    Kind.AIRPLANE: 4, Kind.AIRPLANE_SMALL: 4, Kind.AIRPLANE_LARGE: 4, Kind.FOUR_TWO_SINGLES: 5, Kind.FOUR_TWO_PAIRS: 5,
    Kind.SHUTTLE: 5, Kind.SHUTTLE_SMALL: 5, Kind.SHUTTLE_LARGE: 5, Kind.BOMB: 6, Kind.ROCKET: 6,
}  # fmt: skip
_GROUP_COUNT: Final = 7
_FLAT: Final = 1.0, 0.0, 0.0
_TURNS: Final = Planner(Prices(_FLAT, _FLAT, _FLAT, _FLAT, _FLAT, _FLAT, rocket=1.0, airplane_saves=1.0))
"""Counts plays: in how many a hand goes out, if nobody ever beats them."""
_TRIOS: Final = frozenset({Kind.TRIO.value, Kind.TRIO_SINGLE.value, Kind.TRIO_PAIR.value})


@dataclass(frozen=True, slots=True)
class Told:
    """What has happened in a round besides who holds how much; by seat: plays made, calls, and what was declined.
    ``calls``: 0 for none, 1 for a pass, else one more than the bid. ``declined``: four bits each for the lowest solo,
    pair and trio of an enemy's that the seat let pass (its rank and one), then whether it let anything longer pass; 0
    for nothing. ``passes``: in a row, since the play that stands. ``laid``: the packed cards that a seat has played."""

    passes: int
    bombs: int
    plays: tuple[int, ...]
    declined: tuple[int, ...]
    calls: tuple[int, ...]
    laid: tuple[int, ...]


def told(view: DouDizhuView) -> Told:
    public = view.public
    calls, declined, laid = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    passes, owner, kind, rank = 0, -1, "", ""
    for act in view.acts:
        if act.trick < 0:
            calls[act.seat] = 1 + (act.number or 0)
        elif act.verb == "play":
            passes, owner, kind, rank = 0, act.seat, act.kind, act.rank
            laid[act.seat] += pack(act.cards)
        else:
            passes += 1
            enemies = (owner == public.landlord) != (act.seat == public.landlord)
            if enemies and not act.auto:
                declined[act.seat] = _with(declined[act.seat], kind, rank)
    passes = passes if view.standing is not None else 0
    return Told(passes, public.bombs, public.plays, tuple(declined), tuple(calls), tuple(laid))


def _with(declined: int, kind: str, rank: str) -> int:
    """What a seat has declined, with one more play."""
    shift = 0 if kind == Kind.SOLO else 4 if kind == Kind.PAIR else 8 if kind in _TRIOS else 12
    old = declined >> shift & 15
    new = min(RANKS.index(rank) + 1, 15) if shift < 12 else 1
    return declined + (new - old << shift) if not old or new < old else declined


class _Hands(dict[int, tuple[float, ...]]):
    """The numbers of hands in one role, remembered."""

    def __init__(self, prices: Prices) -> None:
        super().__init__()
        self._planner = Planner(prices)

    def __missing__(self, hand: int) -> tuple[float, ...]:
        if len(self) > _MOST_KEPT:
            self.clear()
        one, two, three, four = masks_of(hand)
        turns = _TURNS.cost(hand)
        small, big = hand >> 52 & 1, hand >> 56 & 1
        value = self[hand] = (
            self._planner.cost(hand) / 6, turns / 6, float(turns <= 1.0), size_of(hand) / 12, big, small,
            (hand >> 48 & 7) / 2, (hand >> 44 & 7) / 2, (hand >> 40 & 7) / 2, four.bit_count(), small & big,
            (one & ~two & _LOW).bit_count() / 4, (two & ~three & _LOW).bit_count() / 3, three.bit_count() / 3,
        )  # fmt: skip
        return value


class _Flags(dict[int, tuple[float, ...]]):
    """A flag for each card of a rank that is there, as many as a pack has; remembered."""

    def __missing__(self, hand: int) -> tuple[float, ...]:
        if len(self) > _MOST_KEPT:
            self.clear()
        ranks = [float((hand >> shift & 7) >= many) for shift in range(0, 52, 4) for many in range(1, 5)]
        value = self[hand] = (*ranks, float(hand >> 52 & 1), float(hand >> 56 & 1))
        return value


_FLAGS: Final = _Flags()
_HANDS: Final = {True: _Hands(LANDLORD.prices), False: _Hands(PEASANT.prices)}


def hand_numbers(hand: int, alone: bool) -> tuple[float, ...]:
    """What a hand is like for the landlord (``alone``) or a peasant: its cost, its plays, its high cards, its bombs, what
    is low and loose in it."""
    return _HANDS[alone][hand]


def known_numbers(seen: Situation, heard: Told) -> list[float]:
    """What a seat knows before it plays."""
    after, before = (seen.seat + 1) % 3, (seen.seat + 2) % 3
    alone, follows = seen.seat == seen.landlord, seen.standing is not None
    unseen, kitty = seen.unseen, seen.known
    numbers = [
        float(alone), float(before == seen.landlord), float(after == seen.landlord), min(heard.bombs, 3) / 2,
        float(not follows), float(follows and seen.standing_seat == after),
        float(follows and seen.standing_seat == before), float(heard.passes),
        *_reading_numbers(seen.standing), *hand_numbers(seen.hand, alone),
        unseen >> 56 & 1, unseen >> 52 & 1, (unseen >> 48 & 7) / 4, (unseen >> 44 & 7) / 4, (unseen >> 40 & 7) / 4,
        masks_of(unseen)[3].bit_count() / 5, float(unseen & ROCKET == ROCKET),
        kitty >> 56 & 1, kitty >> 52 & 1, (kitty >> 48 & 7) / 2, (kitty >> 44 & 7) / 2, size_of(kitty) / 3,
    ]  # fmt: skip
    for seat in (after, before):
        cards, declined, call = seen.sizes[seat], heard.declined[seat], heard.calls[seat]
        numbers += [
            cards / 12, 1 / cards, float(cards == 1), float(cards == 2), float(cards < 6), min(heard.plays[seat], 6) / 6,
            *[(15 - lowest) / 15 if (lowest := declined >> shift & 15) else 0.0 for shift in (0, 4, 8)],
            float(declined >> 12 & 1), float(call == 1), max(0, call - 1) / 3,
        ]  # fmt: skip
    numbers += _FLAGS[unseen]
    for cards_of in (kitty, heard.laid[after], heard.laid[before]):
        numbers += [(cards_of >> shift & 7) / 4 for shift in range(0, 60, 4)]
    return numbers


def play_numbers(seen: Situation, heard: Told, play: int, reading: Reading | None, behind: float) -> list[float]:
    """What a play would leave and do, or a pass (no reading); ``behind``: by how much the normal player likes it less than
    its best, 0 or below."""
    after, before = (seen.seat + 1) % 3, (seen.seat + 2) % 3
    stands = seen.standing if reading is None else reading
    owner = seen.standing_seat if reading is None else seen.seat
    assert stands is not None, "a leader plays"
    numbers = [
        *_reading_numbers(reading), *hand_numbers(seen.hand - play, seen.seat == seen.landlord),
        max(-1.0, behind / 4), float(behind == 0.0),
    ]  # fmt: skip
    unknown, cards = seen.unseen - seen.known, size_of(seen.unseen)
    for seat in (after, before):
        if seat == owner or (reading is None and seat == before and heard.passes):
            numbers += [0.0, 0.0, 0.0]  # it is not asked
            continue
        held = seen.known if seat == seen.landlord else 0
        beaten = chance_beaten(stands, unknown, seen.sizes[seat], held)
        bombed = chance_bombed(stands, seen.unseen, seen.sizes[seat], cards)
        numbers += [beaten, bombed, beaten if seen.sizes[seat] == stands.size else 0.0]
    holds = reading is not None and not tables(seen.rules).answers(reading)(seen.unseen)
    return [*numbers, float(holds), *_FLAGS[seen.hand - play]]


def _reading_numbers(reading: Reading | None) -> list[float]:
    """What a play is: a flag for its kind, its rank, its size; nothing for none."""
    numbers = [0.0] * (_GROUP_COUNT + 2)
    if reading is not None:
        numbers[_GROUPS[reading.kind]] = 1.0
        numbers[-2], numbers[-1] = reading.top / 14, reading.size / 10
    return numbers
