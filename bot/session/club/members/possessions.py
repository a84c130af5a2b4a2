"""What belongs to a person in the store beyond their own row, and how it comes to another one, or to nobody.

Accounts are joined, parted and forgotten only while the person holds nothing at an open table; tables that were put
aside are dealt with here, and so is what open ones still know of somebody who has left them. Each person has at most one
account a platform, and a chat stands on one platform: so the platform says which account something was played with.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.achievements import move_achievements
from bot.ratings import request_rebuild
from bot.session.host import change
from bot.session.host.change import queue
from bot.session.host.session import Foreign, Seen, Session, Table
from bot.session.host.tell import tell
from bot.session.people.directory import digest_of, name_of
from bot.session.play import lookup
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.protocols import News
from bot.session.state import guests
from bot.session.state.book import Book
from bot.session.state.guests import ref_of
from bot.session.state.rounds import forget_words_at
from bot.session.state.stored import forget_words
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.pledges import LuckRow
from storage.themes.tables import RegularRow, SeatRow, TableRow
from storage.themes.tournaments import EntrantRow

__all__ = ["Touched", "clear_traces", "follow", "hand_over", "held_at", "leave_parked"]

_STAND_IN: Final = "normal"


@dataclass(frozen=True, slots=True)
class Touched:
    """What was written about a person at open tables: ours, and those that were taken from other workers and are free now."""

    notes: change.Notes
    taken: tuple[int, ...] = ()
    chats: frozenset[ChatRef] = frozenset()  # Private chats that are nobody's any more


async def held_at(session: Session, unit: UnitOfWork, user: int) -> Seen | None:
    """An open table at which a person sits, waits for a seat or has one kept, whoever has the table; as stored,
    so that nothing slips past."""
    for seat in await unit.tables.seats_of(user):
        if seat.table in session.tables:
            return session.tables[seat.table]
        if not session.complete and (other := await _foreign(unit, seat.table)) is not None:
            return other
    for table in session.tables.values():
        book = table.book
        people = book.people
        if any(one.user == user for one in (*people.waiters, *people.sit_ins, *people.lent)):
            return table
    for one in [] if session.complete else await unit.tables.participants_of(user):
        waits = one.table not in session.tables and one.kind != "dealt_in"
        if waits and (other := await _foreign(unit, one.table)) is not None:
            return other
    return None


async def _foreign(unit: UnitOfWork, number: int) -> Foreign | None:
    row = await unit.tables.get(number)
    return None if row is None else await lookup.read(unit, row)


async def _take(session: Session, unit: UnitOfWork, user: int, platform: str | None = None) -> tuple[int, ...]:
    """Take all tables that name a person from the workers that have them, and set them free; return them. So their rows
    can be written here like those of a table that was put aside. The worker that had one cannot write what it still has
    in memory, as its fence is older, and whoever claims the table next reads what was written. Asking each owner to do
    its part would take as many transactions, of which some could fail."""
    if session.ownership is None:
        return ()
    naming = {seat.table for seat in await unit.tables.seats_of(user)}
    naming |= {word.table for word in await unit.pledges.luck_of(user)}
    naming |= {there.table for there in await unit.tables.places_of(user)}
    naming |= {one.table for one in await unit.tables.participants_of(user)}
    naming |= {one.table for one in await unit.tables.regulars_of(user)}
    for dealt in await unit.matches.rounds_naming(f"[{user}, "):
        match = await unit.matches.get(dealt.match)
        naming |= set() if match is None else {match.table}
    taken = []
    for number in sorted(naming - session.tables.keys()):
        table = await unit.tables.get(number)
        if table is not None and table.state != "closed" and await _is_on(unit, table.chat, platform):
            await unit.owners.give(number, "")
            taken.append(number)
    return tuple(taken)


async def hand_over(session: Session, unit: UnitOfWork, user: int, to: int, platform: str | None = None) -> Touched:
    """Make results, rounds and seats at tables put aside another person's, and what open tables still know of somebody
    who has left them: all, or what belongs to one platform. Requests that ratings are computed anew. The caller
    commits; then ``follow`` takes what is returned."""
    taken = await _take(session, unit, user, platform)
    await unit.traces.move(user, to, platform)
    await _move_achievements(unit, user, to, platform)
    for row in await unit.matches.rounds_naming(f"[{user}, "):
        match = await unit.matches.get(row.match)
        if match is not None and await _is_on(unit, match.chat, platform):
            await unit.matches.put_round(replace(row, seats=_renamed(row.seats, user, to)))
    await _move_regulars(unit, user, to, platform)
    await _move_in_groups(unit, user, to, platform)
    played_in = {entrant.tournament for entrant in await unit.tournaments.entrants_of(to)}
    for entrant in await unit.tournaments.entrants_of(user):
        if platform in (None, entrant.platform):  # nobody plays in two places
            await unit.tournaments.put_entrant(
                _freed(entrant) if entrant.tournament in played_in else replace(entrant, user=to)
            )
    await request_rebuild(unit)
    naming = [
        live
        for live in session.tables.values()
        if platform in (None, live.chat.platform) and (_names(live.book, user) or _was_dealt_in(live.book, user))
    ]
    wanted = [(live, partial(_rename, user, to)) for live in naming]
    private = {live: chats for live in session.tables.values() if (chats := _private_chats(live, user, platform))}
    wanted += [(live, partial(_own, to, chats)) for live, chats in private.items() if live not in naming]
    notes = await change.write_notes(session, unit, wanted)
    for live, draft in notes:
        _own(to, private.get(live, ()), draft)  # the rows have been written already
    return Touched(notes, taken)


async def _move_achievements(unit: UnitOfWork, user: int, to: int, platform: str | None) -> None:
    """Let achievements follow the results of the rounds that brought them."""
    played: dict[int, bool] = {}
    for row in await unit.achievements.of_person(user):
        match = await unit.matches.get(row.match)
        played[row.match] = match is not None and await _is_on(unit, match.chat, platform)
    await move_achievements(unit, user, to, played)


async def _move_regulars(unit: UnitOfWork, user: int, to: int, platform: str | None) -> None:
    for row in await unit.tables.regulars_of(user):
        table = await unit.tables.get(row.table)
        if table is not None and await _is_on(unit, table.chat, platform):
            other = {one.user: one for one in await unit.tables.regulars(row.table)}.get(to, RegularRow(row.table, to))
            await unit.tables.remove_regular(row.table, user)
            await unit.tables.put_regular(row.joined(other))


async def clear_traces(session: Session, unit: UnitOfWork, user: int) -> Touched:
    """See to it that nothing that is stored says any more who this was: of words only digests are left, seats at tables
    put aside fall to AI players. Results and rounds keep a bare number. The caller commits; then ``follow`` takes what
    is returned. Until then no open table has changed."""
    taken = await _take(session, unit, user)
    chats = await _forget_private_chats(unit, user)
    await forget_words(unit, user)
    # Nobody who is forgotten sits at an open table, but they may have played its last round.
    tables = session.tables.values()
    naming = [live for live in tables if _names(live.book, user) or _private_chats(live, user)]
    notes = await change.write_notes(session, unit, [(live, partial(_leave_out, user)) for live in naming])
    await leave_parked(unit, user)
    await _forget_bans(unit, user)
    for entrant in await unit.tournaments.entrants_of(user):
        await unit.tournaments.put_entrant(_freed(entrant))
    await unit.traces.forget(user)
    for account in await unit.people.identities(user):
        await unit.updates.forget(account.platform, f"{account.external}:")
        await unit.people.remove_page_keys(account.platform, account.external)
        await unit.people.remove_doorbells(account.platform, account.external)
    return Touched(notes, taken, chats)


async def _forget_private_chats(unit: UnitOfWork, user: int) -> frozenset[ChatRef]:
    """Show no table in a person's private chats any more, and take from their rows what would lead to the person."""
    places = await unit.tables.places_of(user)
    for there in places:
        await unit.tables.remove_place(there.table, there.chat)
    venues = await unit.tournaments.venues_of(user)
    for venue in venues:
        await unit.tournaments.remove_venue(venue.tournament, venue.chat)
    numbers = [*(there.chat for there in places), *(there.chat for there in venues)]
    rows = [await unit.chats.get(number) for number in numbers]
    rows += [await unit.chats.find(one.platform, one.external, "") for one in await unit.people.identities(user)]
    known = {row.id: row for row in rows if row is not None}
    for row in known.values():
        name = f"forgotten:{row.id}"
        await unit.chats.put(replace(row, external=name, title="", group=name, group_title=""))
    return frozenset(map(ref_of, known.values()))


