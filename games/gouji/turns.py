"""Whose turn it is, what may be done, and doing it: every state and every action meet here."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from games.base.actions import Action, Do, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event
from games.contract import Step
from games.gouji.before import start as starting
from games.gouji.before.revolt_try import Trying, check_try, legal_tries
from games.gouji.events import Entangled, No, Unentangled
from games.gouji.play import sequence
from games.gouji.play.burn import (
    after_answer_passed,
    after_burn,
    after_duel_passed,
    after_offer_passed,
    after_run,
    after_stopped,
)
from games.gouji.scoring import Over
from games.gouji.state import SEATS, Round

__all__ = ["apply", "check", "check_turn", "entangled", "legal", "to_act"]


def to_act(state: starting.State) -> tuple[int, ...]:
    """List the seats that may act now, ascending."""
    if isinstance(state, starting.Buying | starting.Declaring):
        return state.waiting
    return () if isinstance(state, Over) else (state.turn,)


def entangled(state: starting.State) -> bool:
    """Whether the table is entangled, which it can be in the play only (GJ-27)."""
    return (
        not isinstance(state, starting.Returning | starting.Buying | starting.Declaring | Over)
        and state.round.entangled
    )


def check_turn(state: starting.State, seat: int) -> None:
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
        case starting.Buying():
            raise IllegalAction(No.ANSWERED, "GJ-12")
        case starting.Declaring(stage="first"):
            raise IllegalAction(No.ANSWERED, "GJ-13")
        case starting.Declaring():
            raise IllegalAction(No.ANSWERED if seat in state.asked else No.NOT_ASKED, "GJ-13a")
        case sequence.Dueling() | Trying():
            raise IllegalAction(No.DUEL_ONLY, "GJ-23", seat=state.turn)
        case sequence.BurnOffer() | sequence.BurnAnswer() | sequence.BurnLead():
            raise IllegalAction(No.BURN_ONLY, "GJ-30", seat=state.turn)
        case sequence.Following() | sequence.LastChance() if seat in state.trick.barred:
            raise IllegalAction(No.BARRED, "GJ-19", seat=state.turn)
        case _:
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GJ-19", seat=state.turn)


def _check_takes_part(round_: Round, seat: int) -> None:
    if seat in round_.dead:
        raise IllegalAction(No.DEAD, "GJ-33")
    if seat in round_.revolted:
        raise IllegalAction(No.REVOLTED, "GJ-14")
    if seat in round_.finished:
        raise IllegalAction(Refusal.OUT, "GJ-20", place=round_.finished.index(seat) + 1)


_ON_SET: Final = (sequence.check_on_set, sequence.legal_on_set)
_MAY: Final[Mapping[type, tuple[Callable[[Any, int, Action], None], Callable[[Any, int], Iterator[Action]]]]] = {
    starting.Returning: (starting.check_return, starting.legal_returns),
    starting.Buying: (starting.check_buy, starting.legal_buys),
    starting.Declaring: (starting.check_declaration, starting.legal_declarations),
    Trying: (check_try, legal_tries),
    sequence.Leading: (sequence.check_lead, sequence.legal_leads),
    sequence.Following: _ON_SET,
    sequence.LastChance: _ON_SET,
    sequence.Dueling: _ON_SET,
    sequence.BurnOffer: (sequence.check_offer, sequence.legal_burns),
    sequence.BurnAnswer: _ON_SET,
    sequence.BurnLead: (sequence.check_run, sequence.legal_runs),
}
"""By kind of decision, what refuses an action and what lists all that are allowed."""


def check(state: starting.State, seat: int, action: Action) -> None:
    check_turn(state, seat)
    next(_MAY[kind] for kind in type(state).__mro__ if kind in _MAY)[0](state, seat, action)


def legal(state: starting.State, seat: int) -> Iterator[Action]:
    ways = next((_MAY[kind] for kind in type(state).__mro__ if kind in _MAY), None)
    return ways[1](state, seat) if ways is not None and seat in to_act(state) else iter(())


def apply(state: starting.State, seat: int, action: Action) -> Step[starting.State]:
    check(state, seat, action)
    events: list[Event] = []
    after = _after(state, seat, action, events)
    # Compared here, as it follows from who takes part and who has opened, which a dozen ways of going on may change.
    if entangled(state) != entangled(after) and not isinstance(after, Over):
        events.append((Entangled if entangled(after) else Unentangled)(audience=EVERYONE))
    return Step(after, tuple(events))


def _after(state: starting.State, seat: int, action: Action, events: list[Event]) -> starting.State:
    match state, action:
        case starting.Returning(), Do():
            return starting.after_return(state, action, events)
        case starting.Buying(), Do():
            return starting.after_buy(state, seat, action, events)
        case starting.Declaring(), Do():
            return starting.after_declaration(state, seat, action, events)
        case sequence.Leading(), Play(cards):
            return sequence.lay_lead(state, cards, events)
        case sequence.Following() | sequence.LastChance() | sequence.Dueling(), Play(cards):
            return sequence.lay_on(state.round, state.trick, seat, cards, events)
        case sequence.Following(), Pass():
            return sequence.after_pass(state, events)
        case sequence.Following(), Do():
            return sequence.after_yield(state, events)
        case sequence.LastChance(), Pass():
            return sequence.after_last_word(state, events)
        case sequence.Dueling(), Pass():
            return after_duel_passed(state, events)
        case sequence.BurnOffer(), Do(_, cards):
            return after_burn(state, cards, events)
        case sequence.BurnOffer(), Pass():
            return after_offer_passed(state, events)
        case sequence.BurnAnswer(), Play(cards):
            return after_stopped(state, cards, events)
        case sequence.BurnAnswer(), Pass():
            return after_answer_passed(state, events)
        case sequence.BurnLead(), Play(cards):
            return after_run(state, cards, events)
        case Trying(), Play(cards):
            return starting.after_try(state, cards, events)
        case Trying(), Pass():
            return starting.after_try(state, None, events)
        case _:
            raise AssertionError("refused before")
