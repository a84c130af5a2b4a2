"""The windows' connections: who speaks there, answers to their messages, and what is read again for them."""

from __future__ import annotations

import asyncio
import json
import secrets
import uuid
from base64 import b64encode
from collections import Counter
from collections.abc import Collection, Coroutine
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from bot.frontends.web import visitors
from bot.frontends.web.metrics import WebMeter
from bot.frontends.web.proofs import Doors
from bot.frontends.web.windows import SIGNED_OUT, Connection, LatestUpdates, OpenWindows
from bot.frontends.web.wire import messages
from bot.frontends.web.wire.lesson import lesson_json, lessons_json
from bot.frontends.web.wire.replay import curves_json, history_json, replay_json, review_json
from bot.frontends.web.wire.shapes import AckJson, PictureJson
from bot.frontends.web.wire.values import links_json, screen_json, sentence_of
from bot.present import render
from bot.present.pictures.views import drawn
from bot.present.words.text import clean, is_ai_name, say
from bot.session.port import commands as c
from bot.session.port import replies
from bot.session.port.commands import UserRef
from bot.session.port.page import Doorbell, Holder
from bot.session.port.protocols import Manager
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate

if TYPE_CHECKING:
    from bot.frontends.web.push import Push

__all__ = ["Conversation", "Sockets"]

log = structlog.get_logger("web")

_SECONDS: Final = 30.0  # For one message
_STRIKES: Final = 50  # So many messages that cannot be read or come too fast, and the connection is closed
_GONE: Final = frozenset({"table_is_closed", "no_such_table", "no_table_here"})
"""Notices after which it is known that there is no table any more."""


