"""Answers that go on by themselves: the message that answered somebody is edited, through its interaction while that lives, or as
a message of ours. One that only its reader sees cannot be edited any longer than that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import discord

from bot.delivery.outbox import Later
from bot.delivery.pace import EDIT, FREE
from bot.frontends.discord.incoming.origin import MessageId
from bot.frontends.discord.outgoing.calls import ChannelCalls, ChannelGone, ClosedDm, MessageGone, translated
from bot.frontends.discord.outgoing.markup import MENU, Content, content
from bot.frontends.discord.outgoing.outbox import LOW, Marks
from bot.frontends.discord.outgoing.posts.messages import Ephemeral
from bot.present import render
from bot.session.port.audience import Reply
from bot.session.port.commands import UserRef
from bot.session.port.protocols import AnswerTarget, Clock, Delivered, Outcomes
from bot.session.port.updates import Notice

__all__ = ["Amendments"]

Tell = Callable[[UserRef, Notice, str], None]
_MOST: Final = 500
"""So many answers are remembered with their interactions."""
_Waiting = tuple[AnswerTarget, Reply, Notice | None]


class Amendments:
    """Edits answers. ``tell`` says something to one person, where an answer cannot be edited any more."""

    def __init__(self, wire: ChannelCalls, outcomes: Outcomes, clock: Clock, outbox: Marks, tell: Tell) -> None:
        self._wire, self._outcomes, self._clock = wire, outcomes, clock
        self._outbox, self._tell = outbox, tell
        self._answers: dict[MessageId, Ephemeral] = {}
        self._waiting: dict[MessageId, _Waiting] = {}

    def answered(self, target: AnswerTarget, message: MessageId, answer: Ephemeral) -> None:
        """Note which message answered somebody and will go on, and through what it can be edited."""
        self._answers.pop(message, None)
        self._answers[message] = answer
        while len(self._answers) > _MOST:
            del self._answers[next(iter(self._answers))]
        self._outcomes.report(Delivered(target, str(message)))

    def put(self, target: AnswerTarget, message: MessageId, reply: Reply, instead: Notice | None) -> None:
        """Queue what an answer is to show now."""
        self._waiting[message] = target, reply, instead
        self._outbox.mark(str(message.channel), ("amend", message), LOW)

    def kind(self, message: MessageId) -> str:
        """Return which limit the edit will count against."""
        return FREE if self._through(message) is not None else EDIT

    async def send(self, message: MessageId) -> None:
        """Edit it now. ``Later`` if it has to wait."""
        waiting = self._waiting.pop(message, None)
        screen = None if waiting is None else render.reply(waiting[1])
        if waiting is None or screen is None:
            return
        target, reply, instead = waiting
        try:
            await self._edit(message, content(screen, MENU).without_picture())
        except (ChannelGone, ClosedDm, MessageGone, discord.HTTPException):
            if instead is not None:
                self._tell(target.user, instead, reply.language)
        except Later:
            self._waiting.setdefault(message, waiting)
            raise
        if instead is not None:
            self._answers.pop(message, None)
            self._outcomes.report(Delivered(target, str(message)))

    def _through(self, message: MessageId) -> Ephemeral | None:
        """Return through what a message can be edited without counting, if its interaction still lives."""
        answer = self._answers.get(message)
        return answer if answer is not None and self._clock.monotonic() < answer.until else None

    async def _edit(self, message: MessageId, shown: Content) -> None:
        answer = self._through(message)
        if answer is None:
            await self._wire.edit(message, shown, picture=False)
            return
        async with translated():
            await answer.edit(shown, self._wire.pictures)
