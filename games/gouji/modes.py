"""The modes of a round: what kind of decision is open, and which one may follow when something has been done.

``TRANSITIONS`` does not steer the engine, it says what the engine may do. A test plays many rounds and compares both
ways: no step leaves the table, no entry of it is never taken. ``docs/gouji-modes.md`` is drawn from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.gouji.before.revolt_try import Trying
from games.gouji.before.start import Buying, Declaring, Returning, State
from games.gouji.play.sequence import BurnAnswer, BurnLead, BurnOffer, Dueling, Following, LastChance, Leading
from games.gouji.scoring import Over

__all__ = ["TRANSITIONS", "Deed", "Mode", "Transition", "mode_of", "phase_of"]


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
    return _PHASE_OUTSIDE_PLAY.get(mode, "play")


class Deed(StrEnum):
    """What happens in a mode, as far as it decides what may follow."""

    DEAL = "deal"  # A round begins, freshly dealt or set up
    ANSWER = "answer"  # Any answer to a question before the play, whatever it says
    PLAY = "play"
    PASS = "pass"
    YIELD = "yield"
    BURN = "burn"
    THREES = "threes"
    """Whoever is to lead holds 3s alone, which go by themselves (GJ-5). Nobody is asked, so no state is ever in this
    moment; it is told apart here because it may come after whatever ends a sequence."""


@dataclass(frozen=True, slots=True)
class Transition:
    """``after`` may follow when ``deed`` happens in ``mode`` (``None``: before the round). ``rule`` is the number in the
    sheet, ``when`` what has to be true."""

    mode: Mode | None
    deed: Deed
    after: Mode
    rule: str
    when: str


def _from(mode: Mode | None, deed: Deed, *following: tuple[Mode, str, str]) -> tuple[Transition, ...]:
    return tuple(Transition(mode, deed, *one) for one in following)


_SET_UP_OVER: Final = "set up so that it is over: one seat takes part, or none"
TRANSITIONS: Final = (
    *_from(
        None, Deed.DEAL,
        (Mode.RETURN, "GJ-10", "a due of the last round has been paid"),
        (Mode.BUY, "GJ-12", "nothing is due, and 4s may be bought"),
        (Mode.DECLARE, "GJ-13", "neither, and there are declarations"),
        (Mode.LEAD, "GJ-18", "none of these"),
        (Mode.OVER, "GJ-37", _SET_UP_OVER),
    ),
    *_from(
        Mode.RETURN, Deed.ANSWER,
        (Mode.RETURN, "GJ-10", "the next due has been paid"),
        (Mode.BUY, "GJ-12", "no due is left, and 4s may be bought"),
        (Mode.DECLARE, "GJ-13", "neither, and there are declarations"),
        (Mode.LEAD, "GJ-18", "none of these"),
        (Mode.OVER, "GJ-37", _SET_UP_OVER),
    ),
    *_from(
        Mode.BUY, Deed.ANSWER,
        (Mode.BUY, "GJ-12", "others have not answered yet"),
        (Mode.DECLARE, "GJ-13", "all have, and there are declarations"),
        (Mode.LEAD, "GJ-18", "all have, and there are none"),
        (Mode.OVER, "GJ-37", _SET_UP_OVER),
    ),
    *_from(
        Mode.DECLARE, Deed.ANSWER,
        (Mode.DECLARE, "GJ-13", "others have not answered yet"),
        (Mode.COUNTER, "GJ-13a", "of a pair of opposites one alone has challenged"),
        (Mode.REVOLT_TRY, "GJ-16", "no such pair, and the lone revolter lays a set"),
        (Mode.LEAD, "GJ-18", "neither"),
        (Mode.OVER, "GJ-15", "too many have revolted: the round is void; or it was set up so that it is over"),
    ),
    *_from(
        Mode.COUNTER, Deed.ANSWER,
        (Mode.COUNTER, "GJ-13a", "others who are asked have not answered yet"),
        (Mode.REVOLT_TRY, "GJ-16", "the lone revolter lays a set"),
        (Mode.LEAD, "GJ-18", "nobody lays one"),
    ),
    *_from(
        Mode.REVOLT_TRY, Deed.PLAY,
        (Mode.LEAD, "GJ-16", "the try is beaten; the leader leads"),
        (Mode.OVER, "GJ-37", "whoever beat it is out, and that ends the round"),
    ),
    *_from(Mode.REVOLT_TRY, Deed.PASS, (Mode.LEAD, "GJ-16", "the revolter has opened the point; the leader leads")),
    *_from(
        Mode.LEAD, Deed.PLAY,
        (Mode.FOLLOW, "GJ-19", "an ordinary set"),
        (Mode.DUEL, "GJ-23", "a gouji-level set, and the opposite takes part"),
        (Mode.BURN_OFFER, "GJ-28a", "the same, with the burn window before the answer"),
        (Mode.LEAD, "GJ-8", "nothing beats the set"),
        (Mode.OVER, "GJ-37", "the leader is out, and that ends the round"),
    ),
    *_from(
        Mode.LEAD, Deed.THREES,
        (Mode.FOLLOW, "GJ-5", "the leader is out; somebody may beat the 3s"),
        (Mode.OVER, "GJ-37", "the leader is out, and that ends the round"),
    ),
    *_from(
        Mode.FOLLOW, Deed.PLAY,
        (Mode.FOLLOW, "GJ-19", "an ordinary set"),
        (Mode.DUEL, "GJ-23", "a gouji-level set, and the opposite takes part"),
        (Mode.BURN_OFFER, "GJ-28a", "the same, with the burn window before the answer"),
        (Mode.LEAD, "GJ-21", "nothing beats the set, or nobody is left who may"),
        (Mode.OVER, "GJ-37", "this seat is out, and that ends the round"),
    ),
    *_from(
        Mode.FOLLOW, Deed.PASS,
        (Mode.FOLLOW, "GJ-19", "another seat may still act"),
        (Mode.LAST_CHANCE, "GJ-22", "nobody else may, and somebody has yielded to this set"),
        (Mode.LEAD, "GJ-21", "nobody else may, and nobody has"),
    ),
    *_from(Mode.FOLLOW, Deed.YIELD, (Mode.FOLLOW, "GJ-22", "always: yielding needs another seat that may act")),
    *_from(
        Mode.LAST_CHANCE, Deed.PLAY,
        (Mode.FOLLOW, "GJ-19", "an ordinary set: its owner before may answer"),
        (Mode.DUEL, "GJ-23", "a gouji-level set, and the opposite takes part"),
        (Mode.LEAD, "GJ-21", "nothing beats the set, or nobody is left who may"),
        (Mode.OVER, "GJ-37", "the yielder is out, and that ends the round"),
    ),
    *_from(Mode.LAST_CHANCE, Deed.PASS, (Mode.LEAD, "GJ-21", "the sequence is over")),
    *_from(
        Mode.DUEL, Deed.PLAY,
        (Mode.DUEL, "GJ-23", "the opposite of the new owner takes part"),
        (Mode.BURN_OFFER, "GJ-28a", "the same, with the burn window before the answer"),
        (Mode.FOLLOW, "GJ-24", "it does not: the set is an ordinary one"),
        (Mode.LEAD, "GJ-8", "nothing beats the set, or nobody is left who may"),
        (Mode.OVER, "GJ-37", "this seat is out, and that ends the round"),
    ),
    *_from(
        Mode.DUEL, Deed.PASS,
        (Mode.LEAD, "GJ-25", "the owner has opened the point, or nobody is asked for a burn"),
        (Mode.BURN_OFFER, "GJ-28", "nothing is opened, and somebody may be asked for a burn"),
    ),
    *_from(
        Mode.BURN_OFFER, Deed.PASS,
        (Mode.BURN_OFFER, "GJ-28", "the other opponent is asked"),
        (Mode.DUEL, "GJ-28a", "nobody burns, and the opposite has not answered yet"),
        (Mode.LEAD, "GJ-28", "nobody burns, and it has; or a burner who is not countered has no joker left (GJ-33)"),
        (Mode.BURN_LEAD, "GJ-31", "nobody counters the burn, and its run goes on"),
        (Mode.OVER, "GJ-37", "nobody counters it, the burner has no joker left, and that ends the round"),
    ),
    *_from(
        Mode.BURN_OFFER, Deed.BURN,
        (Mode.BURN_ANSWER, "GJ-30", "the burner's opposite takes part"),
        (Mode.BURN_OFFER, "GJ-34", "it does not; others are asked for a counter-burn"),
        (Mode.BURN_LEAD, "GJ-31", "nothing beats the set, or nobody is asked"),
        (Mode.LEAD, "GJ-32", "the burner is out; or has no joker left (GJ-33)"),
        (Mode.OVER, "GJ-37", "either of these, and that ends the round"),
    ),
    *_from(
        Mode.BURN_ANSWER, Deed.PLAY,
        (Mode.LEAD, "GJ-33", "the burner is dead"),
        (Mode.OVER, "GJ-37", "the burner is dead, and that ends the round"),
    ),
    *_from(
        Mode.BURN_ANSWER, Deed.PASS,
        (Mode.BURN_LEAD, "GJ-31", "the run goes on"),
        (Mode.BURN_OFFER, "GJ-34", "others are asked for a counter-burn"),
        (Mode.LEAD, "GJ-33", "the burner has no joker left"),
        (Mode.OVER, "GJ-37", "the burner has no joker left, and that ends the round"),
    ),
    *_from(
        Mode.BURN_LEAD, Deed.PLAY,
        (Mode.BURN_ANSWER, "GJ-30", "the burner's opposite takes part"),
        (Mode.BURN_OFFER, "GJ-34", "it does not; others are asked for a counter-burn"),
        (Mode.BURN_LEAD, "GJ-31", "nothing beats the set, or nobody is asked"),
        (Mode.LEAD, "GJ-32", "the burner is out; or has no joker left (GJ-33)"),
        (Mode.OVER, "GJ-37", "either of these, and that ends the round"),
    ),
    *_from(
        Mode.BURN_LEAD, Deed.THREES,
        (Mode.LEAD, "GJ-32", "the burner is out"),
        (Mode.OVER, "GJ-37", "the burner is out, and that ends the round"),
    ),
)  # fmt: skip
"""Every step from one mode to the next."""
