"""Whose turn it is, what may be done, and doing it: every state and every action meet here."""

from collections.abc import Iterator
from typing import assert_never

from games.base.actions import Action, Do, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event
from games.contract import Step
from games.gouji.before.revolt_try import Trying, check_try, legal_tries
from games.gouji.before.start import (
    Buying,
    Declaring,
    Returning,
    State,
    after_buy,
    after_declaration,
    after_return,
    after_try,
    check_buy,
    check_declaration,
    check_return,
    legal_buys,
    legal_declarations,
    legal_returns,
)
from games.gouji.events import Entangled, No, Unentangled
from games.gouji.play.burn import (
    after_answer_passed,
    after_burn,
    after_duel_passed,
    after_offer_passed,
    after_run,
    after_stopped,
)
from games.gouji.play.sequence import (
    BurnAnswer,
    BurnLead,
    BurnOffer,
    Dueling,
    Following,
    LastChance,
    Leading,
    after_last_word,
    after_pass,
    after_yield,
    check_lead,
    check_offer,
    check_on_set,
    check_run,
    lay_lead,
    lay_on,
    legal_burns,
    legal_leads,
    legal_on_set,
    legal_runs,
)
from games.gouji.scoring import Over
from games.gouji.state import SEATS, Round

__all__ = ["apply", "check", "check_turn", "entangled", "legal", "to_act"]


def to_act(state: State) -> tuple[int, ...]:
    """List the seats that may act now, ascending."""
    match state:
        case Over():
            return ()
        case Buying() | Declaring():
            return state.waiting
        case _:
            return (state.turn,)


def entangled(state: State) -> bool:
    """Whether the table is entangled, which it can be in the play only (GJ-27)."""
    return not isinstance(state, Returning | Buying | Declaring | Over) and state.round.entangled


def check_turn(state: State, seat: int) -> None:
    """Refuse whoever is not asked, and say why."""
    if seat not in range(SEATS):
        raise IllegalAction(Refusal.NOT_YOUR_TURN, "GJ-1")
    if seat in to_act(state):
        return
    round_ = state.round
    if isinstance(state, Over):
        raise IllegalAction(Refusal.ROUND_OVER, "GJ-9")
    _check_takes_part(round_, seat)
    match state:
        case Buying():
            raise IllegalAction(No.ANSWERED, "GJ-12")
        case Declaring(stage="first"):
            raise IllegalAction(No.ANSWERED, "GJ-13")
        case Declaring():
            raise IllegalAction(No.ANSWERED if seat in state.asked else No.NOT_ASKED, "GJ-13a")
        case Dueling() | Trying():
            raise IllegalAction(No.DUEL_ONLY, "GJ-23", seat=state.turn)
        case BurnOffer() | BurnAnswer() | BurnLead():
            raise IllegalAction(No.BURN_ONLY, "GJ-30", seat=state.turn)
        case Following() | LastChance() if seat in state.trick.barred:
            raise IllegalAction(No.BARRED, "GJ-19", seat=state.turn)
        case _:
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GJ-19", seat=state.turn)


def _check_takes_part(round_: Round, seat: int) -> None:
    if seat in round_.dead:
        raise IllegalAction(No.DEAD, "GJ-33")
    if seat in round_.revolted:
        raise IllegalAction(No.REVOLTED, "GJ-14")
    if seat in round_.finished:
        raise IllegalAction(No.OUT, "GJ-20", place=round_.finished.index(seat) + 1)


def check(state: State, seat: int, action: Action) -> None:
    check_turn(state, seat)
    match state:
        case Returning():
            check_return(state, action)
        case Buying():
            check_buy(state, seat, action)
        case Declaring():
            check_declaration(state, seat, action)
        case Leading():
            check_lead(state, action)
        case Following() | LastChance() | Dueling() | BurnAnswer():
            check_on_set(state, action)
        case BurnOffer():
            check_offer(state, action)
        case BurnLead():
            check_run(state, action)
        case Trying():
            check_try(state, action)
        case Over():
            raise AssertionError("refused above")
        case _:
            assert_never(state)


def legal(state: State, seat: int) -> Iterator[Action]:
    if seat not in to_act(state):
        return iter(())
    match state:
        case Returning():
            return legal_returns(state)
        case Buying():
            return legal_buys(state, seat)
        case Declaring():
            return legal_declarations(state, seat)
        case Leading():
            return legal_leads(state)
        case Following() | LastChance() | Dueling() | BurnAnswer():
            return legal_on_set(state)
        case BurnOffer():
            return legal_burns(state)
        case BurnLead():
            return legal_runs(state)
        case Trying():
            return legal_tries(state)
        case Over():
            return iter(())
        case _:
            assert_never(state)


def apply(state: State, seat: int, action: Action) -> Step[State]:
    check(state, seat, action)
    events: list[Event] = []
    after = _after(state, seat, action, events)
    # Compared here, as it follows from who takes part and who has opened, which a dozen ways of going on may change.
    if entangled(state) != entangled(after) and not isinstance(after, Over):
        events.append((Entangled if entangled(after) else Unentangled)(audience=EVERYONE))
    return Step(after, tuple(events))


def _after(state: State, seat: int, action: Action, events: list[Event]) -> State:
    match state, action:
        case Returning(), Do():
            return after_return(state, action, events)
        case Buying(), Do():
            return after_buy(state, seat, action, events)
        case Declaring(), Do():
            return after_declaration(state, seat, action, events)
        case Leading(), Play(cards):
            return lay_lead(state, cards, events)
        case Following() | LastChance() | Dueling(), Play(cards):
            return lay_on(state.round, state.trick, seat, cards, events)
        case Following(), Pass():
            return after_pass(state, events)
        case Following(), Do():
            return after_yield(state, events)
        case LastChance(), Pass():
            return after_last_word(state, events)
        case Dueling(), Pass():
            return after_duel_passed(state, events)
        case BurnOffer(), Do(_, cards):
            return after_burn(state, cards, events)
        case BurnOffer(), Pass():
            return after_offer_passed(state, events)
        case BurnAnswer(), Play(cards):
            return after_stopped(state, cards, events)
        case BurnAnswer(), Pass():
            return after_answer_passed(state, events)
        case BurnLead(), Play(cards):
            return after_run(state, cards, events)
        case Trying(), Play(cards):
            return after_try(state, cards, events)
        case Trying(), Pass():
            return after_try(state, None, events)
        case _:
            raise AssertionError("refused before")
