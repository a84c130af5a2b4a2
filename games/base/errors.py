"""The three ways in which the rules refuse what somebody says.

::

    GameError
    ├─ NotationError   cannot be read: where, and an example that can be
    ├─ AmbiguousPlay   typed shorthand that fits several actions: they are listed, so that one can ask
    └─ IllegalAction   read, but not allowed: code, rule number, data for a sentence
    OptionError        a house rule that does not exist or does not take this value

None of them carries a card that its receiver does not hold. A broken invariant is none of these: it is an
assertion. The reason of an ``IllegalAction`` can betray a hand, so it goes to the acting seat alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.base.actions import Action

__all__ = ["AmbiguousPlay", "GameError", "IllegalAction", "NotationError", "OptionError", "Refusal"]


class Refusal(StrEnum):
    """Why an action is refused, as far as several games share the reason. A room adds its own ``StrEnum``."""

    NOT_YOUR_TURN = "not_your_turn"
    ROUND_OVER = "round_over"
    OUT = "out"
    WRONG_VERB = "wrong_verb"
    NOT_IN_HAND = "not_in_hand"
    TOO_FEW_HELD = "too_few_held"
    NO_CARDS = "no_cards"
    NO_COMBINATION = "no_combination"
    DOES_NOT_BEAT = "does_not_beat"
    NO_SUCH_READING = "no_such_reading"
    MUST_LEAD = "must_lead"
    NO_PASSING = "no_passing"
    NO_SUCH_KIND = "no_such_kind"
    NO_KIND_BEATS = "no_kind_beats"
    UNKNOWN_KIND = "unknown_kind"
    NONE_HELD = "none_held"
    HOPELESS = "hopeless"
    NOTHING_BEATS = "nothing_beats"
    BID_RANGE = "bid_range"
    BID_TOO_LOW = "bid_too_low"


class GameError(Exception):
    """Base of everything the rules refuse."""


class NotationError(GameError):
    """Text that cannot be read. ``text`` is what was written, ``part`` the piece that failed."""

    def __init__(self, text: str, part: str, example: str = "") -> None:
        super().__init__(f"cannot read {part!r}")
        self.text, self.part, self.example = text, part, example


class AmbiguousPlay(GameError):
    """Text that fits several legal actions; ``choices`` lists them, likeliest first."""

    def __init__(self, choices: tuple[Action, ...]) -> None:
        super().__init__("several plays fit")
        self.choices = choices


class IllegalAction(GameError):
    """A refusal: ``code`` keys the sentence, ``rule`` is the rule's number, ``data`` fills the sentence.

    Values in ``data`` are texts and numbers; cards are given in notation and only such as the actor named or
    may see.
    """

    def __init__(self, code: StrEnum, rule: str, **data: str | int) -> None:
        super().__init__(f"{code.value} ({rule})")
        self.code, self.rule = code.value, rule
        self.data: Mapping[str, str | int] = data


class OptionError(GameError):
    """An unknown option, or a value that the option does not take. ``allowed`` names what would do."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name}={value!r}: expected {allowed}")
        self.name, self.value, self.allowed = name, value, allowed
