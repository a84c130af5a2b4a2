"""What people ask for themselves, anywhere: languages, preferences, help, rules, privacy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.session.accounts import erasure, links
from bot.session.port import commands as c
from bot.session.port.updates import Body, HelpCard, Menu, MenuEntry, Notice, RulesCard
from bot.session.results import fair, history, leaderboard, replays, statistics
from bot.session.results.upkeep import refresh_ratings
from bot.session.tables.people import LANGUAGES, PREFERENCES, Person
from bot.session.tables.refresh import heed_wishes, show_group, show_reach
from bot.session.tables.request import Refused
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from games import GAMES, find_game

__all__ = ["answer"]


async def answer(session: Session, origin: c.Origin, person: Person, command: c.Command) -> Body | None:
    """Carry out a command that concerns no table; ``Refused`` with a reason."""
    match command:
        case c.Started(payload):
            return await _started(session, origin, person, payload)
        case c.Prefer(name, value):
            return await _prefer(session, person, name, value)
        case c.Language(language):
            return await _language(session, origin, person, language)
        case c.Leaderboard():
            return await leaderboard.leaders(session, origin, person, command)
        case c.Stats():
            return await statistics.stats(session, origin, person, command)
        case c.History(page):
            return await history.history(session, origin, person, page)
        case c.Replay(id, step):
            return await replays.replay(session, origin, person, id, step)
        case c.Rules(game, table, section):
            card = _rules(session, origin, person, game, table)
            return replace(card, section=section, table=table) if isinstance(card, RulesCard) else card
        case c.Help():
            return _help(session, origin, person)
        case c.Privacy():
            return Notice("privacy")
        case c.Forget(sure):
            return await erasure.forget(session, person, sure=sure)
        case c.Fair(id, number):
            return await fair.check_deal(session, origin, person, id, _table_here(session, origin, person, number))
        case c.Link(code):
            said = await links.link(session, origin, person, code)
            session.tasks.start(refresh_ratings(session))
            return said
        case c.Unlink():
            said = await links.unlink(session, origin, person)
            session.tasks.start(refresh_ratings(session))
            return said
        case c.ClosePoll():
            return Notice("closed")
        case _:
            raise AssertionError("every other command belongs to a table")


async def _write(session: Session, person: Person) -> None:
    async with session.store.begin() as unit:
        account = await unit.identity(person.ref.platform, person.ref.external)
        if account is None or account.user != person.user:
            raise Refused("account_changed")
        await session.people.write(unit, person)
        await unit.commit()
        session.people.keep(person)
        session.people.share_choices(person)


async def _started(session: Session, origin: c.Origin, person: Person, payload: str) -> Notice:
    """Private messages arrive from now on; the tables where the person sits learn of it."""
    if person.reachable is not True:
        person = replace(person, reachable=True)
        await _write(session, person)
    show_reach(session, person.user)
    number = payload.removeprefix("t")
    if payload.startswith("t") and number.isascii() and number.isdigit():
        table = session.tables.get(int(number[:9]))
        if table is not None and table.book.seat_of(person.user) is not None:
            return Notice("started_for_table", {"table": table.id})
    return Notice("started", actions=() if origin.home is None else (("new", c.NewTable()),))


# -- preferences and languages


async def _prefer(session: Session, person: Person, name: str, value: str) -> Notice:
    questions = {name for game in GAMES.values() for name in game.preferences}
    if not name:
        shown = {switch: person.prefs.get(switch, values[0]) for switch, values in PREFERENCES.items()}
        never = ", ".join(sorted(person.never)) or "-"
        return Notice("prefer_shown", {**shown, "language": person.language or "-", "never": never})
    if name == "language":
        if value not in LANGUAGES:
            raise Refused("unknown_language", name=value, allowed=", ".join(LANGUAGES))
        await _write(session, replace(person, language=value))
        return Notice("language_set", {"language": value})
    prefs: dict[str, Any] = dict(person.prefs)
    if name in PREFERENCES:
        allowed = PREFERENCES[name]
        if value not in allowed:
            raise Refused("prefer_value", option=name, value=value, allowed=" | ".join(allowed))
        prefs[name] = value
    elif name in questions:
        if value not in ("ask", "never"):
            raise Refused("prefer_value", option=name, value=value, allowed="ask | never")
        prefs["never"] = sorted(person.never | {name} if value == "never" else person.never - {name})
    else:
        raise Refused("prefer_unknown", option=name, allowed=", ".join([*PREFERENCES, "language", *sorted(questions)]))
    await _write(session, replace(person, prefs=prefs))
    if name in questions:
        heed_wishes(session, person.user)
    return Notice("prefer_set", {"option": name, "value": value})


async def _language(session: Session, origin: c.Origin, person: Person, language: str) -> Body:
    """A person's language; in a group an administrator or a host sets the group's."""
    if not language:
        entries = tuple(MenuEntry("menu.language", c.Language(code), {"language": code}) for code in LANGUAGES)
        return Menu(Notice("which_language"), entries)
    if language not in LANGUAGES:
        raise Refused("unknown_language", name=language, allowed=", ".join(LANGUAGES))
    if origin.chat is not None and (origin.admin or _hosts_here(session, origin, person)):
        await _speak(session, origin, origin.chat, language)
        mine = (("language_mine", c.Prefer("language", language)),)
        return Notice("group_language_set", {"language": language}, () if person.language == language else mine)
    await _write(session, replace(person, language=language))
    if origin.home is not None and await session.known_chat(origin.home) is not None:
        await _speak(session, origin, origin.home, language)
    return Notice("own_language_set" if _in_company(origin) else "language_set", {"language": language})


async def _speak(session: Session, origin: c.Origin, place: c.ChatRef, language: str) -> None:
    """From now on tables of this place speak this language."""
    async with session.store.begin() as unit:
        chat = replace(await session.chat_of(unit, origin), language=language)
        await unit.put_chat(chat)
        await unit.commit()
    session.keep_chat(chat)
    show_group(session, place)


def _in_company(origin: c.Origin) -> bool:
    """Whether others read along, whose language is another matter; the page is each person's own."""
    return origin.chat is not None and origin.user.platform != "web"


