"""How a table is stored: a book read out of its rows, and what a change made differ written into them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from operator import add, attrgetter
from typing import Final

from bot import achievements, ratings
from bot.session.state import dealing
from bot.session.state.book import (
    COURSE,
    Book,
    Home,
    LobbyTimes,
    MatchScore,
    Participants,
    Takeback,
    Terms,
    Waiter,
)
from bot.session.state.round_rows import read_result, was_taken_back
from bot.session.state.rounds import added, replay
from bot.tournaments import TournamentTable
from games import GAMES
from games.contract import Carry
from storage.api import UnitOfWork
from storage.themes.matches import RoundRow
from storage.themes.tables import SeatRow, TableRow

__all__ = ["course_of", "is_adrift", "load", "load_rows", "save", "save_notes", "with_extra"]

_BUT_TIME: Final = attrgetter(*(entry.name for entry in fields(SeatRow) if entry.name != "remaining"))
"""All of a seat but the time that is left there."""
_ROW_PARTS: Final = attrgetter("row", "people", "play.dealt_in", "score.tally")
"""What a quiet change may alter of a table's own row."""


# -- what has no column of its own


def with_extra(book: Book) -> TableRow:
    """Return the table's row with everything that has no column of its own."""
    people, home, terms, lobby, taken = book.people, book.home, book.terms, book.lobby, book.play.takeback
    extra = {
        "ephemeral": sorted(people.ephemeral),
        "stand_ins": sorted(people.stand_ins),
        "waiters": [_entry(w.seat, w.user, w.platform, w.external, place=w.place) for w in people.waiters],
        "wishes": [_entry(w.seat, w.user, w.platform, w.external, place=w.place) for w in people.sit_ins],
        "lacking": sorted(home.lacking),
        "ratings": "" if terms.ratings == "on" else terms.ratings,
        "counter": "" if terms.counter else "off",
        "usual_clock": terms.usual_clock,
        "takeback": [] if taken is None else [taken.seq, taken.resolved],
        "private": home.private,
        "adrift": home.adrift,
        "invite": home.invite,
        "holidays": sorted(people.holidays.items()),
        "level": terms.level,
        "lobby": [lobby.until, lobby.over] if lobby.until or lobby.over else [],
        "draws": lobby.draws,
        "tally": sorted(book.score.tally.items()),
        "cast": [[w.seat, w.user, w.platform, w.external] for w in book.play.dealt_in],
        "kept": [_entry(k.seat, k.user, k.platform, k.external, k.joined_at, place=k.place) for k in people.lent],
        "contest": None if book.contest is None else book.contest.plain(),
    }
    if book.row.state == "closed":  # nobody comes back to it, so it keeps nobody's account
        extra = {"ratings": extra["ratings"], "contest": extra["contest"]}
    return replace(book.row, extra=json.dumps({key: value for key, value in extra.items() if value}))


def _read_extra(book: Book) -> None:
    """Read what ``with_extra`` wrote."""
    extra = json.loads(book.row.extra or "{}")
    book.people = Participants(
        ephemeral=frozenset(extra.get("ephemeral", ())),
        stand_ins=frozenset(extra.get("stand_ins", ())),
        waiters=tuple(Waiter(*entry) for entry in extra.get("waiters", ())),
        sit_ins=tuple(Waiter(*entry) for entry in extra.get("wishes", ())),
        lent=tuple(_lent(*entry) for entry in extra.get("kept", ())),
        holidays=dict(extra.get("holidays", ())),
    )
    book.home = Home(
        private=extra.get("private", False),
        adrift=is_adrift(book.row),
        lacking=frozenset(extra.get("lacking", ())),
        invite=extra.get("invite", ""),
    )
    book.terms = Terms(
        usual_clock=extra.get("usual_clock", False),
        level=extra.get("level", ""),
        ratings=extra.get("ratings", "on"),
        counter=extra.get("counter", "on") == "on",
    )
    until, over = extra.get("lobby", (0.0, False))
    book.lobby = LobbyTimes(until, over, extra.get("draws", 0))
    book.contest = TournamentTable.read(extra["contest"]) if "contest" in extra else None
    seq, resolved = extra.get("takeback", (-1, ()))
    book.play = replace(
        book.play,
        takeback=Takeback(seq, tuple(resolved)) if resolved else None,
        dealt_in=tuple(Waiter(*entry) for entry in extra.get("cast", ())),
    )
    book.score = replace(book.score, tally=dict(extra.get("tally", ())))


