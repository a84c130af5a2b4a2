"""Tricks of beating or passing: who is asked next, what happens by itself, when a trick ends and who leads then.

One seat leads; the others that hold cards beat in turn what stands, or pass; when the turn comes round to the seat whose
play stands, it has won the trick and leads, or, if it is out, whoever inherits the lead from it. A pass binds nobody: who
has passed may beat in the next turn of the same trick.

A game derives its phase from ``Climbing``, its course from ``Climb``, and answers the questions in which games differ.
Where a pass bars a seat, or others are asked between two turns, these are other tricks than those here.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, cards_text, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, LeadInherited, Passed, Played, TrickWon
from games.base.round import Act, Step
from games.kit.history import UNTOLD, History

__all__ = ["Climb", "ClimbRules", "Climbing", "Laid", "StandingPlay", "laid", "next_holding"]

R = TypeVar("R")
P = TypeVar("P", bound="StandingPlay[Any]")


@dataclass(frozen=True, slots=True)
class StandingPlay(Generic[R]):
    """The play to beat, with the reading in which it was played."""

    seat: int
    cards: Cards
    reading: R


@dataclass(frozen=True, slots=True, kw_only=True)
class Climbing(Generic[P]):
    """A phase of such tricks. ``turn`` is the seat to act, ``standing`` is ``None`` when it leads, ``trick`` counts from 0."""

    hands: tuple[Cards, ...]
    turn: int
    standing: P | None = None
    trick: int = 0
    history: History = UNTOLD


class Laid(NamedTuple):
    """What laying cards changes in any game: the hands, whose turn it is, the deeds."""

    hands: tuple[Cards, ...]
    turn: int
    history: History


def next_holding(hands: tuple[Cards, ...], seat: int) -> int:
    """The next seat after this one that holds cards; the seat itself if no other does."""
    seats = len(hands)
    other = (seat + 1) % seats
    while other != seat and not hands[other]:
        other = (other + 1) % seats
    return other


def laid(state: Climbing[Any], cards: Cards, kind: str, rank: str, events: list[Event], *, auto: bool = False) -> Laid:
    """Take cards out of the hand of the seat to act and append to ``events`` that it played them as ``kind`` with ``rank``.

    Gives what that changes; the turn goes to the next seat that holds cards.
    """
    seat, hands, lead = state.turn, state.hands, state.standing is None
    left = list(hands[seat])
    for card in cards:
        left.remove(card)
    hands = (*hands[:seat], tuple(left), *hands[seat + 1 :])
    events.append(Played(audience=EVERYONE, seat=seat, cards=cards, kind=kind, rank=rank, auto=auto, lead=lead))
    act = Act(seat, "play", cards, kind, rank, auto=auto, lead=lead, trick=state.trick)
    return Laid(hands, next_holding(hands, seat), state.history.add(act))


@dataclass(frozen=True, slots=True)
class ClimbRules:
    """The rules that refusals name: that a leader may not pass, that one plays cards of one's hand, what else there is to do."""

    lead: str
    hand: str
    verbs: str


T = TypeVar("T", bound=Climbing[Any])
O = TypeVar("O")  # noqa: E741 # Over


