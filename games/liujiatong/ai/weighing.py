"""What a seat knows, what it might do, and what ``normal`` takes that to be worth, in points: what the pot is likely to bring,
what the hand gains, what leading next is worth. ``strong`` begins from the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Cards, Rank, full_pack, rank_counts
from games.kit.memory import laid_cards
from games.liujiatong.ai.odds import Odds
from games.liujiatong.ai.plan import plan
from games.liujiatong.facts import LiuJiaTongView
from games.liujiatong.kinds import BOMBS, NATURAL, Kind, Reading
from games.liujiatong.moves import Move, cards_of
from games.liujiatong.readings import BITS, counted, in_force, makeup_of, meaning
from games.liujiatong.state import points_in
from games.liujiatong.suggestions import candidates, fewest_jokers

__all__ = [
    "BUDGET",
    "BUDGET_AFTER",
    "Choice",
    "Situation",
    "as_action",
    "bombing",
    "choices",
    "left",
    "situation",
    "valued",
]

_PACK: Final = rank_counts(full_pack(4))
_MASK: Final = (1 << BITS) - 1
_TURN: Final = 35.0
"""What a turn is worth, in points: plans count in turns, the pot in points."""
_LEAD: Final = 4.0
"""What leading the next trick is worth, in points."""
_BEATEN: Final = 0.1
"""So much of the pot counts against a play that is beaten: little, as it cost the other side a higher play."""
_OVER_FRIEND: Final = 15.0
"""What it costs, in points, to beat somebody of the own side without a bomb."""
_OVER_FRIEND_BOMB: Final = 40.0
"""What it costs, in points, to beat somebody of the own side with a bomb."""
_WEIGHED: Final = 24
"""So many plays are weighed in full."""
BUDGET: Final = 40
"""Tries to split the hand as it is."""
BUDGET_AFTER: Final = 20
"""Tries to split what a play would leave."""


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
        """Return the other seats that hold cards, of the own side or of the other."""
        return [
            seat
            for seat, size in enumerate(self.sizes)
            if size and seat != self.seat and (seat % 2 == self.seat % 2) is friends
        ]


Choice = tuple[Reading, Move]


def situation(view: LiuJiaTongView) -> Situation:
    """Return what the seat of a view knows."""
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


def choices(seen: Situation) -> Iterator[Choice]:
    """Yield the plays worth weighing: what goes out at once; else the parts of a plan, or what beats with few
    jokers."""
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
    """Return how many cards of each rank a play leaves."""
    natural, small, big = move
    counts = [seen.counts[rank] - (natural >> BITS * rank & _MASK) for rank in range(NATURAL)]
    return (*counts, seen.counts[NATURAL] - small, seen.counts[NATURAL + 1] - big)


# --- what it is worth ------------------------------------------------------------------------------------------------


def bombing(pot: int) -> float:
    """Return what share of their bombs others use to get so many points."""
    return min(0.9, 0.15 + pot / 50)


def _share(pot: int, holds: float) -> float:
    """Return what a pot, and leading next, are worth to the side of a play that holds with this chance."""
    return (pot + _LEAD) * (holds - _BEATEN * (1 - holds))


def valued(seen: Situation, choice: Choice | None, now: float) -> float:
    """Return what ``normal`` takes a play to be worth (``None``: a pass), in points; ``now`` is the price of the plan before."""
    return _pass_value(seen) if choice is None else _play_value(seen, choice, now)


def _pass_value(seen: Situation) -> float:
    """Return what the pot is worth when one passes."""
    assert seen.standing is not None
    assert seen.standing_seat is not None
    friendly = seen.standing_seat % 2 == seen.seat % 2
    holds = seen.odds.holds(seen.standing, seen.seats(friends=not friendly), bombing(seen.pot))
    return _share(seen.pot, holds) * (1 if friendly else -1)


def _play_value(seen: Situation, choice: Choice, now: float) -> float:
    """Return what the pot and the rest of the hand are worth after a play, in points."""
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
    """Return a play in this reading, which it names where the cards would be taken otherwise."""
    if choice is None:
        return Pass()
    reading, move = choice
    cards = cards_of(seen.hand, move)
    taken = in_force(makeup_of(cards), seen.standing)
    return Play(cards, None if taken == reading else meaning(reading))