def is_adrift(row: TableRow) -> bool:
    """Tell whether a table has lost its home, see ``Home.adrift``."""
    return bool(json.loads(row.extra or "{}").get("adrift"))


def _lent(seat: int, user: int, platform: str, external: str, joined_at: float, place: int | None = None) -> Waiter:
    return Waiter(seat, user, platform, external, place, joined_at)


def _entry(*parts: object, place: int | None) -> list[object]:
    """Return what is kept of somebody, with the place through which they came unless it is the home."""
    return [*parts] if place is None else [*parts, place]


# -- reading


async def load_rows(unit: UnitOfWork, row: TableRow) -> Book:
    """Return a table with its people and places, and nothing of what is played there."""
    book = Book(
        row=row,
        options=GAMES[row.game].option_set.complete(json.loads(row.options)),
        seats={seat.seat: seat for seat in await unit.tables.seats(row.id)},
        places={there.chat: there for there in await unit.tables.places(row.id)},
    )
    _read_extra(book)
    return book


async def load(unit: UnitOfWork, row: TableRow) -> Book:
    """Return a table out of the store: its rows, and the state of the rules by replaying the log.

    A round that was dealt under other rules is not replayed: ``play.state`` stays ``None`` although the row says
    ``playing``, and the caller voids it.
    """
    book = await load_rows(unit, row)
    book.votes = tuple(await unit.tables.votes(row.id))
    book.score = replace(book.score, totals=(0,) * row.players)
    if row.match is None:
        await dealing.read_promises(unit, book)
        return book
    book.match = await unit.matches.get(row.match)
    rounds = await unit.matches.rounds(row.match)
    book.score = _score_of(book.score, rounds)
    if book.contest is not None:
        book.score = replace(book.score, course=(), totals=book.contest.totals)
    book.round = rounds[-1] if rounds else None
    await dealing.read_promises(unit, book)
    if book.round is None:
        return book
    book.play = replace(
        book.play,
        dealt_in=book.play.dealt_in or await _dealt_in(unit, book, book.round),
        earned=await _earned_by(unit, book.round),
    )
    book.score = replace(book.score, carry=json.loads(book.round.carry_out or book.round.carry_in))
    actions = await unit.matches.actions(row.match)
    book.play = replace(book.play, seq=actions[-1].seq + 1 if actions else 0)
    if book.round.rules_version == book.game.rules_version and book.round.status in ("open", "over", "void"):
        played = [line for line in actions if line.round == book.round.round]
        replay(book, book.round, json.loads(book.round.carry_in), played)
        taken = book.play.takeback
        own = [line.seq for line in played if line.cause == "player" and (taken is None or line.seq >= taken.seq)]
        book.play = replace(book.play, person_line=own[-1] if own else None)
        if taken is not None:
            book.play = replace(book.play, resolved=tuple(map(add, book.play.resolved, taken.resolved)))
    return book


def _score_of(score: MatchScore, rounds: Sequence[RoundRow]) -> MatchScore:
    """Return the score with what the finished rounds of a match brought."""
    totals, sat, practice = score.totals, score.sat, score.practice
    for past in rounds:
        if past.status == "over" and past.result is not None:
            totals = added(totals, read_result(past.result, {}))
            sat = (*sat, past.seats)
            practice = practice or was_taken_back(past.result)
    return replace(score, totals=totals, sat=sat, practice=practice, course=course_of(rounds))


async def _dealt_in(unit: UnitOfWork, book: Book, row: RoundRow) -> tuple[Waiter, ...]:
    """Return who was dealt into a round of which only the persons' numbers were kept: with the account of their
    seat, else any.
    """
    cast = []
    for seat, (user, _) in enumerate(json.loads(row.seats)):
        if user is None:
            continue
        held = book.seats.get(seat)
        if held is not None and held.user == user:
            cast.append(Waiter(seat, user, held.platform, held.external))
        else:
            cast += [Waiter(seat, user, one.platform, one.external) for one in (await unit.people.identities(user))[:1]]
    return tuple(cast)