class Climb(Generic[T, O]):
    """The course of the tricks in one game, from ``T``, its phase of play, to ``O``, the end of the round."""

    rules: ClassVar[ClimbRules]

    # --- what a game says ------------------------------------------------------------------------------------------
    def reading(self, state: T, cards: Cards, named: str | None) -> object:
        """How cards of the seat to act are taken when they are played now; ``IllegalAction`` says why they may not be."""
        raise NotImplementedError

    def lay(self, state: T, action: Play, events: list[Event], *, auto: bool) -> T:
        """Carry out a play that ``check`` has let through (with ``laid``), and all that it means in this game."""
        raise NotImplementedError

    def is_over(self, state: T) -> bool:
        """Whether the round has ended; asked after every play and pass."""
        raise NotImplementedError

    def settle(self, state: T) -> tuple[O, list[Event]]:
        """Give the round its end, and the events that tell of it."""
        raise NotImplementedError

    def must_pass(self, state: T) -> bool:
        """Whether, by public counts alone, no hand of as many cards as the seat to follow holds could beat what stands."""
        raise NotImplementedError

    def may_pass_lead(self, state: T) -> bool:
        """Whether the leader may pass: never, unless a game says otherwise."""
        return False

    def forced_lead(self, state: T) -> Play | None:
        """The lead that the engine plays by itself, as there is no other; ``None``: the seat chooses."""
        return None

    def heir(self, state: T, winner: int) -> int:
        """Who leads for a winner that is out: the next seat that holds cards, unless a game says otherwise."""
        return next_holding(state.hands, winner)

    def won(self, state: T, winner: int, events: list[Event]) -> T:
        """Give the winner what the trick brings, and tell it in ``events``; the new leader has the turn already.
        Nothing, unless a game says so.
        """
        return state

    # --- what follows from it --------------------------------------------------------------------------------------
    def check(self, state: T, seat: int, action: Action) -> None:
        """Refuse what may not be done; the caller has made sure that it is this seat's turn."""
        match action:
            case Pass():
                if state.standing is None and not self.may_pass_lead(state):
                    raise IllegalAction(Refusal.MUST_LEAD, self.rules.lead)
            case Play(cards, named):
                if not cards:
                    raise IllegalAction(Refusal.NO_CARDS, self.rules.hand)
                missing = _lacking(cards, state.hands[seat])
                if missing:
                    raise IllegalAction(Refusal.NOT_IN_HAND, self.rules.hand, cards=cards_text(missing))
                self.reading(state, cards, named)
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, self.rules.verbs, phase="play")

    def apply(self, state: T, seat: int, action: Action) -> Step[T | O]:
        """Carry out what ``check`` has let through, with all that follows by itself."""
        events: list[Event] = []
        if isinstance(action, Play):
            state = self.lay(state, action, events, auto=False)
        else:
            state = self.passed(state, events, auto=False)
        return self.go_on(state, events)

    def go_on(self, state: T, events: list[Event]) -> Step[T | O]:
        """Lay forced leads and make forced passes until somebody has a decision or the round is over."""
        while not self.is_over(state):
            if state.standing is None:
                lead = self.forced_lead(state)
                if lead is None:
                    return Step(state, tuple(events))
                state = self.lay(state, lead, events, auto=True)
            elif self.must_pass(state):
                state = self.passed(state, events, auto=True)
            else:
                return Step(state, tuple(events))
        over, told = self.settle(state)
        return Step(over, (*events, *told))

    def passed(self, state: T, events: list[Event], *, auto: bool) -> T:
        """Let the seat to follow pass: the next seat is asked, or the trick is won and the new leader has the turn."""
        seat, standing = state.turn, state.standing
        assert standing is not None, "there is something to follow"
        events.append(Passed(audience=EVERYONE, seat=seat, auto=auto))
        history = state.history.add(Act(seat, "pass", auto=auto, trick=state.trick))
        hands, winner, turn = state.hands, standing.seat, (seat + 1) % len(state.hands)
        while turn != winner and not hands[turn]:
            turn = (turn + 1) % len(hands)
        if turn != winner:
            return replace(state, turn=turn, history=history)
        leader = winner if hands[winner] else self.heir(state, winner)
        events.append(TrickWon(audience=EVERYONE, seat=winner, leader=leader))
        state = replace(state, turn=leader, standing=None, trick=state.trick + 1, history=history)
        state = self.won(state, winner, events)
        if leader != winner:
            events.append(LeadInherited(audience=EVERYONE, seat=leader, winner=winner))
        return state


def _lacking(cards: Cards, hand: Cards) -> Cards:
    """The cards that the hand does not hold, sorted."""
    left, missing = list(hand), []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            missing.append(card)
    return sort_cards(missing)
