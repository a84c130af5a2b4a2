"""Tributes and what is returned for them, one due after the other (GJ-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.base.actions import Action, Do
from games.base.cards import Card, Cards, cards_text, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event
from games.contract import Act
from games.gouji.events import No, Returned, ReturnSeen, TributeDeclined, TributeGiven
from games.gouji.kinds import THREE, cards_by_rank
from games.gouji.state import Due, Round, removed

__all__ = ["Returning", "check_return", "give_next", "legal_returns", "lowest_returns", "returned"]


@dataclass(frozen=True, slots=True)
class Returning:
    """Phase ``return``: the receiver of ``current`` sends as many cards back as ``given``, or declines if it may.
    ``pending`` are the dues after it."""

    round: Round
    current: Due
    given: Cards
    pending: tuple[Due, ...]

    @property
    def turn(self) -> int:
        """The only seat to act."""
        return self.current.receiver


def _highest(hand: Cards, count: int) -> Cards:
    """Take the highest cards, equal ranks in the order of suits (GJ-3, GJ-10)."""
    return tuple(sorted(hand, key=lambda card: (-rank_of(card), card))[:count])


def give_next(round_: Round, pending: tuple[Due, ...], events: list[Event]) -> Returning | Round:
    """Pay the next due by itself; return the round alone if none is left. A due from or to an empty hand lapses."""
    for at, due in enumerate(pending):
        if not round_.hands[due.giver] or not round_.hands[due.receiver]:
            continue
        # From the hand as it is now: cards that came in a moment ago may go on at once (GJ-10).
        given = _highest(round_.hands[due.giver], due.cards)
        round_ = _moved(round_, due.giver, due.receiver, given)
        round_ = round_.told(Act(due.giver, "tribute", given, kind=due.kind, number=due.receiver))
        told = TributeGiven(audience=EVERYONE, due=due.kind, seat=due.giver, to=due.receiver, cards=given)
        events.append(told)
        return Returning(round_, due, given, pending[at + 1 :])
    return round_


def _moved(round_: Round, giver: int, receiver: int, cards: Cards) -> Round:
    round_ = round_.with_hand(giver, removed(round_.hands[giver], cards))
    return round_.with_hand(receiver, sort_cards([*round_.hands[receiver], *cards]))


def check_return(state: Returning, action: Action) -> None:
    """Refuse what is not as many held cards as were given."""
    match action:
        case Do("return", cards):
            missing = Counter(cards) - Counter(state.round.hands[state.turn])
            if missing:
                raise IllegalAction(Refusal.NOT_IN_HAND, "GJ-10", cards=cards_text(sort_cards([*missing.elements()])))
            if len(cards) != len(state.given):
                raise IllegalAction(No.RETURN_COUNT, "GJ-10", count=len(state.given), given=len(cards))
        case Do("decline", ()):
            if not state.round.rules.decline_tribute:
                raise IllegalAction(No.NO_DECLINE, "GJ-10", count=len(state.given))
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-10", phase="return")


def returned(state: Returning, action: Do, events: list[Event]) -> Returning | Round:
    """Send the cards back and pay the next due."""
    seat, to = state.turn, state.current.giver
    if action.verb == "decline":
        round_ = _moved(state.round, seat, to, state.given).told(Act(seat, "decline", state.given, number=to))
        events.append(TributeDeclined(audience=EVERYONE, seat=seat, to=to, cards=state.given))
    else:
        cards = sort_cards(action.cards)
        round_ = _moved(state.round, seat, to, cards).told(Act(seat, "return", number=len(cards)))
        round_ = replace(round_, returns=(*round_.returns, (seat, to, cards)))
        events.append(Returned(audience=EVERYONE, seat=seat, to=to, count=len(cards)))
        events.append(ReturnSeen(audience=frozenset({seat, to}), seat=seat, to=to, cards=cards))
    return give_next(round_, state.pending, events)


def lowest_returns(hand: Cards, count: int) -> Cards:
    """Take the lowest cards that are not 3s, 3s only where these do not suffice."""
    ordered = sorted(hand, key=lambda card: (rank_of(card) == THREE, card))
    return sort_cards(ordered[:count])


def legal_returns(state: Returning) -> Iterator[Action]:
    """List every choice of cards by rank, and declining if the house rules let it."""
    ranks = [cards for cards in cards_by_rank(state.round.hands[state.turn]) if cards]
    yield from (Do("return", sort_cards(cards)) for cards in _choices(ranks, 0, len(state.given)))
    if state.round.rules.decline_tribute:
        yield Do("decline")


def _choices(ranks: list[list[Card]], at: int, count: int) -> Iterator[list[Card]]:
    if count == 0:
        yield []
        return
    if at == len(ranks):
        return
    for taken in range(min(count, len(ranks[at])) + 1):
        for rest in _choices(ranks, at + 1, count - taken):
            yield ranks[at][:taken] + rest
