"""Exposing cards before the play: decided by all at the same time, hidden until all have decided (GZ-8 to GZ-11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from games.base.actions import Action, Do
from games.base.cards import Cards, cards_text, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event
from games.contract import Act, Step
from games.gongzhu.cards import SPECIALS, in_show_order
from games.gongzhu.events import Decided, Exposed, No
from games.gongzhu.play import begin_play
from games.gongzhu.state import SEATS, Exposing, Hidden, State

__all__ = ["apply_decision", "check_decision", "exposable", "legal_decisions"]


def exposable(state: Exposing, seat: int) -> Cards:
    """Return the cards that this seat could expose, in the order in which they are shown. Nobody else may know them."""
    return tuple(card for card in SPECIALS if card in state.hands[seat] and card not in state.exposed)


def check_decision(state: Exposing, seat: int, action: Action) -> None:
    """Refuse what GZ-9 does not allow. A special card that lies elsewhere is refused as not held, exposed or not yet."""
    if seat not in state.waiting:
        raise IllegalAction(No.ALREADY_DECIDED, "GZ-9")
    match action:
        case Do("decline", ()):
            return
        case Do("decline"):
            raise IllegalAction(No.DECLINE_ALONE, "GZ-9")
        case Do("expose", ()):
            raise IllegalAction(Refusal.NO_CARDS, "GZ-9")
        case Do("expose", cards):
            for card in cards:
                if card not in SPECIALS:
                    raise IllegalAction(No.NOT_SPECIAL, "GZ-8", cards=cards_text((card,)))
                if card in state.exposed:
                    raise IllegalAction(No.ALREADY_EXPOSED, "GZ-9", cards=cards_text((card,)))
                if card not in state.hands[seat] or cards.count(card) > 1:
                    raise IllegalAction(Refusal.NOT_IN_HAND, "GZ-9", cards=cards_text((card,)))
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GZ-9", phase="expose")


def legal_decisions(state: Exposing, seat: int) -> Iterator[Action]:
    """Yield every decision open to a seat: declining, and each choice out of the special cards that it holds."""
    if seat not in state.waiting:
        return
    yield Do("decline")
    held = exposable(state, seat)
    for size in range(1, len(held) + 1):
        yield from (Do("expose", sort_cards(chosen)) for chosen in combinations(held, size))


def apply_decision(state: Exposing, seat: int, action: Action) -> Step[State]:
    """Note a decision that ``check_decision`` has let through; the fourth shows them all (GZ-10)."""
    cards = sort_cards(action.cards) if isinstance(action, Do) else ()
    state = replace(state, answers=(*state.answers, Hidden(seat, cards)))
    events: list[Event] = [Decided(audience=EVERYONE, seat=seat)]
    if len(state.answers) < SEATS:
        return Step(state, tuple(events))
    history = state.history
    for answer in sorted(state.answers, key=lambda answer: answer.seat):
        history = history.add(Act(answer.seat, "expose" if answer.cards else "decline", answer.cards))
        if answer.cards:
            events.append(Exposed(audience=EVERYONE, seat=answer.seat, cards=in_show_order(answer.cards)))
    shown = tuple(card for answer in state.answers for card in answer.cards)
    if not shown:
        events.append(Exposed(audience=EVERYONE, seat=None, cards=()))
    exposed = in_show_order((*state.exposed, *shown))
    state = replace(state, exposed=exposed, answers=(), history=history)
    if state.number < state.setting.rules.expose_rounds and len(exposed) < len(SPECIALS):
        return Step(replace(state, number=state.number + 1), tuple(events))
    return begin_play(state, events)
