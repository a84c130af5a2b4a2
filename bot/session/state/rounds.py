"""Matches, rounds and actions on a draft of a table: the rules carried out, and what the store must learn of it.

Everything here but ``begin_match`` and ``load`` is synchronous and pure but for the draft it is given.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from operator import add
from typing import Any

from bot.session.port.commands import UserRef
from bot.session.port.updates import Notice
from bot.session.state import pledges, result_rows
from bot.session.state.book import COURSE, Book, Takeback, Waiter
from bot.session.state.columns import deal_text, read_deal, read_result, result_text, was_taken_back
from bot.session.state.dice import DiceFactory
from games import GAMES
from games.base.actions import Action, action_text
from games.base.events import EVERYONE, Event, Played, TrickWon, Voided
from games.base.notation import read_action
from games.contract import Carry, RoundResult
from storage.api import ActionRow, MatchRow, PlaceRow, RoundRow, ScoreRow, SeatRow, TableRow, UnitOfWork

__all__ = [
    "act",
    "begin_match",
    "begin_round",
    "course_of",
    "end_match",
    "give_back",
    "load",
    "load_places",
    "seat_waiters",
    "stand_in_level",
    "take_back",
    "void_round",
]

_RECENT = 40
"""At most so many recent events are kept: a trick of six seats with long duels fits."""


def stand_in_level(book: Book) -> str:
    """Return how strong the AI player is that acts for a person."""
    levels = book.game.levels
    return "normal" if "normal" in levels else levels[-1]


# -- beginnings


async def begin_match(draft: Book, unit: UnitOfWork, now: float) -> None:
    """Open a match at this table; its first round is still to be dealt."""
    row = draft.row
    match = await unit.add_match(MatchRow(0, row.id, row.chat, row.game, row.options, "open", now))
    draft.match, draft.seq, draft.carry = match, 0, {}
    draft.totals, draft.result, draft.last, draft.round = (0,) * row.players, None, (), None
    draft.earned = {}
    draft.course, draft.sat, draft.cast = (), (), ()
    draft.practice = False
    draft.row = replace(row, match=match.id, round=0)


def begin_round(draft: Book, dice: DiceFactory | None, now: float) -> None:
    """Deal the next round of the match: from what was promised, or with dice that repeat themselves."""
    assert draft.match is not None
    game, row = draft.game, draft.row
    number = row.round + 1
    if dice is None:
        chance = pledges.take(draft, draft.match.id, number, now)
    else:
        chance, draft.dealt, draft.dealt_luck = dice(row.id, number), None, ()
    deal = game.deal(draft.options, row.players, draft.carry, chance)
    step = game.start(draft.options, deal, draft.carry)
    draft.round = RoundRow(
        match=draft.match.id,
        round=number,
        rules_version=game.rules_version,
        deal=deal_text(deal),
        carry_in=json.dumps(_plain(draft.carry)),
        seats=json.dumps([[draft.seats[seat].user, draft.seats[seat].ai] for seat in range(row.players)]),
        status="open",
        started_at=now,
    )
    draft.new_rounds.append(draft.round)
    draft.row = replace(row, round=number, state="playing")
    draft.cast = tuple(
        Waiter(seat, held.user, held.platform, held.external)
        for seat, held in sorted(draft.seats.items())
        if held.user is not None
    )
    for seat, held in draft.seats.items():
        draft.seats[seat] = replace(held, ready=False, autopass="", remaining=None)
    draft.takeback, draft.person_line = None, None
    _set_up(draft, step.state, step.events, kept=draft.last if draft.result is not None and draft.result.void else ())
    draft.result, draft.last, draft.earned = None, (), {}
    draft.events += step.events


def _set_up(draft: Book, state: Any, events: tuple[Event, ...], kept: tuple[Event, ...] = ()) -> None:
    draft.state = state
    draft.resolved = (0,) * draft.row.players
    draft.recent = ()
    _happened(draft, (*kept, *events), seat=-1, cause="auto")


# -- actions


def act(draft: Book, seat: int, action: Action, cause: str, dice: DiceFactory | None, now: float) -> tuple[Event, ...]:
    """Carry an action out, write its line, and end the round if it is over; ``IllegalAction`` changes nothing.

    A deal that the rules call void is dealt again at once, as it is no round of the match; after very many of them in a
    row the table waits for somebody to deal.
    """
    assert draft.match is not None
    step = draft.game.apply(draft.state, seat, action)
    draft.log.append(
        ActionRow(draft.match.id, draft.seq, draft.row.round, seat, action_text(action), cause, now),
    )
    if cause == "player":
        draft.person_line = draft.seq
    draft.seq += 1
    draft.state = step.state
    _happened(draft, step.events, seat, cause)
    draft.events += step.events
    result = _result_of(draft, step.state)
    if result is not None:
        _finish(draft, result, step.events, now)
        again = draft.contest is None and (dice is not None or pledges.can_go_on(draft))
        if result.void and result.winner is None and again:
            begin_round(draft, dice, now)
    return step.events


def take_back(draft: Book, lines: Sequence[ActionRow]) -> None:
    """Undo the last line that a person caused, and all after it; ``lines`` is the log of the round that is on.

    Every seat's next decision gets a name that none had before, so that no old button answers it.
    """
    assert draft.round is not None
    assert draft.person_line is not None
    at, was = draft.person_line, draft.resolved
    _replay(draft, draft.round, json.loads(draft.round.carry_in), [line for line in lines if line.seq < at])
    gone = tuple(before + 1 - now for before, now in zip(was, draft.resolved, strict=True))
    draft.takeback, draft.resolved = Takeback(at, gone), tuple(before + 1 for before in was)
    draft.seq, draft.cut, draft.person_line = at, at, None


def _result_of(draft: Book, state: Any) -> RoundResult | None:
    """Return how the round has ended, if it has. In a tournament a round is no match, whatever the house rules say."""
    result = draft.game.result(state)
    return result if result is None or draft.contest is None else replace(result, winner=None)


def _happened(draft: Book, events: tuple[Event, ...], seat: int, cause: str) -> None:
    """Note events: who has been resolved by them, and what belongs to the current trick."""
    resolved = list(draft.resolved)
    if seat >= 0:
        resolved[seat] += 1
    noted = list(draft.recent)
    for event in events:
        by_engine = bool(getattr(event, "auto", False))
        if by_engine:
            resolved[event.seat] += 1  # type: ignore[attr-defined] # events made by the engine name their seat
        if isinstance(event, Played) and event.lead:
            noted = _ending_of(noted)
        noted.append((event, "auto" if by_engine else cause))
    draft.resolved = tuple(resolved)
    draft.recent = tuple(noted[-_RECENT:])


def _ending_of(noted: list[tuple[Event, str]]) -> list[tuple[Event, str]]:
    """Return how the trick before ended, which still belongs to the one that begins."""
    last = max((at for at, (event, _) in enumerate(noted) if isinstance(event, TrickWon)), default=None)
    return [] if last is None else noted[last:]


# -- endings


def _finish(draft: Book, result: RoundResult, events: tuple[Event, ...], now: float) -> None:
    """Write the round's result; the match is over if the rules say so, else it waits for the next round."""
    assert draft.round is not None
    assert draft.match is not None
    ended = replace(
        draft.round,
        status="void" if result.void else "over",
        ended_at=now,
        carry_out=json.dumps(_plain(result.carry)),
        result=result_text(result, taken_back=draft.takeback is not None),
    )
    _close_round(draft, ended)
    draft.result, draft.last, draft.carry = result, events, result.carry
    if not result.void:
        if draft.contest is None:  # in a tournament each deal stands for itself, and people change seats in between
            draft.course = (*draft.course, _plain(result.carry))[-COURSE:]
            draft.totals = _added(draft.totals, result)
        draft.sat = (*draft.sat, draft.round.seats)
        if draft.takeback is None:
            draft.results += result_rows.round_results(draft, result, now)
        else:
            draft.practice = True
        _note_points(draft, result)
    if draft.contest is not None:
        _end_deal(draft, (0,) * draft.row.players if result.void else result.points, now)
    elif result.winner is not None:
        if not draft.practice:
            draft.results += result_rows.match_results(draft, result.winner, now)
        end_match(draft, "over", now, winner=result.winner)
    else:
        draft.row = replace(draft.row, state="between")
    seat_waiters(draft, now)


