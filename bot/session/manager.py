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

from bot.session import (
    absence,
    completing,
    flow,
    groups,
    invitations,
    looking,
    luck,
    minds,
    opening,
    outcomes,
    personal,
    places,
    resuming,
    seats,
    sitting,
    starting,
    turns,
    upkeep,
    votes,
    waiting,
)
from bot.session import commands as c
from bot.session.asking import Answer, Ask, Refused
from bot.session.book import Book
from bot.session.codes import NOTICES
from bot.session.dice import DiceFactory
from bot.session.hall import Hall, SessionSettings
from bot.session.invitations import code_of_start
from bot.session.metrics import Meter
from bot.session.people import Person
from bot.session.ports import Clock, Frontend, Outcome
from bot.session.routing import find_table
from bot.session.show import addressed, private_update, public_update
from bot.session.thinker import Thinker
from bot.session.ticking import Ticker
from bot.session.updates import Body, Completion, Menu, Notice, PrivateUpdate, PublicUpdate, Reply, Verbs
from storage.api import Lost, Store, StoreError, Unavailable, UnitOfWork

__all__ = ["SessionManager", "SessionSettings"]

T = TypeVar("T")
Change = Callable[[Ask, Book, UnitOfWork, Any], Awaitable[Answer]]
Look = Callable[[Ask, Any], Awaitable[Answer]]

_CHANGES: Final[dict[type[Any], Change]] = {
    c.Join: seats.join,
    c.Leave: seats.leave,
    c.FillAi: seats.fill_ai,
    c.Invite: invitations.invite,
    c.Deal: starting.deal,
    c.Ready: starting.ready,
    c.Luck: luck.add_luck,
    c.Settings: starting.settings,
    c.Kick: votes.kick,
    c.End: votes.end,
    c.Vote: votes.vote,
    c.Substitute: sitting.substitute,
    c.Consent: sitting.consent,
    c.PlayText: turns.play_text,
    c.Do: turns.do,
    c.Offer: turns.offer,
    c.PlayPicked: turns.play_picked,
    c.AdvancePass: turns.advance_pass,
    c.Away: turns.away,
    c.Back: turns.back,
}
_LOOKS: Final[dict[type[Any], Look]] = {
    c.MyHand: looking.my_hand,
    c.ShowTable: looking.show_table,
    c.Pick: looking.pick,
    c.PickCard: looking.pick_card,
    c.Arrange: looking.arrange,
    c.Clear: looking.clear,
}
_SECRET: Final = (
    c.MyHand, c.PlayText, c.Do, c.Offer, c.PlayPicked, c.Pick, c.PickCard, c.Arrange, c.Clear, c.Hint, c.AdvancePass, c.Prefer,
    c.Privacy, c.Link, c.Unlink, c.Forget, c.Started, c.Invite,
)  # fmt: skip
"""Commands whose answer, refusals included, is for the sender's eyes alone."""
_ASKED_ALONE: Final = frozenset({"end_sure"})
"""Questions to the sender alone, whatever was asked for."""
_REMEMBERED: Final = 2048
"""So many recent answers are kept, to be given again."""
_STOPPING: Final = 3.0
"""Seconds that what is under way gets at the end."""


