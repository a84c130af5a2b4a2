"""``paiju admin`` and ``announce``: running the place beside a running bot, by the same words as in a host's private chat."""

import asyncio
import time
from typing import Final

from bot.errors import CommandError
from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.club.hosts.orders import ask
from bot.session.host.request import Refused
from bot.session.port.replies import Body, Reply
from storage.databases import beside

__all__ = ["admin"]

_LOOKS: Final = 75  # So often it is looked whether tables have done what was asked of them
_PAUSE: Final = 0.2


def admin(url: str, words: str) -> int:
    """Ask for something and print what is answered, once the tables that it concerns have done it."""
    try:
        print(asyncio.run(_ask(url, words)))
    except Refused as refused:
        raise CommandError(_text(refused.body)) from None
    return 0


async def _ask(url: str, words: str) -> str:
    now = time.time()
    async with beside(url) as store:
        async with store.change() as unit:
            said = await ask(unit, words, now)
        for _ in range(_LOOKS):
            async with store.begin() as unit:
                left = sum(order.since == now for order in await unit.hosts.orders())
            if not left:
                return _text(said)
            await asyncio.sleep(_PAUSE)
    raise CommandError(
        f"{left} tables have not heard of it: is the bot running? If it starts within ten minutes, they do"
    )


def _text(body: Body) -> str:
    screen = render.reply(Reply("en", ok=True, body=body))
    assert screen is not None, "it has a sentence"
    return plain_text(screen).strip()
