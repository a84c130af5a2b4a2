"""A table in memory: its book, and what need not survive a restart (picked cards, offers, AI players at work)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.session.port.commands import UserRef
from bot.session.state.book import Book
from bot.session.tables.mailbox import Mailbox, Tasks
from bot.session.tables.unsaved import Unsaved
from storage.api import ChatRow

__all__ = ["TABLE", "Mind", "Table", "TableBroken"]

TABLE: Final = -1
"""In place of a seat: the message of the table itself."""


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
        "doubted",
        "held",
        "hushed",
        "lock",
        "looked",
        "mailbox",
        "minds",
        "since",
        "told_left",
        "touched",
        "unnoted",
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
        self.lock = asyncio.Lock()
        """Held while the table is written, until its book is as stored: other units may run beside that one. It is taken before a
        unit is begun."""
        self.minds: dict[int, Mind] = {}
        self.unsaved = Unsaved()
        self.unnoted: dict[int, tuple[str, str]] = {}
        """Messages that show something else now, by seat (``TABLE``: the table's own): their ids and what they show. It is
        stored with the next change, or with the next heartbeat."""
        self.version = 0
        self.held = held
        """Clocks and AI players wait until somebody sees the table (after a restart)."""
        self.broken = False
        self.doubted = False
        """Whether what is stored may be further than the book: it is read again before anything else is done."""
        """Stopped because an invariant did not hold; only ``/end`` still works."""
        self.untimed: dict[int, str] = {}
        """Questions, by seat, that were put while no clock ran: none begins to run for them."""
        self.touched = 0.0
        """The uptime at which a person did something here last."""
        self.since = 0.0
        """The uptime at which it was taken up."""
        self.hushed: dict[int, str] = {}
        """Questions, by seat, that were put to somebody in their quiet hours."""
        self.told_left: dict[int, float] = {}
        """What a slow table says that is left on its clocks, by seat."""
        self.looked: dict[int, float] = {}
        """When the platform was last asked whether a player is still in the group, by user."""
        self.absent: set[UserRef] = set()
        """Who is not, as the host knows already."""

    @property
    def id(self) -> int:
        """The table's id."""
        return self.book.id

    def note_shown(self, draft: Book) -> None:
        """Write on a draft what messages show now, as far as they are still those of the table and its seats."""
        for seat, (message, shows) in self.unnoted.items():
            if seat == TABLE:
                if draft.row.message == message:
                    draft.row = replace(draft.row, shows=shows)
            elif seat in draft.seats and draft.seats[seat].message == message:
                draft.seats[seat] = replace(draft.seats[seat], shows=shows)

    def has_noted(self, noted: dict[int, tuple[str, str]]) -> None:
        """Forget of what was noted what has not become something else meanwhile."""
        self.unnoted = {seat: now for seat, now in self.unnoted.items() if noted.get(seat) != now}

    def forget_minds(self, keep: Callable[[int, Mind], bool] = lambda seat, mind: False) -> None:
        """Stop thinking for every seat that ``keep`` does not want to be thought for any longer."""
        for seat, mind in list(self.minds.items()):
            if not keep(seat, mind):
                del self.minds[seat]
                if mind.task is not None:
                    mind.task.cancel()
