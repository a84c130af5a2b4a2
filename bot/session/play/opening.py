"""Opening a table, dealing there, and going on with one that was put aside; the first round after a lesson."""

import json
from dataclasses import dataclass, replace
from typing import Final

from bot.session.host import change
from bot.session.host.clocks import LOBBY_SECONDS
from bot.session.host.request import Answer, Change, Direct, Refused, Request
from bot.session.host.session import Session, Surroundings, Table
from bot.session.host.tell import show_again
from bot.session.people.directory import Person, is_banned
from bot.session.play import house_rules, lookup, places
from bot.session.play.dealing import begin
from bot.session.play.places import hello, new_secret
from bot.session.port.buttons import fits
from bot.session.port.commands import Command, DealCards, FirstRound, Join, NewTable, Origin
from bot.session.port.page import PAGE
from bot.session.port.replies import Body, Lobby, Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.state import rounds, stored
from bot.session.state.book import Book
from bot.session.state.guests import chats_of, titled
from games import GAMES, find_game
from games.base.options import Options
from storage.api import StoreError, UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.tables import Home, SeatRow, TableRow, Terms

__all__ = ["HANDLERS", "LEVEL", "Usual", "deal", "first_round", "open_table", "park", "resume_table"]

LEVEL: Final = "easy"

_UNHURRIED: Final = {"clock": "off", "ratings": "off"}


@dataclass(frozen=True, slots=True)
class Usual:
    """What a group adds to a table that is opened there. ``command``: what was asked for, with the group's own house rules;
    ``level``: of AI players; ``called``: somebody is called to it and may come by invitation."""

    command: NewTable
    level: str = ""
    called: bool = False


async def open_table(
    session: Session, origin: Origin, person: Person, command: NewTable, usual: Usual | None = None
) -> Lobby | Menu | Notice | Command:
    usual = usual or Usual(command)
    if origin.place is None:
        raise Refused("group_only", name="new")
    if session.people.hosting.maintenance:
        raise Refused("maintenance")
    if not command.game:
        return _which_game(command)
    game = find_game(command.game)
    if game is None:
        raise Refused("unknown_game", name=command.game, games=", ".join(GAMES))
    asked, given = usual.command, dict(usual.command.options)
    usual_clock = "clock" not in given
    clock = house_rules.read_clock(given.pop("clock")) if "clock" in given else session.settings.turn_seconds
    ratings = house_rules.read_ratings(given.pop("ratings")) if "ratings" in given else house_rules.RATINGS[0]
    counter = house_rules.read_counter(given.pop("counter")) if "counter" in given else True
    level = house_rules.read_level(game, given.pop("ai")) if "ai" in given else usual.level
    players = given.pop("players", None) or asked.players
    options = house_rules.find_options(game, asked.preset, given)
    count = house_rules.read_players(game, players)
    places.check_place(origin)
    if not command.fresh:
        parked, own = await lookup.parked_in(session, origin), await lookup.parked_of(session, person)
        unfinished = [row for row in parked if row in own and row.state in ("playing", "between")]
        if unfinished:
            raise Refused.with_body(_unfinished(unfinished, command))
    seed = "" if session.settings.seed is None else json.dumps(session.settings.seed)
    row = TableRow(
        id=0,
        chat=0,
        game=game.key,
        options=json.dumps(dict(options)),
        preset=asked.preset or game.presets[0].key,
        players=count,
        state="lobby",
        host=person.user,
        terms=Terms(clock, seed, usual_clock=usual_clock, level=level, ratings=ratings, counter=counter),
        created_at=session.clock.now(),
        touched_at=session.clock.now(),
    )
    async with session.tables.opening:
        if origin.single and origin.chat is not None and (here := await lookup.in_chat(session, origin.chat)):
            return Join(here[0].id)
        table = await _write(session, origin, person, row, options)
    if isinstance(table, Join):
        return table
    before = Book(row=table.book.row, options=options, seats={})
    change.settle(session, table, before)
    if origin.single and not person.reachable:
        return Notice("joined_start", {"table": table.id, "seat": 1}, start_link=table.id)
    return Notice("table_opened", {"table": table.id, "game": row.game, "preset": row.preset})


async def _check_number(session: Session, unit: UnitOfWork, chat: ChatRow, origin: Origin, person: Person) -> None:
    """Refused where there are very many tables already. The page counts by itself what it opens, a room for each."""
    most = session.settings
    if origin.page:
        return
    seated = [table.book.row for table in await lookup.of_person(session, person.user, unit)]
    mine = [row.id for row in seated if row.host == person.user and row.state != "over"]
    if len(mine) >= most.tables_of_person:
        names = ", ".join(f"#{number}" for number in mine)
        raise Refused("tables_of_person", most=most.tables_of_person, tables=names)
    here = await _count_in_group(session, unit, chat)
    if here >= most.tables_of_group:
        raise Refused("tables_of_group", most=most.tables_of_group)