def _end_deal(draft: Book, points: Sequence[int], now: float) -> None:
    """Note what a deal of a tournament has brought; after the last one of the stage the table waits until it is closed."""
    assert draft.contest is not None
    assert draft.round is not None
    contest, round_ = draft.contest, draft.round
    deal, brought = contest.deal(round_.round), json.dumps(contest.points(points))
    draft.scores.append(
        ScoreRow(contest.tournament, deal, contest.number, contest.stage, round_.match, round_.round, brought, now)
    )
    draft.contest = contest.scored(points)
    draft.totals = draft.contest.totals
    if round_.round < contest.deals:
        draft.row = replace(draft.row, state="between")
    else:
        end_match(draft, "over", now)


def _close_round(draft: Book, ended: RoundRow) -> None:
    if draft.round in draft.new_rounds:
        draft.new_rounds[draft.new_rounds.index(draft.round)] = ended
    else:
        draft.old_rounds.append(ended)
    draft.round = ended


def end_match(draft: Book, status: str, now: float, winner: tuple[int, ...] | None = None) -> None:
    """End the match, ``over`` by its rules or ``ended`` by people; an open round counts for nothing and for nobody."""
    assert draft.match is not None
    if draft.round is not None and draft.round.status == "open":
        _close_round(draft, replace(draft.round, status="aborted", ended_at=now))
        draft.state, draft.recent, draft.resolved = None, (), ()
        if draft.contest is None:  # no hand is left, and none of the messages that showed one
            draft.seats = {seat: replace(held, message=None, shows="") for seat, held in draft.seats.items()}
    draft.match = replace(
        draft.match, status=status, ended_at=now, winner=None if winner is None else json.dumps(winner)
    )
    draft.row = replace(draft.row, state="over")


