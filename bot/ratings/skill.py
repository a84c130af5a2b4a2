"""The model: what is believed of a player, and what one round changes about it (Plackett–Luce, by ``openskill``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

__all__ = ["RECIPE", "START", "Skill", "cautious", "is_sure", "rate", "shown", "spread"]

RECIPE: Final = "2"
"""Names the recipe; rises when the same rounds would give other ratings."""
_MODEL: Final = PlackettLuce()
_SURE: Final = 25.0 / 6.0
"""How far luck moves one round in the model (its ``beta``): a rating is sure once it is known at least that closely."""
_BASE: Final = 1000
_STEP: Final = 40.0


@dataclass(frozen=True, slots=True)
class Skill:
    """An estimate: the skill is about ``mu``, give or take ``sigma``."""

    mu: float
    sigma: float


START: Final = Skill(25.0, 25.0 / 3.0)
"""What is believed of somebody who has not played."""


def rate(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """Return the skills after a contest of sides; the lowest rank won, equal ranks tie.

    The order of sides does not matter for the outcome, but the last bits of the numbers may depend on it: callers keep
    to the order of seats.
    """
    teams = [[_MODEL.create_rating([skill.mu, skill.sigma]) for skill in side] for side in sides]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[Skill(player.mu, player.sigma) for player in side] for side in rated]


def cautious(mu: float, sigma: float) -> float:
    """Return the conservative estimate: the skill is very likely higher than this."""
    return mu - 3.0 * sigma


def is_sure(sigma: float) -> bool:
    """Return whether a rating is known well enough to be more than provisional."""
    return sigma <= _SURE


def shown(mu: float, sigma: float) -> int:
    """Return the conservative estimate as people read it: 1000 for somebody who has not played."""
    return _BASE + round(_STEP * cautious(mu, sigma))


def spread(sigma: float) -> int:
    """Return the uncertainty on the scale of ``shown``."""
    return round(_STEP * sigma)
