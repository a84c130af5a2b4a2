"""What plays are worth, in points: the pot by the odds that a play holds, and the hand that it leaves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, exp
from typing import Final

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Cards, Rank, full_pack, rank_counts
from games.kit.memory import laid_cards
from games.kit.runs import place_of, run_ranks
from games.liujiatong.ai.plan import plan
from games.liujiatong.facts import LiuJiaTongView
from games.liujiatong.kinds import BIG, BOMBS, CHAINS, NATURAL, SMALL, Kind, Reading, beats, tops
from games.liujiatong.readings import BITS, Move, cards_of, counted, in_force, makeup_of, meaning
from games.liujiatong.state import points_in
from games.liujiatong.suggestions import candidates, fewest_jokers

__all__ = [
    "BUDGET", "BUDGET_AFTER", "Choice", "Odds", "Situation", "as_action", "bombing", "left", "options", "situation", "valued",
]  # fmt: skip

_READY = 0.8  # How often somebody who can beat a play with its like does so


@lru_cache(maxsize=1 << 14)
def _at_least(least: int, cards: int, percent: int) -> float:
    """The chance that a hand with this share of the unseen cards holds at least so many of these."""
    if least <= 0:
        return 1.0
    if least > cards:
        return 0.0
    share = percent / 100
    return 1.0 - sum(comb(cards, n) * share**n * (1 - share) ** (cards - n) for n in range(least))


class Odds:
    """Chances for one decision. ``unseen`` counts cards by rank (15 of them), ``counts`` are hands by seat."""

    def __init__(self, unseen: Sequence[int], counts: Sequence[int]) -> None:
        self.unseen = unseen
        self._counts = counts
        self._all = max(1, sum(unseen))
        self._jokers = unseen[SMALL] + unseen[BIG]
        self._known: dict[tuple[Reading, int, bool], float] = {}

    def holds(self, reading: Reading, seats: Sequence[int], bombing: float) -> float:
        """The chance that none of these seats beats a play, if they use ``bombing`` of their bombs for it."""
        expected = 0.0
        for seat in seats:
            expected += self._expected(reading, seat, bombs=False) * _READY
            expected += self._expected(reading, seat, bombs=True) * (1.0 if reading.kind in BOMBS else bombing)
        # Beating plays are rare and nearly independent, so their number is taken as Poisson distributed: none with exp(-mean).
        return exp(-expected)

    def _expected(self, reading: Reading, seat: int, *, bombs: bool) -> float:
        """How many beating plays a seat can be expected to hold, bombs or plays of the same kind."""
        if not self._counts[seat] or (not bombs and reading.kind in BOMBS):
            return 0.0
        key = reading, self._counts[seat], bombs
        if key not in self._known:
            percent = min(100, round(100 * self._counts[seat] / self._all))
            most = self._counts[seat]
            self._known[key] = self._bombs(reading, percent, most) if bombs else self._alike(reading, percent, most)
        return self._known[key]

    def _group(self, rank: int, size: int, percent: int) -> float:
        """The chance that a hand can lay so many cards of a natural rank, one of them a joker perhaps."""
        natural = _at_least(size, self.unseen[rank], percent)
        if size < 2:
            return natural
        with_joker = _at_least(size - 1, self.unseen[rank], percent) - natural
        return natural + with_joker * _at_least(1, self._jokers, percent) * 0.7  # jokers are kept for more than this

    def _bombs(self, reading: Reading, percent: int, most: int) -> float:
        expected = 0.0
        least = reading.size if reading.kind is Kind.BOMB else 9 if reading.kind is Kind.JOKER_BOMB else 4
        for rank in range(NATURAL):
            size = least
            if reading.kind is Kind.BOMB and rank <= reading.rank:
                size += 1
            if size <= most:
                expected += self._group(rank, size, percent)
        for joker in (SMALL, BIG):
            if most >= 4 and self.unseen[joker] == 4 and beats(Reading(Kind.JOKER_BOMB, joker, 4), reading):
                expected += _at_least(4, 4, percent)
        return expected

    def _alike(self, reading: Reading, percent: int, most: int) -> float:
        kind, size = reading.kind, reading.size
        if size > most:
            return 0.0
        match kind:
            case Kind.SINGLE | Kind.PAIR | Kind.TRIPLE:
                higher = sum(self._group(rank, size, percent) for rank in range(reading.rank + 1, NATURAL))
                jokers = (rank for rank in (SMALL, BIG) if rank > reading.rank)
                return higher + sum(_at_least(size, self.unseen[rank], percent) for rank in jokers)
            case Kind.TRIPLE_PAIR:
                return 0.8 * sum(self._group(rank, 3, percent) for rank in range(reading.rank + 1, NATURAL))
            case Kind.FLIGHT:
                length = size // 5
                pairs = min(1.0, sum(self._run(top, length, 2, percent) for top in tops(length)))
                return pairs * self._runs_above(reading.rank, length, 3, percent)
            case _:
                return self._runs_above(reading.rank, size // CHAINS[kind], CHAINS[kind], percent)

    def _runs_above(self, rank: Rank, length: int, each: int, percent: int) -> float:
        place = place_of(rank)
        return sum(self._run(top, length, each, percent) for top in tops(length) if place_of(top) > place)

    def _run(self, top: Rank, length: int, each: int, percent: int) -> float:
        chance = 1.0
        for rank in run_ranks(top, length):
            chance *= self._group(rank, each, percent)
        return chance


_PACK: Final = rank_counts(full_pack(4))
_MASK: Final = (1 << BITS) - 1
_TURN: Final = 35.0  # What a turn is worth, in points: plans count in turns, the pot in points
_LEAD: Final = 4.0  # What leading the next trick is worth, in points
_BEATEN: Final = 0.1
"""So much of the pot counts against a play that is beaten: little, as it cost the other side a higher play."""
_OVER_FRIEND: Final = 15.0  # What it costs, in points, to beat somebody of the own side without a bomb
_OVER_FRIEND_BOMB: Final = 40.0  # What it costs, in points, to beat somebody of the own side with a bomb
_WEIGHED: Final = 24  # So many plays are weighed in full
BUDGET: Final = 40  # Tries to split the hand as it is
BUDGET_AFTER: Final = 20  # Tries to split what a play would leave


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat knows when it has to play."""

    hand: Cards
    counts: tuple[int, ...]
    seat: int
    standing: Reading | None
    standing_seat: int | None
    pot: int
    sizes: tuple[int, ...]
    odds: Odds

    def seats(self, *, friends: bool) -> list[int]:
        """The other seats that hold cards, of the own side or of the other."""
        return [
            seat
            for seat, size in enumerate(self.sizes)
            if size and seat != self.seat and (seat % 2 == self.seat % 2) is friends
        ]


