"""Cards as Discord shows them among words and on buttons: 54 emojis of the application, drawn by us.

They are uploaded once and found again by their names, so that nothing of them is stored; who uploads at the same time
finds what the other has uploaded. Until all are there cards are written in words."""

import asyncio
import base64
from typing import Final

import aiohttp
import discord
import structlog

from bot.frontends.discord.outgoing.calls import SlowDown
from bot.frontends.discord.outgoing.markup import WORDS, CardSigns
from bot.present.pictures.drawing import card_emoji
from bot.session.port.protocols import Clock
from games.base.cards import BIG_JOKER, SMALL_JOKER, Card, card_text, full_pack

__all__ = ["NAMED", "CardEmojis", "uploaded"]

_log = structlog.get_logger(__name__)

_TIMEOUT: Final = 15.0
_LONGEST: Final = 600.0  # Seconds for one call, and the most that Discord may ask us to wait between two


def _named(card: Card) -> str:
    """What the emoji is called: who listens instead of looking hears this."""
    rank, suit = card_text(card)[:1], card_text(card)[1:].upper()
    return f"card_{rank.replace('T', '10')}{suit}"


NAMED: Final[dict[str, Card]] = {_named(card): card for card in full_pack(jokers=False)} | {
    "card_small_joker": SMALL_JOKER,
    "card_big_joker": BIG_JOKER,
}


async def uploaded(card: Card) -> str:
    """The picture of a card, as Discord takes it."""
    drawn = await asyncio.to_thread(card_emoji, card)
    return "data:image/png;base64," + base64.b64encode(drawn).decode()


class CardEmojis:
    """The emojis of one application. ``signs``: what shows cards there, words until all are there."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client, self._clock = client, clock
        self._found: dict[str, int] = {}
        self.signs = WORDS

    async def learn(self) -> None:
        """Ask which of them are there."""
        assert self._client.application_id is not None
        async with asyncio.timeout(_TIMEOUT):
            listed = await self._client.http.get_application_emojis(self._client.application_id)
        # Of two with one name all workers take the same.
        named = sorted(((str(one["name"]), int(one["id"] or 0)) for one in listed["items"]), reverse=True)
        self._found = {name: known for name, known in named if name in NAMED}
        self.signs = WORDS
        if len(self._found) == len(NAMED):
            self.signs = CardSigns(
                {card: f"<:{name}:{self._found[name]}>" for name, card in NAMED.items()},
                {card: {"name": name, "id": str(self._found[name])} for name, card in NAMED.items()},
            )

    async def complete(self, pause: float) -> None:
        """Upload what is missing, one after the other with pauses of so many seconds. What goes wrong is told once, and tried
        again at the next start."""
        try:
            if not self._found:
                await self.learn()
            missing = [name for name in NAMED if name not in self._found]
            for name in missing:
                if name not in self._found:
                    await self._upload(name)
                    await self._clock.sleep(pause)
            if missing:
                await self.learn()
                _log.info("discord_cards_uploaded", cards=len(missing))
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            why = {"error": type(error).__name__, "code": getattr(error, "code", None)}
            _log.warning("discord_cards_missing", known=len(self._found), advice="cards are written in words", **why)

    async def _upload(self, name: str) -> None:
        assert self._client.application_id is not None
        image = await uploaded(NAMED[name])
        while True:
            try:
                made = await self._client.http.create_application_emoji(self._client.application_id, name, image)
            except SlowDown as refusal:
                if refusal.seconds > _LONGEST:
                    raise
                await self._clock.sleep(refusal.seconds)
            except discord.HTTPException:
                await self.learn()
                if name not in self._found:  # else another worker was faster
                    raise
                return
            else:
                self._found[name] = int(made["id"] or 0)
                return
