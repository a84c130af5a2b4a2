"""What happens in Gou Ji alone, and the reasons for which only Gou Ji refuses something."""

from enum import StrEnum

from games.base.cards import Card, Cards
from games.base.events import Event, SeatEvent

__all__ = [
    "AnsweredHidden", "Bought", "BurnBegan", "BurnCounted", "BurnCountered", "BurnRanOut", "BurnStopped", "Declared",
    "DueMade", "Entangled", "FoursDue", "LeadReverted", "LeaderSet", "No", "Nullified", "PointOpened", "ReturnSeen",
    "Returned", "Stifled", "Swept", "TributeDeclined", "TributeGiven", "TryBeaten", "TryHeld", "TryLaid",
    "Unentangled", "Yielded",
]  # fmt: skip


class No(StrEnum):
    """Reasons for a refusal that only this game knows."""

    NO_AS = "no_as"
    TWO_RANKS = "two_ranks"
    THREES_ALONE = "threes_alone"
    THREES_LAST = "threes_last"
    WRONG_SIZE = "wrong_size"
    THREES_BEAT_NOTHING = "threes_beat_nothing"
    BASE_TOO_LOW = "base_too_low"
    JOKERS_NOT_TOPPED = "jokers_not_topped"
    EACH_CARD = "each_card"
    ABSOLUTE = "absolute"
    NOT_GOUJI = "not_gouji"
    NOT_GOUJI_BY_NUMBER = "not_gouji_by_number"
    BURN_NEEDS_JOKER = "burn_needs_joker"
    RUN_NEEDS_JOKER = "run_needs_joker"
    BURN_BEFORE_OPEN = "burn_before_open"
    FOURS_FIRST = "fours_first"
    YIELD_NOT_OPPOSITE = "yield_not_opposite"
    YIELD_GOUJI = "yield_gouji"
    YIELD_ENTANGLED = "yield_entangled"
    YIELD_NOBODY = "yield_nobody"
    YIELD_ONCE = "yield_once"
    YIELD_NOT_NOW = "yield_not_now"
    BARRED = "barred"
    DUEL_ONLY = "duel_only"
    BURN_ONLY = "burn_only"
    DEAD = "dead"
    REVOLTED = "revolted"
    ANSWERED = "answered"
    NOT_ASKED = "not_asked"
    NO_FOUR = "no_four"
    MAIN_CARDS = "main_cards"
    NO_REVOLUTION = "no_revolution"
    NO_CHALLENGE = "no_challenge"
    NO_TRY = "no_try"
    TRY_NOT_OPEN = "try_not_open"
    COUNTER_ONLY = "counter_only"
    HAS_FOUR = "has_four"
    NOTHING_TO_PAY = "nothing_to_pay"
    RETURN_COUNT = "return_count"
    NO_DECLINE = "no_decline"


class LeaderSet(SeatEvent):
    """A round begins; ``seat`` leads it."""


class TributeGiven(SeatEvent):
    """A due was settled (``due``: its kind): the highest ``cards`` of ``seat`` went to ``to``, for all to see (GJ-10)."""

    due: str
    to: int
    cards: Cards


class Returned(SeatEvent):
    """The receiver ``seat`` sent ``count`` cards back to ``to``, face down."""

    to: int
    count: int


class ReturnSeen(SeatEvent):
    """Which cards were returned: for the two whom it concerns."""

    to: int
    cards: Cards


class TributeDeclined(SeatEvent):
    """The receiver ``seat`` declined a tribute: ``cards`` went back to ``to``."""

    to: int
    cards: Cards


class Bought(SeatEvent):
    """``seat`` got ``card``, a 3 or a 4, from ``seller`` for ``paid``, which may be nothing (GJ-11, GJ-12)."""

    seller: int
    card: Card
    paid: Cards


class AnsweredHidden(SeatEvent):
    """A seat has given an answer that stays hidden until all have (``phase``: ``buy`` or ``declare``)."""

    phase: str


class Declared(Event):
    """The answers of a stage are shown: the seats with a valid challenge, with a void one, and the revolters (GJ-13)."""

    stage: str
    challengers: tuple[int, ...]
    void: tuple[int, ...]
    revolters: tuple[int, ...]


class TryLaid(SeatEvent):
    """The lone revolter ``seat`` laid an open set that only ``to``, its opposite, may beat (GJ-16)."""

    to: int
    cards: Cards


class TryHeld(SeatEvent):
    """The revolter's try was not beaten: ``seat`` has opened the point (GJ-16)."""


class TryBeaten(SeatEvent):
    """The revolter's try was beaten (GJ-16)."""


class Yielded(SeatEvent):
    """A seat yielded to its opposite's set (GJ-22)."""


class PointOpened(SeatEvent):
    """A seat opened the point (GJ-25)."""


class FoursDue(SeatEvent):
    """For the opener alone: its next lead has to be all its ``count`` 4s (GJ-26)."""

    count: int


class Nullified(SeatEvent):
    """An opener led something else than its 4s: the opening is void for the round (GJ-26)."""


class BurnBegan(SeatEvent):
    """``seat`` burns ``victim``; ``chain`` counts the burns in a row, from 1 (GJ-29, GJ-34)."""

    victim: int
    chain: int


class BurnStopped(SeatEvent):
    """The burner ``seat`` is dead: ``by``, its opposite, beat its set (GJ-33)."""

    by: int


class BurnCountered(SeatEvent):
    """The burner ``seat`` is dead: ``by`` burned it in turn (GJ-34)."""

    by: int


class BurnRanOut(SeatEvent):
    """The burner ``seat`` is dead: it has run out of jokers (GJ-31, GJ-33)."""


class BurnCounted(SeatEvent):
    """A burn has succeeded: ``victim`` owes ``seat`` so many cards (GJ-32)."""

    victim: int
    count: int


class LeadReverted(SeatEvent):
    """After a burn, or a try, ``seat`` leads."""


class Entangled(Event):
    """Four-house entanglement has begun (GJ-27)."""


class Unentangled(Event):
    """Four-house entanglement has been lifted (GJ-27)."""


class Swept(Event):
    """``team`` took the first three places, or what GJ-14a counts as such (GJ-37)."""

    team: int


class Stifled(SeatEvent):
    """``seat`` is left with its 3s, stifled by ``by`` (GJ-40)."""

    by: int


class DueMade(SeatEvent):
    """``seat`` will owe ``to`` so many cards in the next round, by this kind of ``due`` (GJ-41)."""

    due: str
    to: int
    count: int
