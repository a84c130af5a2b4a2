"""The certain way out: leads that nobody can beat, one after the other, until the hand is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.gouji.ai.hand import Holding, left_after
from games.gouji.kinds import DEUCE, JOKERS_ONLY, THREE, Makeup

__all__ = ["certain_exit"]

_MOST_GROUPS = 6
_MOST_HUNG = 2
_MOST_TRIED = 400


def certain_exit(held: Holding, sure: Callable[[Makeup], bool]) -> Makeup | None:
    """Find the first lead of a run that nobody can stop, ``None`` if there is none.

    Every set has to win the sequence for certain (``sure``) but the last one, unless 3s are left behind it: these
    go only if it wins too.
    """
    groups = held.groups
    if len(groups) > _MOST_GROUPS or not held.count:
        return None
    if len(groups) <= 1:
        whole = _everything(held)
        if whole is not None and (not held.natural[THREE] or sure(whole)):
            return whole
        if not groups:
            return None
    search = _Search(sure, bool(held.natural[THREE]))
    for last in sorted(groups, key=lambda group: (group[1], group[0])):
        others = [group for group in groups if group != last]
        found = search.run(held, others)
        if found is not None:
            return found
    return None


def _everything(held: Holding) -> Makeup | None:
    """Make one set of all that is no 3; ``None`` for several ranks or nothing."""
    groups = held.groups
    wild = held.twos + held.jokers
    if len(groups) > 1 or not (groups or wild):
        return None
    if groups:
        rank, cards = groups[0]
        return Makeup(rank, cards + wild, held.twos, held.small, held.big)
    return Makeup(DEUCE if held.twos else JOKERS_ONLY, wild, held.twos, held.small, held.big)


class _Search:
    """Hands the wild cards out among the groups, as few as make each of them sure; gives up after a while."""

    def __init__(self, sure: Callable[[Makeup], bool], threes: bool) -> None:
        self._sure = sure
        self._threes = threes
        self._left = _MOST_TRIED

    def run(self, held: Holding, others: list[tuple[int, int]]) -> Makeup | None:
        """Find the first of the sure sets for these groups, if the last set may then follow."""
        if not others:
            last = _everything(held)
            return last if last is not None and (not self._threes or self._sure(last)) else None
        for made in self._made_sure(held, others[0]):
            if self.run(left_after(held, made), others[1:]) is not None:
                return made
        return None

    def _made_sure(self, held: Holding, group: tuple[int, int]) -> Iterator[Makeup]:
        rank, cards = group
        enough: list[tuple[int, int, int]] = []
        for big in range(min(held.big, 1) + 1):
            for small in range(min(held.small, _MOST_HUNG) + 1):
                for twos in range(min(held.twos, _MOST_HUNG) + 1):
                    if any(t <= twos and s <= small and b <= big for t, s, b in enough):
                        continue
                    self._left -= 1
                    if self._left < 0:
                        return
                    made = Makeup(rank, cards + twos + small + big, twos, small, big)
                    if self._sure(made):
                        enough.append((twos, small, big))
                        yield made
