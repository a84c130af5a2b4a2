"""Matches, rounds and actions on a draft of a table: the rules carried out, and what the store must learn of it.

Everything here but ``begin_match`` is synchronous and pure but for the draft it is given.

The number of players may change between rounds: until the next deal everything stays as it was (the result is shown, whoever
comes is noted, and where somebody has left an AI player sits); at the deal the match that was on ends as it stands, and the next
begins with those who are there.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.session.port.updates import Fairness, Notice
from bot.session.state import book as books
from bot.session.state.dealing import DiceFactory, FairDice, chain, commitment_of, deal_text, new_root, without_author
from games.base.actions import Action, action_text
from games.base.events import EVERYONE, Event, Voided
from games.contract import Dice, RoundResult
from storage.api import UnitOfWork
from storage.themes.matches import ActionRow, MatchRow, RoundRow
from storage.themes.pledges import PledgeRow
from storage.themes.results import ResultRow
from storage.themes.tables import SeatRow, Waiter
from storage.themes.tournaments import ScoreRow

__all__ = [
    "LINKS", "act", "begin_match", "begin_round", "end_match", "forget_words_at", "give_back", "may_come",
    "next_number", "promise_next", "public_promises", "regroup", "seat_waiters", "stand_in_level", "varies",
    "void_round",
]  # fmt: skip


def stand_in_level(book: books.Book) -> str:
    """How strong the AI player is that acts for a person."""
    levels = book.game.levels
    return "normal" if "normal" in levels else levels[-1]


# -- beginnings
async def begin_match(draft: books.Book, unit: UnitOfWork, now: float) -> None:
    row = draft.row
    match = await unit.matches.add(MatchRow(0, row.id, row.chat, row.game, row.options, "open", now))
    draft.match, draft.round = match, None
    draft.play = replace(draft.play, seq=0, result=None, last=(), earned={}, dealt_in=())
    draft.score = books.MatchScore(totals=(0,) * row.players, tally=draft.score.tally)
    draft.row = replace(row, match=match.id, round=0)


def begin_round(draft: books.Book, dice: DiceFactory | None, now: float) -> None:
    """Deal the next round of the match: from what was promised, or with dice that repeat themselves."""
    assert draft.match is not None
    game, row = draft.game, draft.row
    number = row.round + 1
    if dice is None:
        chance = _take_promised(draft, draft.match.id, number, now)
    else:
        chance = dice(row.id, number)
        draft.promises = replace(draft.promises, dealt=None, dealt_words=())
    deal = game.deal(draft.options, row.players, draft.score.carry, chance)
    step = game.start(draft.options, deal, draft.score.carry)
    draft.round = RoundRow(
        match=draft.match.id,
        round=number,
        rules_version=game.rules_version,
        deal=deal_text(deal),
        carry_in=json.dumps(draft.score.carry, default=dict),
        seats=json.dumps([[draft.seats[seat].user, draft.seats[seat].ai] for seat in range(row.players)]),
        status="open",
        started_at=now,
    )
    draft.writes.new_rounds.append(draft.round)
    draft.row = replace(row, round=number, state="playing")
    for seat, held in draft.seats.items():
        draft.seats[seat] = replace(held, ready=False, autopass="", remaining=None)
    before = draft.play
    draft.play = books.RoundPlay(
        seq=before.seq,
        dealt_in=tuple(
            Waiter(seat, held.user, held.platform, held.external)
            for seat, held in sorted(draft.seats.items())
            if held.user is not None
        ),
    )
    is_again = before.result is not None and before.result.void
    books.set_up(draft, step.state, step.events, kept=before.last if is_again else ())
    draft.says.events += step.events


# -- actions
def act(
    draft: books.Book, seat: int, action: Action, cause: str, dice: DiceFactory | None, now: float
) -> tuple[Event, ...]:
    """Carry an action out, write its line, and end the round if it is over; ``IllegalAction`` changes nothing. A deal
    that the rules call void is dealt again at once, as it is no round of the match; after very many of them in a row
    the table waits for somebody to deal."""
    assert draft.match is not None
    step = draft.game.apply(draft.play.state, seat, action)
    draft.writes.log.append(
        ActionRow(draft.match.id, draft.play.seq, draft.row.round, seat, action_text(action), cause, now)
    )
    if cause == "player":
        draft.play = replace(draft.play, person_line=draft.play.seq)
    draft.play = replace(draft.play, seq=draft.play.seq + 1, state=step.state)
    books.happened(draft, step.events, seat, cause)
    draft.says.events += step.events
    result = books.result_of(draft, step.state)
    if result is not None:
        _finish(draft, result, step.events, now)
        promised = draft.promises.dealt is not None and draft.promises.dealt.left > 0
        again = draft.contest is None and (dice is not None or promised)
        if result.void and result.winner is None and again:
            begin_round(draft, dice, now)
    return step.events


# -- endings
def _finish(draft: books.Book, result: RoundResult, events: tuple[Event, ...], now: float) -> None:
    """Write the round's result; the match is over if the rules say so, else it waits for the next round."""
    assert draft.round is not None
    assert draft.match is not None
    ended = replace(
        draft.round,
        status="void" if result.void else "over",
        ended_at=now,
        carry_out=json.dumps(result.carry, default=dict),
        result=books.result_text(result, practice=draft.play.practice),
    )
    _close_round(draft, ended)
    draft.play = replace(draft.play, result=result, last=events)
    draft.score = replace(draft.score, carry=result.carry)
    if not result.void:
        if draft.contest is None:  # in a tournament each deal stands for itself, and people change seats in between
            course = (*draft.score.course, json.loads(ended.carry_out or "{}"))[-books.COURSE :]
            draft.score = replace(draft.score, course=course, totals=books.added(draft.score.totals, result))
        draft.score = replace(draft.score, sat=(*draft.score.sat, draft.round.seats))
        if not draft.play.practice:
            draft.writes.results += _round_results(draft, result, now)
        else:
            draft.score = replace(draft.score, practice=True)
        _note_points(draft, result)
    if draft.contest is not None:
        _end_deal(draft, (0,) * draft.row.players if result.void else result.points, now)
    elif result.winner is not None:
        if not draft.score.practice:
            draft.writes.results += _match_results(draft, result.winner, now)
        end_match(draft, "over", now, winner=result.winner)
    else:
        draft.row = replace(draft.row, state="between")
    seat_waiters(draft, now)


