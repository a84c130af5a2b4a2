"""Messages of their own: posted once into a channel, never changed, and for nobody in particular."""

from __future__ import annotations

import asyncio
from hashlib import blake2s

from bot.delivery.outbox import Later
from bot.frontends.discord.incoming.origin import is_visited
from bot.frontends.discord.outgoing.calls import ChannelCalls, ChannelGone, ClosedDm
from bot.frontends.discord.outgoing.markup import MENU, Content, content
from bot.frontends.discord.outgoing.outbox import LOW, Marks
from bot.frontends.discord.outgoing.posts.cards import Cards
from bot.present import render
from bot.session.port.protocols import Delivered, Gone, Outcomes, PostBody, PostTarget

__all__ = ["Announcements"]


class Announcements:
    """Posts what is announced, each once: its nonce follows from its target, so that Discord drops a repetition."""

    def __init__(self, wire: ChannelCalls, outcomes: Outcomes, outbox: Marks, cards: Cards) -> None:
        self._wire = wire
        self._outcomes = outcomes
        self._outbox = outbox
        self._cards = cards
        self._waiting: dict[PostTarget, tuple[PostBody, str]] = {}
        self._drawing: set[asyncio.Task[None]] = set()

    def put(self, target: PostTarget, body: PostBody, language: str) -> None:
        """Queue a post. A picture is drawn before that gets in line: it takes seconds, in which the channel goes on."""
        self._waiting[target] = body, language
        shown = content(render.post(body, language), MENU)
        if shown.picture is None:
            self._get_in_line(target)
        else:
            drawing = asyncio.create_task(self._draw(target, shown), name="discord picture")
            self._drawing.add(drawing)
            drawing.add_done_callback(self._drawing.discard)

    def _get_in_line(self, target: PostTarget) -> None:
        self._outbox.mark(target.chat.external, ("announce", target), LOW)

    async def _draw(self, target: PostTarget, shown: Content) -> None:
        await shown.file()  # which keeps it
        self._get_in_line(target)

    async def send(self, target: PostTarget) -> None:
        """Post it now. ``Later`` if it has to wait."""
        waiting = self._waiting.pop(target, None)
        if waiting is None:
            return
        body, language = waiting
        shown = content(render.post(body, language), MENU)
        if is_visited(target.chat):  # where nobody can be told unasked it counts as told
            self._outcomes.report(Delivered(target, str(await self._cards.say(target.chat, shown) or "")))
            return
        nonce = blake2s(f"{target.chat.external} {target.key}".encode(), digest_size=12).hexdigest()
        try:
            message = await self._wire.post(int(target.chat.external), shown, nonce, picture=True, silent=True)
        except ChannelGone as gone:
            self._outcomes.report(Gone(target.chat, gone.lacking))
        except ClosedDm:
            self._outcomes.report(Gone(target.chat))
        except Later:
            self._waiting.setdefault(target, waiting)
            raise
        else:
            self._outcomes.report(Delivered(target, str(message)))