Choice = tuple[Reading, Move]


def situation(view: LiuJiaTongView) -> Situation:
    assert view.hand is not None, "the channel does not play"
    assert view.viewer is not None, "the channel does not play"
    unseen = list(_PACK)
    for cards in (view.hand, laid_cards(view.acts)):
        for rank, count in enumerate(rank_counts(cards)):
            unseen[rank] -= count
    sizes = tuple(seat.count for seat in view.seats)
    shown = view.standing
    return Situation(
        hand=view.hand,
        counts=tuple(rank_counts(view.hand)),
        seat=view.viewer,
        standing=None if shown is None else Reading(Kind(shown.kind), Rank(RANKS.index(shown.rank)), len(shown.cards)),
        standing_seat=None if shown is None else shown.seat,
        pot=view.public.pot,
        sizes=sizes,
        odds=Odds(unseen, sizes),
    )


# --- what there is to choose from ------------------------------------------------------------------------------------
def options(seen: Situation) -> list[Choice | None]:
    """A pass where it is one, and the plays worth weighing: what goes out at once; else the parts of a plan, or what beats
    with few jokers."""
    return [*[None] * (seen.standing is not None), *_plays(seen)]


def _plays(seen: Situation) -> Iterator[Choice]:
    made = counted(seen.counts)
    whole = in_force(made, seen.standing)
    if whole is not None:
        yield whole, (made.natural, made.small, made.big)
        return
    if seen.standing is not None:
        found = [(_breaks(seen, choice), at, choice) for at, choice in enumerate(candidates(made, seen.standing))]
        yield from (choice for _, _, choice in sorted(found, key=lambda entry: entry[:2])[:_WEIGHED])
        return
    groups = plan(seen.counts, BUDGET).groups
    for reading in groups:
        move = fewest_jokers(reading, made)
        if move is not None:
            yield reading, move
    for rank, held in ((Rank(13), made.small), (Rank(14), made.big)):
        for size in range(1, held + 1):
            alone = (0, size, 0) if rank == NATURAL else (0, 0, size)
            kind = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.JOKER_BOMB)[size - 1]
            yield Reading(kind, rank, size), alone