def _end_deal(draft: books.Book, points: Sequence[int], now: float) -> None:
    """Note what a deal of a tournament has brought; after the last one of the stage the table waits until it is closed."""
    assert draft.contest is not None
    assert draft.round is not None
    contest, round_ = draft.contest, draft.round
    deal, brought = contest.deal(round_.round), json.dumps(contest.points(points))
    draft.writes.scores.append(
        ScoreRow(contest.tournament, deal, contest.number, contest.stage, round_.match, round_.round, brought, now)
    )
    draft.contest = contest.scored(points)
    draft.score = replace(draft.score, totals=draft.contest.totals)
    if round_.round < contest.deals:
        draft.row = replace(draft.row, state="between")
    else:
        end_match(draft, "over", now)


def _close_round(draft: books.Book, ended: RoundRow) -> None:
    if draft.round in draft.writes.new_rounds:
        draft.writes.new_rounds[draft.writes.new_rounds.index(draft.round)] = ended
    else:
        draft.writes.old_rounds.append(ended)
    draft.round = ended


def end_match(draft: books.Book, status: str, now: float, winner: tuple[int, ...] | None = None) -> None:
    """End the match, ``over`` by its rules or ``ended`` by people; an open round counts for nothing and for nobody."""
    assert draft.match is not None
    if draft.round is not None and draft.round.status == "open":
        _close_round(draft, replace(draft.round, status="aborted", ended_at=now))
        draft.play = replace(draft.play, state=None, recent=(), resolved=())
        if draft.contest is None:  # no hand is left, and none of the messages that showed one
            draft.seats = {seat: replace(held, message=None, shows="", beside="") for seat, held in draft.seats.items()}
    draft.match = replace(
        draft.match, status=status, ended_at=now, winner=None if winner is None else json.dumps(winner)
    )
    draft.row = replace(draft.row, state="over")


def void_round(draft: books.Book, now: float) -> None:
    """Give the open round up because today's rules cannot continue it; the match keeps what it had before."""
    assert draft.round is not None
    _close_round(draft, replace(draft.round, status="void", ended_at=now, carry_out=draft.round.carry_in))
    told = (Voided(audience=EVERYONE, why="rules_changed"),)
    draft.play = replace(draft.play, state=None, recent=(), resolved=(), last=told)
    draft.row = replace(draft.row, state="between")
    if draft.contest is not None:
        _end_deal(draft, (0,) * draft.row.players, now)
    for held in draft.persons.values():
        notice = Notice("round_void_rules", {"table": draft.id, "round": draft.row.round})
        draft.tell(held, notice)
    seat_waiters(draft, now)