def void_round(draft: Book, now: float) -> None:
    """Give the open round up because today's rules cannot continue it; the match keeps what it had before."""
    assert draft.round is not None
    _close_round(draft, replace(draft.round, status="void", ended_at=now, carry_out=draft.round.carry_in))
    draft.state, draft.recent, draft.resolved = None, (), ()
    draft.last = (Voided(audience=EVERYONE, why="rules_changed"),)
    draft.row = replace(draft.row, state="between")
    if draft.contest is not None:
        _end_deal(draft, (0,) * draft.row.players, now)
    for held in draft.persons.values():
        notice = Notice("round_void_rules", {"table": draft.id, "round": draft.row.round})
        draft.tells.append((UserRef(held.platform, held.external), notice))
    seat_waiters(draft, now)


def give_back(draft: Book, only: int | None = None) -> None:
    """Lent seats go back to their owners; who sat in is told. A host who was missing is host all along."""
    for kept in draft.kept:
        if only is not None and kept.user != only:
            continue
        guest = draft.seats.get(kept.seat)
        draft.seats[kept.seat] = SeatRow(
            draft.id,
            kept.seat,
            kept.user,
            None,
            kept.joined_at,
            platform=kept.platform,
            external=kept.external,
            place=kept.place,
        )
        data = {"table": draft.id, "seat": kept.seat + 1}
        draft.stand_ins -= {kept.seat}
        draft.tells.append((UserRef(kept.platform, kept.external), Notice("seat_is_yours", data)))
        if guest is not None and guest.user is not None:
            draft.tells.append((UserRef(guest.platform, guest.external), Notice("sit_in_over", data)))
    draft.kept = () if only is None else tuple(kept for kept in draft.kept if kept.user != only)


def seat_waiters(draft: Book, now: float) -> None:
    """Give lent seats back to their owners, and seats of AI players to those who waited for them."""
    give_back(draft)
    coming = draft.newcomers
    for waiter in draft.waiters:
        if waiter in coming:
            continue
        held = draft.seats.get(waiter.seat)
        if held is not None and held.user is not None:
            continue
        draft.seats[waiter.seat] = SeatRow(
            draft.id,
            waiter.seat,
            waiter.user,
            None,
            now,
            platform=waiter.platform,
            external=waiter.external,
            place=waiter.place,
        )
        draft.stand_ins -= {waiter.seat}
        notice = Notice("seat_is_yours", {"table": draft.id, "seat": waiter.seat + 1})
        draft.tells.append((UserRef(waiter.platform, waiter.external), notice))
    draft.waiters = coming


def _added(totals: tuple[int, ...], result: RoundResult) -> tuple[int, ...]:
    """Return the match's totals with those of a round, if the table keeps points."""
    if not result.scored:
        return totals
    return tuple(total + points for total, points in zip(totals, result.points, strict=True))


def _note_points(draft: Book, result: RoundResult) -> None:
    """Add a counted round to what each person has at this table."""
    assert draft.round is not None
    if not result.scored:
        return
    tally = dict(draft.tally)
    for seat, (user, _) in enumerate(json.loads(draft.round.seats)):
        if user is not None:
            tally[user] = tally.get(user, 0) + result.points[seat]
    draft.tally = tally


