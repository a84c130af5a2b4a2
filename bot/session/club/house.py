"""``/new`` in a group, its house rules (``/defaults``), and the time for which its table waits for players (``/extend``).

What is typed wins: a preset that is named puts the group's preset and house rules aside, and every single rule that is
named the group's word on it.

A table does not wait for ever: its time is shown. Once all seats are taken it is dealt by itself after a few seconds, unless
somebody puts that off or leaves. When the time ends with seats free, nothing is dealt and nobody loses a seat: the table message
says so and the host is asked once, alone, whether AI players shall fill up. Only a table at which one person is left, and where
nothing has happened for as long again, is put aside, from where one press brings it back as it was.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.session.club import calls
from bot.session.club.results import title_of
from bot.session.host import change
from bot.session.host.clocks import LOBBY, LOBBY_SECONDS, Due
from bot.session.host.request import Answer, Change, Direct, Refused, Request
from bot.session.host.session import Session, Table
from bot.session.host.tell import lobby_question, post
from bot.session.people.directory import Person
from bot.session.play.dealing import begin
from bot.session.play.house_rules import find_options, read_clock, read_counter, read_level, read_players, read_ratings
from bot.session.play.opening import Usual, open_table, resume_table
from bot.session.port.commands import ChatRef, Command, DealCards, Defaults, Extend, NewTable, Origin
from bot.session.port.protocols import PostTarget
from bot.session.port.replies import HouseCard, HouseRules, Lobby, Menu
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from games import GAMES, find_game
from games.contract import Game
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.groups import HouseRow

__all__ = ["AROUND", "HANDLERS", "defaults", "extend", "new_table", "time_up"]

_LONGEST: Final = 86_400.0
_WARNED: Final = 1800.0  # Seconds between two sentences in one group that the bot is busy


async def extend(request: Request, draft: Book, unit: UnitOfWork, command: Extend) -> Answer:
    """Give people more time to come, or at a full table put the deal off until somebody asks for it; anybody at the table may,
    and an administrator of the group."""
    if not request.admin:
        request.seat(draft)
    if draft.row.state != "lobby":
        raise Refused("extend_too_late", table=draft.id)
    if draft.home.private:
        raise Refused("extend_nobody", table=draft.id)
    if not draft.free_seats:
        if not draft.lobby.until:
            raise Refused("extend_full", table=draft.id)
        draft.lobby = replace(draft.lobby, until=0.0)
        return Answer(Notice("deal_put_off", {"table": draft.id}))
    running = None if draft.lobby.over else request.session.clocks.of(draft.id, LOBBY)
    draft.lobby = replace(draft.lobby, over=False)
    if command.minutes is not None and command.minutes <= 0:
        draft.lobby = replace(draft.lobby, until=0.0)
        return Answer(Notice("extended_for_ever", {"table": draft.id}))
    left = 0.0 if running is None else running.remaining(request.session.clocks.uptime())
    more = LOBBY_SECONDS if command.minutes is None else command.minutes * 60.0
    seconds = min(left + more, _LONGEST)
    draft.lobby = replace(draft.lobby, until=request.session.clock.now() + seconds)
    return Answer(Notice("extended", {"table": draft.id, "minutes": round(seconds / 60)}))


async def time_up(session: Session, table: Table, due: Due) -> bool:
    """Take note that a table's time is over (runs in its mailbox); return whether it is to be put aside. One whose seats are all
    taken is dealt."""
    book = table.book
    if session.tables.get(table.id) is not table or lobby_question(session, book) != due.question:
        return False
    idle = session.clocks.uptime() - table.touched >= LOBBY_SECONDS
    if book.lobby.over and idle and len(book.persons) == 1 and book.free_seats:
        return True

    async def work(draft: Book, unit: UnitOfWork) -> None:
        if not draft.free_seats and session.people.hosting.maintenance:
            draft.lobby = replace(draft.lobby, until=0.0)
            return
        if not draft.free_seats:
            await begin(session, draft, unit)
            return
        again = draft.lobby.over
        alone = len(draft.persons) == 1
        draft.lobby = replace(
            draft.lobby, over=True, until=session.clock.now() + LOBBY_SECONDS if alone or not again else 0.0
        )
        host = next((held for held in draft.persons.values() if held.user == draft.row.host), None)
        if host is not None and not again:
            data = {"table": draft.id, "free": len(draft.free_seats)}
            buttons = (("start_with_ai", DealCards(draft.id, fill=True)), ("extend", Extend(draft.id)))
            draft.tell(host, Notice("lobby_over", data, buttons))

    try:
        await change.change(session, table, work)
    except Exception:
        session.clocks.call_again(due)
        raise
    return False


AROUND: Final = ("clock", "ratings", "counter", "players", "ai")
"""What a group can set besides the house rules of a game."""


# -- a table with the group's rules
async def new_table(
    session: Session, origin: Origin, person: Person, command: NewTable
) -> Lobby | Menu | Notice | Command:
    """Carry out /new: open a table as this group plays, or offer one that was put aside."""
    if command.resume is not None:
        return await resume_table(session, origin, person, command.resume)
    usual = await _usual(session, origin, command)
    opened = await open_table(session, origin, person, command, usual)
    if isinstance(opened, Lobby) and origin.whole is not None:
        async with session.store.begin() as unit:
            rows = await unit.groups.house(origin.whole.platform, origin.whole.external)
        return replace(opened, house=tuple(rules_of(row) for row in rows if row.game in opened.games))
    if isinstance(opened, Notice) and origin.chat is not None:
        _warn_of_load(session, origin.chat)
    if isinstance(opened, Notice) and usual.called:
        await calls.look(session, session.tables[int(str(opened.data["table"]))], person)
    return opened


def _warn_of_load(session: Session, chat: ChatRef) -> None:
    """Tell a group now and then that everything may lag here, where a table is opened while the bot can hardly send more."""
    frontend, now, page = session.frontends.get(chat.platform), session.clocks.uptime(), session.settings.page
    if frontend is None or not frontend.is_busy(chat) or now - session.talk.warned.get(chat, -_WARNED) < _WARNED:
        return
    session.talk.warned[chat] = now
    told = Notice("busy") if page is None else Notice("busy_page", {"url": page.url})
    post(session, PostTarget(chat, f"busy:{now}"), told, session.language_for(None, session.chats.at_hand(chat)))


async def _usual(session: Session, origin: Origin, command: NewTable) -> Usual:
    group, game = origin.whole, find_game(command.game)
    if group is None or game is None:
        return Usual(command)
    async with session.store.begin() as unit:
        rows = {row.game: row for row in await unit.groups.house(group.platform, group.external)}
        called = bool(await unit.groups.calls(group.platform, group.external, game.key))
    preset, own = _still_good(game, rows.get(game.key))
    around: dict[str, str] = {name: own.pop(name) for name in AROUND if name in own}
    level = around.pop("ai", "")
    if command.preset:
        preset, own = command.preset, {}
    if command.players is not None:
        around.pop("players", None)
    asked = replace(command, preset=preset, options={**own, **around, **command.options})
    return Usual(asked, level, called)


def _still_good(game: Game[Any], row: HouseRow | None) -> tuple[str, dict[str, str]]:
    """What a group has set for a game, nothing of it if today's rules do not know it any more."""
    if row is None:
        return "", {}
    options = json.loads(row.options)
    try:
        _checked(game, row.preset, options)
    except Refused:
        return "", {}
    return row.preset, options


