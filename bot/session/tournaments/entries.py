"""Signing up: a tournament is opened, people come and go, it is started and ended. Every answer is for its sender alone."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any, Final

from bot.session.contests.deals import DEALS, first_promise
from bot.session.people.bans import is_banned
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.replies import Body, Menu, MenuEntry
from bot.session.port.updates import Notice, StandingsUpdate
from bot.session.seats import places
from bot.session.seats.opening import find_options, read_clock, read_players, read_ratings
from bot.session.state.dice import RandomDice
from bot.session.state.fairness import new_root, word_of_press
from bot.session.tables import change
from bot.session.tables.outlets import PAGE
from bot.session.tables.request import Direct, Refused
from bot.session.tables.session import Session
from bot.session.tournaments import course, display, stage
from bot.tournaments.plan import MOST_STAGES, Shape
from games import GAMES, find_game
from games.base.options import Options
from games.contract import Game
from storage.api import ChatRow, EntrantRow, TournamentRow, UnitOfWork

__all__ = ["HANDLERS"]

MOST_PLAYERS: Final = 48
"""So many people can sign up for one tournament."""
_MOST_DEALS: Final = 12
_EXAMPLE: Final = f"/tournament {next(iter(GAMES))} rounds=3"


async def tournament(
    session: Session, origin: c.Origin, person: Person, command: c.Tournament
) -> StandingsUpdate | None:
    """Open the sign-up of a tournament, or show the standings of the one that is on here."""
    if command.game:
        await _open(session, origin, person, command)
        return None
    async with session.store.begin() as unit:
        row = await _here(unit, origin, None) if origin.chat is not None else await _mine(unit, person)
        update = await display.standings_update(session, unit, row, renew=True)
    if origin.chat is None or update.chat.platform not in session.frontends:
        return update
    await display.show(session, row.id, renew=True)
    return None


async def _open(session: Session, origin: c.Origin, person: Person, command: c.Tournament) -> None:
    if origin.place is not None and origin.place.platform == PAGE:
        raise Refused("tournament_page")
    if origin.chat is None:
        raise Refused("group_only", name="tournament")
    if not origin.admin:
        raise Refused("admins_only", name="tournament")
    places.check_place(origin)
    game = find_game(command.game)
    if game is None:
        raise Refused("tournament_which", example=_EXAMPLE)
    given: dict[str, str] = dict(command.options)
    now = session.clock.now()
    clock = read_clock(given.pop("clock")) if "clock" in given else session.settings.turn_seconds
    ratings = read_ratings(given.pop("ratings")) if "ratings" in given else "on"
    stages = _number(given, "rounds", 1, MOST_STAGES, game)
    deals = _number(given, "deals", 1, _MOST_DEALS, game)
    fill = _number(given, "fill", 2, MOST_PLAYERS, game)
    players = read_players(game, given.pop("players", None))
    shape, options = _shape(game, command, given, players)
    row = TournamentRow(
        id=0, chat=0, game=game.key, options=json.dumps(dict(options)), preset=command.preset or game.presets[0].key,
        players=players, members=shape.members, clock=clock, ratings=ratings, fill=fill, state="sign_up", opener=person.user,
        stages=stages, deals=deals, stage=0, commitment="", root="", links=DEALS, revision=1, message=None, message_at=None,
        created_at=now, ended_at=None,
    )  # fmt: skip
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        chat = await session.chat_of(unit, origin)
        if chat.language is None and (spoken := person.speaks("")):
            chat = replace(chat, language=spoken)
            await unit.put_chat(chat)
        latest = await unit.tournaments_in(chat.id, limit=1)
        if latest and latest[0].state in ("sign_up", "playing"):
            raise Refused("tournament_running", tournament=latest[0].id)
        row = await unit.add_tournament(replace(row, chat=chat.id))
        commitment, root = first_promise(row.id)
        row = replace(row, commitment=commitment, root=root)
        await unit.put_tournament(row)
        await _remember(session, unit, origin, "tournament_opened")
        await unit.commit()
    session.keep_chat(chat)
    await display.show(session, row.id)


def _number(given: dict[str, str], name: str, low: int, high: int, game: Game[Any]) -> int:
    """Take a number out of what was given; 0 if it was not."""
    if name not in given:
        return 0
    text = given.pop(name).strip()
    if not (text.isascii() and text.isdigit() and low <= int(text[:6]) <= high):
        raise Refused("option_refused", option=name, value=text, allowed=f"{low} … {high}", game=game.key)
    return int(text)


def _shape(game: Game[Any], command: c.Tournament, given: dict[str, str], players: int) -> tuple[Shape, Options]:
    """Return what a table is, and the complete house rules. Partners of four stay together always, others where that is wanted;
    ``pairs`` makes partners where the house rules can."""
    options = find_options(game, command.preset, given)
    sides = _sides(game, options, players)
    if command.pairs and not sides and "teams" in options:
        options = find_options(game, command.preset, {**given, "teams": "on"})
        sides = _sides(game, options, players)
    if command.pairs and not sides:
        raise Refused("tournament_alone", game=game.key)
    together = sides and (command.pairs or players == 4)
    return Shape(players, players // sides if together else 1), options


def _sides(game: Game[Any], options: Options, players: int) -> int:
    """Return how many teams sit in turn at a table, 0 where each plays alone."""
    deal = game.deal(options, players, {}, RandomDice(random.Random(0)))
    teams = [seat.team for seat in game.view(game.start(options, deal, {}).state, None).seats]
    number = len(set(teams))
    in_turn = None not in teams and number < players and teams == [teams[seat % number] for seat in range(players)]
    return number if in_turn else 0


# -- coming and going


async def enter(session: Session, origin: c.Origin, person: Person, command: c.Enter) -> Notice:
    """Sign somebody up, as a partner where they chose one; later, give them the place of an AI player."""
    if session.reach.privately(origin.user.platform, person.reachable) is False and not origin.ephemeral:
        raise Refused("tournament_unreachable", start_link="tournament")
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        row = await _here(unit, origin, command.tournament)
        if row.state not in ("sign_up", "playing"):
            raise Refused("tournament_over", tournament=row.id)
        if not await session.people.is_still(unit, person):
            raise Refused("account_changed")
        if await is_banned(unit, origin, person, await _chat(unit, row)):
            raise Refused("banned_here")
        entrants = list(await unit.entrants(row.id))
        if any(entrant.user == person.user for entrant in entrants):
            raise Refused("tournament_in_already", tournament=row.id)
        place = _place(row, entrants, command.entry)
        word = (
            word_of_press(origin.user.platform, origin.update or new_root()) if row.state == "sign_up" else place.word
        )
        await unit.put_entrant(
            replace(
                place,
                user=person.user,
                ai=None,
                platform=origin.user.platform,
                external=origin.user.external,
                ephemeral=origin.ephemeral,
                away=False,
                word=word,
                joined_at=session.clock.now(),
            )
        )
        code = "tournament_in" if row.state == "sign_up" else "tournament_in_later"
        await _changed(session, unit, origin, row, code)
    await display.show(session, row.id)
    return Notice(code, {"tournament": row.id})


def _place(row: TournamentRow, entrants: list[EntrantRow], entry: int | None) -> EntrantRow:
    """Return the place that somebody new takes."""
    if row.state == "playing":
        free = next((one for one in entrants if one.user is None), None)
        if free is None:
            raise Refused("tournament_full", most=len(entrants))
        return free
    if len(entrants) >= MOST_PLAYERS:
        raise Refused("tournament_full", most=MOST_PLAYERS)
    held = [one for one in entrants if one.entry == entry]
    if entry is not None and not 0 < len(held) < row.members:
        raise Refused("tournament_pair_full")
    number = max((one.number for one in entrants), default=0) + 1
    own = max((one.entry for one in entrants), default=0) + 1
    return EntrantRow(row.id, number, entry or own, None, "", "", "", False, False, "", 0.0)


async def withdraw(session: Session, origin: c.Origin, person: Person, command: c.Withdraw) -> Notice:
    """Take somebody's name off; in play an AI player takes over from the next stage on."""
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        row = await _here(unit, origin, command.tournament)
        if row.state not in ("sign_up", "playing"):
            raise Refused("tournament_over", tournament=row.id)
        mine = next((one for one in await unit.entrants(row.id) if one.user == person.user), None)
        if mine is None:
            raise Refused("tournament_not_in", tournament=row.id)
        if row.state == "sign_up":
            await unit.remove_entrant(row.id, mine.number)
        else:
            await unit.put_entrant(course.given_up(row, mine))
        code = "tournament_out" if row.state == "sign_up" else "tournament_out_later"
        await _changed(session, unit, origin, row, code)
    await display.show(session, row.id)
    return Notice(code, {"tournament": row.id})


