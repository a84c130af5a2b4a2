"""Endgames by search: hands of the others are drawn again and again, and all play them to the end, seeing everything.

Who sees all hands plays otherwise than who does not, so this tells half of what a play is worth; networks tell the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from games.doudizhu.ai.choice import Situation
from games.doudizhu.counts import UNITS, size_of
from games.doudizhu.fast_round import FastRound
from games.doudizhu.options import HouseRules

__all__ = ["is_endgame", "shares_won"]

_MOST_UNSEEN: Final = 16
_MOST_OWN: Final = 12
_DRAWN: Final = 24
"""So many times hands are drawn, if there is time."""
_ENOUGH: Final = 6
"""Fewer tell nothing."""
_POSITIONS: Final = 12_000
"""So many are looked at in one decision: some 150 ms."""


class _Spent(Exception):
    """There is no time left."""


def is_endgame(seen: Situation) -> bool:
    """Return whether so few cards are left that rounds can be searched to their end."""
    unseen, own = size_of(seen.unseen), size_of(seen.hand)
    return unseen <= _MOST_UNSEEN and own <= _MOST_OWN and unseen + own == sum(seen.sizes)


def shares_won(seen: Situation, passes: int, plays: Sequence[int], house: HouseRules) -> list[float] | None:
    """Return in which share of the hands that others may hold each play wins; ``None`` if that cannot be told in time.

    ``passes``: in a row, since the play that stands. The same situation always gets the same answer.
    """
    dice = Random(f"{seen.hand} {seen.unseen} {seen.sizes} {passes}")
    search = _Search(_POSITIONS)
    won, drawn = [0] * len(plays), 0
    try:
        for _ in range(_DRAWN):
            hands = _drawn(seen, dice)
            begun = FastRound.resumed(
                hands,
                seen.landlord,
                seen.seat,
                house,
                standing=seen.standing,
                standing_seat=seen.standing_seat,
                passes=passes,
            )
            outcomes = [search.landlord_wins_after(begun, play) == (seen.seat == seen.landlord) for play in plays]
            won = [before + outcome for before, outcome in zip(won, outcomes, strict=True)]
            drawn += 1
    except _Spent:
        pass
    return [count / drawn for count in won] if drawn >= _ENOUGH else None


def _drawn(seen: Situation, dice: Random) -> list[int]:
    """Return hands that the others may hold: all equally likely, but for what must be in the landlord's."""
    unknown = [unit for unit in UNITS for _ in range((seen.unseen - seen.known) // unit & 7)]
    peasant = next(seat for seat in ((seen.seat + 1) % 3, (seen.seat + 2) % 3) if seat != seen.landlord)
    hands = [0, 0, 0]
    hands[seen.seat] = seen.hand
    hands[peasant] = sum(dice.sample(unknown, seen.sizes[peasant]))
    hands[3 - seen.seat - peasant] = seen.unseen - hands[peasant]
    return hands


class _Search:
    """Rounds with open hands, played to their end by all."""

    def __init__(self, positions: int) -> None:
        self._left = positions
        self._known: dict[tuple[object, ...], bool] = {}

    def landlord_wins_after(self, now: FastRound, play: int) -> bool:
        """Return whether the landlord wins if a seat makes a play or passes; ``_Spent`` if it takes too long to tell."""
        then = now.copy()
        then.step(play)
        return self._landlord_wins(then)

    def _landlord_wins(self, now: FastRound) -> bool:
        if now.over:
            return now.winner == now.landlord
        key = (*now.hands, now.turn, now.standing, now.standing_seat, now.passes)
        known = self._known.get(key)
        if known is not None:
            return known
        self._left -= 1
        if self._left < 0:
            raise _Spent
        alone, plays = now.turn == now.landlord, now.legal()
        if now.hands[now.turn] in plays:
            found = alone
        else:
            if now.standing is None or (now.standing_seat == now.landlord) != alone:
                plays.reverse()  # long plays and bombs first, to pass last; but over an own side's play first pass
            found = any(self.landlord_wins_after(now, play) == alone for play in plays) == alone
        self._known[key] = found
        return found