class SessionManager:
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
    ) -> None:
        self.hall = Hall(store, clock, thinker, settings or SessionSettings(), dice, meter)
        self.hall.wake = partial(minds.wake, self.hall)
        self._ticker = Ticker(self.hall)
        self._answers: OrderedDict[tuple[c.UserRef, str], Reply] = OrderedDict()
        self._under_way: dict[tuple[c.UserRef, str], asyncio.Future[Reply]] = {}
        self._open = False
        self._stopping = False

    # -- life

    def add_frontend(self, frontend: Frontend) -> None:
        """A platform is there; its tables that wait to be shown are shown."""
        self.hall.frontends[frontend.platform] = frontend
        if self._open:
            resuming.show_platform(self.hall, frontend.platform)

    async def start(self) -> None:
        """Bring all open tables back as they were, and let time run. ``StoreError`` if the memory cannot be read."""
        await resuming.resume(self.hall)
        self._open = True
        for platform in list(self.hall.frontends):
            resuming.show_platform(self.hall, platform)
        self.hall.tasks.start(upkeep.refresh_ratings(self.hall))
        self._ticker.start()

    async def stop(self) -> None:
        """Take nothing new, let what is under way end, write the clocks once more; well below five seconds."""
        self._stopping = True
        await self._ticker.stop()
        for table in self.hall.tables.values():
            table.forget_minds()
        await self.hall.thinker.close()
        await self.hall.tasks.drain(_STOPPING)

    # -- questions

    async def handle(self, origin: c.Origin, command: c.Command) -> Reply:
        """See ``ports.Manager``."""
        started = self.hall.clock.monotonic()
        self.hall.meter.count("updates")
        if self._stopping:
            return self._reply(origin, None, command, False, Notice("stopping"))
        if not origin.update:
            return await self._measured(origin, command, started)
        key = (origin.user, origin.update)
        known = self._answers.get(key)
        if known is None and key in self._under_way:
            known = await asyncio.shield(self._under_way[key])
        if known is not None:
            self.hall.meter.count("repeated")
            return replace(known, body=self._as_it_is_now(origin, known.body), repeated=True)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._under_way[key] = answer
        try:
            reply = await self._measured(origin, command, started)
            answer.set_result(reply)
            self._keep(key, reply)
        finally:
            self._under_way.pop(key, None)
            if not answer.done():
                answer.set_result(self._reply(origin, None, command, False, Notice("internal_error")))
        return reply

    def _as_it_is_now(self, origin: c.Origin, body: Body | None) -> Body | None:
        """What is said again shows the table and the hand of today, and no hand to who does not hold it any more."""
        if not isinstance(body, PublicUpdate | PrivateUpdate):
            return body
        table = self.hall.tables.get(body.table.id)
        if isinstance(body, PublicUpdate):
            return Notice("already_done") if table is None else replace(public_update(self.hall, table), message=None)
        person = self.hall.people.at(origin.user.platform, origin.user.external)
        seat = None if table is None or person is None else table.book.seat_of(person.user)
        if table is None or seat is None or table.book.state is None or not table.book.has_seen(seat):
            return Notice("already_done")
        return addressed(private_update(self.hall, table, seat), origin.user)

    def _keep(self, key: tuple[c.UserRef, str], reply: Reply) -> None:
        if _code(reply.body) in ("store_unavailable", "store_lost", "internal_error", "stopping"):
            return  # nothing was done: the same update may try again
        self._answers[key] = reply
        while len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)

    async def _measured(self, origin: c.Origin, command: c.Command, started: float) -> Reply:
        reply = await self._handle(origin, command, started)
        self.hall.meter.observe("reply", self.hall.clock.monotonic() - started)
        if not reply.ok:
            self.hall.meter.count("refused")
        return reply

    async def _handle(self, origin: c.Origin, command: c.Command, started: float) -> Reply:
        person: Person | None = None
        try:
            person = await self.hall.people.meet(origin)
            return await self._carry_out(origin, person, command, started)
        except Refused as refused:
            await self._remember_refusal(origin, command, refused.body)
            self._refresh(origin, person, command, refused.body)
            return self._reply(origin, person, command, False, refused.body)
        except flow.Repeated as repeated:
            self.hall.meter.count("repeated")
            return self._again(origin, person, command, repeated.effect)
        except flow.TableBroken:
            table = getattr(command, "table", None) or 0
            return self._reply(origin, person, command, False, Notice("table_is_broken", {"table": table}))
        except Unavailable as error:
            self.hall.meter.count("store_errors")
            notice = Notice("store_lost" if isinstance(error, Lost) else "store_unavailable")
            return self._reply(origin, person, command, False, notice)
        except Exception as error:  # a person never sees a traceback; the host sees where it was
            table_id = getattr(command, "table", None)
            table_ = self.hall.tables.get(table_id) if table_id is not None else None
            self.hall.complain("a command failed", table_, error, command=type(command).__name__)
            return self._reply(origin, person, command, False, Notice("internal_error"))

    async def _carry_out(self, origin: c.Origin, person: Person, command: c.Command, started: float) -> Reply:
        await groups.hear(self.hall, origin)
        if isinstance(command, c.Deal) and (body := await self._taken_up(origin, person, command)) is not None:
            return self._reply(origin, person, command, not isinstance(body, Menu), body)
        if isinstance(command, c.Started) and (code := code_of_start(command.payload)):
            await personal.answer(self.hall, origin, person, command)  # first of all, they can be written to now
            command = c.Join(code=code)
        if isinstance(command, c.NewTable):
            if command.resume is not None:
                body = await opening.resume_table(self.hall, origin, person, command.resume)
            else:
                body = await opening.open_table(self.hall, origin, person, command)
            return self._reply(origin, person, command, True, body)
        if type(command) in _CHANGES or type(command) in _LOOKS or isinstance(command, c.Hint):
            table = await find_table(self.hall, origin, person, command)
            language = self.hall.language_of_origin(origin, person)
            absence.look_for(self.hall, table, origin, person)
            ask = Ask(self.hall, table, origin, person, language, started)
            answer = await self._at_table(ask, command)
            body = answer.body
            if answer.panel is not None and table.book.state is not None:
                body = private_update(self.hall, table, answer.panel)
            return self._reply(origin, person, command, True, body, toast=answer.toast)
        answer_body = await personal.answer(self.hall, origin, person, command)
        known = self.hall.people.at(origin.user.platform, origin.user.external)  # the language may be another now
        return self._reply(origin, known, command, True, answer_body)

    async def _at_table(self, ask: Ask, command: c.Command) -> Answer:
        if ask.table.broken and not isinstance(command, c.End):
            raise Refused("table_is_broken", table=ask.table.id)
        if isinstance(command, c.Hint):
            return await looking.hint(ask, command)
        return await ask.table.mailbox.call(lambda: self._in_mailbox(ask, command))

    async def _in_mailbox(self, ask: Ask, command: c.Command) -> Answer:
        """Carry a command out; the table may have been closed while it waited in line."""
        table = ask.table
        if self.hall.tables.get(table.id) is not table:
            raise Refused("table_is_closed", table=table.id)
        outcomes.release(self.hall, table, ask.person.user)
        await _note_ephemeral(ask)
        look = _LOOKS.get(type(command))
        if look is not None:
            answer = await look(ask, command)
            if answer.panel is not None:
                table.version += 1
            return answer
        carry_out = _CHANGES[type(command)]

        async def work(draft: Book, unit: UnitOfWork) -> Answer:
            known = await self.hall.people.find(unit, ask.origin.user)
            if known is None or known.user != ask.person.user:
                raise Refused("account_changed")  # joined, parted or forgotten while this waited in line
            answer = await carry_out(ask, draft, unit, command)
            votes.recount(ask, draft)
            await waiting.go_on(self.hall, table.book, draft, unit)
            _touch(ask, draft)
            return answer

        def effect(answer: Answer) -> str:
            return flow.effect_text(True, _code(answer.body) or _code(answer.toast))

        return await flow.change(self.hall, table, work, origin=ask.origin, effect=effect, started=ask.started)

    async def _taken_up(self, origin: c.Origin, person: Person, command: c.Deal) -> Body | None:
        """/deal where a table was put aside: take it up if it is named, offer it to who sits at no other one here."""
        if command.table is not None and command.table in self.hall.tables:
            return None
        if origin.chat is None and (body := await self._taken_up_from_afar(origin, person, command)) is not None:
            return body
        if origin.place is None:
            return None
        if command.table is None and origin.chat is None and self.hall.tables_of(person.user):
            return None  # in private a table anywhere may be meant
        here = self.hall.tables_in(origin.place)
        if command.table is None and any(table.book.seat_of(person.user) is not None for table in here):
            return None
        parked = await places.parked_in(self.hall, origin)
        if command.table is not None:
            named = any(row.id == command.table for row in parked)
            return await opening.resume_table(self.hall, origin, person, command.table) if named else None
        return places.offer_parked(parked) if parked else None

    async def _taken_up_from_afar(self, origin: c.Origin, person: Person, command: c.Deal) -> Body | None:
        """/deal in private: somebody who sits at a table that was put aside takes it up again."""
        if command.table is None:
            return None
        async with self.hall.store.begin() as unit:
            row = await unit.table(command.table) if 0 < command.table < 2**31 else None
            seats = [] if row is None or not row.parked else await unit.seats(row.id)
        if not any(seat.user == person.user for seat in seats):
            return None
        return await opening.resume_table(self.hall, origin, person, command.table)

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
        language = self.hall.language_of_origin(origin, person)
        asks_alone = isinstance(body, Menu) and body.notice.code in _ASKED_ALONE
        private = origin.chat is None or isinstance(command, _SECRET) or asks_alone
        return Reply(language, ok, body, private=private, toast=toast)

    def _again(self, origin: c.Origin, person: Person | None, command: c.Command, effect: str) -> Reply:
        """The answer to an update whose effect was stored before a restart: of the same kind, with nothing changed."""
        stored = json.loads(effect)
        code = stored.get("code")
        whole = code is not None and NOTICES.get(code) == ()
        body = Notice(code) if whole else Notice("already_done" if stored["ok"] else "not_accepted")
        return replace(self._reply(origin, person, command, bool(stored["ok"]), body), repeated=True)

    async def _remember_refusal(self, origin: c.Origin, command: c.Command, body: Body) -> None:
        """A refused update stays refused, also after a restart. Nothing of its reason is stored."""
        if not origin.update or type(command) not in _CHANGES or isinstance(body, Menu):
            return
        code = _code(body)
        try:
            async with self.hall.store.begin() as unit:
                if await unit.seen(origin.user.platform, origin.update) is None:
                    text = flow.effect_text(False, code if code and not code.startswith("refusal.") else None)
                    await unit.remember(origin.user.platform, origin.update, text, self.hall.clock.now())
                    await unit.commit()
        except StoreError:
            self.hall.meter.count("store_errors")

    def _refresh(self, origin: c.Origin, person: Person | None, command: c.Command, body: Body) -> None:
        """Somebody pressed an old button: their panel is brought up to date."""
        table = self.hall.tables.get(getattr(command, "table", None) or 0)
        if person is None or table is None or table.book.state is None or _code(body) not in _STALE:
            return
        seat = table.book.seat_of(person.user)
        if seat is None or not table.book.has_seen(seat):
            return
        frontend = self.hall.frontends.get(table.book.seats[seat].platform)
        if frontend is not None:
            frontend.show_hand(private_update(self.hall, table, seat))

    # -- the rest of the port

    def report(self, outcome: Outcome) -> None:
        """See ``ports.Outcomes``."""
        if not self._stopping:
            outcomes.report(self.hall, outcome)

    async def completions(self, origin: c.Origin, text: str, table: int | None) -> list[Completion]:
        """See ``ports.Manager``."""
        try:
            person = await self.hall.people.meet(origin)
            found = await find_table(self.hall, origin, person, c.MyHand(table))
        except (Refused, StoreError):
            return []
        return completing.completions(found, person, text)

    async def verbs(self, origin: c.Origin, table: int | None) -> Verbs | None:
        """See ``ports.Manager``."""
        try:
            person = await self.hall.people.meet(origin)
            found = await find_table(self.hall, origin, person, c.MyHand(table))
        except (Refused, StoreError):
            return None
        return completing.verbs(found, person)

    async def language_of(self, origin: c.Origin) -> str:
        """See ``ports.Manager``."""
        try:
            person = await self.hall.people.meet(origin)
            if origin.place is not None:
                await self.hall.known_chat(origin.place)
        except StoreError:
            person = None
        return self.hall.language_of_origin(origin, person)


_STALE: Final = ("stale_decision", "stale_offer", "nothing_picked")


def _code(body: object) -> str | None:
    return body.code if isinstance(body, Notice) else None


def _touch(ask: Ask, draft: Book) -> None:
    """A person did something: the table is in use."""
    now = ask.hall.clock.now()
    ask.table.touched = ask.hall.uptime()
    if abs(now - draft.row.touched_at) >= 60:
        draft.row = replace(draft.row, touched_at=now)


async def _note_ephemeral(ask: Ask) -> None:
    """Whoever has been answered inside the group once, for their eyes alone, can see a hand there."""
    book, user = ask.table.book, ask.person.user
    if not ask.origin.ephemeral or user in book.ephemeral or book.seat_of(user) is None:
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        draft.ephemeral |= {user}

    await flow.change(ask.hall, ask.table, work)
