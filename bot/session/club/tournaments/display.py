"""Where a tournament is shown: its home and its venues, and the message in each, made of what is stored.

A venue is a further chat to which a code has brought it. People sign up there, and the tables at which they play are shown
there, too; who decides, is the home. All here are steps in a unit of work; the handlers are in ``entries`` and ``invitations``.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from hmac import compare_digest
from typing import Final

from bot.session.host.request import Refused
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.play.contests import pairing_of, score_of, tournament_code
from bot.session.port import commands as c
from bot.session.port.commands import ChatRef
from bot.session.port.updates import Contestant, Posting, StageTable, StandingsLine, StandingsUpdate, TournamentTerms
from bot.session.state.guests import ref_of
from bot.tournaments import Shape, finished_deals, standings
from games import GAMES
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.tournaments import EntrantRow, TournamentRow, VenueRow

__all__ = [
    "EXAMPLE", "MOST", "MOST_HERE", "STEP", "add", "code_of", "come_home", "freshen", "here_of", "home_of",
    "invited_to", "meant", "mine", "note_message", "shape_of", "show", "shown_in", "standings_update", "take_away",
]  # fmt: skip

MOST: Final = 8
"""To so many chats can a tournament be brought: in each of them every change is one call of the platform."""
MOST_HERE: Final = 3  # So many tournaments may be brought to one chat
EXAMPLE: Final = f"/tournament {next(iter(GAMES))} rounds=3"
_ON: Final = ("sign_up", "playing")


# -- which one is meant
def code_of(row: TournamentRow) -> str:
    """The code by which a tournament is brought to another chat; ``""`` if it cannot be any more."""
    return tournament_code(row) if row.invite and row.state in _ON else ""


async def invited_to(unit: UnitOfWork, code: str) -> TournamentRow:
    """The tournament of a code; refused alike whether number or secret is wrong. Who changes it is alone with it."""
    told, _, secret = code.removeprefix("T").partition("-")
    row = await unit.tournaments.hold(int(told)) if told.isascii() and told.isdigit() and len(told) < 10 else None
    if row is None or not row.invite or not compare_digest(row.invite, secret.upper()):
        raise Refused("tournament_code_unknown")
    return row


async def home_of(unit: UnitOfWork, row: TournamentRow) -> ChatRow:
    chat = await unit.chats.get(row.chat)
    assert chat is not None, "a tournament stands in a chat"
    return chat


async def here_of(unit: UnitOfWork, origin: c.Origin) -> ChatRow | None:
    """The chat from which somebody asks, if anything was ever shown there."""
    place = origin.place
    return None if place is None else await unit.chats.find(place.platform, place.external, place.thread)


async def shown_in(unit: UnitOfWork, chat: ChatRow) -> list[TournamentRow]:
    """The tournaments that are on in a chat, its own first; where none is, its latest one."""
    own = list(await unit.tournaments.latest_in(chat.id, limit=1))
    brought = [await unit.tournaments.get(there.tournament) for there in await unit.tournaments.venues_in(chat.id)]
    every = own + [row for row in reversed(brought) if row is not None]
    return [row for row in every if row.state in _ON] or every[:1]


async def meant(
    unit: UnitOfWork, origin: c.Origin, person: Person, number: int | None
) -> tuple[TournamentRow, ChatRow | None]:
    """Return the tournament that is named, or the one that is on here, and the venue from which it was asked for (``None``: its
    home, or from elsewhere). Who changes it is alone with it. In private it is named by who has to do with it already."""
    chat = await here_of(unit, origin)
    if number is None:
        rows = [] if chat is None else await shown_in(unit, chat)
        if not rows:
            raise Refused("tournament_none", example=EXAMPLE)
        number = rows[0].id
    row = await unit.tournaments.hold(number)
    if row is None:
        raise Refused("tournament_unknown")
    at_home = chat is not None and row.chat == chat.id
    venues = {there.chat for there in await unit.tournaments.venues(row.id)}
    venue = chat if chat is not None and chat.id in venues else None
    if not at_home and venue is None and (origin.chat is not None or not await _has_to_do(unit, row, person)):
        raise Refused("tournament_unknown")
    return row, venue


async def _has_to_do(unit: UnitOfWork, row: TournamentRow, person: Person) -> bool:
    return row.opener == person.user or any(
        one.tournament == row.id for one in await unit.tournaments.entrants_of(person.user)
    )


async def mine(unit: UnitOfWork, person: Person) -> TournamentRow:
    """The latest tournament for which somebody has signed up: asked for in private, it is read there alone."""
    entrants = await unit.tournaments.entrants_of(person.user)
    row = await unit.tournaments.get(entrants[-1].tournament) if entrants else None
    if row is None:
        raise Refused("tournament_none", example=EXAMPLE)
    return row


# -- coming and going
async def add(unit: UnitOfWork, row: TournamentRow, chat: ChatRow, person: int | None, now: float) -> bool:
    there = await unit.tournaments.venues(row.id)
    if row.chat == chat.id or any(one.chat == chat.id for one in there):
        return False
    if len(there) >= MOST:
        raise Refused("tournament_venues_full", tournament=row.id, most=MOST)
    here = [await unit.tournaments.get(one.tournament) for one in await unit.tournaments.venues_in(chat.id)]
    if sum(one is not None and one.state in _ON for one in here) >= MOST_HERE:
        raise Refused("tournament_guests_full", most=MOST_HERE)
    await unit.tournaments.put_venue(VenueRow(row.id, chat.id, since=now, person=person))
    await unit.tournaments.put(replace(row, revision=row.revision + 1))
    return True


async def take_away(unit: UnitOfWork, row: TournamentRow, chat: int) -> None:
    """Show a tournament no more in one of its venues. Who came through it stays in it, as if from the home."""
    await unit.tournaments.remove_venue(row.id, chat)
    for entrant in await unit.tournaments.entrants(row.id):
        if entrant.place == chat:
            await unit.tournaments.put_entrant(replace(entrant, place=None))
    await unit.tournaments.put(replace(row, revision=row.revision + 1))


async def come_home(unit: UnitOfWork, row: TournamentRow) -> bool:
    """Make the first group to which it was brought the home, in place of one that has gone; ``False`` if there is none."""
    first = next((there for there in await unit.tournaments.venues(row.id) if there.person is None), None)
    if first is None:
        return False
    await take_away(unit, row, first.chat)
    await unit.tournaments.put(
        replace(row, chat=first.chat, message=first.message, message_at=first.message_at, revision=row.revision + 1)
    )
    return True


STEP: Final = 10_000  # From one revision to the next: scores of one are fewer than this
_OLD_MESSAGE: Final = 40 * 3600.0
"""So many seconds after it was posted a message is posted anew: Telegram lets bots delete for two days."""


def shape_of(row: TournamentRow) -> Shape:
    return Shape(row.terms.players, row.terms.members)


async def standings_update(
    session: Session, unit: UnitOfWork, row: TournamentRow, *, at: int | None = None
) -> StandingsUpdate:
    """A tournament as it is shown in one of its chats, its home if none is named."""
    every = await _everywhere(session, unit, row)
    return every[row.chat if at is None else at]


async def _everywhere(session: Session, unit: UnitOfWork, row: TournamentRow) -> dict[int, StandingsUpdate]:
    """A tournament as it is shown in each of its chats, its home first. Of deals that some tables have not finished
    nothing is told."""
    venues = await unit.tournaments.venues(row.id)
    chats = {
        number: one for number in (row.chat, *(there.chat for there in venues)) if (one := await unit.chats.get(number))
    }
    titles = {number: one.title or one.group_title for number, one in chats.items()}
    hidden = {there.chat for there in venues if there.person is not None}
    entrants = await unit.tournaments.entrants(row.id)
    home = await _at_home(session, unit, row, chats[row.chat], entrants)
    found = {}
    for number, (message, message_at) in {
        row.chat: (row.message, row.message_at),
        **{there.chat: (there.message, there.message_at) for there in venues},
    }.items():
        chat = chats[number]
        theirs = [one for one in entrants if (one.place if one.place in chats else row.chat) == number]
        found[number] = replace(
            home,
            chat=ref_of(chat),
            language=chat.language or session.settings.default_language,
            post=Posting(message, message_at, quiet=_is_quiet(session, theirs)),
            home=number == row.chat,
            elsewhere=tuple(title for other, title in titles.items() if other not in (number, *hidden) and title),
        )
    return found


def _is_quiet(session: Session, entrants: Sequence[EntrantRow]) -> bool:
    """Whether all of them have quiet hours."""
    return session.are_quiet(session.people.at(one.platform, one.external) for one in entrants if one.user is not None)


async def _at_home(
    session: Session, unit: UnitOfWork, row: TournamentRow, chat: ChatRow, entrants: Sequence[EntrantRow]
) -> StandingsUpdate:
    """What all chats have in common, as its own one sees it."""
    users = [entrant.user for entrant in entrants if entrant.user is not None]
    people = {
        one.id: one.name for one in await unit.people.users([*users, *([] if row.opener is None else [row.opener])])
    }
    players: dict[int, list[EntrantRow]] = {}
    for entrant in entrants:
        players.setdefault(entrant.entry, []).append(entrant)
    named = {
        entry: tuple(Contestant(people.get(one.user or 0, ""), one.ai or "") for one in held)
        for entry, held in players.items()
    }
    pairings = [pairing_of(one) for one in await unit.tournaments.pairings(row.id)]
    tables = {(one.stage, one.number): one.table for one in await unit.tournaments.pairings(row.id)}
    scores = [score_of(one) for one in await unit.tournaments.scores(row.id)]
    signing_up = row.state == "sign_up"
    lines = [
        StandingsLine(
            one.entry,
            one.place,
            named[one.entry],
            None if one.share is None else round(one.share * 1000),
            one.deals,
            open=signing_up and len(named[one.entry]) < row.terms.members,
        )
        for one in standings(sorted(named), pairings, scores, shape_of(row))
    ]
    finished = finished_deals(pairings, scores)
    now_played = [pairing for pairing in pairings if pairing.stage == row.stage and row.state == "playing"]
    stage_tables = [
        StageTable(
            pairing.number,
            tables[pairing.stage, pairing.number],
            tuple((entry, named[entry]) for entry in pairing.entries),
            sum((score.stage, score.number) == (pairing.stage, pairing.number) for score in scores),
        )
        for pairing in now_played
    ]
    game = GAMES[row.game]
    return StandingsUpdate(
        tournament=row.id,
        chat=ref_of(chat),
        language=chat.language or session.settings.default_language,
        terms=TournamentTerms(
            game=row.game,
            preset=row.terms.preset,
            options=game.option_set.complete(json.loads(row.terms.options)),
            members=row.terms.members,
            clock=row.terms.clock,
            stages=row.stages,
            deals=row.deals,
            everybody=shape_of(row).sides == 2 and 0 < len(named) <= row.stages + 1,
        ),
        state=row.state,
        opener="" if row.opener is None else people.get(row.opener, ""),
        stage=row.stage,
        finished=sum(
            pairing.first <= one < pairing.first + pairing.deals for pairing in now_played[:1] for one in finished
        ),
        lines=tuple(lines),
        tables=tuple(stage_tables),
        vacant=sum(entrant.user is None for entrant in entrants),
        commitment=row.commitment if session.dice is None else "",
        code=code_of(row),
        version=row.revision * STEP + len(scores),
    )


async def show(session: Session, number: int, *, renew: bool = False, only: int | None = None) -> None:
    """Bring the messages of a tournament up to date, or the one in ``only`` this chat; ``renew``: post them anew, so that they
    notify."""
    async with session.store.begin() as unit:
        row = await unit.tournaments.get(number)
        every = {} if row is None else await _everywhere(session, unit, row)
    for chat, update in every.items():
        if only in (None, chat) and update.chat.platform in session.frontends:
            post = replace(update.post, renew=renew)
            session.frontends[update.chat.platform].show_standings(replace(update, post=post))


async def freshen(session: Session, number: int) -> None:
    """Post anew, without a sound, what will soon be too old to be replaced."""
    async with session.store.begin() as unit:
        row = await unit.tournaments.get(number)
        every = {} if row is None else await _everywhere(session, unit, row)
    for update in every.values():
        old = update.post.message_at is not None and session.clock.now() - update.post.message_at >= _OLD_MESSAGE
        if old and update.chat.platform in session.frontends:
            post = replace(update.post, renew=True, quiet=True)
            session.frontends[update.chat.platform].show_standings(replace(update, post=post))


async def note_message(session: Session, number: int, chat: ChatRef, message: str) -> None:
    async with session.store.begin() as unit:
        row = await unit.tournaments.hold(number)
        there = await unit.chats.find(chat.platform, chat.external, chat.thread)
        if row is None or there is None:
            return
        now = session.clock.now()
        if there.id == row.chat:
            if row.message == message:
                return
            await unit.tournaments.put(replace(row, message=message, message_at=now))
        else:
            venue = next((one for one in await unit.tournaments.venues(number) if one.chat == there.id), None)
            if venue is None or venue.message == message:
                return
            await unit.tournaments.put_venue(replace(venue, message=message, message_at=now))
        await unit.commit()