def _hosts_here(session: Session, origin: c.Origin, person: Person) -> bool:
    return origin.chat is not None and any(
        table.book.row.host == person.user for table in session.tables_in(origin.chat)
    )


# -- rules and help


def _table_here(session: Session, origin: c.Origin, person: Person, number: int | None = None) -> Table | None:
    """The table that somebody most likely means, without asking."""
    if number is not None:
        return session.tables.get(number)
    mine = session.tables_of(person.user)
    if origin.chat is None:
        waiting = [table for table in mine if _waits_for(table, person)]
        return next(iter(waiting or mine), None)
    here = session.tables_in(origin.chat)
    seated = [table for table in here if table in mine]
    choice = seated or here
    return choice[0] if choice else None


def _waits_for(table: Table, person: Person) -> bool:
    seat = table.book.seat_of(person.user)
    return any(entry.seat == seat for entry in table.book.awaited)


def _rules(session: Session, origin: c.Origin, person: Person, name: str, number: int | None) -> Body:
    table = _table_here(session, origin, person, number)
    if not name and table is None:
        if len(GAMES) == 1:
            return RulesCard(next(iter(GAMES)), None)
        entries = tuple(MenuEntry("menu.game", c.Rules(key), {"game": key}) for key in GAMES)
        return Menu(Notice("which_game"), entries)
    game = find_game(name) if name else None
    if name and game is None:
        raise Refused("unknown_game", name=name, games=", ".join(GAMES))
    key = game.key if game is not None else table.book.row.game if table is not None else ""
    if table is not None and table.book.row.game == key:
        return RulesCard(key, table.book.options, table.book.row.preset)
    return RulesCard(key, None)


def _help(session: Session, origin: c.Origin, person: Person) -> HelpCard:
    where = "private" if origin.chat is None else "page" if origin.user.platform == "web" else "group"
    table = _table_here(session, origin, person)
    if table is None:
        return HelpCard(
            where, ("new_private", "join_group", "rules") if where == "private" else ("new", "rules", "leaderboard")
        )
    book = table.book
    seat = book.seat_of(person.user)
    if seat is None:
        full = len(book.persons) == book.row.players
        return HelpCard(where, ("new", "rules") if full else ("join", "new", "rules"), table.id)
    steps: tuple[str, ...]
    if book.row.state == "lobby":
        steps = ("ai", "deal", "rules") if book.free_seats else ("deal", "rules")
    elif book.playing:
        waited = _waits_for(table, person)
        away = book.seats[seat].away
        steps = ("back",) if away else ("play", "hand", "rules") if waited else ("wait", "hand", "rules")
    else:
        steps = ("ready", "deal", "leaderboard") if book.row.state == "between" else ("deal", "end", "leaderboard")
    return HelpCard(where, steps, table.id)
