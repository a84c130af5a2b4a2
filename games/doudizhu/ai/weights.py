"""What an AI player weighs by: all its judgement as numbers, in turns, one set for each role.

The two sets were found by trying: many slightly different ones played some hundred thousand rounds against each
other, against a simple rule player and against random play, and the best were mixed. ``bench.ai`` says how good
they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.doudizhu.ai.plan import Prices

__all__ = ["LANDLORD", "PEASANT", "Weights"]


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in turns: a value of 1 makes up for needing one turn more to empty the hand."""

    prices: Prices = field(default_factory=Prices)
    lead: float = 0.5
    """Winning the trick, when nobody is close to going out."""
    threat: float = 2.0
    """More of the same, divided by the smallest enemy hand."""
    partner_lead: float = 0.8
    """The share of that when the partner wins the trick."""
    over_partner: float = 0.3
    """What it takes to beat a play of the partner's that the landlord could still beat."""
    partner_wins: float = 0.3
    """The same when the landlord has passed on it."""
    partner_near: float = 1.0
    """More of both, divided by the partner's hand."""
    enemy_out: float = 6.0
    """What is lost when an enemy goes out with its answer."""
    enemy_leads: float = 3.0
    """What it costs to let an enemy's play stand, divided by the square of its hand."""
    partner_out: float = 4.0
    """What is won when the partner can go out."""
    willing: float = 0.9
    """How often those who could beat a play do."""
    bombing: float = 0.3
    """How often those who could bomb a play do."""


LANDLORD: Final = Weights(
    prices=Prices(
        solo=(2.23, -0.186, 0.007),
        pair=(1.84, -0.129, -0.036),
        trio=(2.22, -0.146, 0.032),
        chain=(2.25, -0.105, 0.021),
        pair_chain=(1.99, -0.096, 0.027),
        bomb=(-0.88, -0.064, -0.064),
        rocket=-1.34,
        airplane_saves=1.13,
    ),
    lead=0.09,
    threat=0.71,
    enemy_out=5.55,
    enemy_leads=6.11,
    willing=1.00,
    bombing=0.14,
)
"""Alone against two."""

PEASANT: Final = Weights(
    prices=Prices(
        solo=(1.96, -0.136, -0.010),
        pair=(1.73, -0.167, 0.034),
        trio=(1.84, -0.144, 0.056),
        chain=(1.83, -0.067, -0.015),
        pair_chain=(2.02, -0.105, 0.080),
        bomb=(-0.33, -0.179, 0.005),
        rocket=-0.64,
        airplane_saves=1.10,
    ),
    lead=0.23,
    threat=0.44,
    partner_lead=0.96,
    over_partner=0.27,
    partner_wins=0.22,
    partner_near=1.27,
    enemy_out=6.17,
    enemy_leads=7.54,
    partner_out=6.44,
    willing=0.75,
    bombing=0.13,
)
"""With a partner against the landlord."""