async def leave_parked(unit: UnitOfWork, user: int, group: ChatRow | None = None) -> None:
    for table, seats in await _parked(unit):
        chat = None if group is None else await unit.chats.get(table.chat)
        if group is not None and (chat is None or (chat.platform, chat.group) != (group.platform, group.group)):
            continue
        for seat in seats:
            if seat.user != user:
                continue
            if table.state == "lobby":
                await unit.tables.remove_seat(table.id, seat.seat)
            else:
                await unit.tables.put_seat(SeatRow(table.id, seat.seat, None, _STAND_IN, seat.joined_at))
        others = sorted((seat for seat in seats if seat.user not in (None, user)), key=lambda seat: seat.joined_at)
        await unit.tables.forget_person(table.id, user)
        if table.host == user:
            await unit.tables.put(replace(table, host=others[0].user if others else None))


async def _forget_bans(unit: UnitOfWork, user: int) -> None:
    """Let a ban stay with the account that it was for, naming nobody."""
    accounts = await unit.people.identities(user)
    for ban in await unit.groups.bans_of(user):
        await unit.groups.remove_ban(ban.platform, ban.group, ban.who)
        for account in accounts:
            who = digest_of(UserRef(account.platform, account.external))
            await unit.groups.put_ban(replace(ban, who=who, user=None))


