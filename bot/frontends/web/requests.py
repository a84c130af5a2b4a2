"""Where a page's messages are answered: greeting, looking at a room, and requests turned into commands."""

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

from bot.frontends.web.guard import Buckets
from bot.frontends.web.latest import Latest
from bot.frontends.web.messages import Hello, Malformed, NewRoom, Request, Watch, read_message
from bot.frontends.web.page import Object, screen_json, words_of
from bot.frontends.web.timeline import timeline
from bot.frontends.web.visitors import PLATFORM, room_for
from bot.frontends.web.window import Window
from bot.present import render
from bot.present.pictures.pictures import drawn
from bot.present.words.catalogue import say
from bot.present.words.text import clean
from bot.session.port import commands as c
from bot.session.port.commands.record import record_of
from bot.session.port.protocols import Manager
from bot.session.port.updates import (
    HelpCard,
    Leaders,
    Notice,
    PrivateUpdate,
    PublicUpdate,
    ReplayCard,
    Reply,
    StatsCard,
)

__all__ = ["Requests"]

log = structlog.get_logger("web")

_SECONDS: Final = 30.0
_STRIKES: Final = 50
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
        "joined_next_round",
        "ai_seated",
        "moved",
        "table_opened",
    }
    | {"autopass_on", "autopass_off", "away_on", "back_on", "ready_noted", "closed", "language_set", "already_done"}
)
"""Notices of success that the page shows by itself."""


