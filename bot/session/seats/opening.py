"""Opening a table, and going on with one that was put aside."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.session.people.directory import Person, is_banned
from bot.session.places.place import chats_of, titled
from bot.session.port.buttons import fits
from bot.session.port.commands import NewTable, Origin
from bot.session.port.commands.table import LEVELS
from bot.session.port.replies import Lobby, Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.seats import foreign, places
from bot.session.seats.invitations import new_secret
from bot.session.state import stored
from bot.session.state.book import Book
from bot.session.state.stored import is_adrift
from bot.session.tables import change
from bot.session.tables.clocks import LOBBY_SECONDS
from bot.session.tables.outlets import PAGE
from bot.session.tables.refresh import show_again
from bot.session.tables.request import Refused
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from games import GAMES, find_game
from games.base.errors import OptionError
from games.base.options import Options
from games.contract import Game
from storage.api import ChatRow, SeatRow, TableRow, UnitOfWork

__all__ = [
    "CLOCK",
    "Usual",
    "find_options",
    "open_table",
    "read_clock",
    "read_counter",
    "read_level",
    "read_players",
    "resume_table",
]

CLOCK: Final = (10, 72 * 3600)
"""The shortest and the longest time to act that a table may choose, in seconds; 0 is no clock."""
_TIME: Final = re.compile(r"([0-9]{1,6})(?:(s|sec|秒)|(m|min|分钟?)|(h|小时|个小时))?")
"""A time to act as people write it: ``90``, ``90s``, ``5m``, ``24h``, ``24小时``."""
RATINGS: Final = ("on", "people", "off")
"""Whose ratings a table's rounds change: everybody's, nobody's where AI players sit, nobody's; the first is usual."""
_SWITCH: Final = {"on": True, "开": True, "off": False, "关": False}


@dataclass(frozen=True, slots=True)
class Usual:
    """What a group adds to a table that is opened there. ``command``: what was asked for, with the group's own house rules;
    ``level``: of AI players; ``called``: somebody is called to it and may come by invitation."""

    command: NewTable
    level: str = ""
    called: bool = False


async def open_table(
    session: Session, origin: Origin, person: Person, command: NewTable, usual: Usual | None = None
) -> Lobby | Menu | Notice:
    """Open a table. Returns what to answer; the table is durable and shown."""
    usual = usual or Usual(command)
    if origin.place is None:
        raise Refused("group_only", name="new")
    if not command.game:
        return _which_game(command)
    game = find_game(command.game)
    if game is None:
        raise Refused("unknown_game", name=command.game, games=", ".join(GAMES))
    asked, given = usual.command, dict(usual.command.options)
    usual_clock = "clock" not in given
    clock = read_clock(given.pop("clock")) if "clock" in given else session.settings.turn_seconds
    ratings = read_ratings(given.pop("ratings")) if "ratings" in given else RATINGS[0]
    counter = read_counter(given.pop("counter")) if "counter" in given else True
    level = read_level(game, given.pop("ai")) if "ai" in given else usual.level
    players = given.pop("players", None) or asked.players
    options = find_options(game, asked.preset, given)
    count = read_players(game, players)
    places.check_place(origin)
    if not command.fresh:
        parked, own = await places.parked_in(session, origin), await places.parked_of(session, person)
        unfinished = [row for row in parked if row in own and row.state in ("playing", "between")]
        if unfinished:
            raise Refused.with_body(_unfinished(unfinished, command))
    row = TableRow(
        id=0,
        chat=0,
        game=game.key,
        options=json.dumps(dict(options)),
        preset=asked.preset or game.presets[0].key,
        players=count,
        state="lobby",
        host=person.user,
        clock=clock,
        seed="" if session.settings.seed is None else json.dumps(session.settings.seed),
        created_at=session.clock.now(),
        touched_at=session.clock.now(),
    )
    async with session.opening:
        table = await _write(
            session, origin, person, row, options, ratings, counter, usual_clock, replace(usual, level=level)
        )
    before = Book(row=table.book.row, options=options, seats={})
    change.settle(session, table, before)
    return Notice("table_opened", {"table": table.id, "game": row.game, "preset": row.preset})


async def _check_number(session: Session, unit: UnitOfWork, chat: ChatRow, origin: Origin, person: Person) -> None:
    """Refused where there are very many tables already. The page counts by itself what it opens, a room for each."""
    most = session.settings
    if origin.page:
        return
    seated = [table.book.row for table in await foreign.of_person(session, person.user, unit)]
    mine = [row.id for row in seated if row.host == person.user and row.state != "over"]
    if len(mine) >= most.tables_of_person:
        names = ", ".join(f"#{number}" for number in mine)
        raise Refused("tables_of_person", most=most.tables_of_person, tables=names)
    here = await _count_in_group(session, unit, chat)
    if here >= most.tables_of_group:
        raise Refused("tables_of_group", most=most.tables_of_group)


async def _count_in_group(session: Session, unit: UnitOfWork, chat: ChatRow) -> int:
    if not session.complete:
        return await unit.open_in_group(chat.id)
    group = (chat.platform, chat.group)
    return sum((table.chat.platform, table.chat.group) == group for table in session.tables.values())


def _which_game(command: NewTable) -> Lobby:
    """Return the games to choose from, with all else that was said already."""
    known = tuple(key for key, game in GAMES.items() if command.preset in {preset.key for preset in game.presets})
    if command.preset and not known:
        raise Refused("unknown_preset", name=command.preset, allowed=", ".join(_all_presets()))
    given = dict(command.options) | ({"players": str(command.players)} if command.players is not None else {})
    return Lobby(known or tuple(GAMES), command.preset, given)


def _all_presets() -> list[str]:
    return list(dict.fromkeys(preset.key for game in GAMES.values() for preset in game.presets))


async def _write(
    session: Session,
    origin: Origin,
    person: Person,
    row: TableRow,
    options: Options,
    ratings: str,
    counter: bool,
    usual_clock: bool,
    usual: Usual,
) -> Table:
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
        await _check_number(session, unit, chat, origin, person)
        ref, title = origin.user, titled(chat, origin.chat_title)

        def fill(draft: Book) -> None:
            draft.seats[0] = SeatRow(
                draft.id, 0, person.user, None, row.created_at, platform=ref.platform, external=ref.external
            )
            draft.terms = replace(draft.terms, ratings=ratings, usual_clock=usual_clock)
            draft.home = replace(draft.home, private=origin.chat is None)
            draft.terms = replace(draft.terms, counter=counter)
            if not draft.home.private and origin.chat is not None and origin.chat.platform != PAGE:
                draft.lobby = replace(draft.lobby, until=row.created_at + LOBBY_SECONDS)
            draft.terms = replace(draft.terms, level=usual.level)
            draft.home = replace(draft.home, invite=new_secret() if usual.called else "")
            if origin.ephemeral:
                draft.people = replace(draft.people, ephemeral=frozenset({person.user}))
            places.say_lacking(draft, title, person.ref, origin.lacking)
            hello(draft, origin, person, chat)

        book = await change.create(session, unit, replace(row, chat=chat.id), options, fill)
        if origin.update:
            effect = change.effect_text(True, "table_opened")
            await unit.remember(ref.platform, origin.update, effect, session.clock.now())
        await unit.commit()
    session.keep_chat(chat)
    table = session.make_table(book, chat)
    session.add_table(table)
    return table


def hello(book: Book, origin: Origin, person: Person, chat: ChatRow) -> None:
    """Say a first private word with the next news: it shows whether private messages arrive at all. Whoever is known to get them
    needs none."""
    if origin.home is not None or person.reachable:
        return
    if book.home.private and chat.id == book.row.chat:
        told = Notice("joined_hello_private", {"table": book.id, "game": book.row.game}, quiet=True)
        book.says.tells.append((person.ref, told))
        return
    data = {"table": book.id, "game": book.row.game, "chat": titled(chat, origin.chat_title)}
    book.says.tells.insert(0, (person.ref, Notice("joined_hello", data, quiet=True)))


# -- house rules


def find_options(game: Game[Any], preset: str, given: Mapping[str, object]) -> Options:
    """Return the complete house rules of a preset and what is named besides."""
    known = {entry.key: entry for entry in game.presets}
    if preset and preset not in known:
        raise Refused("unknown_preset", name=preset, allowed=", ".join(known))
    base = known[preset].options if preset else {}
    names = [option.name for option in game.option_set.options]
    for name in given:
        if name not in names:
            raise Refused(
                "option_unknown", name=name, allowed=", ".join((*names, "ai", "clock", "counter", "preset", "ratings"))
            )
    try:
        return game.option_set.complete({**base, **given})
    except OptionError as error:
        raise Refused(
            "option_refused", option=error.name, value=str(error.value), allowed=error.allowed, game=game.key
        ) from None


def read_clock(text: str) -> int:
    """Return a time to act in seconds, from its text: 0 or within ``CLOCK``."""
    plain = "".join(unicodedata.normalize("NFKC", text).lower().split())
    if plain in {"off", "0", "关", "不限时"}:
        return 0
    found = _TIME.fullmatch(plain)
    seconds = 0 if found is None else int(found[1]) * (3600 if found[4] else 60 if found[3] else 1)
    low, high = CLOCK
    if not low <= seconds <= high:
        allowed = f"{low}s | 5m | 24h | {high // 3600}h | off"
        raise Refused("option_refused", option="clock", value=text, allowed=allowed, game="")
    return seconds


def read_ratings(text: str) -> str:
    """Return the table's word on ratings, one of ``RATINGS``."""
    word = text.strip().lower()
    if word not in RATINGS:
        raise Refused("option_refused", option="ratings", value=text, allowed=" | ".join(RATINGS), game="")
    return word


