"""How a table is stored: a book read out of its rows, and what a change made differ written into them."""

import json
from asyncio import gather
from collections.abc import Sequence
from dataclasses import fields, replace
from operator import add, attrgetter
from typing import Final

from bot import achievements, ratings
from bot.session.state import book as books
from bot.session.state.dealing import without_author
from bot.tournaments import TournamentTable
from games import GAMES
from games.contract import Carry
from storage.api import UnitOfWork
from storage.themes.matches import RoundRow
from storage.themes.pledges import LuckRow, PledgeRow
from storage.themes.tables import ContestRow, ParticipantRow, RegularRow, Rewind, SeatRow, TableRow, Waiter

__all__ = ["contest_of", "course_of", "forget_words", "load", "load_rows", "save", "save_notes"]

_BUT_TIME: Final = attrgetter(*(entry.name for entry in fields(SeatRow) if entry.name != "remaining"))
"""All of a seat but the time that is left there."""
_OF_CONTEST: Final = attrgetter(*(entry.name for entry in fields(TournamentTable)))
_PEOPLE: Final = attrgetter("people", "play.dealt_in", "score.tally")
_KINDS: Final = {
    "waiting": attrgetter("people.waiters"),
    "sit_in": attrgetter("people.sit_ins"),
    "lent": attrgetter("people.lent"),
    "dealt_in": attrgetter("play.dealt_in"),
}
"""Where a book has the persons of each kind of ``ParticipantRow``."""


# -- reading
async def load_rows(unit: UnitOfWork, row: TableRow) -> books.Book:
    """Return a table with its people and places, and nothing of what is played there."""
    seats, places, participants, regulars, contest = await gather(
        unit.tables.seats(row.id), unit.tables.places(row.id), unit.tables.participants(row.id),
        unit.tables.regulars(row.id), contest_of(unit, row.id),
    )  # fmt: skip
    named = {kind: tuple(one.who for one in participants if one.kind == kind) for kind in _KINDS}
    return books.Book(
        row=row,
        options=GAMES[row.game].option_set.complete(json.loads(row.options)),
        seats={seat.seat: seat for seat in seats},
        people=books.Participants(
            ephemeral=frozenset(one.user for one in regulars if one.ephemeral),
            stand_ins=frozenset(seat.seat for seat in seats if seat.stand_in),
            waiters=named["waiting"],
            sit_ins=named["sit_in"],
            lent=named["lent"],
            holidays={one.user: one.holiday for one in regulars if one.holiday is not None},
        ),
        places={there.chat: there for there in places},
        contest=contest,
        play=books.RoundPlay(rewind=row.rewind if row.rewind.resolved else None, dealt_in=named["dealt_in"]),
        score=books.MatchScore(tally={one.user: one.tally for one in regulars if one.tally is not None}),
    )


async def contest_of(unit: UnitOfWork, table: int) -> TournamentTable | None:
    row = await unit.tables.contest(table)
    return None if row is None else TournamentTable(*_OF_CONTEST(row))


async def load(unit: UnitOfWork, row: TableRow) -> books.Book:
    """Return a table out of the store: its rows, and the state of the rules by replaying the log. A round that was
    dealt under other rules is not replayed: ``play.state`` stays ``None`` although the row says ``playing``, and the
    caller voids it."""
    book = await load_rows(unit, row)
    book.votes = tuple(await unit.tables.votes(row.id))
    book.score = replace(book.score, totals=(0,) * row.players)
    if row.match is None:
        await _read_promises(unit, book)
        return book
    book.match = await unit.matches.get(row.match)
    rounds = await unit.matches.rounds(row.match)
    book.score = _score_of(book.score, rounds)
    if book.contest is not None:
        book.score = replace(book.score, course=(), totals=book.contest.totals)
    book.round = rounds[-1] if rounds else None
    await _read_promises(unit, book)
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
        books.replay(book, book.round, json.loads(book.round.carry_in), played)
        taken = book.play.rewind
        own = [line.seq for line in played if line.cause == "player" and (taken is None or line.seq >= taken.seq)]
        book.play = replace(book.play, person_line=own[-1] if own else None)
        if taken is not None:
            book.play = replace(book.play, resolved=tuple(map(add, book.play.resolved, taken.resolved)))
    return book


def _score_of(score: books.MatchScore, rounds: Sequence[RoundRow]) -> books.MatchScore:
    """The score with what the finished rounds of a match brought."""
    totals, sat, practice = score.totals, score.sat, score.practice
    for past in rounds:
        if past.status == "over" and past.result is not None:
            totals = books.added(totals, books.read_result(past.result, {}))
            sat = (*sat, past.seats)
            practice = practice or books.is_practice(past.result)
    return replace(score, totals=totals, sat=sat, practice=practice, course=course_of(rounds))


