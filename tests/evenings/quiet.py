"""When nothing is left to happen without time: so that what people see does not depend on how fast the machine is."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.frontends.discord.incoming import answers as discord_answers
from bot.frontends.telegram.incoming import translation
from bot.frontends.telegram.outgoing.api import Transport
from bot.session.club import reviews
from tests.frontends.telegram.storytime import StoryTime

_CALM = 3
_PATIENCE = 120.0


class Quiet(StoryTime):
    """A story in which time passes only when everything has been done that can be done now. ``moments``: called
    whenever that is so, before time goes on. ``heard``: whether the bot has heard all that people did."""

    wall = 1_800_000_000  # When it begins, in seconds since 1970

    def __init__(self) -> None:
        super().__init__()
        self.moments: Callable[[], None] = lambda: None
        self.heard: Callable[[], bool] = lambda: True
        self._calls = 0
        self._threads = 0

    async def rests(self) -> None:
        """Until all that can happen without time has happened."""
        loop: Any = asyncio.get_running_loop()
        calm, until = 0, loop.time() + _PATIENCE
        while calm < _CALM:
            busy = loop._ready or self._calls or self._threads or not self.heard()
            calm = 0 if busy else calm + 1
            assert loop.time() < until, "the bot never comes to rest"
            await asyncio.sleep(0.001 if self._threads else 0)
        self.moments()

    def counts(self, patch: pytest.MonkeyPatch) -> None:
        """Take note of all calls of the platforms and all work in threads; nobody loses patience with a slow machine."""
        for kind, name in ((Transport, "do_request"), (HTTPClient, "request"), (AsyncWebhookAdapter, "request")):
            patch.setattr(kind, name, self._counted(getattr(kind, name)))
        loop = asyncio.get_running_loop()
        given = loop.run_in_executor

        def run(*arguments: Any) -> asyncio.Future[Any]:
            self._threads += 1
            done = given(*arguments)
            done.add_done_callback(self._came_back)
            return done

        patch.setattr(loop, "run_in_executor", run)
        patch.setattr(translation, "ANSWER_WITHIN", 60.0)
        patch.setattr(discord_answers, "_PATIENCE", 60.0)
        patch.setattr(discord_answers, "_CALL", 60.0)
        patch.setattr(reviews, "_WAIT", 60.0)

    def _came_back(self, _: object) -> None:
        self._threads -= 1

    def _counted(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def counted(*arguments: Any, **more: Any) -> Any:
            if any("getUpdates" in str(one) for one in (*arguments, *more.values())):  # it waits for what people do
                return await call(*arguments, **more)
            self._calls += 1
            try:
                return await call(*arguments, **more)
            finally:
                self._calls -= 1

        return counted