def read_counter(text: str) -> bool:
    """Return whether a table lets people ask which cards are still out, from its text."""
    word = text.strip().lower()
    if word not in _SWITCH:
        raise Refused("option_refused", option="counter", value=text, allowed="on | off", game="")
    return _SWITCH[word]


def read_level(game: Game[Any], text: str) -> str:
    """Return how strong AI players of a table are, from its text in either language."""
    word = text.strip().lower()
    level = LEVELS.get(word, word)
    if level not in game.levels:
        raise Refused("unknown_level", level=text, allowed=" | ".join(game.levels))
    return level


def read_players(game: Game[Any], given: int | str | None) -> int:
    """Return how many seats a table has: what was asked for, else what the game is usually played with."""
    low, high = game.seats[0], game.seats[-1]
    if given is None:
        return min(max(4, low), high)
    text = str(given).strip()
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        if low == high:
            raise Refused("players_fixed", given=text, players=low, game=game.key)
        raise Refused("players_refused", given=text, low=low, high=high)
    return int(text)


# -- tables put aside


def _unfinished(parked: list[TableRow], command: NewTable) -> Menu:
    entries = [places.resume_entry(row, NewTable(resume=row.id)) for row in parked[:5]]
    fresh = NewTable(command.game, command.preset, command.options, command.players, fresh=True)
    if fits(fresh):
        entries.append(MenuEntry("menu.fresh", fresh))
    return Menu(Notice("unfinished_here"), tuple(entries))