# -- start and end


async def start(session: Session, origin: c.Origin, person: Person, command: c.StartTournament) -> Notice:
    """Close the sign-up; AI players fill up, and the first stage begins."""
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        row = await _here(unit, origin, command.tournament)
        _may_decide(origin, person, row)
        if row.state != "sign_up":
            code = "tournament_has_started" if row.state == "playing" else "tournament_over"
            raise Refused(code, tournament=row.id)
        if not await unit.entrants(row.id):
            raise Refused("tournament_nobody")
        row, books = await course.launch(session, unit, row)
        chat = await _chat(unit, row)
        await _remember(session, unit, origin, "tournament_started")
        await unit.commit()
    stage.take_up(session, books, chat)
    await display.show(session, row.id)
    return Notice("tournament_started", {"tournament": row.id})


async def end(session: Session, origin: c.Origin, person: Person, command: c.EndTournament) -> Body:
    """End a tournament as it stands; whoever asks is asked back first."""
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        row = await _here(unit, origin, command.tournament)
        _may_decide(origin, person, row)
        if row.state not in ("sign_up", "playing"):
            raise Refused("tournament_over", tournament=row.id)
        if not command.sure:
            yes = MenuEntry("menu.end_tournament", c.EndTournament(row.id, sure=True))
            question = Notice("tournament_end_sure", {"tournament": row.id})
            return Menu(question, (yes, MenuEntry("menu.keep_playing", c.ClosePoll())))
        row = await course.finish(session, unit, row, "ended")
        await _remember(session, unit, origin, "tournament_ended")
        await unit.commit()
    stage.close_tables(session, row)
    await display.show(session, row.id, renew=row.stage > 0)
    return Notice("tournament_ended", {"tournament": row.id})