async def _earned_by(unit: UnitOfWork, row: RoundRow) -> dict[int, tuple[str, ...]]:
    """Return what persons achieved by a round, by seat."""
    if row.status != "over":
        return {}
    rows = await unit.achievements.of_round(row.match, row.round)
    keys = {user: tuple(one.key for one in rows if one.user == user) for user in {one.user for one in rows}}
    return {seat: keys[user] for seat, (user, _) in enumerate(json.loads(row.seats)) if user in keys}


def course_of(rounds: Sequence[RoundRow]) -> tuple[Carry, ...]:
    """Return what the finished rounds of a match left behind, in order, the latest ``COURSE`` of them."""
    return tuple(json.loads(row.carry_out) for row in rounds if row.status == "over" and row.carry_out)[-COURSE:]


# -- writing


async def save(unit: UnitOfWork, before: Book, draft: Book) -> None:
    """Write what differs from ``before``, in the order that references need. The caller commits."""
    if draft.match is not None and draft.match is not before.match:
        await unit.matches.put(draft.match)
    writes = draft.writes
    for old in writes.old_rounds:
        await unit.matches.put_round(old)
    for new in writes.new_rounds:
        await unit.matches.add_round(new)
    for pledge in writes.pledges:
        await unit.pledges.put(pledge)
    for word in writes.words:
        await unit.pledges.put_luck(word)
    if writes.cut is not None and draft.match is not None:
        await unit.matches.cut_log(draft.match.id, writes.cut)
    for line in writes.log:
        await unit.matches.append(line)
    for score in writes.scores:
        await unit.tournaments.put_score(score)
    if writes.results:
        await unit.results.add(writes.results)
        for match, round_ in dict.fromkeys((row.match, row.round) for row in writes.results if row.round):
            rows = [row for row in writes.results if (row.match, row.round) == (match, round_)]
            await ratings.rate_round(unit, match, round_, rows, draft.counts)
        draft.play = replace(draft.play, earned=await achievements.earn(unit, writes.results))
    draft.row = with_extra(draft)
    if draft.row != before.row:
        await unit.tables.put(draft.row)
    kept = {} if draft.row.state == "closed" else draft.seats  # nobody sits at a closed table, as far as is stored
    for seat in before.seats.keys() - kept.keys():
        await unit.tables.remove_seat(draft.id, seat)
    for seat, row in kept.items():
        if before.seats.get(seat) != row:
            await unit.tables.put_seat(row)
    await _save_places(unit, before, draft)
    if draft.votes != before.votes:
        await unit.tables.clear_votes(draft.id)
        for vote in draft.votes:
            await unit.tables.put_vote(vote)


async def _save_places(unit: UnitOfWork, before: Book, draft: Book) -> None:
    kept = {} if draft.row.state == "closed" else draft.places
    for chat in before.places.keys() - kept.keys():
        await unit.tables.remove_place(draft.id, chat)
    for chat, there in kept.items():
        if before.places.get(chat) != there:
            await unit.tables.put_place(there)


async def save_notes(unit: UnitOfWork, notes: Sequence[tuple[Book, Book]]) -> None:
    """Write the rows of tables and seats that quiet changes made differ, the time left on all clocks at once. The caller
    commits."""
    beats = []
    for before, draft in notes:
        if _ROW_PARTS(draft) != _ROW_PARTS(before):
            draft.row = with_extra(draft)
            if draft.row != before.row:
                await unit.tables.put(draft.row)
        if draft.places is not before.places:
            await _save_places(unit, before, draft)
        for seat, row in draft.seats.items():
            was = before.seats[seat]
            if row is was or row == was:
                continue
            if row.remaining is not None and _BUT_TIME(row) == _BUT_TIME(was):
                beats.append((draft.id, seat, row.remaining))
            else:
                await unit.tables.put_seat(row)
    if beats:
        await unit.tables.put_remaining(beats)