def _breaks(seen: Situation, choice: Choice) -> float:
    """Return, at a first glance, how much a play takes apart, to choose the plays that are weighed in full."""
    reading, (natural, small, big) = choice
    cost = 3.0 * (small + big) if natural else 1.0
    for rank in range(NATURAL):
        used = natural >> BITS * rank & _MASK
        if used:
            left = seen.counts[rank] - used
            cost += (4.0 if left + used >= 4 > left else 1.0) * (left > 0)
    if reading.kind in BOMBS:
        cost += 2.0 + 0.5 * reading.size
    return cost + reading.rank / 20


def left(seen: Situation, move: Move) -> tuple[int, ...]:
    """How many cards of each rank a play leaves."""
    natural, small, big = move
    counts = [seen.counts[rank] - (natural >> BITS * rank & _MASK) for rank in range(NATURAL)]
    return (*counts, seen.counts[NATURAL] - small, seen.counts[NATURAL + 1] - big)


# --- what it is worth ------------------------------------------------------------------------------------------------
def bombing(pot: int) -> float:
    """What share of their bombs others use to get so many points."""
    return min(0.9, 0.15 + pot / 50)


def _share(pot: int, holds: float) -> float:
    """Return what a pot, and leading next, are worth to the side of a play that holds with this chance."""
    return (pot + _LEAD) * (holds - _BEATEN * (1 - holds))


def valued(seen: Situation, choice: Choice | None, now: float) -> float:
    """What ``normal`` takes a play to be worth (``None``: a pass), in points; ``now`` is the price of the plan before."""
    return _pass_value(seen) if choice is None else _play_value(seen, choice, now)


def _pass_value(seen: Situation) -> float:
    assert seen.standing is not None
    assert seen.standing_seat is not None
    friendly = seen.standing_seat % 2 == seen.seat % 2
    holds = seen.odds.holds(seen.standing, seen.seats(friends=not friendly), bombing(seen.pot))
    return _share(seen.pot, holds) * (1 if friendly else -1)


def _play_value(seen: Situation, choice: Choice, now: float) -> float:
    """What the pot and the rest of the hand are worth after a play, in points."""
    reading, move = choice
    rest = left(seen, move)
    points = points_in(cards_of(seen.hand, move))
    pot = seen.pot + points
    holds = seen.odds.holds(reading, seen.seats(friends=False), bombing(pot))
    value = _share(pot, holds)
    if seen.standing_seat is not None and seen.standing_seat % 2 == seen.seat % 2:
        value -= _OVER_FRIEND_BOMB if reading.kind in BOMBS else _OVER_FRIEND
    if not any(rest):
        return value + _TURN * (now + 1.0)
    return value + _TURN * (now - plan(rest, BUDGET_AFTER).price)


def as_action(seen: Situation, choice: Choice | None) -> Action:
    """A play in this reading, which it names where the cards would be taken otherwise."""
    if choice is None:
        return Pass()
    reading, move = choice
    cards = cards_of(seen.hand, move)
    taken = in_force(makeup_of(cards), seen.standing)
    return Play(cards, None if taken == reading else meaning(reading))