async def _move_in_groups(unit: UnitOfWork, user: int, to: int, platform: str | None) -> None:
    """Let calls and bans of a person follow their account."""
    for call in await unit.groups.calls_of(user):
        if platform in (None, call.platform):
            await unit.groups.remove_call(call.platform, call.group, call.user, call.game)
            await unit.groups.put_call(replace(call, user=to))
    for ban in await unit.groups.bans_of(user):
        if platform in (None, ban.platform) or not ban.platform:  # who is blocked everywhere stays so with each account
            if platform in (None, ban.platform):
                await unit.groups.remove_ban(ban.platform, ban.group, ban.who)
            await unit.groups.put_ban(replace(ban, who=name_of(to), user=to))


def _freed(entrant: EntrantRow) -> EntrantRow:
    """The place of somebody in a tournament as an AI player's."""
    return replace(entrant, user=None, ai=_STAND_IN, platform="", external="", ephemeral=False, away=False, place=None)


def _names(book: Book, user: int) -> bool:
    """Whether an open table still knows somebody who does not sit there."""
    named = {word.user for word in (*book.promises.words, *book.promises.dealt_words)}
    named |= {*book.score.tally, *book.people.ephemeral, *book.people.holidays}
    return user in named | {one.user for one in book.play.dealt_in}


def _private_chats(table: Table, user: int, platform: str | None = None) -> tuple[int, ...]:
    theirs = [place.chat for place in table.places if place.person == user]
    return tuple(chat.id for chat in theirs if platform in (None, chat.platform))


