"""What a sensible player would do without reckoning: a price for each choice, by rules of thumb much like those of ``normal``.

``strong`` starts from it, and leaves it only where what was learned says clearly that something else is worth more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.guandan.ai.choices import Choice
from games.guandan.ai.sight import Outlook
from games.guandan.ai.split import Split
from games.guandan.combinations.kinds import BOMBS, Kind, Reading

__all__ = ["habit"]

_DANGER: Final = (0.2, 2.2, 1.8, 1.3, 1.1, 1.0, 0.5, 0.5, 0.5)
"""By the number of cards that somebody has left: how urgent it is to stop that seat."""


def habit(
    seat: int,
    counts: Sequence[int],
    standing: Reading | None,
    standing_seat: int,
    outlook: Outlook,
    before: Split,
    choices: Sequence[Choice],
    afters: Sequence[Split],
) -> list[float]:
    """Return how good each choice is, in turns; the last one is a pass where one may pass."""
    enemy = min((n for other, n in enumerate(counts) if n and (other ^ seat) & 1), default=27)
    if standing is None:
        partner = counts[seat ^ 2]
        return [
            _lead(outlook, before, choice, after, enemy, partner) for choice, after in zip(choices, afters, strict=True)
        ]
    now, found = before.price, []
    of_partner = standing_seat == seat ^ 2
    for choice, after in zip(choices, afters, strict=True):
        reading = choice.reading
        bomb = reading.kind in BOMBS
        risk = max(0.0, min(1.0, outlook.price(reading)))
        value = after.price - 0.45 * (1 - risk)
        if of_partner:
            value += 2.0 if bomb else 0.45 + 0.8 * (1 - min(1.0, outlook.price(standing)))
            if value < now - 1.5 and counts[seat] - reading.size <= 5:
                value -= 1.0
        elif enemy <= 4 and counts[standing_seat] <= enemy + 6:
            value -= 0.3 * (1 - risk)
        if bomb and enemy > 10 and counts[seat] > 14:
            value += 0.35
        if not after.groups:
            value -= 10.0
        found.append(-value)
    count = counts[standing_seat]
    found.append(-(now - 0.25 if of_partner else now + 0.3 + (_DANGER[count] if count < len(_DANGER) else 0.0)))
    return found


def _lead(outlook: Outlook, before: Split, choice: Choice, after: Split, enemy: int, partner: int) -> float:
    """Return how good a lead is: many low cards are; strength is kept, unless the rest then goes out by itself."""
    reading = choice.reading
    cost = outlook.price(reading)
    losers = sum(outlook.price(group.reading) > 0.35 for group in after.groups)
    value = cost + 0.08 * reading.size - 0.8 * (after.price - before.price + cost)
    if reading.kind in BOMBS:
        value -= 2.0
        if losers <= 1:
            value += 2.6
    else:
        if losers == 0:
            value += 0.5
        elif losers == 1 and cost <= 0.35:
            value += 1.2
        if enemy <= 5 and reading.size == enemy:
            value -= 1.5 * cost
    if enemy == 1 and reading.kind is Kind.SINGLE:
        value -= 1.5 * cost
    if 0 < partner <= 2 and reading.size == partner and reading.size < 3:
        value += 0.9 if enemy != partner else 0.2
    return value if after.groups else value + 10.0
