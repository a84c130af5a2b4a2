"""The bot of an evening: the shipped manager with dice of its own, one platform, and the time of the story."""

import random
from types import SimpleNamespace

import pytest

from bot.frontends.discord.frontend import DiscordFrontend
from bot.frontends.telegram.frontend import TelegramFrontend
from bot.session.club.members import links
from bot.session.club.tournaments import course
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.play import places
from bot.session.state import dealing
from games.doudizhu.ai import strong as doudizhu
from games.gouji.ai.learned import judgement as gouji
from games.guandan.ai import strong as guandan
from tests.evenings.quiet import Quiet
from tests.frontends.telegram.storytime import StoryClock
from tests.memory import MemoryStore

SEED = 3


def same_chance(patch: pytest.MonkeyPatch) -> None:
    """Every deal, draw and code comes again, though the deals are promised as they are in the program that ships."""
    chance, codes = random.Random(SEED), random.Random(SEED)
    secret = SimpleNamespace(token_hex=lambda size: chance.randbytes(size).hex(), choice=codes.choice)
    for module in (dealing, places, links):
        patch.setattr(module, "secrets", secret)
    patch.setattr(random, "SystemRandom", lambda: chance)
    patch.setattr(course, "SystemRandom", lambda: chance)
    for trying in (doudizhu, gouji, guandan):  # A hint is the same with and without a native core
        patch.setattr(trying, "played_on", lambda *_: None)


class Bot:
    """From the start to the end, with the settings that ship."""

    def __init__(self, story: Quiet, frontend: TelegramFrontend | DiscordFrontend) -> None:
        self._frontend = frontend
        self._manager = SessionManager(MemoryStore(), StoryClock(story), InlineThinker(SEED), SessionSettings())
        self._manager.session.delays.seed(SEED)

    async def __aenter__(self) -> SessionManager:
        self._manager.add_frontend(self._frontend)
        await self._manager.start()
        await self._frontend.start(self._manager)
        await self._frontend.wait_connected()
        return self._manager

    async def __aexit__(self, *_: object) -> None:
        await self._frontend.stop()
        await self._manager.stop()