class Conversation:
    """Answers the messages of one connection, one after the other."""

    def __init__(
        self,
        manager: Manager,
        latest: LatestUpdates,
        new_tables: visitors.Buckets,
        windows: OpenWindows,
        push: Push | None,
    ) -> None:
        self._manager, self._latest, self._new_tables, self._windows = manager, latest, new_tables, windows
        self._push = push
        self._strikes = 0

    async def hear(self, connection: Connection, raw: str) -> bool:
        """Answer one message. ``False``: this connection is to be closed."""
        try:
            message = messages.read_message(raw)
        except messages.Malformed as error:
            return self._strike(connection, "unreadable", error.request)
        if not connection.allowance.take():
            return self._strike(connection, "too_fast", message.id if isinstance(message, messages.PageRequest) else "")
        if not connection.greeted and not isinstance(message, messages.Hello):
            return self._strike(connection, "unreadable")
        try:
            async with asyncio.timeout(_SECONDS):
                match message:
                    case messages.Hello():
                        await self._greet(connection, message)
                    case messages.Watch(table_key):
                        await self._watch(connection, table_key)
                    case messages.PageRequest():
                        await self._carry_out(connection, message)
        except Exception as error:
            log.error("request failed", error=type(error).__name__)
            self._refuse(connection, "internal", message.id if isinstance(message, messages.PageRequest) else "")
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
    async def _greet(self, connection: Connection, hello: messages.Hello) -> None:
        before, connection.locale = connection.name, hello.language
        if not connection.proved:
            connection.name = clean(hello.name)
        connection.language = await self._manager.language_of(self._origin(connection, _fresh()))
        if not connection.proved and is_ai_name(connection.name):
            connection.say({"t": "note", "text": say(connection.language, "web.error.name_of_ai")})
        if connection.greeted and connection.name != before:
            for update in self._latest.of_person(connection.accounts):
                # Everybody there reads the new name.
                await self._look_up(connection, self._latest.key_for(update, connection.accounts))
        if not connection.greeted:
            mine = self._latest.of_person(connection.accounts)
            kept = [self._latest.key_for(update, connection.accounts) for update in mine]
            for table_key in dict.fromkeys((*hello.table_keys, *kept)):
                if not self._is_good(table_key):
                    await self._look_up(connection, table_key)
            listed = {update.table.id for update in self._latest.of_person(connection.accounts)}
            for number in connection.tables:
                if number not in listed:
                    await self._look_up(connection, None, number)
        connection.greeted = True
        connection.refresh("welcome")
        await self._watch(connection, hello.table_key)
        for text in self._latest.take_notes(connection.user):
            connection.say({"t": "note", "text": text})

    async def _watch(self, connection: Connection, table_key: str | None) -> None:
        self._windows.move(connection, table_key)
        connection.begin_anew()
        if table_key is None:
            return
        good, missed = self._is_good(table_key), None
        if not good:
            missed = await self._look_up(connection, table_key)
        known = connection.seen(table_key)
        if known is None and missed is not None and missed.code == "worker_unreachable":
            connection.say({"t": "note", "text": render.toast(missed, connection.language)})
            return  # it comes by itself as soon as somebody has it
        if known is None:
            self._windows.move(connection, None)
            connection.say({"t": "no_table", "room": table_key})
            return
        if not good or self._latest.hand(connection.accounts, known.table.id) is None:
            await self._look_up_hand(connection, known)
        connection.refresh("newer")

    def _is_good(self, table_key: str) -> bool:
        """Whether what is kept of a table is how it is now: we hear of those that are played here, and nothing becomes
        of one that is closed."""
        known = self._latest.table(table_key)
        return known is not None and (known.table.state == "closed" or self._windows.neighbours.is_here(known.table.id))

    async def look_again(self, connection: Connection, table_keys: Collection[str]) -> None:
        """Ask anew for tables of which something may have been missed, and for this person's hands at them."""
        for table_key in table_keys:
            await self._look_up(connection, table_key)
            known = connection.seen(table_key)
            if known is not None:
                await self._look_up_hand(connection, known)
        connection.refresh("tables", "newer")

    async def _look_up(self, connection: Connection, table_key: str | None, number: int | None = None) -> Notice | None:
        """Ask for a table of which we do not know how it is, by its key or its number; the session shows it if there is
        one. Return why it does not."""
        number = visitors.number_of(table_key) if number is None else number
        origin = self._origin(connection, _fresh(), table_key, everywhere=number is not None)
        reply = await self._manager.handle(origin, c.ShowTable(number))
        self._keep(connection, reply)
        missed = reply.body if isinstance(reply.body, Notice) and not reply.ok else None
        if missed is not None and missed.code in _GONE and table_key is not None and not self._is_good(table_key):
            self._latest.drop_key(table_key)
        return missed

    async def _look_up_hand(self, connection: Connection, known: PublicUpdate) -> None:
        if known.view is not None and any(player.user in connection.accounts for player in known.seated):
            origin = self._origin(connection, _fresh())
            self._keep(connection, await self._manager.handle(origin, c.MyHand(known.table.id)))

    def _keep(self, connection: Connection, reply: replies.Reply) -> bool:
        """Keep a table or hand that came as an answer; tell whether it was one."""
        match reply.body:
            case PublicUpdate() as table:
                self._latest.put_table(table)
                return True
            case PrivateUpdate() as hand:
                self._latest.put_hand(_as_seated(hand, connection.accounts))
                return True
        return False

    # -- requests
    def _origin(
        self, connection: Connection, update: str, table_key: str | None = None, *, everywhere: bool = False
    ) -> c.Origin:
        """Where a question comes from: the room that is shown, or as if in private, where a table of a chat is shown or
        nothing of the place matters (``everywhere``)."""
        shown = table_key or connection.table_key
        alone = everywhere or shown is None or visitors.number_of(shown) is not None
        room = None if alone or shown is None else c.ChatRef(visitors.PLATFORM, shown)
        return c.Origin(
            f"{connection.user.external}:{update}",
            connection.user,
            connection.name or say(connection.language, "web.lobby.name_hint"),
            room,
            locale=connection.locale,
            reachable=None if connection.proved else True,
            ephemeral=room is not None,
            page=True,
        )

    def _meant(self, connection: Connection, wish: c.Command) -> tuple[c.Command, bool]:
        """A command with the table of a chat that is shown, and whether it is about another place than the room that is
        shown."""
        said: Any = wish
        record = wish.record
        if "table" not in record.fields or record.personal:
            return wish, record.personal
        shown = visitors.number_of(connection.table_key)
        if said.table is None and shown is not None:
            wish = replace(said, table=shown)
        room = None if connection.table_key is None else self._latest.table(connection.table_key)
        return wish, connection.proved and said.table is not None and room is not None and room.table.id != said.table

    async def _carry_out(self, connection: Connection, request: messages.PageRequest) -> None:
        c.begin_trace(_fresh())
        if isinstance(request.wish, messages.OpenRoom):
            await self._open(connection, request.id, request.wish)
            return
        if isinstance(request.wish, messages.Accept):
            await self._accept(connection, request.id, request.wish)
            return
        if isinstance(request.wish, messages.RingMe):
            await self._hang(connection, request.id, request.wish.bell)
            return
        wish, elsewhere = self._meant(connection, request.wish)
        origin = self._origin(connection, request.id, everywhere=elsewhere)
        if isinstance(wish, c.Luck) and not wish.word.strip():
            wish = replace(wish, word=_drawn(request.id))
        reply = await self._manager.handle(origin, wish)
        if isinstance(request.wish, c.Language | c.Prefer) and reply.ok:
            connection.language = await self._manager.language_of(self._origin(connection, _fresh()))
            connection.refresh("welcome", "table", "hand")
        picture = await self._picture(connection, reply)
        self._answer(connection, request.id, reply, looked=wish.record.sheet, picture=picture)

    @staticmethod
    async def _picture(connection: Connection, reply: replies.Reply) -> PictureJson | None:
        """The picture of a card that was asked for with one, drawn outside the event loop."""
        if not isinstance(reply.body, replies.PICTURED):
            return None
        screen = render.reply(replace(reply, language=connection.language))
        if screen is None or screen.picture is None:
            return None
        drawing = await drawn(screen.picture)
        if drawing is None:
            return None
        data = b64encode(drawing).decode()
        return {"source": f"data:image/png;base64,{data}", "alt": screen.picture.alt}

    async def _open(self, connection: Connection, request: str, wish: messages.OpenRoom) -> None:
        """Open a table under a key of its own, and for a quick game seat AI players and deal."""
        if not self._new_tables.take(connection.address):
            self._refuse(connection, "too_fast", request)
            return
        table_key = visitors.table_chat(connection.token, request).external
        steps: list[c.Command] = [wish.table]
        if wish.quick:
            steps += [c.FillAi(level=wish.level), c.DealCards()]
        for number, command in enumerate(steps):
            reply = await self._manager.handle(self._origin(connection, f"{request}.{number}", table_key), command)
            if number == 0 and not reply.ok:
                self._answer(connection, request, reply)
                return
            if not reply.ok:
                break
        await self._watch(connection, table_key)
        self._answer(connection, request, reply, table_key=table_key)

    async def _hang(self, connection: Connection, request: str, bell: Doorbell) -> None:
        """Tell this browser of turns from now on. Whoever plays in a chat is told there."""
        if self._push is None or connection.proved:
            connection.say({"t": "ack", "id": request, "ok": False})
        elif not bell.endpoint:
            connection.say({"t": "ack", "id": request, "ok": True, "ring": await self._push.public_key()})
        else:
            connection.say({"t": "ack", "id": request, "ok": await self._push.hang(connection.user, bell)})

    async def _accept(self, connection: Connection, request: str, wish: messages.Accept) -> None:
        """Take a seat at the table of an invitation, and look at it here; that of a tournament signs up."""
        if not self._new_tables.take(connection.address):
            self._refuse(connection, "too_fast", request)
            return
        told = wish.code.partition("-")[0]
        number = int(told) if told.isdecimal() else 0
        mine = next((one for one in self._latest.of_person(connection.accounts) if one.table.id == number), None)
        if mine is not None:
            connection.say(
                {"t": "ack", "id": request, "ok": True, "room": self._latest.key_for(mine, connection.accounts)}
            )
            return
        reply = await self._manager.handle(self._origin(connection, request, everywhere=True), wish.command)
        if reply.ok and number and self._latest.numbered(number) is None:
            await self._look_up(connection, None, number)
        joined = self._latest.numbered(number) if reply.ok and number else None
        table_key = "" if joined is None else self._latest.key_for(joined, connection.accounts)
        self._answer(connection, request, reply, table_key=table_key)

    def _answer(
        self,
        connection: Connection,
        request: str,
        reply: replies.Reply,
        table_key: str = "",
        *,
        looked: bool = False,
        picture: PictureJson | None = None,
    ) -> None:
        """Send the acknowledgement: a mere remark passes by, an answer to be read or a question opens a dialog."""
        answer: AckJson = {"t": "ack", "id": request, "ok": reply.ok}
        if table_key:
            answer["room"] = table_key
        body = reply.body
        told = isinstance(body, PrivateUpdate) and self._is_told(body)
        if self._keep(connection, reply):
            if not told:  # else every window of this person has heard of it
                connection.refresh("newer")
        elif isinstance(reply.body, replies.ReplayCard):
            answer["replay"] = replay_json(reply.body, connection.language)
        elif isinstance(reply.body, replies.ReviewCard):
            answer["review"], replay = review_json(reply.body, connection.language)
            if replay is not None:
                answer["replay"] = replay
        elif isinstance(reply.body, replies.HistoryCard):
            answer["history"] = history_json(reply.body, connection.language)
        elif isinstance(reply.body, replies.LessonCard):
            answer["lesson"] = lesson_json(reply.body, connection.language)
        elif isinstance(reply.body, replies.LessonList):
            answer["lessons"] = lessons_json(reply.body, connection.language)
        elif isinstance(reply.body, replies.DataFile):
            answer["file"] = {"name": reply.body.name, "text": reply.body.text}
        elif isinstance(reply.body, Notice) and reply.body.share:
            answer["invitation"] = str(reply.body.data["code"])
            answer["ways"] = str(reply.body.data["ways"]).split(",")
        elif isinstance(reply.body, Notice) and (not reply.body.actions or reply.body.code.startswith("refusal.")):
            if looked:
                answer["screen"] = screen_json(render.notice(reply.body, connection.language))
            elif not (reply.ok and reply.body.code in replies.SHOWN_BY["page"]):
                told_so = render.notice(reply.body, connection.language)
                answer["toast"], answer["links"] = sentence_of(told_so), links_json(told_so)
        else:
            body = reply.body
            if isinstance(body, replies.HelpCard):
                reply = replace(reply, body=replace(body, where="page"))
            screen = render.reply(replace(reply, language=connection.language))
            if screen is not None:
                answer["screen"] = {**screen_json(screen), "picture": picture}
                if isinstance(body, replies.StatsCard):  # whose curves the page draws itself
                    answer["screen"]["curves"] = curves_json(body, connection.language)
        if "toast" not in answer and reply.toast is not None and not reply.ok:
            answer["toast"] = render.toast(reply.toast, connection.language)
        connection.say(answer)

    def _is_told(self, hand: PrivateUpdate) -> bool:
        """Whether a panel that came as an answer, or its twin from another worker, has been shown to every window of its
        person, or a later one."""
        known = self._latest.hand({hand.user}, hand.table.id)
        return known is not None and known.version >= hand.version


