"""What people ask for themselves, anywhere: languages, preferences, help, rules, privacy; and the hours of their day.

The hours say when nothing may ring, when somebody wants to hear once what waits, and where on earth that is."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.session.host.refresh import follow_preferences, show_group, show_reach
from bot.session.host.request import Direct, Refused, write
from bot.session.host.session import Seen, Session
from bot.session.people.directory import LANGUAGES, Person
from bot.session.people.quiet import QuietHours, hour_text, likely, local, quiet_hours, read_hour, read_hours, read_zone
from bot.session.play import lookup
from bot.session.play.lookup import table_here, waits_for
from bot.session.port import commands as c
from bot.session.port.commands import Command
from bot.session.port.commands.anywhere import PREFERENCES, USUAL_HOURS
from bot.session.port.replies import Body, HelpCard, Menu, MenuEntry, RulesCard
from bot.session.port.updates import Notice
from bot.session.state import guests
from bot.session.state.guests import places_of, titled
from games import GAMES, find_game

__all__ = [
    "HANDLERS", "HOURS", "LESSON_LINK", "close_poll", "help_here", "hours_shown", "language", "prefer", "privacy",
    "rules", "set_hours", "started",
]  # fmt: skip

HOURS: Final[Mapping[str, str]] = {"quiet": "23-8 | off", "digest": "9 | off", "zone": "Asia/Shanghai | Berlin | UTC+8"}
"""Preferences that are about hours, with what may be said."""
_OFF: Final = frozenset({"off", "关", "无", "none", "never"})
_CLOCK: Final = r"\d{1,2}(?::\d{2})?(?:点半?|h)?"
_SAID: Final = {
    "quiet": re.compile(rf"({_CLOCK}\s*[-–—~到至]\s*{_CLOCK})\s*(.*)"),
    "digest": re.compile(rf"({_CLOCK})\s*(.*)"),
    "zone": re.compile(r"()(.+)"),
}
"""The hours, and after them perhaps a time zone."""


def hours_shown(prefs: Mapping[str, Any]) -> dict[str, str]:
    quiet, digest = quiet_hours(prefs), read_hour(str(prefs.get("digest", "")))
    return {
        "quiet": "-" if quiet is None else quiet.text,
        "digest": "-" if digest is None else hour_text(digest),
        "zone": str(prefs.get("zone", "-")),
    }


async def set_hours(
    session: Session, person: Person, name: str, value: str, again: Callable[[str], Command]
) -> tuple[Person, Body]:
    """Return the person with the hours that they have said, and what to answer; where nobody knows the zone it is asked for, with
    buttons that say the same ``again`` with it."""
    prefs: dict[str, Any] = dict(person.prefs)
    if not value:
        return person, _choice(session, person, name, again)
    if value in _OFF and name != "zone":
        prefs.pop(name, None)
        return replace(person, prefs=prefs), Notice("quiet_off" if name == "quiet" else "digest_off")
    said = _SAID[name].fullmatch(value)
    hours = None if said is None else _hours(name, said[1])
    if said is None or hours is None:
        raise Refused("prefer_value", option=name, value=value, allowed=HOURS[name])
    zone = read_zone(said[2]) if said[2] else prefs.get("zone")
    if said[2] and zone is None:
        raise Refused("zone_unknown", part=said[2][:40])
    if not zone:
        return person, _which_zone(session, person, f"{name} {''.join(said[1].split())}", again)
    prefs["zone"] = zone
    if hours:
        prefs[name] = hours
        prefs["told"] = {**prefs.get("told", {}), **_passed(prefs, session.clock.now())}
    now = local(session.clock.now(), zone)
    data = {"zone": zone, "time": hour_text(now.hour * 60 + now.minute)}
    return replace(person, prefs=prefs), _answer(name, prefs, data)


def _answer(name: str, prefs: Mapping[str, Any], data: Mapping[str, str]) -> Notice:
    quiet = quiet_hours(prefs)
    if name == "quiet" and quiet is not None:
        return Notice("quiet_set", {**data, "hours": quiet.text, "end": hour_text(quiet.end)})
    if name == "digest":
        return Notice("digest_set", {**data, "hour": hours_shown(prefs)["digest"]})
    return Notice("zone_set", data)


def _passed(prefs: Mapping[str, Any], now: float) -> dict[str, str]:
    """The days for which nothing is told any more: their hours were over before they were chosen."""
    quiet, digest, there = quiet_hours(prefs), read_hour(str(prefs.get("digest", ""))), local(now, prefs["zone"])
    told = {} if quiet is None else {"quiet": quiet.ended(now).isoformat()}
    if digest is not None and there.hour * 60 + there.minute >= digest:
        told["digest"] = there.date().isoformat()
    return told


def _hours(name: str, text: str) -> str | None:
    """Return hours as they are stored; ``""`` where none are said; ``None`` for what is no time of day."""
    if name == "zone":
        return ""
    if name == "digest":
        hour = read_hour(text)
        return None if hour is None else hour_text(hour)
    span = read_hours(text)
    return None if span is None else QuietHours(*span, "").text.replace("–", "-")


def _choice(session: Session, person: Person, name: str, again: Callable[[str], Command]) -> Menu:
    """What people choose most, each with its button."""
    if name == "zone":
        return _which_zone(session, person, name, again)
    entries = [MenuEntry("menu.hours", again(f"{name} {said}"), {"hours": said}) for said in USUAL_HOURS[name]]
    return Menu(
        Notice("which_quiet" if name == "quiet" else "which_digest"),
        (*entries, MenuEntry("menu.off", again(f"{name} off"))),
    )


def _which_zone(session: Session, person: Person, said: str, again: Callable[[str], Command]) -> Menu:
    zones = likely(session.language_for(person, None))
    entries = tuple(MenuEntry("menu.zone", again(f"{said} {zone}"), {"zone": zone}) for zone in zones)
    return Menu(Notice("which_zone", {"example": f"{said} Europe/Paris"}), entries)


_TOPICS: Final = {
    "table": ("牌桌",), "play": ("打牌",), "days": ("慢慢打",), "past": ("战绩",), "group": ("本群",), "me": ("个人",),
}  # fmt: skip
"""What the commands are told by, with further names."""
LESSON_LINK: Final = "learn-"  # How the payload of a link to a lesson in the private chat begins; the game follows


async def started(session: Session, origin: c.Origin, person: Person, command: c.Started) -> Notice | c.Command:
    """Private messages arrive from now on; the tables where the person sits learn of it. Whoever followed an invitation joins."""
    payload = command.payload
    if person.reachable is not True:
        person = replace(person, reachable=True)
        await write(session, person)
    show_reach(session, person.user)
    mine = [table for table in await lookup.of_person(session, person.user) if table.book.row.state != "over"]
    if (accepted := command.accepts) is not None:
        here = [table for table in mine if payload.startswith(f"{c.TO_SIT}{table.id}-")]
        return _seated(here[0], person) if here else accepted
    if payload.startswith(LESSON_LINK):
        return c.Learn(payload.removeprefix(LESSON_LINK))
    if payload.startswith(f"{c.ASKS_FOR_INVITATION}T"):
        return c.InviteToTournament(code=payload.removeprefix(c.ASKS_FOR_INVITATION))
    if (invites := command.table_after(c.ASKS_FOR_INVITATION)) is not None:
        return c.Invite(invites)
    if payload == c.TO_SIGN_UP:
        return Notice("started_for_tournament")
    number = command.table_after("t")
    for table in sorted(mine, key=lambda table: (table.id == number, table.id), reverse=True)[:1]:
        return _seated(table, person)
    return Notice("started", actions=() if origin.home is None else (("new", c.NewTable()),))


def _seated(table: Seen, person: Person) -> Notice:
    """What confirms a seat in private, with the way back to the table."""
    book = table.book
    through = next(guests.place_of(book, held) for held in book.persons.values() if held.user == person.user)
    place = next(place for place in places_of(book, table.chat, table.guests) if place.chat.id == through)
    told = {"table": book.id, "game": book.row.game, "chat": titled(place.chat, place.chat.group_title)}
    if place.private or book.home.adrift:
        return Notice("joined_hello_private", told)
    return Notice("joined_hello", told, back=(book.id, place.ref, place.message))


# -- preferences and languages
async def prefer(session: Session, origin: c.Origin, person: Person, command: c.Prefer) -> Body:
    name, value = command.name, command.value
    questions = {name for game in GAMES.values() for name in game.preferences}
    if not name:
        shown = {switch: person.prefs.get(switch, values[0]) for switch, values in PREFERENCES.items()}
        never = ", ".join(sorted(person.never)) or "-"
        shown |= hours_shown(person.prefs)
        return Notice("prefer_shown", {**shown, "language": person.language or "-", "never": never})
    taken = {**PREFERENCES, "language": LANGUAGES, **dict.fromkeys(questions, ("ask", "never"))}
    if not value and name in taken:
        entries = [
            MenuEntry("menu.value", replace(command, value=one), {"option": name, "value": one}) for one in taken[name]
        ]
        return Menu(Notice("which_value", {"option": name}), tuple(entries))
    if name == "language":
        if value not in LANGUAGES:
            raise Refused("unknown_language", name=value, allowed=", ".join(LANGUAGES))
        await write(session, replace(person, language=value))
        return Notice("language_set", {"language": value})
    if name in HOURS:

        def again(said: str) -> c.Command:
            return replace(command, value=said.partition(" ")[2])

        changed, answer = await set_hours(session, person, name, value.lower(), again)
        if changed != person:
            await write(session, changed)
        return answer
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
        raise Refused(
            "prefer_unknown", option=name, allowed=", ".join([*PREFERENCES, *HOURS, "language", *sorted(questions)])
        )
    await write(session, replace(person, prefs=prefs))
    if name in questions or name in ("hand", "faces"):
        follow_preferences(session, person.user)
    return Notice("prefer_set", {"option": name, "value": value})


async def language(session: Session, origin: c.Origin, person: Person, command: c.Language) -> Body:
    """A person's language; in a group an administrator or a host sets the group's."""
    language = command.language
    if not language:
        entries = tuple(MenuEntry("menu.language", c.Language(code), {"language": code}) for code in LANGUAGES)
        return Menu(Notice("which_language"), entries)
    if language not in LANGUAGES:
        raise Refused("unknown_language", name=language, allowed=", ".join(LANGUAGES))
    if origin.chat is not None and (origin.admin or await _hosts_here(session, origin, person)):
        await _speak(session, origin, origin.chat, language)
        mine = (("language_mine", c.Prefer("language", language)),)
        return Notice("group_language_set", {"language": language}, () if person.language == language else mine)
    await write(session, replace(person, language=language))
    if origin.home is not None and await session.chats.known(origin.home) is not None:
        await _speak(session, origin, origin.home, language)
    # Others read along, whose language is another matter; the page is each person's own.
    along = origin.chat is not None and not origin.page
    return Notice("own_language_set" if along else "language_set", {"language": language})


async def _speak(session: Session, origin: c.Origin, place: c.ChatRef, language: str) -> None:
    async with session.store.change() as unit:
        chat = replace(await session.chats.of(unit, origin), language=language)
        await unit.chats.put(chat)
    session.keep_chat(chat)
    show_group(session, place)


async def _hosts_here(session: Session, origin: c.Origin, person: Person) -> bool:
    here = [] if origin.chat is None else await lookup.in_chat(session, origin.chat)
    return any(table.book.row.host == person.user for table in here)


# -- rules and help
async def privacy(session: Session, origin: c.Origin, person: Person, command: c.Privacy) -> Notice:
    return Notice("privacy")


async def close_poll(session: Session, origin: c.Origin, person: Person, command: c.ClosePoll) -> Notice:
    return Notice("closed")


async def rules(session: Session, origin: c.Origin, person: Person, command: c.ShowRules) -> Body:
    """The rule card of the game that is named, or of the table that is meant; else the games to choose from."""
    card = await _rules(session, origin, person, command.game, command.table)
    return replace(card, section=command.section, table=command.table) if isinstance(card, RulesCard) else card


async def _rules(session: Session, origin: c.Origin, person: Person, name: str, number: int | None) -> Body:
    table = await table_here(session, origin, person, number)
    if not name and table is None:
        if len(GAMES) == 1:
            return RulesCard(next(iter(GAMES)), None)
        entries = tuple(MenuEntry("menu.game", c.ShowRules(key), {"game": key}) for key in GAMES)
        return Menu(Notice("which_game"), entries)
    game = find_game(name) if name else None
    if name and game is None:
        raise Refused("unknown_game", name=name, games=", ".join(GAMES))
    key = game.key if game is not None else table.book.row.game if table is not None else ""
    if table is not None and table.book.row.game == key:
        return RulesCard(key, table.book.options, table.book.row.preset)
    return RulesCard(key, None)


async def help_here(session: Session, origin: c.Origin, person: Person, command: c.ShowHelp) -> HelpCard:
    """What the person can do next where they ask, or what belongs to a topic."""
    card = await _next_here(session, origin, person)
    topics = tuple(topic for topic in _TOPICS if topic != "group" or card.where == "group")
    asked = command.topic.strip().lower()
    topic = next((topic for topic in topics if asked in (topic, *_TOPICS[topic])), "")
    return card if card.where == "page" else replace(card, topic=topic, topics=topics)


async def _next_here(session: Session, origin: c.Origin, person: Person) -> HelpCard:
    where = "page" if origin.page else "private" if origin.chat is None else "group"
    table = await table_here(session, origin, person)
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
        steps = ("ai", "rules") if book.free_seats else ("deal", "rules")
    elif book.playing:
        waited = waits_for(table, person)
        away = book.seats[seat].away
        steps = ("back",) if away else ("play", "hand", "rules") if waited else ("wait", "hand", "rules")
    else:
        steps = ("ready", "deal", "leaderboard") if book.row.state == "between" else ("deal", "end", "leaderboard")
    return HelpCard(where, steps, table.id)


HANDLERS: Final = (
    Direct(c.Started, started),
    Direct(c.Prefer, prefer),
    Direct(c.Language, language),
    Direct(c.Privacy, privacy),
    Direct(c.ShowRules, rules),
    Direct(c.ShowHelp, help_here),
    Direct(c.ClosePoll, close_poll),
)
