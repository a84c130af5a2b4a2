"""Answers to a page's messages: greetings, which table is looked at, and requests turned into commands."""

from __future__ import annotations

import asyncio
import secrets
import uuid
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Final

import structlog

from bot.frontends.web.connection import Connection
from bot.frontends.web.latest_updates import LatestUpdates
from bot.frontends.web.limits import Buckets
from bot.frontends.web.visitors import PLATFORM, table_chat
from bot.frontends.web.wire.lesson import lesson_json, lessons_json
from bot.frontends.web.wire.messages import Hello, Malformed, NewTable, Request, Watch, read_message
from bot.frontends.web.wire.replay import replay_json
from bot.frontends.web.wire.screen import screen_json, sentence_of
from bot.frontends.web.wire.values import Object
from bot.present import render
from bot.present.pictures.views import drawn
from bot.present.words.catalogue import say
from bot.present.words.text import clean, is_ai_name
from bot.session.port import commands as c
from bot.session.port.commands.record import record_of
from bot.session.port.protocols import Manager
from bot.session.port.updates import (
    HelpCard,
    Leaders,
    LessonCard,
    LessonList,
    Notice,
    PrivateUpdate,
    PublicUpdate,
    ReplayCard,
    Reply,
    StatsCard,
)

__all__ = ["Answers"]

log = structlog.get_logger("web")

_SECONDS: Final = 30.0
"""For one message."""
_STRIKES: Final = 50
"""So many messages that cannot be read or come too fast, and the connection is closed."""
_UNSAID: Final = frozenset(
    {
        "played",
        "passed",
        "passed_bid",
        "passed_burn",
        "bid",
        "did",
        "did_alone",
        "dealt",
        "joined",
        "ai_seated",
        "moved",
        "table_opened",
    }
    | {"autopass_on", "autopass_off", "away_on", "back_on", "ready_noted", "closed", "language_set", "already_done"}
)
"""Notices of success that need no words: the page shows the new state."""


