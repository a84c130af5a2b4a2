"""Revolution and point challenge: hidden answers, shown together, in one or two stages (GJ-13 to GJ-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from games.base.actions import Action, Do
from games.base.cards import Cards, cards_text, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event
from games.contract import Act
from games.gouji.events import Declared, No
from games.gouji.kinds import DEUCE, FOUR, Kind, kind_of, makeup_of
from games.gouji.sets import leads
from games.gouji.state import Round, opposite

__all__ = ["Declaring", "Hidden", "asked_again", "check_declaration", "legal_declarations", "shown"]


@dataclass(frozen=True, slots=True)
class Hidden:
    """An answer that is known to its seat alone: ``challenge``, ``revolt`` (perhaps with the cards of a try), ``decline``."""

    seat: int
    verb: str
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Declaring:
    """Phase ``declare``: ``asked`` answer in any order, hidden until all have. ``tried``: the lone revolter's try, known
    from the first stage on."""

    round: Round
    stage: Literal["first", "counter"]
    asked: tuple[int, ...]
    answers: tuple[Hidden, ...] = ()
    tried: Hidden | None = None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not answered."""
        answered = {answer.seat for answer in self.answers}
        return tuple(seat for seat in self.asked if seat not in answered)


def _has_main_cards(hand: Cards) -> bool:
    return rank_of(hand[-1]) >= DEUCE


def check_declaration(state: Declaring, seat: int, action: Action) -> None:
    """Refuse a declaration that the hand or the house rules do not allow."""
    match action:
        case Do("challenge", ()):
            if not state.round.rules.point_challenge:
                raise IllegalAction(No.NO_CHALLENGE, "GJ-17")
            if not state.round.holds(seat, FOUR):
                raise IllegalAction(No.NO_FOUR, "GJ-17")
        case Do("revolt", cards):
            if state.stage == "counter":
                raise IllegalAction(No.COUNTER_ONLY, "GJ-13a")
            _check_revolt(state, seat, cards)
        case Do("decline", ()):
            pass
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-13", phase="declare")


def _check_revolt(state: Declaring, seat: int, cards: Cards) -> None:
    rules, hand = state.round.rules, state.round.hands[seat]
    if not rules.revolution:
        raise IllegalAction(No.NO_REVOLUTION, "GJ-14")
    if _has_main_cards(hand):
        raise IllegalAction(No.MAIN_CARDS, "GJ-14")
    if not cards:
        return
    if not rules.revolt_try:
        raise IllegalAction(No.NO_TRY, "GJ-16")
    missing = Counter(cards) - Counter(hand)
    if missing:
        raise IllegalAction(Refusal.NOT_IN_HAND, "GJ-16", cards=cards_text(sort_cards([*missing.elements()])))
    made = makeup_of(cards)
    if made is None or kind_of(made, rules.sets) is not Kind.OPEN:
        raise IllegalAction(No.TRY_NOT_OPEN, "GJ-16")


def legal_declarations(state: Declaring, seat: int) -> Iterator[Action]:
    """List every answer that this seat may give."""
    rules, hand = state.round.rules, state.round.hands[seat]
    if rules.point_challenge and state.round.holds(seat, FOUR):
        yield Do("challenge")
    if state.stage == "first" and rules.revolution and not _has_main_cards(hand):
        yield Do("revolt")
        if rules.revolt_try:
            tries = (cards for made, cards in leads(hand) if kind_of(made, rules.sets) is Kind.OPEN)
            yield from (Do("revolt", cards) for cards in tries)
    yield Do("decline")


def shown(state: Declaring, events: list[Event]) -> Declaring:
    """Show the answers when all are in: valid challenges count, the others are void (GJ-13, GJ-17)."""
    round_ = state.round
    revolters = frozenset(answer.seat for answer in state.answers if answer.verb == "revolt")
    challengers = [answer.seat for answer in state.answers if answer.verb == "challenge"]
    out = round_.revolted | revolters
    valid = frozenset(
        seat
        for seat in challengers
        if round_.holds(opposite(seat), FOUR) and not {seat, opposite(seat)} & out and round_.active(opposite(seat))
    )
    void = tuple(sorted(set(challengers) - valid))
    events.append(
        Declared(
            audience=EVERYONE, stage=state.stage, challengers=tuple(sorted(valid)), void=void,
            revolters=tuple(sorted(revolters)),
        )
    )  # fmt: skip
    for answer in sorted(state.answers, key=lambda answer: answer.seat):
        kind = ("valid" if answer.seat in valid else "void") if answer.verb == "challenge" else ""
        round_ = round_.told(Act(answer.seat, answer.verb, answer.cards, kind))
    # A second revolter makes a try void, also one who lays nothing (GJ-16). After a counter stage, in which nobody can
    # revolt, the try of the first stage still stands.
    tries = [answer for answer in state.answers if answer.cards]
    tried = tries[0] if len(tries) == 1 and len(revolters) == 1 else state.tried
    round_ = replace(round_, challenged=round_.challenged | valid)
    return replace(state, round=round_, answers=(), asked=(), tried=tried)


def asked_again(round_: Round) -> tuple[int, ...]:
    """List the opposites of lone valid challengers (GJ-13a)."""
    if not round_.rules.counter_challenge:
        return ()
    return tuple(sorted(opposite(seat) for seat in round_.challenged if opposite(seat) not in round_.challenged))
