"""What the session counts and measures, without knowing who collects it."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Meter", "NoMeter"]


class Meter(Protocol):
    """A collector. Names are fixed and few; they never hold a person, a table or a card.

    Counted: ``updates``, ``refused``, ``repeated``, ``actions``, ``fallbacks``, ``rounds``, ``store_errors``,
    ``broken_tables``, ``thinker_failures``; by the frontends ``unreadable`` (what a platform sent and nobody could read) and
    ``hurried`` (what somebody pressed or wrote too fast). Observed, in seconds: ``reply`` (from ``handle`` to its answer),
    ``notify`` (from ``handle`` to the next player's notification being handed to a frontend) and ``commit``. How long
    an AI player thinks is not measured: it would tell of its hand.
    """

    def count(self, name: str, amount: int = 1) -> None:
        """Count something that happened."""
        ...

    def observe(self, name: str, seconds: float) -> None:
        """Measure something that took so long."""
        ...


class NoMeter:
    """Nobody is collecting."""

    def count(self, name: str, amount: int = 1) -> None:
        """Forget it."""

    def observe(self, name: str, seconds: float) -> None:
        """Forget it."""
