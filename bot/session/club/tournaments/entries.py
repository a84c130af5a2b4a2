"""Signing up: a tournament is opened, people come and go, it is started and ended; its code brings it to further chats.

Every answer is for its sender alone. A chat that cannot be written to is left."""

import json
from dataclasses import replace
from typing import Any, Final

from bot.session.club.tournaments import course, display
from bot.session.host import change
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session, Table
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person, is_banned
from bot.session.play import places
from bot.session.play.contests import DEALS, first_promise
from bot.session.play.house_rules import find_options, read_clock, read_players, read_ratings
from bot.session.play.places import new_secret, ways_of
from bot.session.port import commands as c
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.page import PAGE
from bot.session.port.replies import Body, Menu, MenuEntry
from bot.session.port.updates import Notice, StandingsUpdate
from bot.session.state import guests
from bot.session.state.book import Book
from bot.session.state.dealing import new_root, word_of_press
from bot.tournaments import MOST_STAGES, Shape
from games import find_game
from games.base.options import Options
from games.contract import Game
from games.simulate import teams_of
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.tournaments import EntrantRow, TableTerms, TournamentRow

__all__ = ["HANDLERS", "accept", "follow_home", "lose"]

MOST_PLAYERS: Final = 48  # So many people can sign up for one tournament
_MOST_DEALS: Final = 12


async def tournament(
    session: Session, origin: c.Origin, person: Person, command: c.Tournament
) -> StandingsUpdate | None:
    if command.game:
        await _open(session, origin, person, command)
        return None
    async with session.store.begin() as unit:
        chat = await display.here_of(unit, origin)
        rows = [] if chat is None else await display.shown_in(unit, chat)
        if not rows and origin.chat is not None:
            raise Refused("tournament_none", example=display.EXAMPLE)
        if chat is None or not rows or chat.platform not in session.frontends:
            return await display.standings_update(session, unit, rows[0] if rows else await display.mine(unit, person))
    for row in rows:
        await display.show(session, row.id, renew=True, only=chat.id)
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
        raise Refused("tournament_which", example=display.EXAMPLE)
    given: dict[str, str] = dict(command.options)
    now = session.clock.now()
    clock = read_clock(given.pop("clock")) if "clock" in given else session.settings.turn_seconds
    ratings = read_ratings(given.pop("ratings")) if "ratings" in given else "on"
    stages = _number(given, "rounds", 1, MOST_STAGES, game)
    deals = _number(given, "deals", 1, _MOST_DEALS, game)
    fill = _number(given, "fill", 2, MOST_PLAYERS, game)
    players = read_players(game, given.pop("players", None))
    shape, options = _shape(game, command, given, players)
    preset = command.preset or game.presets[0].key
    terms = TableTerms(json.dumps(dict(options)), preset, players, shape.members, clock, ratings)
    row = TournamentRow(
        id=0, chat=0, game=game.key, terms=terms, fill=fill, state="sign_up", opener=person.user,
        stages=stages, deals=deals, stage=0, commitment="", root="", links=DEALS, revision=1, message=None, message_at=None,
        created_at=now, ended_at=None, invite=new_secret(),
    )  # fmt: skip
    async with change.once(session, origin) as unit:
        chat = await places.chat_for(session, unit, origin, person)
        latest = await unit.tournaments.latest_in(chat.id, limit=1)
        if latest and latest[0].state in ("sign_up", "playing"):
            raise Refused("tournament_running", tournament=latest[0].id)
        row = await unit.tournaments.add(replace(row, chat=chat.id))
        commitment, root = first_promise(row.id)
        row = replace(row, commitment=commitment, root=root)
        await unit.tournaments.put(row)
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
    """How many teams sit in turn at a table, 0 where each plays alone."""
    teams = teams_of(game, options, players)
    number = len(set(teams))
    return number if number and teams == [seat % number for seat in range(players)] else 0


