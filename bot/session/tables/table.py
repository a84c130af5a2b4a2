"""A table in memory: its book, and what need not survive a restart (picked cards, offers, AI players at work)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bot.session.port.commands import UserRef
from bot.session.state.book import Book
from bot.session.tables.mailbox import Mailbox, Tasks
from bot.session.tables.unsaved import Unsaved
from storage.api import ChatRow

__all__ = ["Mind", "Table", "TableBroken"]


@dataclass(slots=True)
class Mind:
    """Somebody other than the person who is about to answer a question: an AI player or a standing order."""

    question: str
    cause: str
    task: asyncio.Task[None] | None = None


class TableBroken(Exception):
    """An invariant did not hold: the table has been stopped."""


class Table:
    """One open table that is not parked. All changes go through ``mailbox``, in which ``follow_up`` comes after each job."""

    __slots__ = (
        "absent",
        "book",
        "broken",
        "chat",
        "held",
        "looked",
        "mailbox",
        "minds",
        "since",
        "touched",
        "unsaved",
        "untimed",
        "version",
    )

    def __init__(
        self, book: Book, chat: ChatRow, tasks: Tasks, follow_up: Callable[[Table], None], *, held: bool = False
    ) -> None:
        self.book = book
        self.chat = chat
        self.mailbox = Mailbox(tasks, lambda: follow_up(self))
        self.minds: dict[int, Mind] = {}
        self.unsaved = Unsaved()
        self.version = 0
        self.held = held
        """Clocks and AI players wait until somebody sees the table (after a restart)."""
        self.broken = False
        """Stopped because an invariant did not hold; only ``/end`` still works."""
        self.untimed: dict[int, str] = {}
        """Questions, by seat, that were put while no clock ran: none begins to run for them."""
        self.touched = 0.0
        """The uptime at which a person did something here last."""
        self.since = 0.0
        """The uptime at which it was taken up."""
        self.looked: dict[int, float] = {}
        """When the platform was last asked whether a player is still in the group, by user."""
        self.absent: set[UserRef] = set()
        """Who is not, as the host knows already."""

    @property
    def id(self) -> int:
        """The table's id."""
        return self.book.id

    def forget_minds(self, keep: Callable[[int, Mind], bool] = lambda seat, mind: False) -> None:
        """Stop thinking for every seat that ``keep`` does not want to be thought for any longer."""
        for seat, mind in list(self.minds.items()):
            if not keep(seat, mind):
                del self.minds[seat]
                if mind.task is not None:
                    mind.task.cancel()
