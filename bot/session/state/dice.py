"""Dice that repeat themselves, for tables whose deals are not secret. Secret deals come out of ``bot.session.state.fairness``."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from games.contract import Dice
from games.simulate import SeededDice

__all__ = ["DiceFactory", "dice_for", "draw_dice", "seeded_dice"]

DiceFactory = Callable[[int, int], Dice]
"""(table id, round number) → the dice for that deal."""


def seeded_dice(seed: int | str) -> DiceFactory:
    """Dice that repeat themselves: every deal follows from the seed, the table's id and the round."""

    def make(table: int, round_number: int) -> Dice:
        return SeededDice(f"{seed}/{table}/{round_number}")

    return make


def draw_dice(factory: DiceFactory | None, table: int, number: int) -> Dice:
    """Return the dice for drawing seats for the so-manieth time: those that repeat themselves where deals do, else from a
    seed of the operating system's that nobody keeps.
    """
    return SeededDice(secrets.token_hex()) if factory is None else factory(table, -number)


def dice_for(seed: int | None) -> DiceFactory | None:
    """Return what the setting ``PAIJU_SEED`` asks for; ``None``: secret deals, promised beforehand."""
    return None if seed is None else seeded_dice(seed)
