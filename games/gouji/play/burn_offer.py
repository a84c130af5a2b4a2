"""The burn window, after the duel or before its answer, and the counter-burn window (GJ-28, GJ-28a, GJ-34, GJ-35)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Do, Pass
from games.base.errors import IllegalAction, Refusal
from games.gouji.events import No
from games.gouji.kinds import FOUR
from games.gouji.sets import answers, check_beats, check_set
from games.gouji.state import SEATS, Burn, Round, Trick, team_of

__all__ = ["BurnOffer", "check_offer", "legal_burns", "may_be_asked", "window"]


@dataclass(frozen=True, slots=True)
class BurnOffer:
    """``mode`` ``burn_offer``: ``turn`` may burn the standing set; ``waiting`` are asked after it. ``burn`` is the burn
    that would be countered, ``None`` in a first window; if nobody burns there, ``duel_follows`` says whether the owner's
    opposite is asked, or has answered already."""

    round: Round
    trick: Trick
    turn: int
    waiting: tuple[int, ...]
    burn: Burn | None = None
    duel_follows: bool = False


def window(round_: Round, trick: Trick) -> tuple[int, ...]:
    """List who is asked for a first burn of the standing set; nobody if its owner is gone or burns are off (GJ-28)."""
    return may_be_asked(round_, trick) if round_.rules.burn and round_.active(trick.standing.seat) else ()


def may_be_asked(round_: Round, trick: Trick) -> tuple[int, ...]:
    """List the two other opponents of the standing set's owner, as far as they are asked for a burn, in order."""
    owner = trick.standing.seat
    asked = ((owner + 1) % SEATS, (owner + 5) % SEATS)
    return tuple(seat for seat in asked if _is_asked(round_, trick, seat))


def _is_asked(round_: Round, trick: Trick, seat: int) -> bool:
    # By public facts alone: a seat without jokers is asked like any other, else the silence would tell of its hand.
    if not round_.active(seat) or seat in trick.barred:
        return False
    if round_.rules.burn_needs_play and seat not in round_.played:
        return False
    own_open = any(team_of(opener) == team_of(seat) for opener in round_.opened)
    return not (round_.rules.burn_when == "before_own_open" and own_open)


def _too_early(state: BurnOffer) -> bool:
    """Say whether a burn has to wait for somebody's opening, as the seat holds a 4 (GJ-35)."""
    early = state.round.rules.burn_when == "after_open" and not state.round.opened
    return early and state.round.holds(state.turn, FOUR) > 0


def check_offer(state: BurnOffer, action: Action) -> None:
    """Refuse what is neither a pass nor a burn that GJ-29 and GJ-35 allow."""
    match action:
        case Do("burn", cards):
            made = check_set(cards, None, state.round.hands[state.turn])
            check_beats(made, state.trick.standing, state.round.rules.sets)
            if not made.jokers:
                raise IllegalAction(No.BURN_NEEDS_JOKER, "GJ-29")
            if _too_early(state):
                raise IllegalAction(No.BURN_BEFORE_OPEN, "GJ-35")
        case Pass():
            pass
        case Do("yield", ()):
            raise IllegalAction(No.YIELD_NOT_NOW, "GJ-22")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-28", phase="burn_offer")


def legal_burns(state: BurnOffer) -> Iterator[Action]:
    """List every set that may be burned with, and a pass."""
    if not _too_early(state):
        rules, hand = state.round.rules.sets, state.round.hands[state.turn]
        yield from (Do("burn", cards) for _, cards in answers(hand, state.trick.standing.made, rules, joker=True))
    yield Pass()
