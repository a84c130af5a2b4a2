"""The modes of a round: what kind of decision is open. ``docs/gouji-modes.md`` says which one may follow when something has been
done; a test plays many rounds and compares both ways: no step leaves that table, no entry of it is never taken."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.gouji.before.revolt_try import Trying
from games.gouji.before.start import Buying, Declaring, Returning, State
from games.gouji.play.sequence import BurnAnswer, BurnLead, BurnOffer, Dueling, Following, LastChance, Leading
from games.gouji.scoring import Over

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


_PHASES: Final = (Mode.RETURN, Mode.BUY, Mode.DECLARE, Mode.OVER)  # The modes that are phases by themselves
_MODES: Final[Mapping[type, Mode]] = {
    Returning: Mode.RETURN, Buying: Mode.BUY, Trying: Mode.REVOLT_TRY, Leading: Mode.LEAD, Following: Mode.FOLLOW,
    LastChance: Mode.LAST_CHANCE, Dueling: Mode.DUEL, BurnOffer: Mode.BURN_OFFER, BurnAnswer: Mode.BURN_ANSWER,
    BurnLead: Mode.BURN_LEAD, Over: Mode.OVER,
}  # fmt: skip


def mode_of(state: State) -> Mode:
    if isinstance(state, Declaring):
        return Mode.DECLARE if state.stage == "first" else Mode.COUNTER
    return next(_MODES[kind] for kind in type(state).__mro__ if kind in _MODES)


def phase_of(mode: Mode) -> str:
    """Name the phase that a mode belongs to: ``return``, ``buy``, ``declare``, ``play`` or ``over`` (GJ-9)."""
    if mode is Mode.COUNTER:
        return Mode.DECLARE.value
    return mode.value if mode in _PHASES else "play"
