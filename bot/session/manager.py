"""The one manager of all tables: every frontend asks it, and hears from it through its port.

A command finds its person, then its table, and is carried out in that table's mailbox. The same update a second time
changes nothing: a table of recent answers tells it at once, the store tells it after a restart.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from bot.session.accounts.page_keys import PageKeys
from bot.session.colleague import Colleague
from bot.session.handlers import HANDLERS
from bot.session.minds.thinker import Thinker
from bot.session.people.directory import Person
from bot.session.people.moments import seat_moment, unstored
from bot.session.play import answerer, completion
from bot.session.port import commands as c
from bot.session.port.commands.record import record_of
from bot.session.port.metrics import Meter
from bot.session.port.notices import NOTICES, OVERTAKEN
from bot.session.port.protocols import Clock, Frontend, Outcome
from bot.session.port.replies import Body, Menu, Reply
from bot.session.port.updates import AtHand, Completion, Notice, PlayWords, PrivateUpdate, PublicUpdate, Verbs
from bot.session.port.workers import Elsewhere, Ownership
from bot.session.results import groups, pending, rebuild
from bot.session.seats import absence, votes
from bot.session.seats.lookup import find_table
from bot.session.state.book import Book
from bot.session.state.dice import DiceFactory
from bot.session.tables import change, fences
from bot.session.tables.display import addressed, players, private_update, public_update
from bot.session.tables.outlets import concealed, has_outlet, show_hand
from bot.session.tables.refresh import safely
from bot.session.tables.request import Answer, Change, Direct, Look, Question, Refused
from bot.session.tables.session import Session, SessionSettings
from bot.session.tables.table import Table, TableBroken, of_seat
from bot.session.time import delivery, intermission, recovery
from bot.session.time.ticker import Ticker
from storage.api import ChatRow, Conflict, FilesLost, Store, StoreError, Unavailable, UnitOfWork

__all__ = ["SessionManager", "SessionSettings"]

T = TypeVar("T")
_ASKED_ALONE: Final = frozenset({"bans", "no_bans"})
"""Questions to the sender alone, whatever was asked for."""
_REMEMBERED: Final = 2048
"""So many recent answers are kept, to be given again."""
_STOPPING: Final = 3.0
"""Seconds that what is under way gets at the end."""


class SessionManager(Colleague):
    """``ports.Manager``. ``start`` before use, ``stop`` at the end; frontends may be added at any time."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        thinker: Thinker,
        settings: SessionSettings | None = None,
        *,
        dice: DiceFactory | None = None,
        meter: Meter | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        session = Session(store, clock, thinker, settings or SessionSettings(), answerer.wake, dice, meter, ownership)
        super().__init__(session)
        self.pages = PageKeys(self.session)
        """Whom browsers speak for, see ``page.Pages``."""
        self._ticker = Ticker(self.session)
        self._answers: OrderedDict[tuple[c.UserRef, str], Reply] = OrderedDict()
        self._under_way: dict[tuple[c.UserRef, str], asyncio.Future[Reply]] = {}
        self._open = False
        self._stopping = False

    # -- life

    def add_frontend(self, frontend: Frontend) -> None:
        """Add a platform, and show its tables that wait to be shown."""
        self.session.frontends[frontend.platform] = frontend
        if self._open:
            recovery.show_platform(self.session, frontend.platform)

    async def start(self) -> None:
        """Bring all open tables back as they were, and let time run. ``StoreError`` if the memory cannot be read.

        Where several workers share them, tables come by ``adopt``; none is ours yet.
        """
        if self.session.ownership is None:
            await recovery.resume(self.session)
        else:
            await recovery.enroll(self.session)
        self._open = True
        for platform in list(self.session.frontends):
            recovery.show_platform(self.session, platform)
        self.session.tasks.start(rebuild.refresh_ratings(self.session))
        if self.session.ownership is None:
            self.session.tasks.start(safely(self.session, None, partial(pending.resume, self.session))())
        self._ticker.start()

    async def stop(self) -> None:
        """Take nothing new, let what is under way end, write the clocks once more; well below five seconds."""
        self._stopping = True
        self.session.unread.clear()  # what has not been read is as it was
        await self._ticker.stop()
        for table in self.session.tables.values():
            table.forget_minds()
        await self.session.thinker.close()
        await self.session.reviewer.close()
        await self.session.tasks.drain(_STOPPING)

    # -- questions

    async def handle(self, origin: c.Origin, command: c.Command) -> Reply:
        """See ``ports.Manager``."""
        started = self.session.clock.monotonic()
        self.session.meter.count("updates")
        if self._stopping:
            return self._reply(origin, None, command, False, Notice("stopping"))
        if not origin.update:
            return await self._measured(origin, command, started)
        key = (origin.user, origin.update)
        known = self._answers.get(key)
        if known is None and key in self._under_way:
            known = await asyncio.shield(self._under_way[key])
        if known is not None:
            self.session.meter.count("repeated")
            return replace(known, body=self._as_it_is_now(origin, known.body), repeated=True)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._under_way[key] = answer
        try:
            reply = await self._measured(origin, command, started)
            answer.set_result(reply)
            self._keep(key, reply)
        except Elsewhere as elsewhere:
            answer.set_exception(elsewhere)
            answer.exception()  # nobody else may be waiting for it
            raise
        finally:
            self._under_way.pop(key, None)
            if not answer.done():
                answer.set_result(self._reply(origin, None, command, False, Notice("internal_error")))
        return reply

    def _as_it_is_now(self, origin: c.Origin, body: Body | None) -> Body | None:
        """Return what is said again shows the table and the hand of today, and no hand to who does not hold it any
        more.
        """
        if not isinstance(body, PublicUpdate | PrivateUpdate):
            return body
        table = self.session.tables.get(body.table.id)
        if isinstance(body, PublicUpdate):
            if table is None:
                return Notice("already_done")
            return concealed(replace(public_update(self.session, table), message=None))
        person = self.session.people.at(origin.user.platform, origin.user.external)
        seat = None if table is None or person is None else table.book.seat_of(person.user)
        if table is None or seat is None or table.book.state is None or not table.book.has_seen(seat):
            return Notice("already_done")
        return addressed(private_update(self.session, table, seat), origin.user)

    def _keep(self, key: tuple[c.UserRef, str], reply: Reply) -> None:
        if _code(reply.body) in _NOTHING_DONE:
            return  # nothing was done: the same update may try again
        self._answers[key] = reply
        while len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)

    async def _measured(self, origin: c.Origin, command: c.Command, started: float) -> Reply:
        reply = await self._handle(origin, command, started)
        self.session.meter.observe("reply", self.session.clock.monotonic() - started)
        if not reply.ok:
            self.session.meter.count("refused")
        return reply

    async def _handle(self, origin: c.Origin, command: c.Command, started: float) -> Reply:
        person: Person | None = None
        try:
            person = met = await _once_more(lambda: self.session.people.meet(origin))
            return await _once_more(lambda: self._carry_out(origin, met, command, started))
        except Elsewhere:
            raise
        except Refused as refused:
            if not refused.remembered:
                await self._remember_refusal(origin, command, refused.body)
            self._refresh(origin, person, command, refused.body)
            return self._reply(origin, person, command, False, refused.body)
        except change.Repeated as repeated:
            self.session.meter.count("repeated")
            return self._again(origin, person, command, repeated.effect)
        except TableBroken:
            table = getattr(command, "table", None) or 0
            return self._reply(origin, person, command, False, Notice("table_is_broken", {"table": table}))
        except Unavailable as error:
            self.session.meter.count("store_errors")
            notice = Notice("store_lost" if isinstance(error, FilesLost) else "store_unavailable")
            return self._reply(origin, person, command, False, notice)
        except Exception as error:  # a person never sees a traceback; the host sees where it was
            table_id = getattr(command, "table", None)
            table_ = self.session.tables.get(table_id) if table_id is not None else None
            self.session.complain("a command failed", table_, error, command=type(command).__name__)
            return self._reply(origin, person, command, False, Notice("internal_error"))

    async def _carry_out(self, origin: c.Origin, person: Person, command: c.Command, started: float) -> Reply:
        await groups.hear(self.session, origin)
        return await self.with_table(lambda: self._answer(origin, person, command, started))

    async def _answer(self, origin: c.Origin, person: Person, command: c.Command, started: float) -> Reply:
        handler = HANDLERS[type(command)]
        if isinstance(handler, Direct):
            person = await self.as_stored(origin, person)
            done = await handler.run(self.session, origin, person, command)
            if isinstance(done, c.Command):
                return await self._answer(origin, person, done, started)
            known = self.session.people.at(
                origin.user.platform, origin.user.external
            )  # the language may be another now
            return self._reply(origin, known, command, True, done)
        if isinstance(handler, Change) and handler.first is not None:
            first = await handler.first(self.session, origin, person, command)
            if first is not None:
                return self._reply(origin, person, command, not isinstance(first, Menu), first)
        table = await find_table(self.session, origin, person, command)
        language = self.session.language_of_origin(origin, person)
        absence.look_for(self.session, table, origin, person)
        request = Question(
            self.session,
            table.chat,
            _guest_place(table, origin),
            table.unsaved,
            table.broken,
            origin,
            person,
            language,
            started,
            table,
        )
        answer = await self._at_table(request, handler, command)
        return self._reply(origin, person, command, True, answer.body, toast=answer.toast)

    async def _at_table(self, request: Question, handler: Change[Any] | Look[Any], command: c.Command) -> Answer:
        if isinstance(handler, Look) and not await fences.is_ours(self.session, request.table):
            raise Elsewhere(request.table.id)
        if request.table.broken and not isinstance(command, c.End):
            raise Refused("table_is_broken", table=request.table.id)
        if isinstance(handler, Look) and handler.slow:
            return await handler.run(request, command)
        return await request.table.mailbox.call(lambda: self._in_mailbox(request, handler, command))

    async def _in_mailbox(self, request: Question, handler: Change[Any] | Look[Any], command: c.Command) -> Answer:
        """Carry a command out; the table may have been closed while it waited in line, or have gone to another worker."""
        table = request.table
        if self.session.tables.get(table.id) is not table:
            if not (table.book.row.parked or table.book.row.state == "closed"):
                raise Elsewhere(table.id)
            raise Refused("table_is_closed", table=table.id)
        self.session.release(table, request.person.user)
        if _sees_hand(request.origin, table.book) or record_of(command).deed:
            table.looking[request.person.user] = self.session.uptime()
        request = replace(request, chat=table.chat, place=_guest_place(table, request.origin))
        if isinstance(handler, Look):
            if _is_heard_here(request, table.book):
                await _note_ephemeral(request)
            answer = await handler.run(request, command)
            if answer.panel is None:
                return answer
            table.version += 1
            shown = private_update(self.session, table, answer.panel)
            await _note_unstored(self.session, table, shown)
            return replace(answer, body=shown)
        try:
            return await self._change(request, handler, command)
        except Refused:
            if _is_heard_here(request, table.book):
                await _note_ephemeral(request)
            raise

    async def _change(self, request: Question, handler: Change[Any], command: c.Command) -> Answer:
        """Carry out what changes the table. Where the answer is the sender's panel, it is the one that they are shown."""
        table = request.table

        async def work(draft: Book, unit: UnitOfWork) -> Answer:
            known = await self.session.people.find(unit, request.origin.user)
            if known is None or known.user != request.person.user:
                raise Refused("account_changed")  # joined, parted or forgotten while this waited in line
            if _is_heard_here(request, draft):
                draft.ephemeral |= {request.person.user}
            answer = await handler.run(request, draft, unit, command)
            sits_down = self.session.ownership is not None and _sits_down(request.person, table.book, draft)
            if sits_down and not await self.session.people.is_still(unit, request.person):
                raise Refused("account_changed")  # at another worker, of which we have not heard yet
            if draft.votes:
                votes.recount(request, table.book, draft)
            if draft.row.state == "between":
                await intermission.go_on(self.session, table.book, draft, unit)
            _touch(request, draft)
            return answer

        def effect(answer: Answer) -> str:
            return change.effect_text(True, _code(answer.body) or _code(answer.toast))

        done = await change.change(
            self.session,
            table,
            work,
            origin=request.origin,
            effect=effect,
            refusal=lambda refused: _effect_of_refusal(refused.body),
            started=request.started,
        )
        answer, seat = done.value, done.value.panel
        if seat is None or table.book.state is None:
            return answer
        return replace(answer, body=done.panels.get(seat) or private_update(self.session, table, seat))

    # -- answers

    def _reply(
        self,
        origin: c.Origin,
        person: Person | None,
        command: c.Command,
        ok: bool,
        body: Body | None,
        toast: Notice | None = None,
    ) -> Reply:
        if isinstance(body, PrivateUpdate):
            body = addressed(body, origin.user)
        language = self.session.language_of_origin(origin, person)
        asks_alone = isinstance(body, Menu) and body.notice.code in _ASKED_ALONE
        private = not ok or origin.chat is None or record_of(command).private or asks_alone
        return Reply(language, ok, body, private=private, toast=toast)

    def _again(self, origin: c.Origin, person: Person | None, command: c.Command, effect: str) -> Reply:
        """Return the answer to an update whose effect was stored before a restart: of the same kind, with nothing
        changed.
        """
        stored = json.loads(effect)
        code = stored.get("code")
        whole = code is not None and NOTICES.get(code) == ()
        body = Notice(code) if whole else Notice("already_done" if stored["ok"] else "not_accepted")
        return replace(self._reply(origin, person, command, bool(stored["ok"]), body), repeated=True)

    async def _remember_refusal(self, origin: c.Origin, command: c.Command, body: Body) -> None:
        """Store that an update was refused, so that it stays so after a restart. Nothing of the reason is stored."""
        effect = _effect_of_refusal(body)
        if not origin.update or not isinstance(HANDLERS.get(type(command)), Change) or effect is None:
            return
        try:
            async with self.session.store.begin() as unit:
                if await unit.seen(origin.user.platform, origin.update) is None:
                    await unit.remember(origin.user.platform, origin.update, effect, self.session.clock.now())
                    await unit.commit()
        except StoreError:
            self.session.meter.count("store_errors")

    def _refresh(self, origin: c.Origin, person: Person | None, command: c.Command, body: Body) -> None:
        """Bring the panel of somebody who pressed an old button up to date."""
        table = self.session.tables.get(getattr(command, "table", None) or 0)
        if person is None or table is None or table.book.state is None or _code(body) not in OVERTAKEN:
            return
        seat = table.book.seat_of(person.user)
        if seat is None or not table.book.has_seen(seat):
            return
        if has_outlet(self.session, table.book.seats[seat].platform):
            show_hand(self.session, private_update(self.session, table, seat))

    # -- the rest of the port

    def report(self, outcome: Outcome) -> None:
        """See ``ports.Outcomes``."""
        if not self._stopping:
            delivery.report(self.session, outcome)

    async def completions(
        self, origin: c.Origin, text: str, table: int | None, words: PlayWords = lambda *_: ()
    ) -> list[Completion]:
        """See ``ports.Manager``."""
        try:
            person = await self.session.people.meet(origin)
            found = await self._own_table(origin, person, table)
        except (Refused, StoreError):
            return []
        return completion.completions(found, person, text, words)

    async def verbs(self, origin: c.Origin, table: int | None) -> Verbs | None:
        """See ``ports.Manager``."""
        try:
            person = await self.session.people.meet(origin)
            found = await self._own_table(origin, person, table)
        except (Refused, StoreError):
            return None
        return completion.verbs(found, person)

    async def at_hand(self, origin: c.Origin, table: int | None) -> AtHand:
        """See ``ports.Manager``."""
        found = AtHand()
        try:
            person = await self.session.people.meet(origin)
            found = await completion.at_hand(self.session, origin, person)
            meant = await self._own_table(origin, person, table)
        except (Refused, StoreError):
            return found
        return replace(found, players=players(self.session, meant.book))

    async def _own_table(self, origin: c.Origin, person: Person, number: int | None) -> Table:
        async def find() -> Table:
            found = await find_table(self.session, origin, person, c.MyHand(number))
            if not await fences.is_ours(self.session, found):
                raise Elsewhere(found.id)
            return found

        return await self.with_table(find)

    async def language_of(self, origin: c.Origin) -> str:
        """See ``ports.Manager``."""
        try:
            person = await self.session.people.meet(origin)
            if origin.place is not None:
                await self.session.known_chat(origin.place)
        except StoreError:
            person = None
        return self.session.language_of_origin(origin, person)


