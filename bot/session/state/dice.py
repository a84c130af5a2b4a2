"""Dice that repeat themselves, for tables whose deals are not secret. Secret deals come out of ``bot.session.state.fairness``."""

from __future__ import annotations

import random
from collections.abc import Callable

from games.base.cards import Cards
from games.contract import Dice

__all__ = ["DiceFactory", "RandomDice", "dice_for", "draw_dice", "seeded_dice"]

DiceFactory = Callable[[int, int], Dice]
"""(table id, round number) → the dice for that deal."""


class RandomDice:
    """``Dice`` over any generator of the standard library."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def shuffled(self, cards: Cards) -> Cards:
        """Return the cards in a random order."""
        mixed = list(cards)
        self._source.shuffle(mixed)
        return tuple(mixed)

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1, all equally likely."""
        return self._source.randrange(limit)


def seeded_dice(seed: int | str) -> DiceFactory:
    """Dice that repeat themselves: every deal follows from the seed, the table's id and the round."""

    def make(table: int, round_number: int) -> Dice:
        return RandomDice(random.Random(f"{seed}/{table}/{round_number}"))

    return make


def draw_dice(factory: DiceFactory | None, table: int, number: int) -> Dice:
    """Return the dice for drawing seats for the so-manieth time: those that repeat themselves where deals do, else the operating
    system's generator.
    """
    return RandomDice(random.SystemRandom()) if factory is None else factory(table, -number)


def dice_for(seed: int | None) -> DiceFactory | None:
    """Return what the setting ``PAIJU_SEED`` asks for; ``None``: secret deals, promised beforehand."""
    return None if seed is None else seeded_dice(seed)