async def _count_in_group(session: Session, unit: UnitOfWork, chat: ChatRow) -> int:
    if not session.complete:
        return await unit.tables.count_in_group(chat.id)
    group = (chat.platform, chat.group)
    return sum((table.chat.platform, table.chat.group) == group for table in session.tables.values())


def _which_game(command: NewTable) -> Lobby:
    """The games to choose from, with all else that was said already."""
    known = tuple(key for key, game in GAMES.items() if command.preset in {preset.key for preset in game.presets})
    if command.preset and not known:
        presets = dict.fromkeys(preset.key for game in GAMES.values() for preset in game.presets)
        raise Refused("unknown_preset", name=command.preset, allowed=", ".join(presets))
    given = dict(command.options) | ({"players": str(command.players)} if command.players is not None else {})
    return Lobby(known or tuple(GAMES), command.preset, given)


async def _write(session: Session, origin: Origin, person: Person, row: TableRow, options: Options) -> Table | Join:
    """Open the table; where another worker has just done so in a chat for one alone, what leads there."""
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        known = await session.people.find(unit, origin.user)
        if known is None or known.user != person.user:
            raise Refused("account_changed")  # joined, parted or forgotten while this waited in line
        if session.ownership is not None and not await session.people.is_still(unit, person):
            raise Refused("account_changed")
        chat = await places.chat_for(session, unit, origin, person)
        if await is_banned(unit, origin, person, chat):
            raise Refused("banned_here")
        if origin.single and session.ownership is not None:
            await unit.chats.put(chat)  # its row is held until the end: of several only one finds no table there
            if opened := await unit.tables.open_in(chat.id):
                return Join(opened[0].id)
        await _check_number(session, unit, chat, origin, person)
        ref, title = origin.user, titled(chat, origin.chat_title)

        def fill(draft: Book) -> None:
            draft.seats[0] = SeatRow(
                draft.id, 0, person.user, None, row.created_at, platform=ref.platform, external=ref.external
            )
            draft.home = Home(private=origin.chat is None, invite=new_secret())
            if not draft.home.private and origin.chat is not None and origin.chat.platform != PAGE:
                draft.lobby = replace(draft.lobby, until=row.created_at + LOBBY_SECONDS)
            if origin.ephemeral:
                draft.people = replace(draft.people, ephemeral=frozenset({person.user}))
            places.say_lacking(draft, title, person.ref, origin.lacking)
            hello(draft, origin, person, chat)

        book = await change.create(session, unit, replace(row, chat=chat.id), options, fill)
        await change.remember(session, unit, origin)
        await unit.commit()
    session.keep_chat(chat)
    table = session.tables.make(book, chat)
    session.add_table(table)
    return table


# -- tables put aside
def _unfinished(parked: list[TableRow], command: NewTable) -> Menu:
    entries = [lookup.resume_entry(row, NewTable(resume=row.id)) for row in parked[:5]]
    fresh = NewTable(command.game, command.preset, command.options, command.players, fresh=True)
    if fits(fresh):
        entries.append(MenuEntry("menu.fresh", fresh))
    return Menu(Notice("unfinished_here"), tuple(entries))


async def resume_table(session: Session, origin: Origin, person: Person, number: int) -> Notice:
    """Take a parked table up again, with everything as it was; its clocks wait until it is shown. In its home anybody
    may do that, in private and in its guest places whoever sits at it, without any place everywhere."""
    if session.people.hosting.maintenance:
        raise Refused("maintenance")
    places.check_place(origin)
    here = None if origin.place is None else await session.chats.known(origin.place)
    async with change.once(session, origin) as unit:
        row = await unit.tables.get(number)
        if row is None:
            raise Refused("no_such_table", table=number)
        fence = 0
        if session.ownership is not None and row.parked:  # of two who take it up the second sees that
            fence = await unit.owners.give(number, session.ownership.worker)
            row = await unit.tables.get(number) or row
        chat = await unit.chats.get(row.chat)
        seated = any(seat.user == person.user for seat in await unit.tables.seats(number))
        at_home = origin.chat is not None and here is not None and row.chat == here.id
        guest = here is not None and any(there.chat == here.id for there in await unit.tables.places(number))
        if chat is None or not (at_home or (seated and (origin.chat is None or guest or row.home.adrift))):
            raise Refused("table_elsewhere", table=number)
        if not row.parked or row.state == "closed":
            raise Refused("not_parked", table=number)
        table = await unpark(session, unit, row, chat, fence)
    session.add_table(table)
    show_again(session, table)
    return Notice("resumed", {"table": number})


