"""What waits to be sent to Discord, as keys of *what has changed*: when a call may be made, the newest state goes out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Final

from bot.delivery.outbox import Outbox, Sending
from bot.delivery.pace import Pace
from bot.session.port.protocols import Clock
from bot.session.port.workers import Allowance

__all__ = ["HAND", "LOW", "PUBLIC", "Marks"]

HAND: Final = -10.0
PUBLIC: Final = 1.0
LOW: Final = 30.0
"""Handicaps: a hand before the table that waits for it, removals when nothing else is due."""

Send = Callable[[Hashable], Awaitable[None]]
Kind = Callable[[Hashable], str]


@dataclass(frozen=True, slots=True)
class _Due(Sending):
    marks: Marks
    channel: str
    what: Hashable
    late: float

    @property
    def lane(self) -> str:
        return self.channel

    @property
    def key(self) -> Hashable:
        return self.what

    @property
    def kind(self) -> str:
        return self.marks.kind(self.what)

    @property
    def handicap(self) -> float:
        return self.late

    async def send(self) -> None:
        await self.marks.send(self.what)


class Marks(Outbox):
    """Calls ``send(key)`` for every marked key, as the pace permits; ``kind(key)`` says what sort of call it will be."""

    def __init__(self, pace: Pace, clock: Clock, allowance: Allowance | None, send: Send, kind: Kind) -> None:
        super().__init__(pace, clock, allowance)
        self.send, self.kind = send, kind

    def mark(self, channel: str, key: Hashable, urgency: float = PUBLIC) -> None:
        """Mark ``key`` as having something new to show; returns at once."""
        self.put(_Due(self, channel, key, urgency))