def _as_seated(hand: PrivateUpdate, accounts: Collection[c.UserRef]) -> PrivateUpdate:
    """A hand under the account with which its person sits there, as the session shows it."""
    mine = next((player.user for player in hand.players if player.user in accounts), None)
    return hand if mine is None or mine == hand.user else replace(hand, user=mine)


def _drawn(request: str) -> str:
    """A word for the deal of which the browser draws one half, the id of its request, and we the other."""
    return sha256(f"{request} {secrets.token_hex(16)}".encode()).hexdigest()[:12]


def _fresh() -> str:
    """The id of a question that no page asked."""
    return uuid.uuid4().hex


_ALL: Final = 1000
_ADDRESS: Final = 100  # Connections that one household may have open, so that nobody takes all
_KEY_SECONDS: Final = 10.0  # So long a window has for its first message, where that says for whom it speaks
_ASKED_AT_ONCE: Final = 20  # Windows for which tables are looked up at a time, where something may have been missed


class Sockets:
    """Serves ``/ws``. A browser speaks for the account of its session, else for the visitor of its own cookie. Where
    cookies do not travel, ``/ws?key=first`` opens a socket whose first message has the session as ``key``."""

    def __init__(
        self,
        manager: Manager,
        addresses: visitors.Addresses,
        latest: LatestUpdates,
        windows: OpenWindows,
        meter: WebMeter,
        doors: Doors | None,
        push: Push | None,
    ) -> None:
        self._manager, self._addresses, self._latest, self._windows = manager, addresses, latest, windows
        self._meter, self._doors, self._push = meter, doors, push
        self._open: Counter[str] = Counter()
        self._conversations: dict[Connection, Conversation] = {}
        self._renewing: set[asyncio.Task[None]] = set()
        self._asking = asyncio.Semaphore(_ASKED_AT_ONCE)
        self._share = ""
        if doors is not None:
            doors.pages.watch(self._accounts_changed)

    @property
    def open(self) -> int:
        """How many there are."""
        return self._open.total()

    def start(self, share: str) -> None:
        """Begin; ``share`` is the address to send to friends."""
        self._share = share
        self._new_tables = visitors.Buckets(burst=20, per_second=0.5, now=asyncio.get_running_loop().time)

    def stop(self) -> None:
        for renewing in self._renewing:
            renewing.cancel()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one window until it is closed."""
        ours = self._addresses.is_ours(request)
        if not ours and not (self._doors is not None and self._doors.hosts.is_activity(request)):
            raise web.HTTPForbidden(text="wrong origin")
        by_message = self._doors is not None and request.query.get("key") == "first"
        speaker = None if by_message else await self._by_cookie(request)
        if speaker is None and not by_message:
            raise web.HTTPUnauthorized(text="no seat token: load the page first")
        address = self._addresses.address_of(request)
        if self.open >= _ALL:
            raise web.HTTPServiceUnavailable(text="too many browsers at once")
        if self._open[address] >= _ADDRESS:
            raise web.HTTPTooManyRequests(text="too many windows from one address")
        self._open[address] += 1
        try:
            return await self._serve(request, speaker, address)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _by_cookie(self, request: web.Request) -> tuple[UserRef, str] | None:
        """For whom a browser speaks by its cookies: account and token."""
        key = request.cookies.get(visitors.PAGE_COOKIE)
        account = await self._account_of(key)
        if key is not None and account is not None:
            return account, key
        token = request.cookies.get(visitors.COOKIE)
        return (visitors.user_of(token), token) if token is not None and visitors.is_token(token) else None

    async def _account_of(self, key: object) -> UserRef | None:
        if self._doors is None or not isinstance(key, str) or not visitors.is_token(key):
            return None
        return await self._doors.pages.account_of(key)

    async def _serve(
        self, request: web.Request, speaker: tuple[UserRef, str] | None, address: str
    ) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=25.0, max_msg_size=messages.MOST_BYTES)
        await socket.prepare(request)
        first = ""
        if speaker is None:
            first, speaker = await self._by_first_message(socket)
        if speaker is None:
            await socket.close(code=SIGNED_OUT, message=b"signed out")
            return socket
        user, token = speaker
        connection = Connection(socket, user, token, address, self._share, self._latest, self._manager)
        self._take_person(connection, await self._holder(user))
        self._windows.let_in(connection)
        self._meter.count("web_opened")
        writer = asyncio.create_task(connection.write(), name="web connection")
        writer.add_done_callback(partial(self._let_go, connection))
        conversation = self._conversations[connection] = Conversation(
            self._manager, self._latest, self._new_tables, self._windows, self._push
        )
        try:
            if not first or await conversation.hear(connection, first):
                async for message in socket:
                    if message.type is not WSMsgType.TEXT or not await conversation.hear(connection, message.data):
                        break
        finally:
            del self._conversations[connection]
            self._windows.let_go(connection)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        if not socket.closed:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return socket

    def _let_go(self, connection: Connection, writer: asyncio.Task[None]) -> None:
        """Close a window that can be told nothing more, so that its page comes again."""
        if not writer.cancelled() and (error := writer.exception()) is not None:
            log.error("a window could not be told what is new", error=type(error).__name__)
            self._windows.close(connection, WSCloseCode.TRY_AGAIN_LATER, b"again")

    async def _by_first_message(self, socket: web.WebSocketResponse) -> tuple[str, tuple[UserRef, str] | None]:
        """Read the first message; return it, and for whom the session in it speaks."""
        try:
            async with asyncio.timeout(_KEY_SECONDS):
                message = await socket.receive()
        except TimeoutError:
            return "", None
        try:
            found = json.loads(message.data) if message.type is WSMsgType.TEXT else None
        except (ValueError, RecursionError):
            found = None
        key = found.get("key") if isinstance(found, dict) else None
        account = await self._account_of(key)
        return ("", None) if account is None else (message.data, (account, str(key)))

    # -- tables of which something may have been missed
    def look_again(self, tables: Collection[int]) -> None:
        """Look tables up anew for all windows whose persons see them, a few at a time. Returns at once."""
        for connection, conversation in self._conversations.items():
            mine = self._latest.of_person(connection.accounts)
            seen = {self._latest.key_for(update, connection.accounts): update.table.id for update in mine}
            if (shown := connection.table_key) is not None:
                known = self._latest.table(shown)
                seen[shown] = visitors.number_of(shown) or 0 if known is None else known.table.id
            keys = [table_key for table_key, table in seen.items() if table in tables or not table]
            if keys and connection.greeted:
                self._start(self._look_again(connection, conversation, keys))

    async def _look_again(
        self, connection: Connection, conversation: Conversation, table_keys: Collection[str]
    ) -> None:
        try:
            async with self._asking:
                await conversation.look_again(connection, table_keys)
        except Exception as error:
            log.error("a window's tables could not be read", error=type(error).__name__)
            self._windows.close(connection, WSCloseCode.TRY_AGAIN_LATER, b"again")

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        renewing = asyncio.create_task(work, name="what a window shows")
        self._renewing.add(renewing)
        renewing.add_done_callback(self._renewing.discard)

    # -- the person of a window
    async def _holder(self, user: UserRef) -> Holder:
        if self._doors is None:
            return Holder(user, "", frozenset({user}))
        return await self._doors.pages.holder(user)

    @staticmethod
    def _take_person(connection: Connection, holder: Holder) -> None:
        connection.accounts, connection.tables = holder.accounts, holder.tables
        if connection.proved:
            connection.name = holder.name

    def _accounts_changed(self, accounts: frozenset[UserRef]) -> None:
        """Show nobody what is not theirs any more, at once; then find out what is."""
        touched = {connection for account in accounts for connection in self._windows.of(account)}
        for connection in touched:
            self._windows.rename(connection, {connection.user})
            self._start(self._renew(connection))

    async def _renew(self, connection: Connection) -> None:
        try:
            if connection.proved and await self._account_of(connection.token) != connection.user:
                self._windows.close(connection, SIGNED_OUT, b"signed out")
                return
            holder = await self._holder(connection.user)
        except Exception as error:
            log.error("a window's person could not be read", error=type(error).__name__)
            self._windows.close(connection, WSCloseCode.TRY_AGAIN_LATER, b"again")
            return
        if connection not in self._windows.of(connection.user):
            return  # closed meanwhile
        self._windows.rename(connection, holder.accounts)
        self._take_person(connection, holder)
        if (shown := connection.table_key) is not None and connection.seen(shown) is None:
            self._windows.move(connection, None)
            connection.say({"t": "no_table", "room": shown})
        connection.refresh("welcome", "table", "hand")