# -- coming and going
async def enter(session: Session, origin: c.Origin, person: Person, command: c.Enter) -> Notice:
    """Sign somebody up, as a partner where they chose one; later, give them the place of an AI player."""
    _check_reach(session, origin, person)
    async with change.once(session, origin) as unit:
        row, venue = await display.meant(unit, origin, person, command.tournament)
        code = await _enter(session, unit, origin, person, row, None if venue is None else venue.id, command.entry)
    await display.show(session, row.id)
    return Notice(code, {"tournament": row.id})


async def accept(session: Session, origin: c.Origin, person: Person, code: str) -> Notice:
    """Sign up whoever sends the code of a tournament from the page."""
    _check_reach(session, origin, person)
    async with change.once(session, origin) as unit:
        row = await display.invited_to(unit, code)
        told = await _enter(session, unit, origin, person, row, None, None)
    await display.show(session, row.id)
    return Notice(told, {"tournament": row.id})


def _check_reach(session: Session, origin: c.Origin, person: Person) -> None:
    if session.reach.privately(origin.user.platform, person.reachable) is False and not origin.ephemeral:
        raise Refused("tournament_unreachable", platform=origin.user.platform, start_link=c.TO_SIGN_UP)


async def _enter(
    session: Session,
    unit: UnitOfWork,
    origin: c.Origin,
    person: Person,
    row: TournamentRow,
    through: int | None,
    entry: int | None,
) -> str:
    """Write down who comes, ``through`` which venue; returns what to say."""
    if row.state not in ("sign_up", "playing"):
        raise Refused("tournament_over", tournament=row.id)
    if not await session.people.is_still(unit, person):
        raise Refused("account_changed")
    if await is_banned(unit, origin, person, await display.home_of(unit, row)):
        raise Refused("banned_here")
    entrants = list(await unit.tournaments.entrants(row.id))
    if any(entrant.user == person.user for entrant in entrants):
        raise Refused("tournament_in_already", tournament=row.id)
    place = _place(row, entrants, entry)
    signing_up = row.state == "sign_up"
    word = word_of_press(origin.user.platform, origin.update or new_root()) if signing_up else place.word
    await unit.tournaments.put_entrant(
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
            place=through,
        )
    )
    await unit.tournaments.put(replace(row, revision=row.revision + 1))
    return "tournament_in" if signing_up else "tournament_in_later"


def _place(row: TournamentRow, entrants: list[EntrantRow], entry: int | None) -> EntrantRow:
    """The place that somebody new takes."""
    if row.state == "playing":
        free = next((one for one in entrants if one.user is None), None)
        if free is None:
            raise Refused("tournament_full", most=len(entrants))
        return free
    if len(entrants) >= MOST_PLAYERS:
        raise Refused("tournament_full", most=MOST_PLAYERS)
    held = [one for one in entrants if one.entry == entry]
    if entry is not None and not 0 < len(held) < row.terms.members:
        raise Refused("tournament_pair_full")
    number = max((one.number for one in entrants), default=0) + 1
    own = max((one.entry for one in entrants), default=0) + 1
    return EntrantRow(row.id, number, entry or own, None, "", "", "", False, False, "", 0.0)


async def withdraw(session: Session, origin: c.Origin, person: Person, command: c.Withdraw) -> Notice:
    async with change.once(session, origin) as unit:
        row, _ = await display.meant(unit, origin, person, command.tournament)
        if row.state not in ("sign_up", "playing"):
            raise Refused("tournament_over", tournament=row.id)
        mine = next((one for one in await unit.tournaments.entrants(row.id) if one.user == person.user), None)
        if mine is None:
            raise Refused("tournament_not_in", tournament=row.id)
        if row.state == "sign_up":
            await unit.tournaments.remove_entrant(row.id, mine.number)
        else:
            await unit.tournaments.put_entrant(course.given_up(row, mine))
        code = "tournament_out" if row.state == "sign_up" else "tournament_out_later"
        await unit.tournaments.put(replace(row, revision=row.revision + 1))
    await display.show(session, row.id)
    return Notice(code, {"tournament": row.id})