async def unpark(session: Session, unit: UnitOfWork, row: TableRow, chat: ChatRow, fence: int) -> Table:
    """A parked table as it was, to be committed by the caller; a round under older rules is voided."""
    loaded = await stored.load(unit, row)
    loaded.fence = fence
    book, _ = await change.take_up(session, unit, loaded, touched_at=session.clock.now())
    await session.people.read_seated(unit, book.participants)
    return session.tables.make(book, chat, await chats_of(unit, book), held=True)


async def park(session: Session, table: Table) -> None:
    """Put a table aside with everything it has (runs in its mailbox)."""
    if session.tables.get(table.id) is not table:
        return
    session.clocks.hold(table.id, session.clocks.uptime())

    async def work(draft: Book, unit: UnitOfWork) -> None:
        put_aside(session, draft)

    try:
        await change.change(session, table, work)
    except StoreError:
        session.clocks.release(table.id, session.clocks.uptime())
        raise


def put_aside(session: Session, draft: Book) -> None:
    draft.row = replace(draft.row, parked=True)
    for seat, held in draft.seats.items():
        clock = session.clocks.of(draft.id, seat)
        if clock is not None:
            draft.seats[seat] = replace(held, remaining=clock.remaining(session.clocks.uptime()))


# -- dealing there
async def deal(request: Request, draft: Book, unit: UnitOfWork, command: DealCards) -> Answer:
    """Start the match, the next round, or another match with the same seats. A table that has lost its place goes on in the
    group where this is asked."""
    if draft.home.adrift and request.origin.chat is not None:
        return await places.go_on_here(request, draft, unit, command)
    request.seat(draft)
    if command.fill:
        rounds.regroup(draft, request.session.clock.now())
        _fill(request.session, draft, draft.terms.level or rounds.stand_in_level(draft))
    try:
        await begin(request.session, draft, unit, request.person.user)
    except Refused as refused:
        if not command.fill or draft.row.state != "lobby":
            raise
        return Answer(refused.body)  # with all seats taken it is dealt by itself once everybody gets their cards
    if command.fill and request.origin.ephemeral:  # they look here, and nobody else is asked before them
        return Answer(panel=request.seat(draft))
    return Answer(Notice("dealt", {"table": draft.id, "round": draft.row.round}))


def _fill(session: Surroundings, draft: Book, level: str) -> None:
    now = session.clock.now()
    draft.seats |= {seat: SeatRow(draft.id, seat, None, level, now) for seat in draft.free_seats}


async def taken_up(session: Session, origin: Origin, person: Person, command: DealCards) -> Body | None:
    """Where a table was put aside: take up the one that is named, or the only one of who sits at no other that is on."""
    if command.table is not None:
        if command.table in session.tables:
            return None
        own = await lookup.parked_of(session, person)
        rows = await lookup.parked_in(session, origin)
        rows += [row for row in own if origin.chat is None or row.home.adrift]
        named = next((row for row in rows if row.id == command.table), None)
        return None if named is None else await _resumed(session, origin, person, named)
    seated = await lookup.of_person(session, person.user)
    if origin.chat is not None:
        here = {table.id for table in await lookup.in_chat(session, origin.chat)}
        seated = [table for table in seated if table.id in here]
    states = {table.book.row.state for table in seated}
    if states - {"over"}:
        return None
    parked, own = await lookup.parked_in(session, origin), await lookup.parked_of(session, person)
    mine = [row for row in own if origin.chat is None or row in parked or row.home.adrift]
    rows = [row for row in mine if row.state != "over"] or ([] if states else mine or parked)
    if len(rows) == 1 and rows[0] in own:
        return await _resumed(session, origin, person, rows[0])
    return lookup.offer_parked(rows) if rows else None


async def _resumed(session: Session, origin: Origin, person: Person, row: TableRow) -> Body | None:
    """Take a table up; one that has lost its place goes on in this group next, as if it had been open."""
    if origin.chat is None or not row.home.adrift:
        return await resume_table(session, origin, person, row.id)
    # The update is remembered with what comes next.
    await resume_table(session, replace(origin, update=""), person, row.id)
    return None


# -- the first round after a lesson
async def first_round(
    session: Session, origin: Origin, person: Person, command: FirstRound
) -> Lobby | Menu | Notice | Command:
    """Open a table here, fill it with easy AI players and deal. Nobody's time runs there, and nobody's rating changes."""
    opened = await open_table(session, origin, person, NewTable(command.game, "", _UNHURRIED, fresh=True))
    if not isinstance(opened, Notice):
        return opened
    table = session.tables[int(str(opened.data["table"]))]

    async def work(draft: Book, unit: UnitOfWork) -> None:
        _fill(session, draft, LEVEL)
        await begin(session, draft, unit)

    table.attention.looking[person.user] = session.clocks.uptime()  # they pressed it where their hand is shown now
    await table.mailbox.call(lambda: change.change(session, table, work))
    return Notice("first_round_dealt", {"table": table.id})


HANDLERS: Final = (Change(DealCards, deal, first=taken_up), Direct(FirstRound, first_round))
