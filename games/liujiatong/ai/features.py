"""A position after a play or a pass as numbers, most between 0 and 1: what the network of ``strong`` is shown.

All of it follows from one seat's view. The numbers of the first part are the same whatever the seat does now.
``SHARED`` and ``OWN`` say how many there are; ``arena/lessons/liujiatong/network.h`` writes the same ones in the same order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.base.cards import RANKS
from games.liujiatong.ai.plan import plan, price
from games.liujiatong.ai.weighing import BUDGET, BUDGET_AFTER, Choice, Situation, bombing, left, valued
from games.liujiatong.facts import LiuJiaTongView
from games.liujiatong.kinds import BOMBS, NATURAL, Kind
from games.liujiatong.state import SEATS

__all__ = ["OWN", "SHARED", "Marks", "marks", "own", "shared"]

SHARED: Final = 57
OWN: Final = 126
_KINDS: Final = {kind: at for at, kind in enumerate(Kind)}
_NEVER: Final = 15  # Above all ranks
_WORTH: Final = {2: 5, 7: 10, 10: 10}
_OWN_SIZES: Final = (1, 2, 5, 10)
_OTHER_SIZES: Final = (1, 3, 6, 10)
_FAR: Final = 200.0


@dataclass(frozen=True, slots=True)
class Marks:
    """What passes tell, by seat: the lowest single and the lowest pair of the other side that it let stand though it was asked,
    and whether it has passed on what stands now."""

    single: Sequence[int]
    pair: Sequence[int]
    passed: Sequence[int]


def marks(view: LiuJiaTongView) -> Marks:
    """What the passes of a round have told so far."""
    lowest = {Kind.SINGLE.value: [_NEVER] * SEATS, Kind.PAIR.value: [_NEVER] * SEATS}
    passed = [0] * SEATS
    owner, of_kind, rank = 0, None, 0
    for act in view.acts:
        if act.verb == "play":
            owner, of_kind = act.seat, lowest.get(act.kind or "")
            passed = [0] * SEATS
            if of_kind is not None:
                rank = RANKS.index(act.rank or "")
        elif not act.auto:
            passed[act.seat] = 1
            if of_kind is not None and (act.seat - owner) % 2:
                of_kind[act.seat] = min(of_kind[act.seat], rank)
    if view.standing is None:
        passed = [0] * SEATS
    return Marks(lowest[Kind.SINGLE.value], lowest[Kind.PAIR.value], passed)


def _points(counts: Sequence[int]) -> int:
    return sum(worth * counts[rank] for rank, worth in _WORTH.items())


def _steps(size: int, steps: tuple[int, ...]) -> list[float]:
    return [float(size <= step) for step in steps]


def shared(seen: Situation, told: Marks) -> list[float]:
    """What stays the same whatever is done now: the cards that are out, the other hands, what passes told."""
    unseen = seen.odds.unseen
    found = [count / 16 for count in unseen[:NATURAL]]
    found += [count / 4 for count in unseen[NATURAL:]]
    others = [(seen.seat + step) % SEATS for step in range(1, SEATS)]
    for other in others:
        size = seen.sizes[other]
        found += [size / 36, *([0.0] * len(_OTHER_SIZES) if not size else _steps(size, _OTHER_SIZES)), float(not size)]
    found += [_points(unseen) / 200, sum(not seen.sizes[other] for other in others[::2]) / 3]
    for other in others:
        found += [told.single[other] / _NEVER, told.pair[other] / _NEVER]
    return found


def own(seen: Situation, told: Marks, choice: Choice | None, now: float) -> list[float]:
    """What a play leaves (``None``: a pass): the hand and its plan, what stands and who is still to act. ``now`` is the
    price of the plan before."""
    me, standing, owner, pot, jokers = seen.seat, seen.standing, seen.standing_seat, seen.pot, 0
    over = owner is not None and owner % 2 == me % 2 and choice is not None
    counts: tuple[int, ...] = seen.counts
    if choice is not None:
        standing, (_, small, big) = choice
        counts, owner, jokers = left(seen, choice[1]), me, small + big
        pot += _points(seen.counts) - _points(counts)
    assert standing is not None
    assert owner is not None
    size = sum(counts)
    found: list[float] = []
    for count in counts[:NATURAL]:
        found += [float(count == 1), float(count == 2), float(count == 3), float(count >= 4), max(0, count - 4) / 4]
    found += [count / 4 for count in counts[NATURAL:]]
    found += [float(count == 4) for count in counts[NATURAL:]]
    found += [size / 36, *_steps(size, _OWN_SIZES), pot / 100, _points(counts) / 60]

    kinds = [0.0] * len(_KINDS)
    kinds[_KINDS[standing.kind]] = 1.0
    owners = [0.0] * SEATS
    owners[(owner - me) % SEATS] = 1.0
    waiting = []
    for step in range(1, SEATS):
        other = (me + step) % SEATS
        if other == owner:
            break
        if seen.sizes[other]:
            waiting.append(other)
    friendly = owner % 2 == me % 2
    sign = 1.0 if friendly else -1.0
    rivals = [other for other in waiting if other % 2 != owner % 2]
    holds = seen.odds.holds(standing, rivals, bombing(pot))
    found += [*kinds, standing.rank / 14, standing.size / 10, *owners]
    found += [sign, holds, sign * holds, sign * holds * pot / 50, sign * (1 - holds) * pot / 50]

    found += _of_plan(counts, BUDGET if choice is None else BUDGET_AFTER) if size else [0.0] * 13
    foes = sum(other % 2 != me % 2 for other in waiting)
    found += [
        foes / 3,
        (len(waiting) - foes) / 2,
        float(bool(waiting) and waiting[0] % 2 != me % 2),
        float(not waiting),
    ]
    mates = sum(not seen.sizes[(me + step) % SEATS] for step in (2, 4)) + (not size)
    value = max(-_FAR, min(_FAR, valued(seen, choice, now)))
    found += [mates / 3, value / 100, float(over), float(over and standing.kind in BOMBS), jokers / 4]
    others = [(me + step) % SEATS for step in range(1, SEATS)]
    found += [0.0] * len(others) if choice is not None else [float(told.passed[other]) for other in others]
    return found


def _of_plan(counts: tuple[int, ...], budget: int) -> list[float]:
    """Return of the best split of a hand: its price, how many plays of each kind, and how many of them are weak."""
    best = plan(counts, budget)
    kinds = [0.0] * 9
    plain, weak = 0.0, 0
    for group in best.groups:
        cost = price(group)
        kinds[_KINDS[group.kind]] += 0.25
        plain += max(cost, 0.0)
        weak += cost > 0.6
    return [best.price / 5, len(best.groups) / 10, *kinds, plain / 5, weak / 5]
