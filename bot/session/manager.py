"""The one manager of all tables: every frontend asks it, and hears from it through its port.

A command goes through five stages. *Who*: the person behind the account. *Which*: the table that is meant. *Change*: its handler
works on a draft, in the table's mailbox. *Save* and *tell* follow in ``host.change``: one transaction, then everybody's news. The
same update a second time changes nothing: a table of recent answers tells it at once, the store tells it after a restart.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Set
from dataclasses import replace
from functools import partial
from typing import Any, Final

import structlog

from bot.session import outcomes
from bot.session.club import results, reviews
from bot.session.club.hosts import orders
from bot.session.club.members.doorbells import StoredDoorbells
from bot.session.club.members.page_keys import PageKeys
from bot.session.club.tournaments import display
from bot.session.handlers import HANDLERS
from bot.session.host import change
from bot.session.host.change import aside
from bot.session.host.refresh import note_unstored
from bot.session.host.request import Answer, Change, Direct, Handler, Look, Question, Refused, Request
from bot.session.host.session import Session, SessionSettings, Table, TableBroken
from bot.session.host.tell import (
    addressed,
    concealed,
    has_outlet,
    players,
    private_update,
    public_update,
    show_hand,
    show_table,
)
from bot.session.host.thinker import Thinker
from bot.session.member import Member
from bot.session.people.directory import Person
from bot.session.play import completion, dealing, turns, votes
from bot.session.play.lookup import find_table
from bot.session.port import commands as c
from bot.session.port import updates
from bot.session.port.commands import Origin, UserRef
from bot.session.port.commands.record import Elsewhere
from bot.session.port.protocols import Clock, Frontend, Meter, Outcome, Ownership
from bot.session.port.replies import Body, Menu, Reply, reply_to
from bot.session.state.book import Book
from bot.session.state.dealing import DiceFactory
from bot.session.state.guests import heard, is_out_of_date
from bot.session.ticker import Ticker
from storage.api import Conflict, FilesLost, Store, StoreError, Unavailable, UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.updates import EPOCH

__all__ = ["SessionManager", "SessionSettings"]

log = structlog.get_logger("session.manager")

_REMEMBERED: Final = 2048  # So many recent answers are kept, to be given again

_STOPPING: Final = 3.0  # Seconds that what is under way gets at the end


class SessionManager(Member):
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
        session = Session(store, clock, thinker, settings or SessionSettings(), turns.wake, dice, meter, ownership)
        super().__init__(session)
        self.pages = PageKeys(self.session)  # Whom browsers speak for, see ``page.Pages``
        self.doorbells = StoredDoorbells(self.session)  # Which of them are told of turns, see ``page.Doorbells``
        self._ticker = Ticker(self.session)
        self._answers: OrderedDict[tuple[c.UserRef, str], Reply] = OrderedDict()
        self._under_way: dict[tuple[c.UserRef, str], asyncio.Future[Reply]] = {}
        self._open = False
        self._began, self._epoch = float(int(clock.now())), 0.0  # Platforms count in whole seconds
        self._stopping = False

    # -- life
    def add_frontend(self, frontend: Frontend) -> None:
        """Add a platform, and show its tables that wait to be shown."""
        self.session.frontends[frontend.platform] = frontend
        if self._open:
            self.show_platform(frontend.platform)

    async def start(self) -> None:
        """Bring all open tables back as they were, and let time run. ``StoreError`` if the memory cannot be read. Where
        several workers share them, tables come by ``adopt``; none is ours yet."""
        async with self.session.store.begin() as unit:
            self._epoch = float(await unit.marks.get(EPOCH) or 0)
        await orders.look(self.session)
        if self.session.ownership is None:
            await self.resume()
        else:
            await self.enroll()
        self._open = True
        for platform in list(self.session.frontends):
            self.show_platform(platform)
        self.session.tasks.start(results.refresh_ratings(self.session))
        if self.session.ownership is None:
            aside(self.session, reviews.resume(self.session))
        self._ticker.start()

    async def stop(self) -> None:
        """Take nothing new, let what is under way end, write the clocks once more; well below five seconds."""
        self._stopping = True
        self.session.unread.clear()  # what has not been read is as it was
        await self._ticker.stop()
        for table in self.session.tables.values():
            table.drop_pending()
        await self.session.thinker.close()
        await self.session.reviewer.close()
        await self.session.tasks.drain(_STOPPING)

    # -- a command, from its arrival to its answer
    async def handle(self, origin: c.Origin, command: c.Command) -> Reply:
        """See ``ports.Manager``. An update that has been answered is answered again, with the table as it is now."""
        self.session.meter.count("updates")
        if self._stopping:
            return self._reply(origin, None, command, False, updates.Notice("stopping"))
        if not origin.update:
            return await self._carry_out(origin, command)
        key = (origin.user, origin.update)
        known = self._answers.get(key)
        if known is None and key in self._under_way:
            known = await asyncio.shield(self._under_way[key])
        if known is not None:
            self.session.meter.count("repeated")
            body = self._as_it_is_now(origin, known.body)
            now = reply_to(origin, command, known.language, body, ok=known.ok, toast=known.toast)
            return replace(now, repeated=True)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._under_way[key] = answer
        try:
            reply = await self._carry_out(origin, command)
            answer.set_result(reply)
            self._keep(key, reply)
        except Elsewhere as elsewhere:
            answer.set_exception(elsewhere)
            answer.exception()  # nobody else may be waiting for it
            raise
        finally:
            self._under_way.pop(key, None)
            if not answer.done():
                answer.set_result(self._reply(origin, None, command, False, updates.Notice("internal_error")))
        return reply

    async def _carry_out(self, origin: c.Origin, command: c.Command) -> Reply:
        """Lead a command through its stages: *who*, *which*, *change*, *save*, *tell*; what goes wrong becomes a sentence."""
        started, person = self.session.clock.monotonic(), None
        try:
            person = await self._who(origin)
            reply = await self._answer(origin, person, command, started)
        except Elsewhere:
            raise
        except Refused as refused:
            await self._remember_refusal(origin, command, refused.body)
            self._refresh(origin, person, command, refused.body)
            reply = self._reply(origin, person, command, False, refused.body)
        except change.Repeated as repeated:
            self.session.meter.count("repeated")
            reply = self._again(origin, person, command, repeated.effect)
        except TableBroken:
            table = getattr(command, "table", None) or 0
            reply = self._reply(origin, person, command, False, updates.Notice("table_is_broken", {"table": table}))
        except Unavailable as error:
            self.session.meter.count("store_errors")
            notice = updates.Notice("store_lost" if isinstance(error, FilesLost) else "store_unavailable")
            reply = self._reply(origin, person, command, False, notice)
        except Exception as error:  # a person never sees a traceback; the host sees where it was
            table_ = self.session.tables.get(getattr(command, "table", None) or 0)
            self.session.complain("a command failed", table_, error, command=type(command).__name__)
            reply = self._reply(origin, person, command, False, updates.Notice("internal_error"))
        passed = self.session.clock.monotonic() - started
        self.session.meter.observe("reply", passed)
        log.debug("command carried out", command=type(command).__name__, ok=reply.ok, seconds=passed)
        self.session.meter.count("refused", int(not reply.ok))
        return reply

    async def _answer(self, origin: c.Origin, person: Person, command: c.Command, started: float) -> Reply:
        """Carry a command out at its table, or without one; and once more where somebody else was first, or its table is only
        just coming to us."""
        turn, may_conflict = 0, True
        while True:
            try:
                if origin.chat is not None and origin.group:
                    known = await self.session.chats.known(origin.chat)
                    if known is not None and heard(known, origin) != known:
                        await results.hear(self.session, origin)
                handler = HANDLERS[type(command)]
                self._refuse_blocked(origin, person, handler, command)
                if isinstance(handler, Direct):
                    if getattr(command, "tournament", None) is not None:
                        self._require_present(origin, command, frozenset())
                    person = await self.as_stored(origin, person)
                    said = await handler.run(self.session, origin, person, command)
                    if isinstance(said, c.Command):
                        command = said
                        continue
                    # Their language may be another now.
                    now = self.session.people.at(origin.user.platform, origin.user.external)
                    return self._reply(origin, now, command, True, said)
                if isinstance(handler, Change) and handler.first is not None:
                    first = await handler.first(self.session, origin, person, command)
                    if first is not None:
                        return self._reply(origin, person, command, not isinstance(first, Menu), first)
                question = await self._which(origin, person, handler, command, started)
                if isinstance(handler, Change):
                    answer = await question.table.mailbox.call(partial(self._change, question, handler, command))
                elif handler.slow:
                    answer = await handler.run(question, command)
                else:
                    answer = await question.table.mailbox.call(partial(self._look, question, handler, command))
                return self._reply(origin, person, command, True, answer.body, toast=answer.toast)
            except Conflict:
                if not may_conflict:
                    raise
                may_conflict = False
            except Elsewhere as elsewhere:
                await self.fetch(elsewhere.table, turn)
                turn += 1

    def _refuse_blocked(self, origin: c.Origin, person: Person, handler: Handler, command: c.Command) -> None:
        """Refuse what is done at tables, or opens one, to who is blocked by the hosts."""
        if (command.record.opens or isinstance(handler, Change)) and (
            barred := self.session.people.hosting.bars(person, origin)
        ):
            raise Refused(barred)

    def _as_it_is_now(self, origin: c.Origin, body: Body | None) -> Body | None:
        """Return what is said again: with the table and the hand of today, and no hand to who does not hold it any more."""
        if not isinstance(body, updates.PublicUpdate | updates.PrivateUpdate):
            return body
        table = self.session.tables.get(body.table.id)
        if isinstance(body, updates.PublicUpdate):
            if table is None:
                return updates.Notice("already_done")
            update = public_update(self.session, table)
            return concealed(replace(update, post=replace(update.post, message=None)))
        person = self.session.people.at(origin.user.platform, origin.user.external)
        seat = None if table is None or person is None else table.book.seat_of(person.user)
        if table is None or seat is None or table.book.play.state is None or not table.book.has_seen(seat):
            return updates.Notice("already_done")
        return addressed(private_update(self.session, table, seat), origin.user)

    def _keep(self, key: tuple[c.UserRef, str], reply: Reply) -> None:
        if change.code_of(reply.body) in _NOTHING_DONE:
            return  # nothing was done: the same update may try again
        self._answers[key] = reply
        while len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)

    # -- who
    async def _who(self, origin: c.Origin) -> Person:
        try:
            return await self.session.people.meet(origin)
        except Conflict:  # their first two messages came at once
            return await self.session.people.meet(origin)

    # -- which
    async def _which(
        self, origin: c.Origin, person: Person, handler: Change[Any] | Look[Any], command: c.Command, started: float
    ) -> Question:
        """The command as a question to the table that it means. ``Refused`` where none is meant, or it must be asked
        which; ``Elsewhere`` where it is not here."""
        table = await find_table(self.session, origin, person, command)
        self._require_present(origin, command, table.book.messages)
        _look_for(self.session, table, origin, person)
        if isinstance(handler, Look) and not await change.is_ours(self.session, table):
            raise Elsewhere(table.id)  # of a change that is found out when it is saved
        if table.broken and not isinstance(command, c.End):
            raise Refused("table_is_broken", table=table.id)
        language = self.session.language_of_origin(origin, person)
        place = _guest_place(table, origin)
        return Question(
            self.session, table.chat, place, table.unsaved, table.broken, origin, person, language, started, table
        )

    def _require_present(self, origin: c.Origin, command: c.Command, known: Set[str | None]) -> None:
        """Refuse what is pressed on a message that tells of another state than ours, and deeds that were written then."""
        meant = origin.message is not None or command.record.deed
        if meant and is_out_of_date(origin, known, self._epoch, self._began):
            raise Refused(updates.OUT_OF_DATE)

    # -- change, in the table's mailbox
    def _in_turn(self, question: Question, command: c.Command) -> Question:
        """The question as it is when its turn has come. Meanwhile the table may have been closed, or have gone to another
        worker."""
        table = question.table
        if self.session.tables.get(table.id) is not table:
            if not (table.book.row.parked or table.book.row.state == "closed"):
                raise Elsewhere(table.id)
            raise Refused("table_is_closed", table=table.id)
        self.session.release(table, question.person.user)
        if _sees_hand(question.origin, table.book) or command.record.deed:
            table.attention.looking[question.person.user] = self.session.clocks.uptime()
        return replace(question, chat=table.chat, place=_guest_place(table, question.origin))

    async def _look(self, question: Question, handler: Look[Any], command: c.Command) -> Answer:
        question, table = self._in_turn(question, command), question.table
        await _note_ephemeral(question)
        answer = await handler.run(question, command)
        if answer.panel is None:
            return answer
        table.version += 1
        shown = private_update(self.session, table, answer.panel)
        await note_unstored(self.session, table, shown)
        return replace(answer, body=shown)

    async def _change(self, question: Question, handler: Change[Any], command: c.Command) -> Answer:
        """Let the handler work on a draft, which ``change`` saves and tells. An answer that is the sender's panel
        is the one that they are shown."""
        question, table = self._in_turn(question, command), question.table
        work = partial(self._work, question, handler, command)
        try:
            done = await change.change(self.session, table, work, origin=question.origin, started=question.started)
        except Refused:
            await _note_ephemeral(question)
            raise
        answer, seat = done.value, done.value.panel
        if seat is None or table.book.play.state is None:
            return answer
        return replace(answer, body=done.panels.get(seat) or private_update(self.session, table, seat))

    async def _work(
        self, request: Question, handler: Change[Any], command: c.Command, draft: Book, unit: UnitOfWork
    ) -> Answer:
        """Carry a command out on the draft, and what follows from it there."""
        before = request.table.book
        known = await self.session.people.find(unit, request.origin.user)
        if known is None or known.user != request.person.user:
            raise Refused("account_changed")  # joined, parted or forgotten while this waited in line
        if _is_heard_here(request, draft):
            draft.people = replace(draft.people, ephemeral=draft.people.ephemeral | {request.person.user})
        answer = await handler.run(request, draft, unit, command)
        sits_down = self.session.ownership is not None and _sits_down(request.person, before, draft)
        if sits_down and not await self.session.people.is_still(unit, request.person):
            raise Refused("account_changed")  # at another worker, of which we have not heard yet
        if draft.votes:
            votes.recount(request, before, draft)
        if draft.row.state == "between":
            await dealing.go_on(self.session, before, draft, unit)
        _touch(request, draft)
        return answer

    # -- answers
    def _reply(
        self,
        origin: c.Origin,
        person: Person | None,
        command: c.Command,
        ok: bool,
        body: Body | None,
        toast: updates.Notice | None = None,
    ) -> Reply:
        if isinstance(body, updates.PrivateUpdate):
            body = addressed(body, origin.user)
        language = self.session.language_of_origin(origin, person)
        reply = reply_to(origin, command, language, body, ok=ok, toast=toast)
        return replace(reply, words=True) if person is not None and person.reads_words else reply

    def _again(self, origin: c.Origin, person: Person | None, command: c.Command, effect: str) -> Reply:
        """The answer to an update whose effect was stored before a restart: of the same kind, with nothing changed."""
        stored = json.loads(effect)
        body = updates.Notice(stored.get("code") or ("already_done" if stored["ok"] else "not_accepted"))
        return replace(self._reply(origin, person, command, bool(stored["ok"]), body), repeated=True)

    async def _remember_refusal(self, origin: c.Origin, command: c.Command, body: Body) -> None:
        """Store that an update was refused, so that it stays so after a restart. Nothing of the reason is stored."""
        if not origin.update or not isinstance(HANDLERS.get(type(command)), Change) or isinstance(body, Menu):
            return  # a question may be asked again
        effect = change.effect_text(False, body)
        try:
            async with self.session.store.begin() as unit:
                if await unit.updates.seen(origin.user.platform, origin.update) is None:
                    await unit.updates.remember(origin.user.platform, origin.update, effect, self.session.clock.now())
                    await unit.commit()
        except StoreError:
            self.session.meter.count("store_errors")

    def _refresh(self, origin: c.Origin, person: Person | None, command: c.Command, body: Body) -> None:
        """Bring the panel of somebody who pressed an old button up to date. Whose message is out of date may see no other: what
        they are to see is posted anew."""
        code, anew = change.code_of(body), change.code_of(body) == updates.OUT_OF_DATE
        if person is None or code not in updates.OVERTAKEN:
            return
        if anew and (number := getattr(command, "tournament", None)) is not None:
            aside(self.session, display.show(self.session, number, renew=True))
        table = self.session.tables.get(getattr(command, "table", None) or 0)
        if table is None:
            return
        seat = table.book.seat_of(person.user) if table.book.play.state is not None else None
        hand = seat is not None and table.book.has_seen(seat)
        if hand and seat is not None and has_outlet(self.session, table.book.seats[seat].platform):
            update = private_update(self.session, table, seat)
            show_hand(self.session, replace(update, alert=anew and origin.chat is None))
        place = None if origin.place is None else table.place_at(origin.place)
        if anew and place is not None and not (hand and origin.chat is None):
            here = replace(place, message=None)
            show_table(self.session, public_update(self.session, table, here, renew=True))

    # -- the rest of the port
    def report(self, outcome: Outcome) -> None:
        if not self._stopping:
            outcomes.report(self.session, outcome)

    def hear(self, outcome: Outcome) -> None:
        """Take note of an outcome that was reported to another worker. Returns at once."""
        outcomes.hear(self.session, outcome)

    async def completions(
        self, origin: c.Origin, text: str, table: int | None, words: updates.PlayWords = lambda *_: ()
    ) -> list[updates.Completion]:
        try:
            person = await self.session.people.meet(origin)
            found = await self._own_table(origin, person, table)
        except (Refused, StoreError):
            return []
        return completion.completions(found, person, text, words)

    async def verbs(self, origin: c.Origin, table: int | None) -> updates.Verbs | None:
        try:
            person = await self.session.people.meet(origin)
            found = await self._own_table(origin, person, table)
        except (Refused, StoreError):
            return None
        return completion.verbs(found, person)

    async def at_hand(self, origin: c.Origin) -> updates.AtHand:
        try:
            return await completion.at_hand(self.session, origin, await self.session.people.meet(origin))
        except (Refused, StoreError):
            return updates.AtHand()

    async def seated(self, origin: c.Origin, table: int | None) -> tuple[updates.Player, ...]:
        try:
            meant = await self._own_table(origin, await self.session.people.meet(origin), table)
        except (Refused, StoreError):
            return ()
        return players(self.session, meant.book)

    async def _own_table(self, origin: c.Origin, person: Person, number: int | None) -> Table:
        """The table at which somebody sits, as it may be shown."""
        turn = 0
        while True:
            try:
                found = await find_table(self.session, origin, person, c.MyHand(number))
                if await change.is_ours(self.session, found):
                    return found
                raise Elsewhere(found.id)
            except Elsewhere as elsewhere:
                await self.fetch(elsewhere.table, turn)
                turn += 1

    async def language_of(self, origin: c.Origin) -> str:
        try:
            person = await self.session.people.meet(origin)
            if origin.place is not None:
                await self.session.chats.known(origin.place)
        except StoreError:
            person = None
        return self.session.language_of_origin(origin, person)

    async def reaches(self, origin: c.Origin) -> bool:
        try:
            person = await self.session.people.meet(origin)
        except StoreError:
            return True
        return person.reachable is True


_NOTHING_DONE: Final = ("store_unavailable", "store_lost", "internal_error", "stopping")


def _guest_place(table: Table, origin: c.Origin) -> ChatRow | None:
    place = None if origin.place is None or origin.page else table.place_at(origin.place)
    return None if place is None or place.home else place.chat


def _sits_down(person: Person, before: Book, draft: Book) -> bool:
    """Whether somebody has to do with a table now who had not before."""
    sits, sat = (any(seat.user == person.user for seat in book.participants) for book in (draft, before))
    return sits and not sat


def _sees_hand(origin: c.Origin, book: Book) -> bool:
    """Whether somebody is where their hand is shown, so that their phone need not call them there: in a group that is so
    where they act in a round from a message for their eyes alone."""
    return origin.chat is None or origin.page or (origin.ephemeral and book.playing)


def _touch(request: Question, draft: Book) -> None:
    """Note that a person did something, so that the table counts as used."""
    now = request.session.clock.now()
    request.table.touched = request.session.clocks.uptime()
    if abs(now - draft.row.touched_at) >= 60:
        draft.row = replace(draft.row, touched_at=now)


def _is_heard_here(request: Request, book: Book) -> bool:
    """Whether it shows for the first time that the sender, who sits here, can be answered for their eyes alone in
    the group."""
    user = request.person.user
    return request.origin.ephemeral and user not in book.people.ephemeral and book.seat_of(user) is not None


async def _note_ephemeral(question: Question) -> None:
    """Note who is being answered inside the group for their eyes alone: they can see a hand there."""
    if _is_heard_here(question, question.table.book):
        await change.change(question.session, question.table, partial(_hear_here, question.person.user))


async def _hear_here(user: int, draft: Book, unit: UnitOfWork) -> None:
    draft.people = replace(draft.people, ephemeral=draft.people.ephemeral | {user})


_AGAIN: Final = 600.0  # Seconds until the platform is asked about the same player of a table again


def _look_for(session: Session, table: Table, origin: Origin, person: Person) -> None:
    """Find out whether somebody who acts from their private chat is still in the group of their table."""
    seat = table.book.seat_of(person.user)
    if origin.chat is not None or seat is None or table.book.home.adrift:
        return
    held, now = table.book.seats[seat], session.clocks.uptime()
    place = table.place_of(held)
    frontend = session.frontends.get(place.chat.platform)
    asked = table.in_group.asked_at.get(person.user, table.since)  # when it was opened or came back, they were there
    if place.private or frontend is None or held.platform != place.chat.platform or now - asked < _AGAIN:
        return
    table.in_group.asked_at[person.user] = now
    frontend.look_for(UserRef(held.platform, held.external), place.ref, place.chat.group)