# -- what the group has set
async def defaults(session: Session, origin: Origin, person: Person, command: Defaults) -> HouseCard:
    """Show what the group has set; an administrator sets it, or lets it be forgotten."""
    if origin.chat is None:
        raise Refused("in_group_only", name="defaults")
    game = find_game(command.game) if command.game else None
    if command.game and game is None:
        raise Refused("unknown_game", name=command.game, games=", ".join(GAMES))
    if (command.preset or command.options or command.clear) and game is None:
        raise Refused("defaults_game", example=f"defaults {next(iter(GAMES))} clock=60")
    changes = bool(command.preset or command.options or command.clear)
    if changes and not origin.admin:
        raise Refused("admins_only", name="defaults")
    async with session.store.change() as unit:
        chat = await session.chats.of(unit, origin)
        if changes and game is not None:
            await _set(unit, chat, game, command)
        rows = await unit.groups.house(chat.platform, chat.group)
    session.chats.keep(chat)
    wanted = [row for row in rows if game is None or row.game == game.key]
    return HouseCard(
        title=title_of(chat),
        rules=tuple(rules_of(row) for row in wanted if row.game in GAMES),
        game="" if game is None else game.key,
        changed="" if not changes else "forgotten" if command.clear else "set",
        admin=origin.admin,
    )


async def _set(unit: UnitOfWork, chat: ChatRow, game: Game[Any], command: Defaults) -> None:
    if command.clear:
        await unit.groups.remove_house(chat.platform, chat.group, game.key)
        return
    rows = {row.game: row for row in await unit.groups.house(chat.platform, chat.group)}
    preset, own = _still_good(game, rows.get(game.key))
    if command.preset:
        preset, own = command.preset, {name: value for name, value in own.items() if name in AROUND}
    own |= command.options
    await unit.groups.put_house(
        HouseRow(chat.platform, chat.group, game.key, preset, json.dumps(_checked(game, preset, own)))
    )


def _checked(game: Game[Any], preset: str, own: Mapping[str, str]) -> dict[str, str]:
    """Return rules as they are stored, each in its exact words; ``Refused`` if the game does not know one."""
    around = {name: own[name] for name in AROUND if name in own}
    rules = {name: value for name, value in own.items() if name not in AROUND}
    complete = find_options(game, preset, rules)
    exact = {name: _text(complete[name]) for name in rules}
    if "clock" in around:
        exact["clock"] = str(read_clock(around["clock"]))
    if "ratings" in around:
        exact["ratings"] = read_ratings(around["ratings"])
    if "counter" in around:
        exact["counter"] = "on" if read_counter(around["counter"]) else "off"
    if "players" in around:
        exact["players"] = str(read_players(game, around["players"]))
    if "ai" in around:
        exact["ai"] = read_level(game, around["ai"])
    return exact


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def rules_of(row: HouseRow) -> HouseRules:
    return HouseRules(row.game, row.preset, json.loads(row.options))


HANDLERS: Final = (Change(Extend, extend), Direct(NewTable, new_table), Direct(Defaults, defaults))