class Answers:
    """Answers the messages of one connection, one after the other."""

    def __init__(
        self,
        manager: Manager,
        latest: LatestUpdates,
        new_tables: Buckets,
        move: Callable[[Connection, str | None], None],
    ) -> None:
        self._manager, self._latest, self._new_tables, self._move = manager, latest, new_tables, move
        self._strikes = 0

    async def hear(self, connection: Connection, raw: str) -> bool:
        """Answer one message. ``False``: this connection is to be closed."""
        try:
            message = read_message(raw)
        except Malformed as error:
            return self._strike(connection, "unreadable", error.request)
        if not connection.allowance.take():
            return self._strike(connection, "too_fast", message.id if isinstance(message, Request) else "")
        if not connection.greeted and not isinstance(message, Hello):
            return self._strike(connection, "unreadable")
        try:
            async with asyncio.timeout(_SECONDS):
                match message:
                    case Hello():
                        await self._greet(connection, message)
                    case Watch(table_key):
                        await self._watch(connection, table_key)
                    case Request():
                        await self._carry_out(connection, message)
        except Exception as error:
            log.error("request failed", error=type(error).__name__)
            self._refuse(connection, "internal", message.id if isinstance(message, Request) else "")
        return True

    def _strike(self, connection: Connection, why: str, request: str = "") -> bool:
        self._strikes += 1
        self._refuse(connection, why, request)
        return self._strikes < _STRIKES

    def _refuse(self, connection: Connection, why: str, request: str = "") -> None:
        text = say(connection.language, f"web.error.{why}")
        if request:
            connection.say({"t": "ack", "id": request, "ok": False, "toast": text})
        else:
            connection.say({"t": "error", "text": text})

    # -- greeting and looking

    async def _greet(self, connection: Connection, hello: Hello) -> None:
        before, connection.name, connection.locale = connection.name, clean(hello.name), hello.language
        connection.language = await self._manager.language_of(self._origin(connection, _fresh()))
        if is_ai_name(connection.name):
            connection.say({"t": "note", "text": say(connection.language, "web.error.name_of_ai")})
        if connection.greeted and connection.name != before:
            for update in self._latest.of_person(connection.user):
                await self._look_up(connection, update.chat.external)  # everybody there reads the new name
        if not connection.greeted:
            for table_key in hello.table_keys:
                if self._latest.table(table_key) is None:
                    await self._look_up(connection, table_key)
        connection.greeted = True
        connection.refresh("welcome")
        await self._watch(connection, hello.table_key)
        for text in self._latest.take_notes(connection.user):
            connection.say({"t": "note", "text": text})

    async def _watch(self, connection: Connection, table_key: str | None) -> None:
        self._move(connection, table_key)
        if table_key is None:
            return
        if self._latest.table(table_key) is None:
            await self._look_up(connection, table_key)
        known = self._latest.table(table_key)
        if known is None:
            connection.say({"t": "no_table", "room": table_key})
            return
        seated = any(player.user == connection.user for player in known.seated)
        if seated and known.view is not None and self._latest.hand(connection.user, table_key) is None:
            self._keep(await self._manager.handle(self._origin(connection, _fresh()), c.MyHand(known.table.id)))
        connection.refresh("table", "hand")

    async def _look_up(self, connection: Connection, table_key: str) -> None:
        """Ask for a table that has not been shown since the start; the session shows it if there is one."""
        self._keep(await self._manager.handle(self._origin(connection, _fresh(), table_key), c.ShowTable()))

    def _keep(self, reply: Reply) -> bool:
        """Keep a table or hand that came as an answer; tell whether it was one."""
        match reply.body:
            case PublicUpdate() as table if table.chat.platform == PLATFORM:
                self._latest.put_table(table)
                return True
            case PrivateUpdate() as hand if hand.chat.platform == PLATFORM:
                self._latest.put_hand(hand)
                return True
        return False

    # -- requests

    def _origin(
        self, connection: Connection, update: str, table_key: str | None = None, *, everywhere: bool = False
    ) -> c.Origin:
        shown = table_key or connection.table_key
        return c.Origin(
            f"{connection.user.external}:{update}",
            connection.user,
            connection.name or say(connection.language, "web.lobby.name_hint"),
            None if everywhere or shown is None else c.ChatRef(PLATFORM, shown),
            locale=connection.locale,
            reachable=True,
            ephemeral=True,
        )

    async def _carry_out(self, connection: Connection, request: Request) -> None:
        if isinstance(request.wish, NewTable):
            await self._open(connection, request.id, request.wish)
            return
        origin = self._origin(connection, request.id, everywhere=request.everywhere)
        wish = request.wish
        if isinstance(wish, c.Luck) and not wish.word.strip():
            wish = replace(wish, word=_drawn(request.id))
        reply = await self._manager.handle(origin, wish)
        if isinstance(request.wish, c.Language | c.Prefer) and reply.ok:
            connection.language = await self._manager.language_of(self._origin(connection, _fresh()))
            connection.refresh("welcome", "table", "hand")
        picture = await self._picture(connection, reply)
        self._answer(connection, request.id, reply, looked=record_of(wish).sheet, picture=picture)

    @staticmethod
    async def _picture(connection: Connection, reply: Reply) -> Object | None:
        """Return the picture of a card that was asked for with one, drawn outside the event loop."""
        if not isinstance(reply.body, Leaders | StatsCard):
            return None
        screen = render.reply(replace(reply, language=connection.language))
        if screen is None or screen.picture is None:
            return None
        data = b64encode(await drawn(screen.picture)).decode()
        return {"source": f"data:image/png;base64,{data}", "alt": screen.picture.alt}

    async def _open(self, connection: Connection, request: str, wish: NewTable) -> None:
        """Open a table under a key of its own, and for a quick game seat AI players and deal."""
        if not self._new_tables.take(connection.address):
            self._refuse(connection, "too_fast", request)
            return
        table_key = table_chat(connection.token, request).external
        steps: list[c.Command] = [wish.table]
        if wish.quick:
            steps += [c.FillAi(level=wish.level), c.Deal()]
        for number, command in enumerate(steps):
            reply = await self._manager.handle(self._origin(connection, f"{request}.{number}", table_key), command)
            if number == 0 and not reply.ok:
                self._answer(connection, request, reply)
                return
            if not reply.ok:
                break
        await self._watch(connection, table_key)
        self._answer(connection, request, reply, table_key=table_key)

    def _answer(
        self,
        connection: Connection,
        request: str,
        reply: Reply,
        table_key: str = "",
        *,
        looked: bool = False,
        picture: Object | None = None,
    ) -> None:
        """Send the acknowledgement: a mere remark passes by, an answer to be read or a question opens a dialog."""
        answer: Object = {"t": "ack", "id": request, "ok": reply.ok}
        if table_key:
            answer["room"] = table_key
        body = reply.body
        told = isinstance(body, PrivateUpdate) and self._latest.hand(body.user, body.chat.external) is body
        if self._keep(reply):
            if not told:  # else every window of this person has heard of it
                connection.refresh("table", "hand")
        elif isinstance(reply.body, ReplayCard):
            answer["replay"] = replay_json(reply.body, connection.language)
        elif isinstance(reply.body, LessonCard):
            answer["lesson"] = lesson_json(reply.body, connection.language)
        elif isinstance(reply.body, LessonList):
            answer["lessons"] = lessons_json(reply.body, connection.language)
        elif isinstance(reply.body, Notice) and (not reply.body.actions or reply.body.code.startswith("refusal.")):
            if looked:
                answer["screen"] = screen_json(render.notice(reply.body, connection.language))
            elif not (reply.ok and reply.body.code in _UNSAID):
                answer["toast"] = sentence_of(render.notice(reply.body, connection.language))
        else:
            body = reply.body
            if isinstance(body, HelpCard):
                reply = replace(reply, body=replace(body, where="page"))
            screen = render.reply(replace(reply, language=connection.language))
            if screen is not None:
                answer["screen"] = {**screen_json(screen), "picture": picture}
        if "toast" not in answer and reply.toast is not None and not reply.ok:
            answer["toast"] = render.toast(reply.toast, connection.language)
        connection.say(answer)


def _drawn(request: str) -> str:
    """Return a word for the deal of which the browser draws one half, the id of its request, and we the other."""
    return sha256(f"{request} {secrets.token_hex(16)}".encode()).hexdigest()[:12]


def _fresh() -> str:
    """Return the id of a question that no page asked."""
    return uuid.uuid4().hex
