"""What the deeds of a round tell of hidden hands: which cards are gone, and what a seat let pass that only the next rank
beats (GY-20), so that it probably lacks that rank."""

from __future__ import annotations

from typing import Final

from games.base.cards import RANKS
from games.gandengyan.counts import pack, with_small_jokers
from games.gandengyan.facts import GanDengYanView
from games.gandengyan.kinds import Kind

__all__ = ["Deeds"]

_RANK_OF: Final = {rank: place for place, rank in enumerate(RANKS)}


class Deeds:
    """Follows the public deeds of a round. Automatic passes tell nothing and are not heard.

    ``laid``: all cards laid, small jokers for big ones. By seat, as bits of ranks that it seems to lack: ``singles`` and
    ``pairs`` since it last drew a card, ``old_singles`` and ``old_pairs`` before that.
    """

    __slots__ = ("_kind", "_top", "laid", "old_pairs", "old_singles", "pairs", "silences", "singles")

    def __init__(self, seats: int) -> None:
        self.laid = 0
        self.singles, self.pairs = [0] * seats, [0] * seats
        self.old_singles, self.old_pairs = [0] * seats, [0] * seats
        self.silences = [0] * seats
        """Passes of each seat since it last played or drew."""
        self._kind, self._top = Kind.ROCKET, 0

    @classmethod
    def of(cls, view: GanDengYanView) -> Deeds:
        """Return what the deeds of a view have told so far."""
        told = cls(len(view.seats))
        trick = -1
        for act in view.acts:
            if act.verb == "play":
                told.played(act.seat, Kind(act.kind), _RANK_OF[act.rank], with_small_jokers(pack(act.cards)))
                trick = act.trick
            elif act.verb == "draw":
                told.drew(act.seat)
            elif not act.auto and act.trick == trick:
                told.passed(act.seat)
        return told

    def played(self, seat: int, kind: Kind, top: int, play: int) -> None:
        """Hear that a seat laid these cards."""
        self.laid += play
        self.silences[seat] = 0
        self._kind, self._top = kind, top

    def passed(self, seat: int) -> None:
        """Hear that a seat did not beat what stands."""
        self.silences[seat] += 1
        if self._kind is Kind.SOLO:
            self.singles[seat] |= 2 << self._top
        elif self._kind is Kind.PAIR:
            self.pairs[seat] |= 2 << self._top

    def drew(self, seat: int) -> None:
        """Hear that a seat drew a card: what it lacked before is less sure."""
        self.old_singles[seat] |= self.singles[seat]
        self.old_pairs[seat] |= self.pairs[seat]
        self.singles[seat] = self.pairs[seat] = self.silences[seat] = 0
