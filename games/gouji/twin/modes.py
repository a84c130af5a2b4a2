"""The modes of a fast round, and the order of its seats."""

from typing import Final

from games.gouji.modes import Mode

__all__ = [
    "ANSWER", "BUYING", "COUNTER", "DECLARE", "DUEL", "FOLLOW", "LAST", "LEAD", "MODES", "OFFER", "OPPOSITE", "OVER",
    "RETURNING", "RUN", "TRY", "TURN_AFTER", "WHYS",
]  # fmt: skip

MODES: Final = (
    Mode.LEAD, Mode.FOLLOW, Mode.LAST_CHANCE, Mode.DUEL, Mode.BURN_OFFER, Mode.BURN_ANSWER, Mode.BURN_LEAD,
    Mode.RETURN, Mode.BUY, Mode.DECLARE, Mode.COUNTER, Mode.REVOLT_TRY, Mode.OVER,
)  # fmt: skip
"""What the numbers stand for."""
LEAD, FOLLOW, LAST, DUEL, OFFER, ANSWER, RUN, RETURNING, BUYING, DECLARE, COUNTER, TRY, OVER = range(13)
WHYS: Final = tuple("burn" if mode is Mode.BURN_OFFER else str(mode) for mode in MODES)
"""What a seat is asked in each of them; who may yield is asked ``yield`` instead of ``follow``."""
OPPOSITE: Final = (3, 4, 5, 0, 1, 2)


def _after(seat: int, seats: int) -> int:
    return next((other % 6 for other in range(seat + 1, seat + 7) if seats >> other % 6 & 1), -1)


TURN_AFTER: Final = tuple(tuple(_after(seat, seats) for seats in range(64)) for seat in range(6))
"""By seat and by a set of seats as bits: the next of them after it, itself last; -1 if there is none."""
