"""What the play so far has told of each seat: the wild cards that it has laid, and the low sets that it has let go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.base.round import Act
from games.gouji.kinds import THREE, Makeup, makeup_of
from games.kit.history import LAID

__all__ = ["Signs", "signs"]

_SEATS: Final = 6


@dataclass(frozen=True, slots=True)
class Signs:
    """By seat: 2s, small and big jokers laid; and by size of a set (1, 2, more) one more than the lowest rank of the other team's
    that it has passed on, 0 if there was none."""

    wild: tuple[tuple[int, int, int], ...]
    let_go: tuple[tuple[int, int, int], ...]


def signs(acts: Iterable[Act]) -> Signs:
    """Read the deeds of a round."""
    wild = [[0, 0, 0] for _ in range(_SEATS)]
    let_go = [[0, 0, 0] for _ in range(_SEATS)]
    standing: Makeup | None = None
    owner = -1
    for act in acts:
        if act.verb in LAID:
            standing, owner = makeup_of(act.cards), act.seat
            assert standing is not None, "a set"
            for place, count in enumerate((standing.twos, standing.small, standing.big)):
                wild[owner][place] += count
        elif act.verb == "pass" and act.kind != "burn" and standing is not None and (owner - act.seat) % 2:
            if standing.base == THREE or standing.jokers:
                continue
            low, place = let_go[act.seat], min(standing.size, 3) - 1
            low[place] = min(low[place] or standing.base + 1, standing.base + 1)
    return Signs(tuple(map(_three, wild)), tuple(map(_three, let_go)))


def _three(numbers: list[int]) -> tuple[int, int, int]:
    one, two, three = numbers
    return one, two, three
