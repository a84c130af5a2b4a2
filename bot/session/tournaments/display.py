"""The messages of a tournament: made of what is stored, one in each chat where it is shown, and noted where they stand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.session.contests.secrecy import pairing_of, score_of
from bot.session.places.place import ref_of
from bot.session.port.commands import ChatRef
from bot.session.port.updates import Contestant, StageTable, StandingsLine, StandingsUpdate
from bot.session.tables.session import Session
from bot.session.tournaments.venues import code_of
from bot.tournaments.plan import Shape
from bot.tournaments.standings import finished_deals, standings
from games import GAMES
from storage.api import ChatRow, EntrantRow, TournamentRow, UnitOfWork

__all__ = ["STEP", "freshen", "note_message", "shape_of", "show", "standings_update"]

STEP: Final = 10_000
"""From one revision to the next: scores of one are fewer than this."""
_OLD_MESSAGE: Final = 40 * 3600.0
"""So many seconds after it was posted a message is posted anew: Telegram lets bots delete for two days."""


def shape_of(row: TournamentRow) -> Shape:
    """Return what a table of a tournament is."""
    return Shape(row.players, row.members)


async def standings_update(
    session: Session, unit: UnitOfWork, row: TournamentRow, *, at: int | None = None
) -> StandingsUpdate:
    """Return a tournament as it is shown in one of its chats, its home if none is named."""
    every = await _everywhere(session, unit, row)
    return every[row.chat if at is None else at]


async def _everywhere(session: Session, unit: UnitOfWork, row: TournamentRow) -> dict[int, StandingsUpdate]:
    """Return a tournament as it is shown in each of its chats, its home first. Of deals that some tables have not finished
    nothing is told."""
    venues = await unit.venues(row.id)
    chats = {
        number: one for number in (row.chat, *(there.chat for there in venues)) if (one := await unit.chat(number))
    }
    titles = {number: one.title or one.group_title for number, one in chats.items()}
    hidden = {there.chat for there in venues if there.person is not None}
    entrants = await unit.entrants(row.id)
    home = await _at_home(session, unit, row, chats[row.chat], entrants)
    found = {}
    for number, (message, message_at) in {
        row.chat: (row.message, row.message_at),
        **{there.chat: (there.message, there.message_at) for there in venues},
    }.items():
        chat = chats[number]
        found[number] = replace(
            home,
            chat=ref_of(chat),
            language=chat.language or session.settings.default_language,
            message=message,
            message_at=message_at,
            home=number == row.chat,
            quiet=_is_quiet(
                session, [one for one in entrants if (one.place if one.place in chats else row.chat) == number]
            ),
            elsewhere=tuple(title for other, title in titles.items() if other not in (number, *hidden) and title),
        )
    return found


def _is_quiet(session: Session, entrants: Sequence[EntrantRow]) -> bool:
    """Tell whether all of them have quiet hours."""
    return session.are_quiet(session.people.at(one.platform, one.external) for one in entrants if one.user is not None)


async def _at_home(
    session: Session, unit: UnitOfWork, row: TournamentRow, chat: ChatRow, entrants: Sequence[EntrantRow]
) -> StandingsUpdate:
    """Return what all chats have in common, as its own one sees it."""
    users = [entrant.user for entrant in entrants if entrant.user is not None]
    people = {one.id: one.name for one in await unit.users([*users, *([] if row.opener is None else [row.opener])])}
    players: dict[int, list[EntrantRow]] = {}
    for entrant in entrants:
        players.setdefault(entrant.entry, []).append(entrant)
    named = {
        entry: tuple(Contestant(people.get(one.user or 0, ""), one.ai or "") for one in held)
        for entry, held in players.items()
    }
    pairings = [pairing_of(one) for one in await unit.pairings(row.id)]
    tables = {(one.stage, one.number): one.table for one in await unit.pairings(row.id)}
    scores = [score_of(one) for one in await unit.scores(row.id)]
    signing_up = row.state == "sign_up"
    lines = [
        StandingsLine(
            one.entry,
            one.place,
            named[one.entry],
            None if one.share is None else round(one.share * 1000),
            one.deals,
            open=signing_up and len(named[one.entry]) < row.members,
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
        game=row.game,
        preset=row.preset,
        options=game.option_set.complete(json.loads(row.options)),
        state=row.state,
        opener="" if row.opener is None else people.get(row.opener, ""),
        members=row.members,
        clock=row.clock,
        stages=row.stages,
        deals=row.deals,
        stage=row.stage,
        everybody=shape_of(row).sides == 2 and 0 < len(named) <= row.stages + 1,
        finished=sum(one in finished for pairing in now_played[:1] for one in _deals(pairing.first, pairing.deals)),
        lines=tuple(lines),
        tables=tuple(stage_tables),
        vacant=sum(entrant.user is None for entrant in entrants),
        commitment=row.commitment if session.dice is None else "",
        code=code_of(row),
        version=row.revision * STEP + len(scores),
    )


def _deals(first: int, count: int) -> range:
    return range(first, first + count)


async def show(session: Session, number: int, *, renew: bool = False, only: int | None = None) -> None:
    """Bring the messages of a tournament up to date, or the one in ``only`` this chat; ``renew``: post them anew, so that they
    notify."""
    async with session.store.begin() as unit:
        row = await unit.tournament(number)
        every = {} if row is None else await _everywhere(session, unit, row)
    for chat, update in every.items():
        if only in (None, chat) and update.chat.platform in session.frontends:
            session.frontends[update.chat.platform].show_standings(replace(update, renew=renew))


async def freshen(session: Session, number: int) -> None:
    """Post anew, without a sound, what will soon be too old to be replaced."""
    async with session.store.begin() as unit:
        row = await unit.tournament(number)
        every = {} if row is None else await _everywhere(session, unit, row)
    for update in every.values():
        old = update.message_at is not None and session.clock.now() - update.message_at >= _OLD_MESSAGE
        if old and update.chat.platform in session.frontends:
            session.frontends[update.chat.platform].show_standings(replace(update, renew=True, quiet=True))


async def note_message(session: Session, number: int, chat: ChatRef, message: str) -> None:
    """Write down where the message of a tournament stands in a chat."""
    async with session.store.begin() as unit:
        row = await unit.hold_tournament(number)
        there = await unit.find_chat(chat.platform, chat.external, chat.thread)
        if row is None or there is None:
            return
        now = session.clock.now()
        if there.id == row.chat:
            if row.message == message:
                return
            await unit.put_tournament(replace(row, message=message, message_at=now))
        else:
            venue = next((one for one in await unit.venues(number) if one.chat == there.id), None)
            if venue is None or venue.message == message:
                return
            await unit.put_venue(replace(venue, message=message, message_at=now))
        await unit.commit()