# -- start and end
async def start(session: Session, origin: c.Origin, person: Person, command: c.StartTournament) -> Notice:
    """Close the sign-up; AI players fill up, and the first stage begins."""
    async with change.once(session, origin) as unit:
        row, venue = await display.meant(unit, origin, person, command.tournament)
        _may_decide(origin, person, row, guest=venue is not None)
        if row.state != "sign_up":
            code = "tournament_has_started" if row.state == "playing" else "tournament_over"
            raise Refused(code, tournament=row.id)
        if not await unit.tournaments.entrants(row.id):
            raise Refused("tournament_nobody")
        row, books = await course.launch(session, unit, row)
        chats = await course.chats_of(unit, books)
    course.take_up(session, books, chats)
    await display.show(session, row.id)
    return Notice("tournament_started", {"tournament": row.id})


async def end(session: Session, origin: c.Origin, person: Person, command: c.EndTournament) -> Body:
    async with session.store.begin() as unit:
        await change.refuse_repetition(unit, origin)
        row, venue = await display.meant(unit, origin, person, command.tournament)
        if venue is not None and row.opener != person.user and (origin.admin or origin.chat is None):
            return await _take_away(session, unit, origin, row, venue)
        _may_decide(origin, person, row, guest=venue is not None)
        if row.state not in ("sign_up", "playing"):
            raise Refused("tournament_over", tournament=row.id)
        if not command.sure:
            yes = MenuEntry("menu.end_tournament", c.EndTournament(row.id, sure=True))
            question = Notice("tournament_end_sure", {"tournament": row.id})
            return Menu(question, (yes, MenuEntry("menu.keep_playing", c.ClosePoll())))
        row = await course.finish(session, unit, row, "ended")
        await change.remember(session, unit, origin)
        await unit.commit()
    course.close_tables(session, row)
    await display.show(session, row.id, renew=row.stage > 0)
    return Notice("tournament_ended", {"tournament": row.id})


async def _take_away(
    session: Session, unit: UnitOfWork, origin: c.Origin, row: TournamentRow, venue: ChatRow
) -> Notice:
    """Take a tournament from one of its venues, for an administrator of that; in a private chat for whose it is."""
    left = await display.standings_update(session, unit, row, at=venue.id)
    people = [one for one in await unit.tournaments.entrants(row.id) if one.user is not None and one.place == venue.id]
    await display.take_away(unit, row, venue.id)
    await change.remember(session, unit, origin)
    await unit.commit()
    if venue.platform in session.frontends:
        session.frontends[venue.platform].show_standings(
            replace(left, post=replace(left.post, left=True), version=left.version + display.STEP)
        )
    told = Notice("tournament_venue_closed", {"tournament": row.id, "chat": venue.title})
    for one in people if origin.chat is not None else ():
        account = c.UserRef(one.platform, one.external)
        tell_person(session, account, told, session.language_for(session.people.at(one.platform, one.external), venue))
    await course.follow_venues(session, row.id)
    await display.show(session, row.id)
    return Notice("tournament_taken_away", {"tournament": row.id})


def _may_decide(origin: c.Origin, person: Person, row: TournamentRow, *, guest: bool) -> None:
    """Refused to whoever has no say: that is the opener's, and the administrators' of the home."""
    if row.opener != person.user and (guest or not origin.admin):
        raise Refused("tournament_guest" if guest else "tournament_admins")


# -- what all do
async def invite(session: Session, origin: c.Origin, person: Person, command: c.InviteToTournament) -> Notice:
    async with session.store.begin() as unit:
        by_code = display.invited_to(unit, command.code) if command.code else None
        row = await by_code if by_code else (await display.meant(unit, origin, person, command.tournament))[0]
    code = display.code_of(row)
    if not code:
        raise Refused("tournament_over", tournament=row.id)
    data = {"tournament": row.id, "game": row.game, "code": code, "ways": ways_of(session)}
    return Notice("tournament_invitation", data, share=c.INVITES + code)


