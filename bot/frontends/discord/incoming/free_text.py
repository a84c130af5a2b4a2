"""Text that is written to the bot: in private chats it is read like a command, in servers it is told now and then what works.

Without the privileged intent the texts of servers do not come, those of private chats do.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.delivery.chats import ChatGone, ContentRefused, MessageId
from bot.delivery.outbox import Later
from bot.frontends.discord.incoming.origin import PLATFORM
from bot.frontends.discord.outgoing.calls import SlowDown
from bot.frontends.discord.outgoing.delivery import Delivery
from bot.session.port import grammar
from bot.session.port.commands import ChatRef, Origin, ShowHelp, UserRef
from bot.session.port.commands.record import Elsewhere, begin_trace
from bot.session.port.protocols import MOST_WAITING, AnswerTarget, Carried, Carrier, Clock, Delivered, Manager
from bot.session.port.replies import HelpCard, Reply, reply_to
from bot.session.port.updates import Notice, PrivateUpdate

__all__ = ["WRITTEN", "FreeText"]

WRITTEN: Final = "written"  # The one key of what is carried to another worker in place of an interaction

_CHINESE: Final = re.compile("[\u4e00-\u9fff]")
_TALK_SECONDS: Final = 600.0  # Between two answers to one person's talk in servers
_MOST_TALKERS: Final = 2_000
_NOWHERE: Final = frozenset({"not_seated_anywhere", "no_table_of_yours"})
"""What a play is refused with where there is nothing to play: then it was talk."""
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Written:
    """What somebody has written to the bot, as one worker brings it to another. ``guild``: ``""`` in the private chat."""

    id: str
    user: str
    name: str
    channel: str
    text: str
    guild: str = ""
    guild_title: str = ""
    answers: str = ""  # As in ``Origin``
    locale: str = ""  # A hint of the language: Discord tells none with a text, but people write in theirs

    @property
    def origin(self) -> Origin:
        here = ChatRef(PLATFORM, self.channel)
        return Origin(
            update=self.id,
            user=UserRef(PLATFORM, self.user),
            name=self.name,
            locale=self.locale,
            chat=here if self.guild else None,
            reachable=None if self.guild else True,
            home=None if self.guild else here,
            group=self.guild,
            group_title=self.guild_title,
            answers=self.answers,
        )


class FreeText:
    """Answers to words in private chats, and in servers to those that mention the bot or answer it."""

    def __init__(self, manager: Manager, delivery: Delivery, clock: Clock, carrier: Carrier | None) -> None:
        self._manager = manager
        self._delivery = delivery
        self._clock = clock
        self._carrier = carrier
        self._heard: dict[int, float] = {}
        self._at_work: Counter[int] = Counter()

    async def hear(self, message: discord.Message, me: discord.abc.Snowflake | None) -> None:
        """Answer what a person writes to the bot (``me``). Never raises; what is said in a server is not looked at."""
        person, guild = message.author, message.guild
        if guild is None and not isinstance(message.channel, discord.DMChannel):
            return  # in a server of which nothing is known yet
        if guild is not None and not self._is_talk(message, me):
            return
        if self._at_work[person.id] > MOST_WAITING:
            return
        where = ("", "") if guild is None else (str(guild.id), guild.name)
        said = None if message.reference is None else message.reference.message_id
        answers = "" if said is None else str(MessageId(message.channel.id, said))
        text = message.content.strip() if guild is None else ""
        chinese = _CHINESE.search(message.content) or (
            guild is not None and str(guild.preferred_locale).startswith("zh")
        )
        locale = "zh" if chinese else ""
        channel = str(message.channel.id)
        self._at_work[person.id] += 1
        try:
            await self._answer(
                _Written(str(message.id), str(person.id), person.display_name, channel, text, *where, answers, locale)
            )
        except (
            ChatGone,
            ContentRefused,
            Later,
            discord.HTTPException,
            SlowDown,
            aiohttp.ClientError,
            OSError,
        ) as error:
            _log.info("discord_talk_unanswered", error=type(error).__name__)
        except Exception as error:
            # The type alone: what somebody writes belongs into no log.
            _log.error("discord_talk_broken", error=type(error).__name__)
        finally:
            self._at_work[person.id] -= 1
            if not self._at_work[person.id]:
                del self._at_work[person.id]

    def _is_talk(self, message: discord.Message, me: discord.abc.Snowflake | None) -> bool:
        """Tell whether a message in a server is meant for the bot, and its person was not answered a while ago."""
        person, now = message.author.id, self._clock.monotonic()
        if (
            not any(me is not None and one.id == me.id for one in message.mentions)
            or self._heard.get(person, now) > now
        ):
            return False
        if len(self._heard) > _MOST_TALKERS:
            self._heard = {known: until for known, until in self._heard.items() if until > now}
        self._heard[person] = now + _TALK_SECONDS
        return True

    async def _answer(self, written: _Written) -> None:
        begin_trace(written.id)
        try:
            await self.answer(written)
        except Elsewhere as elsewhere:
            if self._carrier is None:
                raise
            became = await self._carrier.carry(PLATFORM, {WRITTEN: asdict(written)}, elsewhere.table)
            if became is Carried.HERE:
                await self.answer(written)
            elif became is Carried.UNREACHED:
                language = await self._manager.language_of(written.origin)
                unreached = Notice("worker_unreachable")
                await self._say(written, reply_to(written.origin, ShowHelp(), language, unreached, ok=False))

    async def take_carried(self, raw: Mapping[str, Any]) -> bool:
        """Answer what another worker has heard. ``Elsewhere``: its table is not ours either."""
        await self.answer(_Written(**raw))
        return True

    async def answer(self, written: _Written) -> None:
        """Carry out what was written and answer it. ``Elsewhere``: it means a table of another worker; nothing was said."""
        known = grammar.read_line(written.text) if written.text else ShowHelp()
        command = grammar.read_talk(written.text) if known is None else known
        hands = self._delivery.hands
        if not written.guild:
            hands.may_be_open(written.user)
        async with self._delivery.outbox.held(hands.lane(written.origin.user)):
            if isinstance(command, Notice):
                language = await self._manager.language_of(written.origin)
                await self._say(written, reply_to(written.origin, ShowHelp(), language, command, ok=False))
                return
            reply = await self._manager.handle(written.origin, command)
            if known is None and isinstance(reply.body, Notice) and reply.body.code in _NOWHERE:
                command, written = ShowHelp(), replace(written, text="")
                reply = await self._manager.handle(replace(written.origin, update=""), command)
            if not written.text and isinstance(reply.body, HelpCard):
                reply = replace(reply, body=replace(reply.body, where="talk"))
            self._delivery.carried_out(written.user, command, reply)
            await self._say(written, reply)

    async def _say(self, written: _Written, reply: Reply) -> None:
        body = reply.body
        if body is None or (written.guild and reply.private):  # nothing can be told to one person alone there
            return
        shown = self._delivery.hands.made(reply)
        message = await self._delivery.wire.post(int(written.channel), shown, f"w{written.id}", silent=True)
        if isinstance(body, PrivateUpdate):
            self._delivery.hands.panel_shown(body, message, shown)
        elif (target := AnswerTarget.of(written.origin, reply)) is not None:
            self._delivery.report(Delivered(target, str(message)))