def _own(to: int, chats: Collection[int], draft: Book) -> None:
    """Write another person as the owner of these private chats."""
    changed = {number: replace(draft.places[number], person=to) for number in chats if number in draft.places}
    draft.places = {**draft.places, **changed}


def _was_dealt_in(book: Book, user: int) -> bool:
    """Whether an open table plays a match in which somebody was dealt in."""
    dealt = {*book.score.sat, *([] if book.round is None else [book.round.seats])}
    return any(held == user for seats in dealt for held, _ in json.loads(seats))


def _rename(user: int, to: int, draft: Book) -> None:
    """Write one person in another's place, wherever an open table names somebody who does not sit there. The rows of rounds and
    words have been written already."""
    people, play, score, promises = draft.people, draft.play, draft.score, draft.promises
    tally = dict(score.tally)
    if user in tally:
        tally[to] = tally.pop(user) + tally.get(to, 0)
    holidays = dict(people.holidays)
    if user in holidays:
        holidays.setdefault(to, holidays.pop(user))
    ephemeral = frozenset(to if one == user else one for one in people.ephemeral)
    draft.people = replace(people, ephemeral=ephemeral, holidays=holidays)
    draft.play = replace(
        play, dealt_in=tuple(replace(one, user=to) if one.user == user else one for one in play.dealt_in)
    )
    draft.score = replace(score, tally=tally, sat=tuple(_renamed(seats, user, to) for seats in score.sat))
    draft.promises = replace(
        promises, words=_of(promises.words, user, to), dealt_words=_of(promises.dealt_words, user, to)
    )
    if draft.round is not None:
        draft.round = replace(draft.round, seats=_renamed(draft.round.seats, user, to))


def _of(words: Iterable[LuckRow], user: int, to: int) -> tuple[LuckRow, ...]:
    return tuple(replace(word, user=to) if word.user == user else word for word in words)


def _renamed(seats: str, user: int, to: int) -> str:
    """Who was dealt into a round, as its row has it, with one person in another's place."""
    return json.dumps([[to if held == user else held, ai] for held, ai in json.loads(seats)])


def _leave_out(user: int, draft: Book) -> None:
    draft.play = replace(draft.play, dealt_in=tuple(one for one in draft.play.dealt_in if one.user != user))
    draft.score = replace(
        draft.score, tally={other: points for other, points in draft.score.tally.items() if other != user}
    )
    holidays = {other: until for other, until in draft.people.holidays.items() if other != user}
    draft.people = replace(draft.people, ephemeral=draft.people.ephemeral - {user}, holidays=holidays)
    for number in [number for number, there in draft.places.items() if there.person == user]:
        guests.leave(draft, number)
    forget_words_at(draft, user)


def follow(session: Session, accounts: Iterable[UserRef], touched: Touched) -> None:
    """Let memory follow what was committed about these accounts, before anybody else begins a unit of work. The one
    place where people who are forgotten, joined or parted change what is kept at hand. Whoever comes with one of the
    accounts is read again; tables that named them are shown as they are now."""
    changed = frozenset(accounts)
    for account in changed:
        session.people.drop(account)
    session.tell_accounts(changed)
    if touched.taken:
        session.announce(News(tables=frozenset(touched.taken)))
    if touched.chats:
        session.chats.drop(touched.chats)
        session.announce(News(chats=touched.chats))
    change.keep_notes(touched.notes)
    for table, _ in touched.notes:
        queue(session, table, _shown)


async def _shown(session: Session, table: Table) -> None:
    if session.tables.get(table.id) is table:
        tell(session, table, table.book)


async def _is_on(unit: UnitOfWork, chat: int, platform: str | None) -> bool:
    if platform is None:
        return True
    row = await unit.chats.get(chat)
    return row is not None and row.platform == platform


async def _parked(unit: UnitOfWork) -> Sequence[tuple[TableRow, Sequence[SeatRow]]]:
    return [(table, await unit.tables.seats(table.id)) for table in await unit.tables.open() if table.parked]