# -- coming back


async def load_places(unit: UnitOfWork, row: TableRow) -> dict[int, PlaceRow]:
    """Return where a table is shown besides its home, by chat."""
    return {there.chat: there for there in await unit.places(row.id)}


async def load(unit: UnitOfWork, row: TableRow) -> Book:
    """Return a table out of the store: its rows, and the state of the rules by replaying the log.

    A round that was dealt under other rules is not replayed: ``state`` stays ``None`` although the row says
    ``playing``, and the caller voids it.
    """
    game = GAMES[row.game]
    book = Book(
        row=row,
        options=game.option_set.complete(json.loads(row.options)),
        seats={seat.seat: seat for seat in await unit.seats(row.id)},
        votes=tuple(await unit.votes(row.id)),
        totals=(0,) * row.players,
        places=await load_places(unit, row),
    )
    book.read_extra()
    if row.match is None:
        await pledges.read(unit, book)
        return book
    book.match = await unit.match(row.match)
    rounds = await unit.rounds(row.match)
    for past in rounds:
        if past.status == "over" and past.result is not None:
            result = read_result(past.result, {})
            book.totals = _added(book.totals, result)
            book.sat = (*book.sat, past.seats)
            book.practice = book.practice or was_taken_back(past.result)
    book.course = course_of(rounds)
    if book.contest is not None:
        book.course, book.totals = (), book.contest.totals
    book.round = rounds[-1] if rounds else None
    await pledges.read(unit, book)
    if book.round is None:
        return book
    book.cast = book.cast or await _cast_of(unit, book, book.round)
    book.earned = await _earned_by(unit, book.round)
    book.carry = json.loads(book.round.carry_out or book.round.carry_in)
    actions = await unit.actions(row.match)
    book.seq = actions[-1].seq + 1 if actions else 0
    if book.round.rules_version == game.rules_version and book.round.status in ("open", "over", "void"):
        played = [line for line in actions if line.round == book.round.round]
        _replay(book, book.round, json.loads(book.round.carry_in), played)
        since = 0 if book.takeback is None else book.takeback.seq
        own = [line.seq for line in played if line.cause == "player" and line.seq >= since]
        book.person_line = own[-1] if own else None
        if book.takeback is not None:
            book.resolved = tuple(map(add, book.resolved, book.takeback.resolved))
    return book


async def _cast_of(unit: UnitOfWork, book: Book, row: RoundRow) -> tuple[Waiter, ...]:
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
            cast += [Waiter(seat, user, one.platform, one.external) for one in (await unit.identities(user))[:1]]
    return tuple(cast)


async def _earned_by(unit: UnitOfWork, row: RoundRow) -> dict[int, tuple[str, ...]]:
    """Return what persons achieved by a round, by seat."""
    if row.status != "over":
        return {}
    rows = await unit.achievements_of(row.match, row.round)
    keys = {user: tuple(one.key for one in rows if one.user == user) for user in {one.user for one in rows}}
    return {seat: keys[user] for seat, (user, _) in enumerate(json.loads(row.seats)) if user in keys}


def course_of(rounds: Sequence[RoundRow]) -> tuple[Carry, ...]:
    """Return what the finished rounds of a match left behind, in order, the latest ``COURSE`` of them."""
    return tuple(json.loads(row.carry_out) for row in rounds if row.status == "over" and row.carry_out)[-COURSE:]


def _replay(book: Book, round_row: RoundRow, carry: Carry, actions: Any) -> None:
    game = book.game
    step = game.start(book.options, read_deal(round_row.deal), carry)
    _set_up(book, step.state, step.events)
    last = step.events
    for line in actions:
        step = game.apply(book.state, line.seat, read_action(line.line))
        book.state = step.state
        _happened(book, step.events, line.seat, line.cause)
        last = step.events
    book.result = _result_of(book, book.state)
    if book.result is not None:
        book.last = last


def _plain(carry: Carry) -> dict[str, Any]:
    """Return a carry as what JSON writes: mappings become dictionaries, whatever their class."""
    return {key: _plain_value(value) for key, value in carry.items()}


def _plain_value(value: Any) -> Any:
    if hasattr(value, "items"):
        return {key: _plain_value(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_value(inner) for inner in value]
    return value
