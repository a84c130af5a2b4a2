"""A program whose log is read by a test: ``python -m tests.safety.log_child WHAT FOLDER FORMAT``."""

import asyncio
import logging
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import structlog
from telegram.error import BadRequest

from bot.frontends.discord.frontend import DiscordFrontend
from bot.frontends.telegram.frontend import TelegramFrontend
from bot.frontends.telegram.outgoing.api import RawBot
from bot.logs import configure_logs
from bot.session.port import commands as c
from bot.session.port.protocols import StartRefused
from bot.settings import Secret
from storage.databases import open_store
from tests.frontends.telegram.stage import Notebook, frontend_of
from tests.session.world import RecordingFrontend, World
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

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
    number = await world.dealt("ann", "bob", "cat")
    for step in range(24):
        for name in ("ann", "bob"):
            await world.do(name, c.PlayText("play 2 2 2 2", number))
            await world.do(name, c.MyHand(number, plain=True), private=True)
            await world.do(name, c.Hint(number))
        if step == 12:
            table = world.manager.session.tables[number]
            table.book.play = replace(table.book.play, state=f"a fault with {table.book.play.state!r}")
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


async def libraries(folder: Path) -> None:
    """Libraries that quote what they are at, in every way that there is to say something."""
    hand = "Hand: 7s 7h Tc x"
    for name in (
        "telegram",
        "httpx",
        "discord",
        "aiohttp.server",
        "asyncio",
        "sqlalchemy.engine",
        "aiosqlite",
        "new.one",
    ):
        log = logging.getLogger(name)
        log.critical("Received data was %r", {"text": hand})
        log.critical(f"Received data was {hand}")
        log.critical(hand + " %s", 1)
        log.critical({"text": hand})
        log.critical("a number: %d", hand)
        try:
            raise BadRequest(f"can't parse {hand}") from OSError(hand)
        except BadRequest:
            log.exception("It broke: %s", hand, stack_info=True)

    class Untidy:
        def __del__(self) -> None:
            raise ValueError(hand)

    Untidy()


async def garbage(folder: Path) -> None:
    """Updates and events with a hand in them that the platforms' own libraries cannot read."""
    hand = "Hand: 7s 7h Tc x"
    async with TelegramSim() as telegram, DiscordSim() as discord:
        manager = Notebook(changed=telegram.changed)
        frontend = frontend_of(telegram)
        await frontend.start(manager)
        await frontend.wait_connected()
        person = telegram.user("player 1", started=True)
        telegram.updates.hold()
        half = {"new_chat_member": {"status": "administrator", "custom_title": hand}}
        telegram.updates.emit("my_chat_member", half, odd=True)
        await person.says(person, f"/play {hand}")
        telegram.updates.release()
        await telegram.wait_for(lambda: manager.heard and not telegram.updates.unconfirmed)
        await frontend.stop()
        async with RawBot(telegram.token, base_url=f"{telegram.base_url}/bot") as bot:
            telegram.updates.redeliver(2)
            with suppress(TypeError):
                await bot.get_updates()
        other = DiscordFrontend(discord.token, clock=SystemClock(), api_base_url=discord.base_url)
        await other.start(manager)
        await other.wait_connected()
        for event in (
            {},
            {"id": "7", "type": 3, "token": hand, "data": {"custom_id": hand}, "message": {"content": hand}},
        ):
            await discord.gateway.dispatch("INTERACTION_CREATE", event)
        group = discord.guild(members=[alice := discord.user("player 2")]).channel("friends")
        await alice.slash(group, "help")
        await other.stop()


if __name__ == "__main__":
    configure_logs("DEBUG", sys.argv[3], (Secret(TELEGRAM), Secret(DISCORD)))
    stories = {"match": match, "errors": errors, "nowhere": nowhere, "libraries": libraries, "garbage": garbage}
    asyncio.run(stories[sys.argv[1]](Path(sys.argv[2])))
