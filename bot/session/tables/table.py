"""A table in memory: its book, and what need not survive a restart (picked cards, offers, thinking AI players)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any

from bot.session.port.commands import UserRef
from bot.session.state.book import Book
from bot.session.tables.mailbox import Mailbox, Tasks
from games.actions import Action, action_text
from games.contract import View
from games.kit.cards import Cards
from storage.api import ChatRow

__all__ = ["Mind", "Table", "digest"]

_THINKING = 60.0
"""Seconds for which a question whether to end the match can be answered by asking for it again."""
_OFFERS_KEPT = 48
"""Offers of one decision that a button may still name: suggestions, a hint, the readings of a few ambiguous plays."""


def digest(action: Action) -> str:
    """A short name of an exact action (cards with suits, reading): 8 characters, for buttons."""
    return blake2s(action_text(action).encode(), digest_size=4).hexdigest()


@dataclass(slots=True)
class Mind:
    """Somebody other than the person who is about to answer a question: an AI player or a standing order."""

    question: str
    cause: str
    task: asyncio.Task[None] | None = None


class Table:
    """One open table that is not parked. All changes go through ``mailbox``."""

    __slots__ = (
        "_endings",
        "_offers",
        "_picks",
        "_suits",
        "_viewed",
        "absent",
        "book",
        "broken",
        "chat",
        "held",
        "looked",
        "mailbox",
        "minds",
        "touched",
        "version",
    )

    def __init__(self, book: Book, chat: ChatRow, tasks: Tasks, *, held: bool = False) -> None:
        self.book = book
        self.chat = chat
        self.mailbox = Mailbox(tasks)
        self.minds: dict[int, Mind] = {}
        self.version = 0
        self.held = held
        """Clocks and AI players wait until somebody sees the table (after a restart)."""
        self.broken = False
        """Stopped because an invariant did not hold; only ``/end`` still works."""
        self.touched = 0.0
        """The uptime at which a person did something here last."""
        self.looked: dict[int, float] = {}
        """When the platform was last asked whether a player is still in the group, by user."""
        self.absent: set[UserRef] = set()
        """Who is not, as the host knows already."""
        self._picks: dict[int, tuple[str, Cards]] = {}
        self._suits: dict[int, tuple[int, int]] = {}
        self._offers: dict[int, tuple[str, dict[str, Action]]] = {}
        self._viewed: tuple[Any, View] | None = None
        self._endings: dict[int, tuple[str, float]] = {}

    @property
    def public_view(self) -> View:
        """What the channel may know of the round; a round has been dealt."""
        if self._viewed is None or self._viewed[0] is not self.book.state:
            self._viewed = (self.book.state, self.book.game.view(self.book.state, None))
        return self._viewed[1]

    @property
    def id(self) -> int:
        """The table's id."""
        return self.book.id

    # -- ending it

    def ask_to_end(self, user: int, round_: str, now: float) -> None:
        """Somebody is asked whether they really want to end the match in this round; ``now`` in uptime."""
        self._endings[user] = round_, now

    def was_asked(self, user: int, round_: str, now: float) -> bool:
        """Whether they have been asked that a moment ago."""
        asked, at = self._endings.get(user, ("", 0.0))
        return asked == round_ and now - at <= _THINKING

    # -- picked cards

    def picked(self, seat: int) -> Cards:
        """The cards that a seat has picked for the decision it has before it."""
        decision, cards = self._picks.get(seat, ("", ()))
        return cards if decision == self.book.decision(seat) else ()

    def pick(self, seat: int, cards: Cards) -> None:
        """Replace the picked cards."""
        self._picks[seat] = (self.book.decision(seat), cards)

    def open_suit(self, seat: int) -> int | None:
        """The suit whose cards a seat looks at one by one in this round, ``None`` for ranks."""
        number, suit = self._suits.get(seat, (0, -1))
        return suit if number == self.book.row.round and suit >= 0 else None

    def arrange(self, seat: int, suit: int) -> None:
        """Look at the cards of a suit, or for -1 at the ranks again."""
        self._suits[seat] = (self.book.row.round, suit)

    # -- offers

    def offer(self, seat: int, action: Action) -> str:
        """Remember an action under its digest, so that a button can name it; returns the digest."""
        decision = self.book.decision(seat)
        known, actions = self._offers.get(seat, ("", {}))
        if known != decision:
            actions = {}
        name = digest(action)
        actions.pop(name, None)
        actions[name] = action
        while len(actions) > _OFFERS_KEPT:
            del actions[next(iter(actions))]
        self._offers[seat] = (decision, actions)
        return name

    def offered(self, seat: int, name: str) -> Action | None:
        """The action that a button names: one that was offered, else one that the rules suggest now."""
        decision, actions = self._offers.get(seat, ("", {}))
        if decision == self.book.decision(seat) and name in actions:
            return actions[name]
        suggested = self.book.game.suggest(self.book.state, seat) if self.book.playing else ()
        return next((action for action in suggested if digest(action) == name), None)

    # -- minds

    def forget_minds(self, keep: Callable[[int, Mind], bool] = lambda seat, mind: False) -> None:
        """Stop thinking for every seat that ``keep`` does not want to be thought for any longer."""
        for seat, mind in list(self.minds.items()):
            if not keep(seat, mind):
                del self.minds[seat]
                if mind.task is not None:
                    mind.task.cancel()
