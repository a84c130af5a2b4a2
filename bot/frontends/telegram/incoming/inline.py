"""Tables in chats where the bot is no member (inline mode): who types its name there chooses from what it offers.

What is chosen stands there as the person's own message. What it does is its id among the results and on its button, so
that the table comes with the choice, or with the first press where nobody tells of choices. From then on the message is
a chat for itself (``INLINE``), which shows the table by being edited."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import structlog
from telegram import Chat, ChosenInlineResult, InlineQuery

from bot.frontends.telegram.outgoing.answers import Asked
from bot.frontends.telegram.outgoing.api import PLATFORM, call, inline_chat
from bot.frontends.telegram.outgoing.markup import draw
from bot.frontends.telegram.outgoing.sender import Sender
from bot.frontends.telegram.outgoing.wire import HTML, NO_PREVIEW
from bot.present.screens.help import inline_screen
from bot.present.screens.screen import plain_text
from bot.present.words.text import say
from bot.session.port import buttons, grammar
from bot.session.port.commands import Command, NewTable, Origin, UserRef
from bot.session.port.commands.table import invited
from bot.session.port.protocols import Manager
from games import GAMES, find_game

if TYPE_CHECKING:
    from bot.frontends.telegram.incoming.translation import Origins

__all__ = ["InlineMode", "is_of_table"]

_KEPT_SECONDS: Final = 5  # So long the platform gives the same answer to the same words of the same person
_MOST_TABLES: Final = 10
_log = structlog.get_logger(__name__)


def is_of_table(command: Command) -> bool:
    """Whether a command can come from an inline message: it is about its table, or opens one there."""
    return isinstance(command, NewTable) or "table" in command.record.fields


class InlineMode:
    """Offers tables, and opens what was chosen. ``origins``: what makes origins of commands."""

    def __init__(self, sender: Sender, manager: Manager, origins: Origins) -> None:
        self._sender, self._manager, self._origins = sender, manager, origins

    async def offer(self, query: InlineQuery) -> None:
        """Answer what somebody types behind our name: with the game that they name or all games, and with their tables."""
        try:
            answer = await self._answer(query)
            await call(lambda: self._sender.wire.bot.ask("answerInlineQuery", inline_query_id=query.id, **answer))
        except Exception as error:  # they have typed on, or will; the type alone is logged, a message might quote them
            _log.info("telegram.answer.failed", error=type(error).__name__)

    async def _answer(self, query: InlineQuery) -> dict[str, Any]:
        user = query.from_user
        origin = Origin("", UserRef(PLATFORM, str(user.id)), user.full_name, locale=user.language_code or "", page=True)
        language = await self._manager.language_of(origin)
        named = grammar.read_line(f"/new {query.query}") if query.query.strip() else None
        known = isinstance(named, NewTable) and find_game(named.game) is not None and buttons.fits(named)
        offered = [named] if isinstance(named, NewTable) and known else [NewTable(game) for game in GAMES]
        found = await self._manager.at_hand(origin)
        tables = tuple(table for table in found.tables if table[0] in found.codes)
        if asked := [table for table in tables if query.query.strip() == f"#{table[0]}"]:
            offered, tables = [], tuple(asked)
        results = [self._result(one, one.game, None, language) for one in offered]
        for number, game, _ in sorted(tables, reverse=True)[:_MOST_TABLES]:
            results.append(self._result(invited(found.codes[number]), game, number, language))
        start = {"text": say(language, "inline.start"), "start_parameter": "inline"}
        return {
            "results": results,
            "is_personal": True,
            "cache_time": _KEPT_SECONDS,
            "button": None if await self._manager.reaches(origin) else start,
        }

    async def chosen(self, update: int, chosen: ChosenInlineResult) -> Asked | None:
        """What is asked by a choice: to open or to show a table in the message that stands there now."""
        command, message = buttons.decode(chosen.result_id), chosen.inline_message_id
        if command is None or message is None or not is_of_table(command):
            return None
        chat = Chat(inline_chat(message), Chat.GROUP)
        origin = await self._origins.make(self._sender.wire.bot, update, chosen.from_user, chat, None, command)
        return Asked(origin, command, chat, None, None)

    def _result(self, command: Command, game: str, table: int | None, language: str) -> dict[str, Any]:
        screen = inline_screen(command, game, table, language)
        drawn = draw(screen, self._sender.wire.links)
        about = plain_text(replace(screen, title="", lines=screen.lines[:1]))
        return {
            "type": "article",
            "id": buttons.encode(command),
            "title": screen.title,
            "description": about,
            "input_message_content": {
                "message_text": drawn.single,
                "parse_mode": HTML,
                "link_preview_options": NO_PREVIEW,
            },
            "reply_markup": drawn.keyboard,
        }