async def _dealt_in(unit: UnitOfWork, book: books.Book, row: RoundRow) -> tuple[Waiter, ...]:
    """Who was dealt into a round of which only the persons' numbers were kept: with the account of their seat,
    else any."""
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
    """What persons achieved by a round, by seat."""
    if row.status != "over":
        return {}
    rows = await unit.achievements.of_round(row.match, row.round)
    keys = {user: tuple(one.key for one in rows if one.user == user) for user in {one.user for one in rows}}
    return {seat: keys[user] for seat, (user, _) in enumerate(json.loads(row.seats)) if user in keys}


def course_of(rounds: Sequence[RoundRow]) -> tuple[Carry, ...]:
    """What the finished rounds of a match left behind, in order, the latest ``COURSE`` of them."""
    return tuple(json.loads(row.carry_out) for row in rounds if row.status == "over" and row.carry_out)[-books.COURSE :]


async def _read_promises(unit: UnitOfWork, book: books.Book) -> None:
    """Read what is stored of a table's pledges: the open one, and that of its last round."""
    last = await unit.pledges.last(book.id)
    is_open = last is not None and last.match is None
    dealt = None if book.round is None else await unit.pledges.of_round(book.round.match, book.round.round)
    book.promises = books.Promises(
        deals=0 if last is None else last.number - is_open,
        pledge=last if is_open else None,
        words=await _words(unit, last) if is_open else (),
        dealt=dealt,
        dealt_words=await _words(unit, dealt),
    )


async def _words(unit: UnitOfWork, pledge: PledgeRow | None) -> tuple[LuckRow, ...]:
    return () if pledge is None else tuple(await unit.pledges.luck(pledge.table, pledge.number))


# -- writing
async def save(unit: UnitOfWork, before: books.Book, draft: books.Book) -> None:
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
    draft.row = replace(draft.row, rewind=draft.play.rewind or Rewind())
    if draft.row != before.row:
        await unit.tables.put(draft.row)
    if draft.contest is not None and draft.contest != before.contest:
        await unit.tables.put_contest(ContestRow(draft.id, *_OF_CONTEST(draft.contest)))
    _mark_stand_ins(draft)
    await _save_people(unit, before, draft)
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


def _mark_stand_ins(draft: books.Book) -> None:
    for seat, row in draft.seats.items():
        if row.stand_in != (seat in draft.people.stand_ins):
            draft.seats[seat] = replace(row, stand_in=not row.stand_in)


async def _save_people(unit: UnitOfWork, before: books.Book, draft: books.Book) -> None:
    """Write what a table knows of persons beside their seats; a closed one keeps nobody's account."""
    if draft.row.state == before.row.state and _PEOPLE(draft) == _PEOPLE(before):
        return
    had, has = _participants(before), _participants(draft)
    for key in had.keys() - has.keys():
        await unit.tables.remove_participant(had[key])
    for key, row in has.items():
        if had.get(key) != row:
            await unit.tables.put_participant(row)
    knew, knows = _regulars(before), _regulars(draft)
    for user in knew.keys() - knows.keys():
        await unit.tables.remove_regular(draft.id, user)
    for user, known in knows.items():
        if knew.get(user) != known:
            await unit.tables.put_regular(known)


def _participants(book: books.Book) -> dict[tuple[str, int], ParticipantRow]:
    """Who has to do with a table, as it is stored, by kind and number."""
    if book.row.state == "closed":
        return {}
    named = [(kind, number, who) for kind, of in _KINDS.items() for number, who in enumerate(of(book))]
    return {(kind, number): ParticipantRow(book.id, kind, number, who) for kind, number, who in named}


def _regulars(book: books.Book) -> dict[int, RegularRow]:
    """What a table knows of persons, as it is stored, by person."""
    people, tally = book.people, book.score.tally
    known = people.ephemeral | tally.keys() | people.holidays.keys() if book.row.state != "closed" else frozenset()
    return {
        user: RegularRow(book.id, user, user in people.ephemeral, tally.get(user), people.holidays.get(user))
        for user in sorted(known)
    }


async def _save_places(unit: UnitOfWork, before: books.Book, draft: books.Book) -> None:
    kept = {} if draft.row.state == "closed" else draft.places
    for chat in before.places.keys() - kept.keys():
        await unit.tables.remove_place(draft.id, chat)
    for chat, there in kept.items():
        if before.places.get(chat) != there:
            await unit.tables.put_place(there)


async def save_notes(unit: UnitOfWork, notes: Sequence[tuple[books.Book, books.Book]]) -> None:
    """Write the rows of tables and seats that quiet changes made differ, the time left on all clocks at once. The caller
    commits."""
    beats = []
    for before, draft in notes:
        if draft.row != before.row:
            await unit.tables.put(draft.row)
        await _save_people(unit, before, draft)
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


async def forget_words(unit: UnitOfWork, user: int) -> None:
    """Take the name from somebody's words and leave only digests of these; deals can still be checked."""
    for row in await unit.pledges.luck_of(user):
        await unit.pledges.put_luck(without_author(row))
