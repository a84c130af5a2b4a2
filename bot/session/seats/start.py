"""Dealing, being ready, and the house rules of a table before its first deal."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from bot.session.contests import deals as contest_deals
from bot.session.people.directory import Person
from bot.session.port.commands import NOTHING, Deal, Origin, Ready, Settings
from bot.session.port.replies import Body, HouseRules, SettingsCard
from bot.session.port.updates import Notice
from bot.session.seats import foreign, places
from bot.session.seats.opening import (
    find_options,
    read_clock,
    read_counter,
    read_level,
    read_players,
    read_ratings,
    resume_table,
)
from bot.session.state import rounds
from bot.session.state.book import Book
from bot.session.state.stored import is_adrift
from bot.session.tables.display import table_info
from bot.session.tables.request import Answer, Change, Refused, Request, Surroundings
from bot.session.tables.session import Session
from storage.api import TableRow, UnitOfWork

__all__ = ["HANDLERS", "begin", "deal", "ready", "settings"]


async def deal(request: Request, draft: Book, unit: UnitOfWork, command: Deal) -> Answer:
    """Start the match, the next round, or another match with the same seats. A table that has lost its place goes on in the
    group where this is asked."""
    if draft.home.adrift and request.in_group:
        return await places.go_on_here(request, draft, unit, command)
    request.seat(draft)
    await begin(request.session, draft, unit, request.person.user)
    return Answer(Notice("dealt", {"table": draft.id, "round": draft.row.round}))


async def taken_up(session: Session, origin: Origin, person: Person, command: Deal) -> Body | None:
    """Return where a table was put aside: take up the one that is named, or the only one of who sits at no other that is on."""
    if command.table is not None:
        if command.table in session.tables:
            return None
        own = await places.parked_of(session, person)
        rows = await places.parked_in(session, origin)
        rows += [row for row in own if origin.chat is None or is_adrift(row)]
        named = next((row for row in rows if row.id == command.table), None)
        return None if named is None else await _resumed(session, origin, person, named)
    seated = await foreign.of_person(session, person.user)
    if origin.chat is not None:
        here = {table.id for table in await foreign.in_chat(session, origin.chat)}
        seated = [table for table in seated if table.id in here]
    states = {table.book.row.state for table in seated}
    if states - {"over"}:
        return None
    parked, own = await places.parked_in(session, origin), await places.parked_of(session, person)
    mine = [row for row in own if origin.chat is None or row in parked or is_adrift(row)]
    rows = [row for row in mine if row.state != "over"] or ([] if states else mine or parked)
    if len(rows) == 1 and rows[0] in own:
        return await _resumed(session, origin, person, rows[0])
    return places.offer_parked(rows) if rows else None


async def _resumed(session: Session, origin: Origin, person: Person, row: TableRow) -> Body | None:
    """Take a table up; one that has lost its place goes on in this group next, as if it had been open."""
    if origin.chat is None or not is_adrift(row):
        return await resume_table(session, origin, person, row.id)
    await resume_table(
        session, replace(origin, update=""), person, row.id
    )  # the update is remembered with what comes next
    return None


async def begin(session: Surroundings, draft: Book, unit: UnitOfWork, asked: int | None = None) -> None:
    """Deal the next round, of the match or of a new one; ``Refused`` if that cannot be now. ``asked``: who asks for it."""
    if draft.playing:
        raise Refused("round_running", table=draft.id)
    rounds.regroup(draft, session.clock.now())
    if draft.free_seats:
        code = "seats_missing_private" if draft.home.private else "seats_missing"
        raise Refused(code, table=draft.id, missing=len(draft.free_seats))
    present = [held for _, held in sorted(draft.persons.items()) if not held.away]
    unseen = [held for held in present if not session.reach.can_see(draft, held)]
    if unseen:
        names = ", ".join(session.people.name_of(held) for held in unseen)
        missing = asked in {held.user for held in unseen}  # a way into the private chat helps nobody else
        raise Refused("unreachable_players", names=names, start_link=draft.id if missing else None)
    now = session.clock.now()
    draft.people = replace(draft.people, sit_ins=())
    if draft.contest is not None:
        if draft.row.state in ("over", "closed"):
            raise Refused("tournament_table_done", table=draft.id, tournament=draft.contest.tournament)
        await contest_deals.begin(draft, unit, now, session.dice)
        return
    if draft.row.state in ("lobby", "over"):
        await rounds.begin_match(draft, unit, now)
    rounds.begin_round(draft, session.dice, now)


async def ready(request: Request, draft: Book, unit: UnitOfWork, command: Ready) -> Answer:
    """Ready for the next round: it starts when all present persons are."""
    seat = request.seat(draft)
    if draft.row.state not in ("between", "over"):
        raise Refused("round_running" if draft.playing else "not_dealt_yet", table=draft.id)
    if not any(held.ready for held in draft.persons.values()):  # from now on the others' time runs
        draft.seats = {other: replace(held, remaining=None) for other, held in draft.seats.items()}
    draft.seats[seat] = replace(draft.seats[seat], ready=True, away=False)
    waiting = sum(not (held.ready or held.away) for held in draft.persons.values())
    if waiting == 0:
        await begin(request.session, draft, unit, request.person.user)
        return Answer(Notice("dealt", {"table": draft.id, "round": draft.row.round}))
    return Answer(Notice("ready_noted", {"table": draft.id, "waiting": waiting}))


async def settings(request: Request, draft: Book, unit: UnitOfWork, command: Settings) -> Answer:
    """Show the house rules, or change one before the first deal."""
    locked = draft.row.match is not None
    if not (command.name and command.value):
        house, rule = await _house(request, draft, unit), "" if locked else command.name.strip().lower()
        return Answer(SettingsCard(table_info(request.session, draft), locked, house, rule))
    request.seat(draft)
    if locked:
        raise Refused("settings_locked", table=draft.id)
    name, value = command.name.strip().lower(), command.value.strip()
    if name == "ratings" and table_info(request.session, draft).open_deals:
        raise Refused("ratings_open_deals", table=draft.id)
    _set(draft, name, value)
    said = {"clock": str(draft.row.clock), "ai": draft.terms.level}.get(name, value)
    changed = Notice("setting_changed", {"option": name, "value": said, "game": draft.row.game})
    if request.origin.message is None:
        return Answer(changed)
    # Pressed on the card: it is shown again as it is now, for the next rule.
    house = await _house(request, draft, unit)
    return Answer(SettingsCard(table_info(request.session, draft), locked, house), toast=changed)


async def _house(request: Request, draft: Book, unit: UnitOfWork) -> HouseRules | None:
    """Return what the group of the table has set for its game."""
    rows = await unit.house(request.chat.platform, request.chat.group)
    found = next((row for row in rows if row.game == draft.row.game), None)
    return None if found is None else HouseRules(found.game, found.preset, json.loads(found.options))


def _set(draft: Book, name: str, value: str) -> None:
    match name:
        case "clock":
            draft.row = replace(draft.row, clock=read_clock(value))
            draft.terms = replace(draft.terms, usual_clock=False)
            return
        case "ratings":
            draft.terms = replace(draft.terms, ratings=read_ratings(value))
            return
        case "counter":
            draft.terms = replace(draft.terms, counter=read_counter(value))
            return
        case "ai":
            level = read_level(draft.game, value)
            draft.terms = replace(draft.terms, level=level)
            draft.seats |= {seat: replace(row, ai=level) for seat, row in draft.seats.items() if row.ai}
            return
        case "players":
            count = read_players(draft.game, value)
            if any(seat >= count for seat in draft.seats):
                raise Refused("players_too_few_seats", players=count)
            draft.row = replace(draft.row, players=count)
            draft.score = replace(draft.score, totals=(0,) * count)
            return
        case "preset":
            draft.options = find_options(draft.game, value, {})
            draft.row = replace(draft.row, preset=value)
        case _:
            given = "" if value == NOTHING else value
            draft.options = find_options(draft.game, "", {**draft.options, name: given})
    draft.row = replace(draft.row, options=json.dumps(dict(draft.options)))


HANDLERS: Final = (
    Change(Deal, deal, first=taken_up),
    Change(Ready, ready),
    Change(Settings, settings),
)