async def bring(session: Session, origin: c.Origin, person: Person, command: c.BringTournament) -> Body | None:
    """Show a tournament in the chat from which somebody sends its code. The page is no place of its own: there the code signs
    its sender up."""
    if origin.page or origin.place is None or origin.place.platform == PAGE:
        return await accept(session, origin, person, command.code)
    places.check_place(origin)
    async with change.once(session, origin) as unit:
        row = await display.invited_to(unit, command.code)
        if row.state not in ("sign_up", "playing"):
            raise Refused("tournament_over", tournament=row.id)
        if await is_banned(unit, origin, person, await display.home_of(unit, row)):
            raise Refused("banned_here")
        chat = await places.chat_for(session, unit, origin, person)
        owner = person.user if origin.chat is None else None
        came = await display.add(unit, row, chat, owner, session.clock.now())
    session.keep_chat(chat)
    if came:
        await display.show(session, row.id)
    else:
        await display.show(session, row.id, renew=True, only=chat.id)
    return None


async def lose(session: Session, chat: ChatRef) -> None:
    """Go on without a group that cannot be written to any more: with another one as the home where it was that. Whoever came
    through it is told, and loses nothing."""
    async with session.store.change() as unit:
        rows = await unit.chats.topics(chat.platform, chat.external)
        lost = [(await _lose(unit, number, row), row) for row in rows for number in await _shown_in(unit, row)]
    for one, row in lost:
        if one is not None:
            number, people = one
            for account in people:
                told = Notice("tournament_venue_lost", {"tournament": number, "chat": row.title})
                known = session.people.at(account.platform, account.external)
                tell_person(session, account, told, session.language_for(known, row))
            await course.follow_venues(session, number)
            await display.show(session, number)


async def follow_home(session: Session, table: Table, chat: ChatRef) -> bool:
    """Let a table of a tournament go on in that one's home (runs in the mailbox), as its own, ``chat``, cannot be written to any
    more; ``False`` if there is nothing to follow."""
    contest = table.book.contest
    if contest is None or not _is_of(table.chat, chat):
        return False
    await lose(session, chat)  # somebody else may be about to
    async with session.store.begin() as unit:
        row = await unit.tournaments.get(contest.tournament)
        home = None if row is None else await unit.chats.get(row.chat)
    if home is None or _is_of(home, chat):
        return False

    async def work(draft: Book, unit: UnitOfWork) -> None:
        guests.move_home(draft, home)

    await change.change(session, table, work)
    return True


def _is_of(row: ChatRow, group: ChatRef) -> bool:
    return (row.platform, row.external) == (group.platform, group.external)


async def _shown_in(unit: UnitOfWork, chat: ChatRow) -> list[int]:
    own = [row.id for row in await unit.tournaments.latest_in(chat.id, limit=1) if row.state in ("sign_up", "playing")]
    return own + [there.tournament for there in await unit.tournaments.venues_in(chat.id)]


async def _lose(unit: UnitOfWork, number: int, chat: ChatRow) -> tuple[int, list[UserRef]] | None:
    """Let one tournament leave a chat; returns whom to tell, nothing where it stays as it is."""
    row: TournamentRow | None = await unit.tournaments.hold(number)
    if row is None:
        return None
    at_home = row.chat == chat.id
    people = [
        UserRef(one.platform, one.external)
        for one in await unit.tournaments.entrants(number)
        if one.user is not None and (one.place or row.chat) == chat.id
    ]
    if at_home and not await display.come_home(unit, row):
        return None
    if not at_home:
        await display.take_away(unit, row, chat.id)
    return (number, people) if row.state in ("sign_up", "playing") else None


HANDLERS: Final = (
    Direct(c.Tournament, tournament),
    Direct(c.Enter, enter),
    Direct(c.Withdraw, withdraw),
    Direct(c.StartTournament, start),
    Direct(c.EndTournament, end),
    Direct(c.InviteToTournament, invite),
    Direct(c.BringTournament, bring),
)
