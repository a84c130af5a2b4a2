"""``/admin``, and ``paiju admin`` beside a running bot: what hosts ask for, and how the process that is concerned follows it.

Both write the same rows. What concerns the whole place (who is blocked, maintenance) stands in the store; what is to be done at
a table is an order, which its owner carries out as a job of that table: the row goes in the transaction in which it is done. A
mark changes with each of them, and each process looks at it once a tick."""

import re
import secrets
import unicodedata
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta, tzinfo
from typing import Any, Final

from bot.session.club.members.possessions import leave_parked
from bot.session.club.results import title_of
from bot.session.host.change import change, queue
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session, Table
from bot.session.host.tell import post
from bot.session.people.directory import Person, digest_of, group_name, name_of
from bot.session.people.quiet import read_hour, zone_of
from bot.session.play.votes import end_here
from bot.session.port.commands import Admin, Origin, UserRef
from bot.session.port.page import PAGE
from bot.session.port.protocols import PostTarget
from bot.session.port.replies import HostCard
from bot.session.port.updates import Notice, Player
from bot.session.state import stored
from bot.session.state.book import Book
from storage.api import UnitOfWork
from storage.themes.groups import EVERYWHERE, BanRow
from storage.themes.hosts import OrderRow
from storage.themes.tables import TableRow

__all__ = ["HANDLERS", "admin", "ask", "look"]

_MARK: Final = "hosting"
_MAINTENANCE: Final = "maintenance"
_STALE: Final = 600.0  # Seconds after which nobody carries out any more what was asked for
_REPORTS: Final = 20  # So many complaints are listed
_LONGEST: Final = 600  # Signs of what is told to tables
_AT: Final = re.compile(r"(.*?)\s*(?:--|—)at\s+(.+)", re.DOTALL)
_SPAN: Final = re.compile(r"\+?(\d{1,3})\s*(h|m|min|小时|分钟)")


async def admin(session: Session, origin: Origin, person: Person, command: Admin) -> HostCard:
    """Do what a host asks for in their private chat. To everybody else, and everywhere else, there is no such command."""
    if origin.user not in session.settings.hosts or origin.chat is not None or origin.page:
        raise Refused("unknown_command", name="admin", example="help")
    zone = zone_of(str(person.prefs["zone"])) if "zone" in person.prefs else None
    async with session.store.change() as unit:
        return await ask(unit, command.words, session.clock.now(), zone)


async def ask(unit: UnitOfWork, words: str, now: float, zone: tzinfo | None = None) -> HostCard:
    """Answer a host, or write down what they ask for; the caller commits. ``zone``: where they are, ``None``: where this
    machine is."""
    verb, _, rest = unicodedata.normalize("NFKC", words).strip().partition(" ")
    run, at = _VERBS.get(verb.lower()), None
    if run is None:
        raise Refused("host_unknown" if verb else "host_help", verb=verb)
    if (found := _AT.fullmatch(rest)) is not None:
        rest, at = found[1], read_moment(found[2], now, zone)
        if at is None:
            raise Refused("host_which_time", part=found[2])
    said = await run(unit, rest.strip(), now, at)
    if run not in (_tables, _reports):
        await unit.marks.put(_MARK, secrets.token_hex(8))
    return said if isinstance(said, HostCard) else HostCard(said)


