"""The verbs that a frontend gives for its platform's chats, and the few kinds of what a call may come to.

An edit that would change nothing is no failure. What certainly did not happen and may be tried again is ``Later``.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from typing import Any, TypeAlias

from bot.delivery.memory import Memory, MessageId, Shown
from bot.delivery.outbox import Outbox
from bot.delivery.pace import CREATE, EDIT, Lane
from bot.present.screens.screen import Screen
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.protocols import Clock, Gone, Outcome, PostTarget, PublicTarget, StandingsTarget
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["ChatGone", "Chats", "ContentRefused", "Drawing", "MessageGone", "TooOld", "UnknownResult"]

Drawing: TypeAlias = Any
"""A screen as its platform takes it. Its ``digest`` is equal for what looks and acts the same."""


class ChatGone(Exception):
    """This chat cannot be written to (any more); ``lacking``: for want of these permissions; ``thread``: the topic alone is
    gone."""

    def __init__(self, lacking: tuple[str, ...] = (), *, thread: bool = False) -> None:
        super().__init__()
        self.lacking, self.thread = lacking, thread


class MessageGone(Exception):
    """That message is not there (any more)."""


class TooOld(MessageGone):
    """That message is there, but cannot be edited any more."""


class ContentRefused(Exception):
    """The platform does not take what was sent, though the chat is there; ``code`` as it says it."""

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code


class UnknownResult(Exception):
    """No answer came: it may have happened, or not."""


class Drawings(ABC):
    """Draws for one platform."""

    @abstractmethod
    def table(self, update: PublicUpdate, called: frozenset[UserRef] = frozenset()) -> Drawing:
        """Return a table message, calling these by name."""

    @abstractmethod
    def past(self, update: PublicUpdate) -> Drawing:
        """Return what the message of a result is to tell once another one shows the table."""

    @abstractmethod
    def hand(self, update: PrivateUpdate, *, pictured: bool) -> Drawing:
        """Return a hand panel; ``pictured``: its picture was asked for."""

    @abstractmethod
    def waits(self, update: PrivateUpdate) -> str:
        """Return what the hand of somebody who only waits shows, before it is drawn; ``""`` for all others."""

    @abstractmethod
    def standings(self, update: StandingsUpdate) -> Drawing:
        """Return the message of a tournament."""


class Chats(ABC):
    """The chats of one platform. ``drawings``: of what they show. ``edit_seconds``: after so many a message is not edited any
    more. ``doubt_seconds``: pause before something is posted again of which nobody knows whether it arrived."""

    drawings: Drawings
    edit_seconds = float("inf")
    doubt_seconds = 0.0

    def __init__(self, outbox: Outbox, clock: Clock) -> None:
        self.outbox, self.clock = outbox, clock
        self.memory = Memory(clock, self.report, self.posted_at)
        self._numbers = itertools.count(1)

    def number(self) -> str:
        """Return a name for a message to be posted, which no other has in this process."""
        return str(next(self._numbers))

    def may_post(self, lane: Lane, *, wanted: bool) -> bool:
        """Tell whether a message is to be posted anew, as far as that is ``wanted`` or an edit is not taken. Where nothing may be
        posted for long an edit far above is better than nothing."""
        return self.outbox.closed(lane, EDIT) or (wanted and not self.outbox.closed(lane, CREATE))

    def chat_gone(self, chat: ChatRef, gone: ChatGone) -> None:
        """Drop what waits for a chat that cannot be written to, and report it."""
        if not gone.thread:
            self.outbox.drop_lane(self.lane_of(chat))
        self.report(Gone(chat, gone.lacking, gone.thread))

    # -- what a frontend gives

    @abstractmethod
    def report(self, outcome: Outcome) -> None:
        """Tell the manager."""

    @abstractmethod
    def lane_of(self, chat: ChatRef) -> Lane:
        """Return the lane of a chat."""

    @abstractmethod
    def lane_to(self, user: UserRef) -> Lane:
        """Return the lane of a person's private chat."""

    def here(self, chat: ChatRef) -> ChatRef:
        """Return a chat under the id that it has now."""
        return chat

    def posted_at(self, message: MessageId, told: float | None) -> float | None:
        """Return when a message was posted, by the wall clock; ``told``: as the manager knows it."""
        return told

    @abstractmethod
    def is_in(self, message: MessageId, chat: ChatRef) -> bool:
        """Tell whether a message stands in this chat: those of a group that moved stayed behind."""

    @abstractmethod
    async def post(self, chat: ChatRef, drawn: Drawing, number: str, *, silent: bool) -> MessageId:
        """Post a message. The same ``number`` again posts nothing twice, where the platform can tell."""

    @abstractmethod
    async def post_to(self, user: UserRef, drawn: Drawing, number: str, *, silent: bool) -> MessageId:
        """Post a message in a person's private chat; as ``post``."""

    @abstractmethod
    async def edit(self, message: MessageId, drawn: Drawing) -> None:
        """Edit a message; edits ring for nobody."""

    @abstractmethod
    async def remove(self, message: MessageId) -> None:
        """Delete a message; one that is gone already, or cannot be deleted, is fine."""

    @abstractmethod
    async def strip(self, message: MessageId, past: Drawing | None) -> None:
        """Take the buttons from a message that stays to be read, and show ``past`` there, if that is known."""

    async def post_standings(self, update: StandingsUpdate, drawn: Drawing, number: str, *, silent: bool) -> MessageId:
        """Post the message of a tournament."""
        return await self.post(update.chat, drawn, number, silent=silent)

    @abstractmethod
    async def prepare(self, target: PostTarget, screen: Screen) -> bytes | None:
        """Draw the picture of a message of its own: that takes seconds, in which the chat goes on."""

    @abstractmethod
    async def post_once(self, target: PostTarget, screen: Screen, made: bytes | None) -> MessageId | None:
        """Post a message of its own without a sound, with the picture that was ``made``; said twice is worse than lost. ``None``:
        nobody knows where it stands."""

    @abstractmethod
    async def out_of_sight(self, shown: Shown, update: PublicUpdate, *, renew: bool) -> bool:
        """Tell whether a table message is out of sight by what was said since; ``renew``: a trick begins."""

    def calls_between(self, user: UserRef, *, ended: bool) -> bool:
        """Tell whether a person is called by name while no round is on; ``ended``: one has just ended. Otherwise they read what
        there is to know as the answer to what they have done."""
        return ended

    def writes_to(self, user: UserRef) -> bool:
        """Tell whether this person takes private messages, as far as is known."""
        return True

    @abstractmethod
    async def closed_by(self, user: UserRef, table: int | None, language: str) -> None:
        """Do what there is to do about a person who takes no private messages, and report it."""

    def is_beside(self, update: PrivateUpdate) -> bool:
        """Tell whether a hand is, or could be, shown elsewhere than in the private chat."""
        return False

    async def show_beside(self, update: PrivateUpdate, drawn: Drawing) -> bool:
        """Show a hand there; whether that is enough."""
        return False

    @abstractmethod
    def table_shown(self, update: PublicUpdate, drawn: Drawing, now: Shown, before: Shown | None) -> None:
        """Hear that a table is shown by ``now``, and was by ``before`` until then: the same message, if it was edited."""

    def amend_kind(self, message: MessageId) -> str:
        """Return which limit the edit of an answer counts against."""
        return EDIT

    @abstractmethod
    async def amend_answer(self, message: MessageId, screen: Screen) -> None:
        """Edit an answer that goes on by itself."""

    @abstractmethod
    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """Send a sentence to one person."""

    # -- targets

    def place(self, table: int, chat: ChatRef) -> PublicTarget:
        """Return what shows a table in one place, after all moves that are known."""
        return PublicTarget(table, self.here(chat))

    def venue(self, tournament: int, chat: ChatRef) -> StandingsTarget:
        """Return what shows a tournament in one chat, after all moves that are known."""
        return StandingsTarget(tournament, self.here(chat))