async def _once_more(work: Callable[[], Awaitable[T]]) -> T:
    """Do something again that somebody else was first with: nothing of it was done, and now it finds what they did."""
    try:
        return await work()
    except Conflict:
        return await work()


_NOTHING_DONE: Final = ("store_unavailable", "store_lost", "internal_error", "stopping")


def _guest_place(table: Table, origin: c.Origin) -> ChatRow | None:
    """Return the guest place of a table from which a command comes; the page is none, it shows every table once."""
    place = None if origin.place is None or origin.page else table.place_at(origin.place)
    return None if place is None or place.home else place.chat


def _code(body: object) -> str | None:
    return body.code if isinstance(body, Notice) else None


def _sits_down(person: Person, before: Book, draft: Book) -> bool:
    """Tell whether somebody has to do with a table now who had not before."""
    sits, sat = (any(seat.user == person.user for seat in book.company) for book in (draft, before))
    return sits and not sat


def _effect_of_refusal(body: Body) -> str | None:
    """Return what is stored of a refusal, without its reason; ``None`` for a question, which may be asked again."""
    if isinstance(body, Menu):
        return None
    code = _code(body)
    return change.effect_text(False, code if code and not code.startswith("refusal.") else None)


def _sees_hand(origin: c.Origin, book: Book) -> bool:
    """Tell whether somebody is where their hand is shown, so that their phone need not call them there: in a group that is so
    where they act in a round from a message for their eyes alone."""
    return origin.chat is None or origin.page or (origin.ephemeral and book.playing)


