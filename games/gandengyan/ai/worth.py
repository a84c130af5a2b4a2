"""What each play is worth, by the odds that somebody beats it.

It is worth what its hand would be worth if the trick came back to the seat (``kept``) and if somebody beat it
(``beaten``), mixed by the odds; a pass what the hand is worth while others go on (``waiting``). Each of the three is a
weighted sum of the same few numbers; the weights are those that best foretold the results of thousands of rounds."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.gandengyan.ai.plan import Planner
from games.gandengyan.ai.scene import Option, Scene
from games.gandengyan.kinds import ACE, DEUCE, ComboRules, Kind, Reading, held_of, is_bomb, joker_count, naturals
from games.kit.counts import size_of

__all__ = ["BEATEN", "FACTS", "KEPT", "NEVER_PLAYED", "WAITING", "Weigher", "chance_alone", "chance_beaten", "weigher"]

_TWO_IS_SPENT: Final = 0.6  # How often somebody who holds a two plays it
_BOMB_OF_THREE: Final = 0.006  # The chance of a bomb among any three unseen cards


def chance_beaten(reading: Reading, unseen: int, others: Sequence[int], rules: ComboRules) -> float:
    """The chance (0 to 1) that somebody beats a play. ``unseen`` are the cards in other hands and in the stock,
    ``others`` how many cards each of the seats has that may still follow."""
    total = size_of(unseen)
    safe = 1.0
    for count in others:
        safe *= 1.0 - min(1.0, chance_alone(reading, unseen, total, count, rules))
    return 1.0 - safe


def chance_alone(reading: Reading, unseen: int, total: int, count: int, rules: ComboRules) -> float:
    """The chance that one seat with so many cards beats a play."""
    if count > total or (count == 1 and (reading.kind is not Kind.SOLO or reading.top == DEUCE)):
        return 0.0
    # Rough sums of chances instead of exact ones: a play is weighed against others, and all err alike.
    bomb = _bombs(reading, count, rules)
    share = count / total
    match reading.kind:
        case Kind.SOLO if reading.top < DEUCE:
            fitting = held_of(unseen, reading.top + 1)
            twos = held_of(unseen, DEUCE) if reading.top + 1 < DEUCE else 0
            return bomb + 1.0 - float((1.0 - share) ** (fitting + _TWO_IS_SPENT * twos))
        case Kind.PAIR if reading.top < DEUCE:
            pairs = _pair(unseen, reading.top + 1, total, count)
            if reading.top + 1 < DEUCE:
                pairs += _TWO_IS_SPENT * _pair(unseen, DEUCE, total, count)
            return bomb + pairs
        case Kind.CHAIN if reading.top < ACE and count >= reading.size:
            chance = 1.0
            for step in range(reading.size):
                chance *= held_of(unseen, reading.top + 1 - step) * (count - step) / (total - step)
            return bomb + chance * (1.0 + joker_count(unseen) / 2)
        case Kind.TRIO:
            return bomb + 0.02
        case _:
            return bomb


def _pair(unseen: int, rank: int, total: int, count: int) -> float:
    """Estimate how likely so many cards hold a pair of this rank, a joker being as good as one of them."""
    natural, jokers = held_of(unseen, rank), joker_count(unseen)
    ways = natural * (natural - 1) / 2 + natural * jokers
    return ways * count * (count - 1) / (total * max(1, total - 1))


def _bombs(reading: Reading, count: int, rules: ComboRules) -> float:
    """Estimate how likely so many cards hold a bomb that beats this."""
    if reading.kind is Kind.ROCKET and rules.rocket_top:
        return 0.0
    threes = _BOMB_OF_THREE * count * (count - 1) * (count - 2) / 6
    if rules.trio_set or (reading.size > 3 and reading.kind is Kind.BOMB):
        threes /= 8
    if reading.kind is Kind.BOMB:
        threes *= 1.0 - reading.top / 13
    return min(0.5, threes)


_TABLE: Final = {
    # what counts:                                              kept, beaten, waiting
    "always":                                                 (3.72, 3.14, 1.40),
    "cards in the hand":                                      (-0.07, -1.10, -0.57),
    "plays of its plan":                                      (-1.25, 0.55, -0.17),
    "loose cards of its plan":                                (-0.64, -1.24, -0.33),
    "the hand is one card below a two":                       (0.69, 1.60, 1.05),
    "the hand is one two":                                    (-1.73, 8.34, 4.42),
    "the hand is one play that is no bomb":                   (0.98, -0.18, -1.08),
    "the hand is one bomb or rocket":                         (-6.15, 16.48, 7.56),
    "the hand is a lone joker":                               (2.90, -3.67, -2.24),
    "jokers":                                                 (1.53, 1.81, 1.56),
    "twos":                                                   (1.20, 2.48, 3.14),
    "bombs of its plan":                                      (-3.71, 10.26, 2.48),
    "one by the fewest cards that another seat has":          (-3.36, -4.30, -1.81),
    "cards, if another seat has one card left":               (-0.21, -0.26, -0.24),
    "the stock is empty":                                     (3.04, 0.45, -0.24),
    "cards of all others, in tens":                           (3.02, 0.84, 0.54),
    "mean rank of the natural cards, 0 to 12":                (-0.03, 0.11, 0.07),
    "twos and bombs by the number of others":                 (-0.80, -2.16, -3.91),
    "two plays, one of them a two or a bomb":                 (-1.20, 1.96, -0.64),
    "plays by the fewest cards that another seat has":        (1.50, 1.23, 0.55),
}  # fmt: skip
FACTS: Final = tuple(_TABLE)  # What is counted about a hand and the table, in order
KEPT: Final = tuple(row[0] for row in _TABLE.values())
BEATEN: Final = tuple(row[1] for row in _TABLE.values())
WAITING: Final = tuple(row[2] for row in _TABLE.values())
NEVER_PLAYED: Final = -1.09  # What it is worth besides, when passing, to have made no play yet (GY-52)


_OUT: Final = 1_000.0  # What going out is worth: more than anything else
_EARLY_BOMB: Final = 1.5
"""What a bomb or rocket costs for every play but one that the rest of the hand still needs: it is better kept for later."""


class Weigher:
    """Weighs options under some rules. It remembers what it has worked out about hands, so one should serve for long."""

    def __init__(self, rules: ComboRules) -> None:
        self._planner = Planner(rules)

    def worths(self, scene: Scene, options: Sequence[Option]) -> list[float]:
        return [
            self._waiting(scene) if one.meaning is None else self._played(scene, one.play, one.meaning.reading)
            for one in options
        ]

    def _played(self, scene: Scene, play: int, reading: Reading) -> float:
        left = scene.hand - play
        factor = 2 if is_bomb(reading) else 1
        if not left:
            return factor * _OUT
        risk = chance_beaten(reading, scene.unseen, scene.counts, scene.rules.combos)
        facts = self._facts(left, scene)
        goes_out = not scene.stock and self._planner.plan(left).plays == 1  # nothing is drawn that would spoil it
        kept = float(sum(scene.counts)) if goes_out else _sum(KEPT, facts)
        early = _EARLY_BOMB * (self._planner.plan(left).plays - 1) if factor > 1 else 0.0
        return factor * ((1.0 - risk) * kept + risk * _sum(BEATEN, facts)) - early

    def _waiting(self, scene: Scene) -> float:
        return _sum(WAITING, self._facts(scene.hand, scene)) + (0.0 if scene.own_plays else NEVER_PLAYED)

    def _facts(self, hand: int, scene: Scene) -> tuple[float, ...]:
        """The numbers that ``FACTS`` names for a hand, in that order."""
        cards, jokers, twos = size_of(hand), joker_count(hand), held_of(hand, DEUCE)
        plan, ranks = self._planner.plan(hand), [rank for rank, _ in naturals(hand)]
        one, whole = cards == 1 and not jokers, plan.plays == 1 and cards > 1
        strong, nearest = twos + plan.bombs, min(scene.counts)
        facts = (
            1, cards, plan.plays, plan.loose, one and not twos, one and twos, whole and not plan.bombs,
            whole and plan.bombs > 0, cards == 1 and jokers, jokers, twos, plan.bombs, 1 / nearest, (nearest == 1) * cards,
            not scene.stock, sum(scene.counts) / 10, sum(ranks) / max(1, len(ranks)), strong / len(scene.counts),
            plan.plays == 2 and strong > 0, plan.plays / nearest,
        )  # fmt: skip
        assert len(facts) == len(FACTS)
        return tuple(map(float, facts))


def _sum(weights: tuple[float, ...], facts: tuple[float, ...]) -> float:
    return sum(weight * fact for weight, fact in zip(weights, facts, strict=True))


@lru_cache(maxsize=8)
def weigher(rules: ComboRules) -> Weigher:
    """The one for these rules, made once and shared."""
    return Weigher(rules)