def read_moment(text: str, now: float, zone: tzinfo | None) -> float | None:
    """The next moment that somebody means: ``22:30``, ``+15m``, ``2026-11-28 22:30``; ``None`` if it is none."""
    plain = text.strip().lower()
    if (span := _SPAN.fullmatch(plain)) is not None:
        return now + int(span[1]) * (3600 if span[2] in ("h", "小时") else 60)
    here = datetime.fromtimestamp(now).astimezone(zone)
    if (minutes := read_hour(plain)) is not None:
        at = here.replace(hour=minutes // 60, minute=minutes % 60, second=0, microsecond=0)
        return (at if at > here else at + timedelta(days=1)).timestamp()
    try:
        at = datetime.fromisoformat(plain)
    except ValueError:
        return None
    return (at if at.tzinfo else at.replace(tzinfo=zone)).timestamp()


# -- tables
async def _tables(unit: UnitOfWork, rest: str, now: float, at: float | None) -> HostCard:
    lines = [await _table(unit, row) for row in await unit.tables.open() if not row.parked]
    return HostCard(Notice("host_tables", {"count": len(lines)}), tuple(lines))


async def _table(unit: UnitOfWork, row: TableRow) -> Notice:
    """Where a table is, who is waited for there, and since when; nothing of what anybody holds."""
    book, chat = await stored.load(unit, row), await unit.chats.get(row.chat)
    data: dict[str, Any] = {"table": row.id, "game": row.game, "chat": "", "account": "", "moment": row.created_at}
    if chat is not None:  # a room of the page would let in who knows its name
        account = chat.platform if chat.platform == PAGE else f"{chat.platform}:{chat.external}"
        data |= {"chat": title_of(chat), "account": account}
    if book.round is not None:
        actions = await unit.matches.actions(book.round.match, book.round.round)
        last = [book.round.started_at, *(action.at for action in actions[-1:])][-1]
        data |= {"names": await _awaited(unit, book), "moment": book.round.ended_at or last}
    return Notice(f"host_table_{row.state}", data)


async def _awaited(unit: UnitOfWork, book: Book) -> tuple[str | Player, ...]:
    seats = {waited.seat for waited in book.awaited} if book.playing else set(book.missing)
    held = [book.seats[seat] for seat in sorted(seats) if seat in book.seats]
    names = {row.id: row.name for row in await unit.people.users([one.user for one in held if one.user is not None])}
    return tuple(names.get(one.user or 0) or Player(one.seat, "ai", level=one.ai or "") for one in held)


async def _end(unit: UnitOfWork, rest: str, now: float, at: float | None) -> Notice:
    number = rest.lstrip("#")
    row = await unit.tables.get(int(number)) if re.fullmatch(r"[0-9]{1,9}", number) else None
    if row is None or row.parked or row.state == "closed":
        raise Refused("host_which_table")
    if (contest := await unit.tables.contest(row.id)) is not None:
        raise Refused("tournament_table_end", tournament=contest.tournament)
    await unit.hosts.add_orders([OrderRow(0, row.id, "end", "", None, now)])
    return Notice("host_ends", {"table": row.id})


async def _announce(unit: UnitOfWork, rest: str, now: float, at: float | None) -> Notice:
    if not rest:
        raise Refused("host_announce_what")
    if len(rest) > _LONGEST:
        raise Refused("host_announce_long", most=_LONGEST)
    rows = [OrderRow(0, row.id, "tell", rest, at, now) for row in await unit.tables.open() if not row.parked]
    await unit.hosts.add_orders(rows)
    return Notice("host_announced", {"count": len(rows)})


# -- who is blocked
async def _block(unit: UnitOfWork, rest: str, now: float, at: float | None) -> HostCard | Notice:
    """Block a person with all accounts, or a group, by the name of any of them; without one: who is blocked."""
    if not rest:
        rows = await unit.groups.bans(*EVERYWHERE)
        known = [{"name": "-", "account": row.who.partition(":")[2]} for row in rows if row.user is None]
        known += [await named(unit, row.user) for row in rows if row.user is not None]
        lines = tuple(Notice("host_is_blocked", data) for data in known)
        return HostCard(Notice("host_blocks", {"count": len(lines)}), lines)
    platform, _, external = rest.partition(":")
    identity, chats = await unit.people.identity(platform, external), await unit.chats.topics(platform, external)
    if identity is not None:
        who, data = name_of(identity.user), await named(unit, identity.user)
        for call in await unit.groups.calls_of(identity.user):
            await unit.groups.remove_call(call.platform, call.group, call.user, call.game)
        await leave_parked(unit, identity.user)
    elif chats:
        who, data = group_name(platform, chats[0].group), {"name": title_of(chats[0]), "account": rest}
    else:
        raise Refused("host_nobody", account=rest)
    await unit.groups.put_ban(BanRow(*EVERYWHERE, who, None if identity is None else identity.user, now))
    return Notice("host_blocked", data)


async def _unblock(unit: UnitOfWork, rest: str, now: float, at: float | None) -> Notice:
    platform, _, external = rest.partition(":")
    identity, chats = await unit.people.identity(platform, external), await unit.chats.topics(platform, external)
    names = {digest_of(UserRef(platform, external)), group_name(platform, external)}
    names |= {group_name(platform, chat.group) for chat in chats}
    names |= set() if identity is None else {name_of(identity.user)}
    lifted = [row.who for row in await unit.groups.bans(*EVERYWHERE) if row.who in names]
    if not lifted:
        raise Refused("host_not_blocked", account=rest)
    for who in lifted:
        await unit.groups.remove_ban(*EVERYWHERE, who)
    return Notice("host_unblocked", {"account": rest})


async def named(unit: UnitOfWork, user: int) -> dict[str, str]:
    """A person by name and accounts, as hosts are told."""
    accounts, rows = await unit.people.identities(user), await unit.people.users([user])
    named = ", ".join(f"{one.platform}:{one.external}" for one in accounts)
    return {"name": (rows[0].name if rows else "") or "-", "account": named or "-"}


# -- complaints, maintenance
async def _reports(unit: UnitOfWork, rest: str, now: float, at: float | None) -> HostCard:
    lines = []
    for row in await unit.hosts.reports(_REPORTS):
        data = {"id": f"M{row.match}.{row.round}", "text": row.text, "moment": row.at}
        lines.append(Notice("host_report", data | await named(unit, row.user)))
    return HostCard(Notice("host_reports", {"count": len(lines)}), tuple(lines))


async def _maintain(unit: UnitOfWork, rest: str, now: float, at: float | None) -> Notice:
    if rest not in ("", "on", "off", "开", "关"):
        raise Refused("host_on_or_off")
    if rest:
        await unit.marks.put(_MAINTENANCE, "on" if rest in ("on", "开") else "")
    return Notice("host_maintenance_on" if await unit.marks.get(_MAINTENANCE) else "host_maintenance_off")


_VERBS: Final[dict[str, Callable[[UnitOfWork, str, float, float | None], Awaitable[HostCard | Notice]]]] = {
    "tables": _tables, "end": _end, "block": _block, "unblock": _unblock, "reports": _reports, "announce": _announce,
    "maintenance": _maintain, "牌桌": _tables, "结束": _end, "拉黑": _block, "解除": _unblock, "举报": _reports,
    "公告": _announce, "维护": _maintain,
}  # fmt: skip


# -- the process that is concerned
async def look(session: Session) -> bool:
    """Follow what hosts have asked for since this was done last; tells whether somebody else is blocked now."""
    hosting, now, owners = session.people.hosting, session.clock.now(), session.ownership
    async with session.store.begin() as unit:
        mark = await unit.marks.get(_MARK) or ""
        if mark == hosting.mark and not hosting.waiting:
            return False
        blocked = frozenset(row.who for row in await unit.groups.bans(*EVERYWHERE))
        maintenance, orders = bool(await unit.marks.get(_MAINTENANCE)), await unit.hosts.orders()
        if owners is None or owners.keeper:
            await unit.hosts.drop_orders(now - _STALE)
            await unit.commit()
    news = blocked - hosting.blocked
    hosting.blocked, hosting.maintenance, hosting.mark, hosting.waiting = blocked, maintenance, mark, bool(orders)
    for order in orders:
        table = session.tables.get(order.table)
        if table is not None and order.since >= now - _STALE:
            queue(session, table, _carry_out, order)
    return bool(news)


async def _carry_out(session: Session, table: Table, order: OrderRow) -> None:
    """Do at a table what was asked for, once (runs in the mailbox). Of an announcement each group reads where the table stands;
    who sits there through another place is told alone."""
    open_to_all = [place for place in table.places if not (place.private or place.chat.platform == PAGE)]
    groups = [] if table.book.home.adrift else open_to_all
    heard, about = {place.chat.id for place in groups}, {} if order.about is None else {"moment": order.about}
    notice = Notice("announced_at" if about else "announced", {"text": order.text, **about})

    async def work(draft: Book, unit: UnitOfWork) -> bool:
        if await unit.hosts.take_order(order.id) is None:
            return False  # it has been done meanwhile
        for held in draft.persons.values():
            if order.what == "end":
                draft.tell(held, Notice("host_ended", {"table": draft.id}))
            elif table.place_of(held).chat.id not in heard:
                draft.tell(held, notice)
        if order.what == "end":
            draft.votes = ()
            end_here(draft, session.clock.now())
        return order.what == "tell"

    if session.tables.get(table.id) is table and (await change(session, table, work)).value:
        for place in groups:
            target = PostTarget(place.ref, f"host:{order.since}")
            post(session, target, notice, session.language_for(None, place.chat))


HANDLERS: Final = (Direct(Admin, admin),)