def _may_decide(origin: c.Origin, person: Person, row: TournamentRow) -> None:
    if not origin.admin and row.opener != person.user:
        raise Refused("tournament_admins")


# -- which one


async def _here(unit: UnitOfWork, origin: c.Origin, number: int | None) -> TournamentRow:
    """Return the tournament that is meant: the one named, of this group, or the latest one here. Who changes it is alone with
    it."""
    place = origin.place
    chat = None if place is None else await unit.find_chat(place.platform, place.external, place.thread)
    if number is not None:
        row = await unit.hold_tournament(number)
        named_here = row is not None and chat is not None and row.chat == chat.id
        if row is None or not (named_here or origin.chat is None):
            raise Refused("tournament_unknown")
        return row
    latest = [] if chat is None else await unit.tournaments_in(chat.id, limit=1)
    row = await unit.hold_tournament(latest[0].id) if latest else None
    if row is None:
        raise Refused("tournament_none", example=_EXAMPLE)
    return row


async def _mine(unit: UnitOfWork, person: Person) -> TournamentRow:
    """Return the latest tournament for which somebody has signed up: asked for in private, it is read there alone."""
    entrants = await unit.entrants_of(person.user)
    row = await unit.tournament(entrants[-1].tournament) if entrants else None
    if row is None:
        raise Refused("tournament_none", example=_EXAMPLE)
    return row


async def _chat(unit: UnitOfWork, row: TournamentRow) -> ChatRow:
    chat = await unit.chat(row.chat)
    assert chat is not None, "a tournament stands in a chat"
    return chat


async def _changed(session: Session, unit: UnitOfWork, origin: c.Origin, row: TournamentRow, code: str) -> None:
    await unit.put_tournament(replace(row, revision=row.revision + 1))
    await _remember(session, unit, origin, code)
    await unit.commit()


async def _remember(session: Session, unit: UnitOfWork, origin: c.Origin, code: str) -> None:
    if origin.update:
        effect = change.effect_text(True, code)
        await unit.remember(origin.user.platform, origin.update, effect, session.clock.now())


HANDLERS: Final = (
    Direct(c.Tournament, tournament),
    Direct(c.Enter, enter),
    Direct(c.Withdraw, withdraw),
    Direct(c.StartTournament, start),
    Direct(c.EndTournament, end),
)