async def resume_table(session: Session, origin: Origin, person: Person, number: int) -> Notice:
    """Take a parked table up again, with everything as it was; its clocks wait until it is shown.

    In its home anybody may do that, in private and in its guest places whoever sits at it, without any place everywhere.
    """
    places.check_place(origin)
    here = None if origin.place is None else await session.known_chat(origin.place)
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        row = await unit.table(number)
        if row is None:
            raise Refused("no_such_table", table=number)
        fence = 0
        if session.ownership is not None and row.parked:  # of two who take it up the second sees that
            fence = await unit.own(number, session.ownership.worker)
            row = await unit.table(number) or row
        chat = await unit.chat(row.chat)
        seated = any(seat.user == person.user for seat in await unit.seats(number))
        at_home = origin.chat is not None and here is not None and row.chat == here.id
        guest = here is not None and any(there.chat == here.id for there in await unit.places(number))
        if chat is None or not (at_home or (seated and (origin.chat is None or guest or is_adrift(row)))):
            raise Refused("table_elsewhere", table=number)
        if not row.parked or row.state == "closed":
            raise Refused("not_parked", table=number)
        table = await unpark(session, unit, row, chat, fence)
        if origin.update:
            effect = change.effect_text(True, "resumed")
            await unit.remember(origin.user.platform, origin.update, effect, session.clock.now())
        await unit.commit()
    session.add_table(table)
    show_again(session, table)
    return Notice("resumed", {"table": number})


async def unpark(session: Session, unit: UnitOfWork, row: TableRow, chat: ChatRow, fence: int) -> Table:
    """Return a parked table as it was, to be committed by the caller; a round under older rules is voided."""
    loaded = await stored.load(unit, row)
    loaded.fence = fence
    book, _ = await change.take_up(session, unit, loaded, touched_at=session.clock.now())
    await session.people.read_seated(unit, book.participants)
    return session.make_table(book, chat, await chats_of(unit, book), held=True)