def give_back(draft: books.Book, only: int | None = None) -> None:
    """Lent seats go back to their owners; who sat in is told. A host who was missing is host all along."""
    for kept in draft.people.lent:
        if only is not None and kept.user != only:
            continue
        guest = draft.seats.get(kept.seat)
        draft.seats[kept.seat] = kept.sit_down(draft.id, kept.joined_at)
        data = {"table": draft.id, "seat": kept.seat + 1}
        draft.people = replace(draft.people, stand_ins=draft.people.stand_ins - {kept.seat})
        draft.tell(kept, Notice("seat_is_yours", data))
        if guest is not None and guest.user is not None:
            draft.tell(guest, Notice("sit_in_over", data))
    still = tuple(kept for kept in draft.people.lent if only is not None and kept.user != only)
    draft.people = replace(draft.people, lent=still)


def seat_waiters(draft: books.Book, now: float) -> None:
    """Give lent seats back to their owners, and seats of AI players to those who waited for them."""
    give_back(draft)
    coming = draft.newcomers
    for waiter in draft.people.waiters:
        if waiter in coming:
            continue
        held = draft.seats.get(waiter.seat)
        if held is not None and held.user is not None:
            continue
        draft.seats[waiter.seat] = waiter.sit_down(draft.id, now)
        draft.people = replace(draft.people, stand_ins=draft.people.stand_ins - {waiter.seat})
        notice = Notice("seat_is_yours", {"table": draft.id, "seat": waiter.seat + 1})
        draft.tell(waiter, notice)
    draft.people = replace(draft.people, waiters=coming)


def _note_points(draft: books.Book, result: RoundResult) -> None:
    """Add a counted round to what each person has at this table."""
    assert draft.round is not None
    if not result.scored:
        return
    tally = dict(draft.score.tally)
    for seat, (user, _) in enumerate(json.loads(draft.round.seats)):
        if user is not None:
            tally[user] = tally.get(user, 0) + result.points[seat]
    draft.score = replace(draft.score, tally=tally)


def varies(draft: books.Book) -> bool:
    """Whether this game can be played by more or fewer."""
    return len(draft.game.seats) > 1


def next_number(draft: books.Book) -> int:
    """How many will play the next deal."""
    if not varies(draft) or draft.row.state == "lobby":
        return draft.row.players
    staying = draft.row.players - len(draft.people.stand_ins) + len(draft.newcomers)
    return max(staying, draft.game.seats[0])


def may_come(draft: books.Book) -> bool:
    """Whether one more can join for the next deal. Before the first deal the table has the seats that were asked
    for."""
    return varies(draft) and draft.row.match is not None and next_number(draft) < draft.game.seats[-1]


def regroup(draft: books.Book, now: float) -> None:
    """Seat those who came and drop the seats of those who left, at a deal; the old match ends if the number changed.
    Where too few would be left, AI players stay in place of those who left."""
    if not varies(draft) or draft.row.state not in ("between", "over"):
        return
    coming = draft.newcomers
    number = next_number(draft)
    leaving = sorted(draft.people.stand_ins)[: draft.row.players + len(coming) - number]
    if not coming and not leaving:
        return
    if draft.match is not None and draft.match.status == "open":
        end_match(draft, "ended", now)
    staying = [row for seat, row in sorted(draft.seats.items()) if seat not in leaving]
    new = [waiter.sit_down(draft.id, now) for waiter in sorted(coming, key=lambda waiter: waiter.seat)]
    was = {row.seat: seat for seat, row in enumerate(staying)}
    stand_ins = frozenset(was[seat] for seat in draft.people.stand_ins if seat not in leaving)
    waiters = tuple(waiter for waiter in draft.people.waiters if waiter not in coming)
    draft.people = replace(draft.people, stand_ins=stand_ins, waiters=waiters)
    draft.seats = {seat: replace(row, seat=seat, message=None, beside="") for seat, row in enumerate([*staying, *new])}
    draft.votes = ()
    draft.row = replace(draft.row, players=number, state="over")
    draft.play = replace(draft.play, state=None, result=None, last=())
    draft.score = replace(draft.score, totals=(0,) * number)


# -- the deals that a table has promised


LINKS: Final = 31
"""So many times a void deal is dealt again at once under one commitment; then the table waits for somebody to deal."""
_WAITING: Final = ("lobby", "between", "over")


def promise_next(draft: books.Book, now: float) -> None:
    """Give a table that waits for a deal a pledge, to be written with whatever else has changed."""
    if draft.promises.pledge is not None or draft.contest is not None or draft.row.state not in _WAITING:
        return
    number = draft.promises.deals + 1
    root = new_root()
    secret = chain(draft.id, number, root, LINKS)
    pledge = PledgeRow(draft.id, number, commitment_of(draft.id, number, secret), secret, root, LINKS, now)
    draft.promises = replace(draft.promises, pledge=pledge, words=())
    draft.writes.pledges.append(pledge)


