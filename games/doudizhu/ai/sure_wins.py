"""Certain wins: plays that no distribution of the unseen cards can beat, one after another until the hand is empty."""

from __future__ import annotations

from games.doudizhu.counts import size_of
from games.doudizhu.kinds import ComboRules, Reading
from games.doudizhu.tables import tables

__all__ = ["SureWins"]


class SureWins:
    """Finds certain wins for one decision, against enemies of whom the largest holds so many of the unseen cards."""

    def __init__(self, unseen: int, largest: int, rules: ComboRules, budget: int = 200) -> None:
        self._unseen = unseen
        self._largest = largest
        self._tables = tables(rules)
        self._beatable: dict[Reading, bool] = {}
        self._lost: set[int] = set()
        self._budget = budget
        """How many more hands may be looked into: the search gives up when it is spent."""

    def beatable(self, reading: Reading) -> bool:
        """Return whether some distribution of the unseen cards lets an enemy beat a play."""
        known = self._beatable.get(reading)
        if known is None:
            answers = self._tables.answers(reading)(self._unseen)
            known = self._beatable[reading] = any(size_of(answer) <= self._largest for answer in answers)
        return known

    def wins_out(self, hand: int) -> bool:
        """Return whether a hand on lead goes out by plays that cannot be beaten, the last one excepted."""
        readings = self._tables.readings
        if not hand or readings[hand]:
            return True
        if hand in self._lost or self._budget <= 0:
            return False
        self._budget -= 1
        for play in reversed(self._tables.leads(hand)):  # bombs and long plays first: fewer are left to make
            if not self.beatable(readings[play][0]) and self.wins_out(hand - play):
                return True
        self._lost.add(hand)
        return False