def _touch(request: Question, draft: Book) -> None:
    """Note that a person did something, so that the table counts as used."""
    now = request.session.clock.now()
    request.table.touched = request.session.uptime()
    if abs(now - draft.row.touched_at) >= 60:
        draft.row = replace(draft.row, touched_at=now)


def _is_heard_here(request: Question, book: Book) -> bool:
    """Tell whether it shows for the first time that the sender, who sits here, can be answered for their eyes alone
    in the group.
    """
    user = request.person.user
    return request.origin.ephemeral and user not in book.ephemeral and book.seat_of(user) is not None


async def _note_unstored(session: Session, table: Table, shown: PrivateUpdate) -> None:
    """Note before a panel shows what is not stored that after a restart it will not be right."""
    held = table.book.seats[shown.seat]
    beside = unstored(seat_moment(table.book, shown.seat))
    if shown.moment or held.shows == beside or held.message is None:
        return

    def unknown(draft: Book) -> None:
        draft.seats[shown.seat] = replace(draft.seats[shown.seat], shows=beside)

    table.unnoted.pop(of_seat(shown.seat), None)
    await change.note(session, [(table, unknown)])


async def _note_ephemeral(request: Question) -> None:
    """Note who has been answered inside the group for their eyes alone: they can see a hand there."""
    user = request.person.user

    async def work(draft: Book, unit: UnitOfWork) -> None:
        draft.ephemeral |= {user}

    await change.change(request.session, request.table, work)