def _take_promised(draft: books.Book, match: int, round_number: int, now: float) -> Dice:
    """The dice for a deal: of the open pledge, else of the next secret in the chain of the deal before."""
    promises = draft.promises
    pledge, words = promises.pledge, promises.words
    if pledge is None:
        assert promises.dealt is not None, "a deal was promised"
        pledge = _next_link(promises.dealt, now)
        words = tuple(replace(word, number=pledge.number) for word in promises.dealt_words)
        draft.writes.words += words
    dealt = replace(pledge, match=match, round=round_number)
    draft.promises = books.Promises(deals=pledge.number, dealt=dealt, dealt_words=words)
    draft.writes.pledges.append(dealt)
    return FairDice(pledge.table, pledge.number, pledge.secret, (word.word for word in words))


def _next_link(before: PledgeRow, now: float) -> PledgeRow:
    number, left = before.number + 1, before.left - 1
    secret = chain(before.table, number, before.root, left)
    assert commitment_of(before.table, number, secret) == before.secret, "the chain that was promised"
    return PledgeRow(before.table, number, before.secret, secret, before.root, left, now)


def forget_words_at(draft: books.Book, user: int) -> None:
    """Forget them at an open table too: the words of who has left it may still count there."""
    words, dealt_words = (
        tuple(without_author(row) if row.user == user else row for row in rows)
        for rows in (draft.promises.words, draft.promises.dealt_words)
    )
    draft.promises = replace(draft.promises, words=words, dealt_words=dealt_words)


def public_promises(book: books.Book, name_of: Callable[[SeatRow], str]) -> Fairness | None:
    """The public side of a table's pledges; a secret is part of it only when its round is over. ``name_of``
    names whoever holds a seat."""
    if book.promises.pledge is None and book.promises.dealt is None:
        return None
    names = {held.user: name_of(held) for held in book.seats.values()}
    told = Fairness(
        commitment="" if book.promises.pledge is None else book.promises.pledge.commitment,
        words=tuple(("" if word.user is None else names.get(word.user, ""), word.word) for word in book.promises.words),
    )
    if book.promises.dealt is None or book.round is None:
        return told
    return replace(
        told,
        id=f"M{book.promises.dealt.match}.{book.promises.dealt.round}",
        dealt=book.promises.dealt.commitment,
        secret="" if book.round.status == "open" else book.promises.dealt.secret,
    )


# -- the rows that a round leaves
def _sides(draft: books.Book, result: RoundResult) -> Sequence[int]:
    """Return by seat a number that those who win together have in common."""
    view = draft.game.view(draft.play.state, None)
    if all(seat.team is not None for seat in view.seats):
        return [seat.team or 0 for seat in view.seats]
    return result.sides or range(len(view.seats))


def _round_results(draft: books.Book, result: RoundResult, now: float) -> list[ResultRow]:
    """Return one row a seat; a round counts for whoever was dealt in, also if an AI player finished it."""
    assert draft.round is not None
    sides = _sides(draft, result)
    return [
        ResultRow(
            match=draft.round.match,
            round=draft.round.round,
            seat=seat,
            game=draft.row.game,
            chat=draft.row.chat,
            user=user,
            ai=ai,
            role=result.roles[seat] if result.roles else "",
            points=result.points[seat] if result.scored else 0,
            won=seat in result.won,
            place=result.places[seat] if result.places else None,
            at=now,
            feats=json.dumps(dict(result.feats[seat])) if result.feats else "{}",
            side=sides[seat],
        )
        for seat, (user, ai) in enumerate(json.loads(draft.round.seats))
    ]


def _match_results(draft: books.Book, winner: tuple[int, ...], now: float) -> list[ResultRow]:
    """Return one row a seat. The match belongs to the person who was dealt most of its rounds there, whoever sits there
    at its end: neither who left nor who sat in for a round changes that."""
    assert draft.match is not None
    rows = []
    for seat, held in sorted(draft.seats.items()):
        users = Counter(user for user, _ in (json.loads(seats)[seat] for seats in draft.score.sat) if user is not None)
        user = users.most_common(1)[0][0] if users else None  # the first among equals
        rows.append(
            ResultRow(
                match=draft.match.id,
                round=0,
                seat=seat,
                game=draft.row.game,
                chat=draft.row.chat,
                user=user,
                ai=None if user is not None else held.ai,
                role="",
                points=draft.score.totals[seat],
                won=seat in winner,
                place=None,
                at=now,
            )
        )
    return rows
