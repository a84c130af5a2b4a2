"""Buying 3s, which goes by itself, and 4s, where the house rules let one (GJ-11, GJ-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Do
from games.base.cards import RANKS, Card, Rank, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event
from games.contract import Act
from games.gouji.events import Bought, No
from games.gouji.kinds import DEUCE, FOUR, MAIN, THREE
from games.gouji.state import SEATS, Round, opposite, removed, team_of, turn_order

__all__ = ["Buying", "buy_fours", "buy_threes", "check_buy", "legal_buys"]


@dataclass(frozen=True, slots=True)
class Buying:
    """Phase ``buy``: every active seat says whether it buys a 4, hidden until all have."""

    round: Round
    answers: tuple[tuple[int, str], ...] = ()

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not answered."""
        answered = {seat for seat, _ in self.answers}
        return tuple(seat for seat in self.round.actives if seat not in answered)


def check_buy(state: Buying, seat: int, action: Action) -> None:
    """Refuse buying for a hand that has a 4 or nothing to pay with."""
    match action:
        case Do("buy", ()):
            if state.round.holds(seat, FOUR):
                raise IllegalAction(No.HAS_FOUR, "GJ-12")
            if rank_of(state.round.hands[seat][-1]) < DEUCE:
                raise IllegalAction(No.NOTHING_TO_PAY, "GJ-12")
        case Do("decline", ()):
            pass
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-12", phase="buy")


def legal_buys(state: Buying, seat: int) -> Iterator[Action]:
    """Offer buying if the hand may, and declining."""
    hand = state.round.hands[seat]
    if not state.round.holds(seat, FOUR) and rank_of(hand[-1]) >= DEUCE:
        yield Do("buy")
    yield Do("decline")


def buy_threes(round_: Round, events: list[Event]) -> Round:
    """Get a 3 for each active seat without one, in turn order from the leader."""
    for seat in turn_order(round_.setting.leader):
        if round_.active(seat) and not round_.holds(seat, THREE):
            round_ = _bought(round_, seat, THREE, events)
    return round_


def buy_fours(state: Buying, events: list[Event]) -> Round:
    """Make the purchases that were asked for, in turn order from the leader."""
    round_, buyers = state.round, {seat for seat, answer in state.answers if answer == "buy"}
    for seat in turn_order(round_.setting.leader):
        if seat in buyers:
            round_ = _bought(round_, seat, FOUR, events)
    return round_


def _bought(round_: Round, seat: int, rank: Rank, events: list[Event]) -> Round:
    """Buy one card from the first in the row that can spare one; change nothing if nobody can."""
    order = (opposite(seat), *((seat + step) % SEATS for step in (2, 4, 1, 5)))
    seller = next((other for other in order if round_.active(other) and round_.holds(other, rank) >= 2), None)
    if seller is None:
        return round_
    card = next(card for card in round_.hands[seller] if rank_of(card) == rank)
    paid = () if team_of(seller) == team_of(seat) else _payment(round_, seat)
    mine = sort_cards([*removed(round_.hands[seat], paid), card])
    theirs = sort_cards([*removed(round_.hands[seller], (card,)), *paid])
    round_ = round_.with_hand(seat, mine).with_hand(seller, theirs)
    events.append(Bought(audience=EVERYONE, seat=seat, seller=seller, card=card, paid=paid))
    return round_.told(Act(seat, "bought", paid, rank=RANKS[rank], number=seller))


def _payment(round_: Round, seat: int) -> tuple[Card, ...]:
    """Take one 2, for want of it a small joker, then a big one, then nothing."""
    for rank in MAIN:
        for card in round_.hands[seat]:
            if rank_of(card) == rank:
                return (card,)
    return ()
