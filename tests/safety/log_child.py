"""A program whose log is read by a test: ``python -m tests.safety.log_child WHAT FOLDER FORMAT``."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress
from pathlib import Path

import structlog

from bot.frontends.discord import DiscordFrontend
from bot.frontends.telegram import TelegramFrontend
from bot.logs import configure_logs
from bot.session import commands as c
from bot.session.ports import StartRefused
from bot.settings import Secret
from storage.sql import open_store
from tests.session.world import RecordingFrontend, World

TELEGRAM = "7000000001:AAF_telegram-SECRET_0123456789abcdefgh"
DISCORD = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GSECRE.T-discord_SECRET_0123456789abcdefg"
NOWHERE = "http://127.0.0.1:1"


class SystemClock:
    """The machine's time, without its pauses."""

    def now(self) -> float:
        return 1_000_000.0

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.01))


async def match(folder: Path) -> None:
    """Two rounds with refusals, hints and a fault, on a real database."""
    store = await open_store(f"sqlite+aiosqlite:///{folder / 'paiju.db'}")
    world = await World(store, frontends=(RecordingFrontend(),)).start()
    number = await world.seated("ann", "bob", "cat")
    await world.do("ann", c.Deal(number))
    for step in range(24):
        for name in ("ann", "bob"):
            await world.do(name, c.PlayText("play 2 2 2 2", number))
            await world.do(name, c.MyHand(number, plain=True), private=True)
            await world.do(name, c.Hint(number))
        if step == 12:
            table = world.manager.hall.tables[number]
            table.book.state = f"a fault with {table.book.state!r}"
            await world.do("ann", c.MyHand(number), private=True)
            await world.kill()
            world = await world.restarted()
        if world.book(number).playing:
            await world.one_step(number)
    await world.stop()
    await store.close()


async def errors(folder: Path) -> None:
    """What libraries and forgotten tasks say when something breaks."""

    async def broken() -> None:
        raise KeyError("Hand: 7s 7h Tc x")

    task = asyncio.create_task(broken(), name="forgotten")
    with suppress(KeyError):
        await asyncio.wait([task])
    del task
    asyncio.get_running_loop().call_soon(int, "Hand: 7s 7h Tc x")
    await asyncio.sleep(0.01)
    try:
        await broken()
    except KeyError:
        logging.getLogger("discord.client").exception("Ignoring exception in %s", "on_message")
        structlog.get_logger("ours").exception("ours")
    logging.getLogger("discord.http").warning(
        "POST https://x/api/v10/webhooks/12345/aW50ZXJhY3Rpb246MTIzNDU2Nzg responded"
    )
    logging.getLogger("httpx").error(f"HTTP Request: POST https://x/bot{TELEGRAM}/sendMessage")
    logging.getLogger("other").error("token", extra={"token": TELEGRAM, "more": [DISCORD]})


async def nowhere(folder: Path) -> None:
    """Both platforms at an address where nobody answers."""

    class Nobody:
        """A manager that is never asked."""

        def report(self, outcome: object) -> None:
            """Nothing is delivered."""

    telegram = TelegramFrontend(TELEGRAM, clock=SystemClock(), base_url=NOWHERE, timeout=1.0)
    discord = DiscordFrontend(DISCORD, clock=SystemClock(), api_base_url=f"{NOWHERE}/api/v10")
    for frontend in (telegram, discord):
        with suppress(StartRefused):
            await frontend.start(Nobody())  # type: ignore[arg-type] # it is never asked anything
    await asyncio.sleep(0.5)
    for frontend in (telegram, discord):
        await frontend.stop()


if __name__ == "__main__":
    configure_logs("DEBUG", sys.argv[3], (Secret(TELEGRAM), Secret(DISCORD)))
    asyncio.run({"match": match, "errors": errors, "nowhere": nowhere}[sys.argv[1]](Path(sys.argv[2])))