class Requests:
    """Answers one line, message by message."""

    def __init__(
        self, manager: Manager, rooms: Latest, new_tables: Buckets, move: Callable[[Window, str | None], None]
    ) -> None:
        self._manager, self._rooms, self._new_tables, self._move = manager, rooms, new_tables, move
        self._strikes = 0

    async def hear(self, line: Window, raw: str) -> bool:
        """Answer one message. ``False``: this line is to be closed."""
        try:
            message = read_message(raw)
        except Malformed as error:
            return self._strike(line, "unreadable", error.request)
        if not line.allowance.take():
            return self._strike(line, "too_fast", message.id if isinstance(message, Request) else "")
        if not line.greeted and not isinstance(message, Hello):
            return self._strike(line, "unreadable")
        try:
            async with asyncio.timeout(_SECONDS):
                match message:
                    case Hello():
                        await self._greet(line, message)
                    case Watch(room):
                        await self._watch(line, room)
                    case Request():
                        await self._carry_out(line, message)
        except Exception as error:
            log.error("request failed", error=type(error).__name__)
            self._refuse(line, "internal", message.id if isinstance(message, Request) else "")
        return True

    def _strike(self, line: Window, why: str, request: str = "") -> bool:
        self._strikes += 1
        self._refuse(line, why, request)
        return self._strikes < _STRIKES

    def _refuse(self, line: Window, why: str, request: str = "") -> None:
        text = say(line.language, f"web.error.{why}")
        if request:
            line.say({"t": "ack", "id": request, "ok": False, "toast": text})
        else:
            line.say({"t": "error", "text": text})

    # -- greeting and looking

    async def _greet(self, line: Window, hello: Hello) -> None:
        line.name, line.locale = clean(hello.name), hello.language
        line.language = await self._manager.language_of(self._origin(line, _fresh()))
        if not line.greeted:
            for room in hello.rooms:
                if self._rooms.table(room) is None:
                    await self._look_up(line, room)
        line.greeted = True
        line.refresh("welcome")
        await self._watch(line, hello.room)
        for text in self._rooms.take_notes(line.user):
            line.say({"t": "note", "text": text})

    async def _watch(self, line: Window, room: str | None) -> None:
        self._move(line, room)
        if room is None:
            return
        if self._rooms.table(room) is None:
            await self._look_up(line, room)
        known = self._rooms.table(room)
        if known is None:
            line.say({"t": "no_table", "room": room})
            return
        seated = any(player.user == line.user for player in known.seated)
        if seated and known.view is not None and self._rooms.hand(line.user, room) is None:
            self._keep(await self._manager.handle(self._origin(line, _fresh()), c.MyHand(known.table.id)))
        line.refresh("table", "hand")

    async def _look_up(self, line: Window, room: str) -> None:
        """Ask for a room that has not been shown since the start; the session shows it if there is one."""
        self._keep(await self._manager.handle(self._origin(line, _fresh(), room), c.ShowTable()))

    def _keep(self, reply: Reply) -> bool:
        """Keep a table or hand that came as an answer; whether it was one."""
        match reply.body:
            case PublicUpdate() as table if table.chat.platform == PLATFORM:
                self._rooms.put_table(table)
                return True
            case PrivateUpdate() as hand if hand.chat.platform == PLATFORM:
                self._rooms.put_hand(hand)
                return True
        return False

    # -- requests

    def _origin(self, line: Window, update: str, room: str | None = None, *, everywhere: bool = False) -> c.Origin:
        shown = room or line.room
        chat = None if everywhere or shown is None else c.ChatRef(PLATFORM, shown)
        name = line.name or say(line.language, "web.lobby.name_hint")
        return c.Origin(
            f"{line.user.external}:{update}", line.user, name, chat, locale=line.locale, reachable=True, ephemeral=True
        )

    async def _carry_out(self, line: Window, request: Request) -> None:
        if isinstance(request.wish, NewRoom):
            await self._open(line, request.id, request.wish)
            return
        origin = self._origin(line, request.id, everywhere=request.everywhere)
        wish = request.wish
        if isinstance(wish, c.Luck) and not wish.word.strip():
            wish = replace(wish, word=_drawn(request.id))
        reply = await self._manager.handle(origin, wish)
        if isinstance(request.wish, c.Language | c.Prefer) and reply.ok:
            line.language = await self._manager.language_of(self._origin(line, _fresh()))
            line.refresh("welcome", "table", "hand")
        picture = await self._picture(line, reply)
        self._answer(line, request.id, reply, looked=record_of(wish).sheet, picture=picture)

    @staticmethod
    async def _picture(line: Window, reply: Reply) -> Object | None:
        """Return the picture of a card that was asked for with one, drawn outside the event loop."""
        if not isinstance(reply.body, Leaders | StatsCard):
            return None
        screen = render.reply(replace(reply, language=line.language))
        if screen is None or screen.picture is None:
            return None
        data = b64encode(await drawn(screen.picture)).decode()
        return {"source": f"data:image/png;base64,{data}", "alt": screen.picture.alt}

    async def _open(self, line: Window, request: str, wish: NewRoom) -> None:
        """Open a table in a room of its own, and for a quick game seat AI players and deal."""
        if not self._new_tables.take(line.address):
            self._refuse(line, "too_fast", request)
            return
        room = room_for(line.token, request).external
        steps: list[c.Command] = [wish.table]
        if wish.quick:
            steps += [c.FillAi(level=wish.level), c.Deal()]
        for number, command in enumerate(steps):
            reply = await self._manager.handle(self._origin(line, f"{request}.{number}", room), command)
            if number == 0 and not reply.ok:
                self._answer(line, request, reply)
                return
            if not reply.ok:
                break
        await self._watch(line, room)
        self._answer(line, request, reply, room=room)

    def _answer(
        self,
        line: Window,
        request: str,
        reply: Reply,
        room: str = "",
        *,
        looked: bool = False,
        picture: Object | None = None,
    ) -> None:
        """Send the acknowledgement: a mere remark passes by, an answer to be read or a question opens a dialog."""
        answer: Object = {"t": "ack", "id": request, "ok": reply.ok}
        if room:
            answer["room"] = room
        body = reply.body
        told = isinstance(body, PrivateUpdate) and self._rooms.hand(body.user, body.chat.external) is body
        if self._keep(reply):
            if not told:  # else every window of this person has heard of it
                line.refresh("table", "hand")
        elif isinstance(reply.body, ReplayCard):
            answer["replay"] = timeline(reply.body, line.language)
        elif isinstance(reply.body, Notice) and (not reply.body.actions or reply.body.code.startswith("refusal.")):
            if looked:
                answer["screen"] = screen_json(render.notice(reply.body, line.language))
            elif not (reply.ok and reply.body.code in _UNSAID):
                answer["toast"] = words_of(render.notice(reply.body, line.language))
        else:
            body = reply.body
            if isinstance(body, HelpCard):
                reply = replace(reply, body=replace(body, where="page"))
            screen = render.reply(replace(reply, language=line.language))
            if screen is not None:
                answer["screen"] = {**screen_json(screen), "picture": picture}
        if "toast" not in answer and reply.toast is not None and not reply.ok:
            answer["toast"] = render.toast(reply.toast, line.language)
        line.say(answer)


def _drawn(request: str) -> str:
    """Return a word for the deal of which the browser draws one half, the id of its request, and we the other."""
    return sha256(f"{request} {secrets.token_hex(16)}".encode()).hexdigest()[:12]


def _fresh() -> str:
    """Return the id of a question that no page asked."""
    return uuid.uuid4().hex
