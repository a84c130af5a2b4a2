"""The fast round's way from the deal to the first lead: tributes, purchases, declarations, a revolter's try (GJ-9 to GJ-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from games.gouji.kinds import DEUCE, FOUR, THREE
from games.gouji.state import DUE_KINDS, Due
from games.gouji.twin.modes import BUYING, COUNTER, DECLARE, OPPOSITE, RETURNING, TRY
from games.gouji.twin.numbers import (
    BUY,
    CHALLENGE,
    DECLINE,
    FIRST,
    MOST_RETURNED,
    PASS,
    PLAY,
    RETURN,
    RETURN_OF,
    RETURNED,
    REVOLT,
    REVOLT_WITH,
    place_in_block,
)
from games.gouji.twin.tables import leads

if TYPE_CHECKING:
    from games.gouji.fast_round import FastRound

__all__ = ["begin_tributes", "fours_lead", "legal", "step"]

_SEATS: Final = 6


def fours_lead(count: int) -> int:
    """The number of the play of so many 4s with nothing hung on them."""
    return FIRST[FOUR] + place_in_block(count, 0, 0, 0)


def legal(round_: FastRound) -> list[int]:
    rules, hand = round_.rules, round_.hands[round_.turn]
    if round_.mode == RETURNING:
        if len(round_.given) > MOST_RETURNED:
            found = [RETURN_OF[(rank,)] for rank in range(15) if hand[rank] > round_.chosen.count(rank)]
        else:
            found = [RETURN_OF[tuple(ranks)] for ranks in _choices(hand, 0, len(round_.given))]
        return [*found, DECLINE] if rules.decline_tribute and not round_.chosen else found
    if round_.mode == BUYING:
        return [BUY, DECLINE] if not hand[FOUR] and any(hand[DEUCE:]) else [DECLINE]
    found = [CHALLENGE] if rules.point_challenge and hand[FOUR] else []
    if round_.mode == DECLARE and rules.revolution and not any(hand[DEUCE:]):
        found.append(REVOLT)
        if rules.revolt_try:
            opens = round_.tables.open
            found += [play - PLAY + REVOLT_WITH for play in leads(hand) if opens[play]]
    return [*found, DECLINE]


def _choices(hand: list[int], rank: int, count: int) -> Iterator[list[int]]:
    if count == 0:
        yield []
        return
    for lowest in range(rank, 15):
        for taken in range(1, min(count, hand[lowest]) + 1):
            for rest in _choices(hand, lowest + 1, count - taken):
                yield [lowest] * taken + rest


def step(round_: FastRound, number: int, seat: int) -> None:
    if round_.mode == RETURNING:
        _returned(round_, number)
    elif round_.mode == TRY:
        _tried(round_, number)
    else:
        round_.said.append((seat, number))
        round_.asked &= ~(1 << seat)
        if round_.asked:
            round_.turn = (round_.asked & -round_.asked).bit_length() - 1
        elif round_.mode == BUYING:
            _buy_fours(round_)
        else:
            _declared(round_)


def _ask(round_: FastRound, mode: int, seats: int) -> None:
    round_.mode, round_.asked = mode, seats
    round_.turn = (seats & -seats).bit_length() - 1


def _move(round_: FastRound, giver: int, receiver: int, ranks: Iterator[int] | tuple[int, ...]) -> None:
    for rank in ranks:
        round_.hands[giver][rank] -= 1
        round_.hands[receiver][rank] += 1
        round_.left[giver] -= 1
        round_.left[receiver] += 1


# -- tributes and purchases
def begin_tributes(round_: FastRound, due: tuple[Due, ...]) -> None:
    """Pay the next due by itself and ask for what is returned; go on when none is left (GJ-10)."""
    for at, one in enumerate(due):
        giver, receiver = one.giver, one.receiver
        if not round_.left[giver] or not round_.left[receiver]:
            continue
        hand = round_.hands[giver]
        highest = [rank for rank in range(14, -1, -1) for _ in range(hand[rank])][: one.cards]
        _move(round_, giver, receiver, tuple(highest))
        round_.given = tuple(highest)
        round_.tell("tribute", giver, DUE_KINDS.index(one.kind) * 64 + len(highest), receiver)
        round_.due = due[at:]
        round_.mode, round_.turn = RETURNING, receiver
        return
    round_.due, round_.given = (), ()
    _begin_buying(round_)


def _returned(round_: FastRound, number: int) -> None:
    seat, to = round_.turn, round_.due[0].giver
    ranks = round_.given if number == DECLINE else (*round_.chosen, *RETURNED[number - RETURN])
    if len(ranks) < len(round_.given):
        round_.chosen = ranks
        return
    round_.chosen = ()
    round_.tell("decline" if number == DECLINE else "return", seat, sum(1 << 6 * rank for rank in ranks), to)
    _move(round_, seat, to, ranks)
    begin_tributes(round_, round_.due[1:])


def _begin_buying(round_: FastRound) -> None:
    for seat in _from_leader(round_):
        if round_.active >> seat & 1 and not round_.hands[seat][THREE]:
            _buy(round_, seat, THREE)
    if round_.rules.buy_fours and round_.active:
        _ask(round_, BUYING, round_.active)
    else:
        _begin_declaring(round_)


def _from_leader(round_: FastRound) -> list[int]:
    return [(round_.leader + step) % _SEATS for step in range(_SEATS)]


def _buy_fours(round_: FastRound) -> None:
    buyers = {seat for seat, answer in round_.said if answer == BUY}
    round_.said = []
    for seat in _from_leader(round_):
        if seat in buyers:
            _buy(round_, seat, FOUR)
    _begin_declaring(round_)


def _buy(round_: FastRound, seat: int, rank: int) -> None:
    """Buy one card from the first in the row that can spare one (GJ-11)."""
    for step_ in (3, 2, 4, 1, 5):
        seller = (seat + step_) % _SEATS
        if round_.active >> seller & 1 and round_.hands[seller][rank] >= 2:
            break
    else:
        return
    paid = -1
    if step_ % 2:
        paid = next((main for main in (12, 13, 14) if round_.hands[seat][main]), -1)
    round_.tell("bought", seat, rank * 16 + paid + 1, seller)
    _move(round_, seller, seat, (rank,))
    if paid >= 0:
        _move(round_, seat, seller, (paid,))


# -- declarations
def _begin_declaring(round_: FastRound) -> None:
    if (round_.rules.revolution or round_.rules.point_challenge) and round_.active:
        _ask(round_, DECLARE, round_.active)
    else:
        _begin_play(round_)


def _declared(round_: FastRound) -> None:
    """Show the answers when all are in (GJ-13 to GJ-17)."""
    rules, said = round_.rules, sorted(round_.said)
    round_.said = []
    revolters = challengers = tries = 0
    for seat, number in said:
        if number == CHALLENGE:
            challengers |= 1 << seat
        elif number != DECLINE:
            revolters |= 1 << seat
            if number >= REVOLT_WITH:
                tries += 1
                round_.tried = seat, number - REVOLT_WITH + PLAY
    out, valid = round_.revolted | revolters, 0
    for seat in range(_SEATS):
        other = OPPOSITE[seat]
        both = 1 << seat | 1 << other
        if challengers >> seat & 1 and round_.hands[other][FOUR] and not both & out and round_.active >> other & 1:
            valid |= 1 << seat
    if round_.mode == DECLARE and (tries != 1 or revolters.bit_count() != 1):
        round_.tried = None
    round_.challenged |= valid
    for seat, number in said:
        round_.tell("declared", seat, number, int(valid >> seat & 1))
    if round_.mode == DECLARE:
        if revolters.bit_count() > (2 if rules.two_revolts == "allow" else 1):
            round_.void, round_.finished = True, []
            round_.end()
            return
        round_.revolted |= revolters
        round_.active &= ~revolters
        if rules.counter_challenge:
            challenged = round_.challenged
            again = sum(
                1 << OPPOSITE[seat]
                for seat in range(_SEATS)
                if challenged >> seat & 1 and not challenged >> OPPOSITE[seat] & 1
            )
            if again:
                _ask(round_, COUNTER, again)
                return
    _begin_play(round_)


def _begin_play(round_: FastRound) -> None:
    if round_.ends():
        round_.end()
        return
    tried, round_.tried = round_.tried, None
    if tried is None or not round_.active >> OPPOSITE[tried[0]] & 1:
        round_.lead_falls_to(round_.leader)
        return
    seat, number = tried
    round_.take(seat, number, lead=True)
    round_.standing, round_.owner = number, seat
    round_.mode, round_.turn = TRY, OPPOSITE[seat]


def _tried(round_: FastRound, number: int) -> None:
    """Go on after the revolter's try has been beaten or let go (GJ-16)."""
    seat = round_.turn
    if number == PASS:
        round_.tell("pass", seat)
        round_.opened |= 1 << round_.owner
    else:
        round_.take(seat, number, lead=False)
        if not round_.left[seat] and round_.goes_out(seat):
            return
    round_.lead_falls_to(round_.leader)
