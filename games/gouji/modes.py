"""The modes of a round: what kind of decision is open, from the first tribute to the end."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, assert_never

from games.gouji.before_play import State
from games.gouji.burn_answer import BurnAnswer
from games.gouji.burn_lead import BurnLead
from games.gouji.burn_offer import BurnOffer
from games.gouji.declare import Declaring
from games.gouji.duel import Dueling
from games.gouji.exchange import Returning
from games.gouji.follow import Following
from games.gouji.last_word import LastChance
from games.gouji.lead import Leading
from games.gouji.over import Over
from games.gouji.purchase import Buying
from games.gouji.revolt_try import Trying

__all__ = ["Mode", "mode_of", "phase_of"]


class Mode(StrEnum):
    """One kind of decision; its value is the name in the notation (a ``mode``, or a ``phase`` that has only one)."""

    RETURN = "return"
    BUY = "buy"
    DECLARE = "declare"
    COUNTER = "counter"
    REVOLT_TRY = "revolt_try"
    LEAD = "lead"
    FOLLOW = "follow"
    LAST_CHANCE = "last_chance"
    DUEL = "duel"
    BURN_OFFER = "burn_offer"
    BURN_ANSWER = "burn_answer"
    BURN_LEAD = "burn_lead"
    OVER = "over"


_PHASE_OUTSIDE_PLAY: Final = {
    Mode.RETURN: "return",
    Mode.BUY: "buy",
    Mode.DECLARE: "declare",
    Mode.COUNTER: "declare",
    Mode.OVER: "over",
}


def mode_of(state: State) -> Mode:
    """Name the decision that is open in this state."""
    match state:
        case Returning():
            return Mode.RETURN
        case Buying():
            return Mode.BUY
        case Declaring(stage="first"):
            return Mode.DECLARE
        case Declaring():
            return Mode.COUNTER
        case Trying():
            return Mode.REVOLT_TRY
        case Leading():
            return Mode.LEAD
        case Following():
            return Mode.FOLLOW
        case LastChance():
            return Mode.LAST_CHANCE
        case Dueling():
            return Mode.DUEL
        case BurnOffer():
            return Mode.BURN_OFFER
        case BurnAnswer():
            return Mode.BURN_ANSWER
        case BurnLead():
            return Mode.BURN_LEAD
        case Over():
            return Mode.OVER
        case _:
            assert_never(state)


def phase_of(mode: Mode) -> str:
    """Name the phase that a mode belongs to: ``return``, ``buy``, ``declare``, ``play`` or ``over`` (GJ-9)."""
    return _PHASE_OUTSIDE_PLAY.get(mode, "play")
