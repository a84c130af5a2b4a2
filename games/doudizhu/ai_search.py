"""Looking ahead near the end: close choices are played out over sampled deals of the unseen cards.

Each sampled deal gives the other hands cards that agree with all that is known, and everybody goes on by the
judgement of ``ai_choose``. What is drawn depends on the situation alone, so the same situation gets the same choice.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from games.doudizhu.ai_choose import Chooser, Situation
from games.doudizhu.counts import UNITS, size_of
from games.doudizhu.fast import FastRound

__all__ = ["Effort", "Searcher"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to look ahead."""

    most_cards: int = 28
    """Look ahead when no more cards than this are left in all hands."""
    choices: int = 3
    """How many choices to compare."""
    margin: float = 1.5
    """How much worse than the best, in turns, a choice may look and still be compared."""
    deals: int = 8
    """How many deals of the unseen cards to play out."""


class Searcher:
    """Chooses by judgement, and near the end by playing out."""

    def __init__(self, landlord: Chooser, peasant: Chooser, effort: Effort) -> None:
        self._landlord, self._peasant, self._effort = landlord, peasant, effort

    def choose(self, seen: Situation) -> int:
        """A legal play as packed counts, or ``PASS``."""
        chooser = self._chooser(seen.seat, seen.landlord)
        effort = self._effort
        options = chooser.options(seen)
        certain = chooser.certain(seen, options)
        if certain is not None:
            return certain
        weighed = sorted(chooser.weigh(seen, options), reverse=True)
        close = [play for value, play in weighed[: effort.choices] if value >= weighed[0][0] - effort.margin]
        if len(close) == 1 or sum(seen.sizes) > effort.most_cards:
            return close[0]
        rng = random.Random(hash((seen.hand, seen.unseen, seen.sizes, seen.seat)))
        won = dict.fromkeys(close, 0)
        for _ in range(effort.deals):
            hands = _dealt(seen, rng)
            for play in close:
                won[play] += self._wins(hands, play, seen)
        return max(close, key=lambda play: won[play])  # the first, which looks best, among equals

    def _chooser(self, seat: int, landlord: int) -> Chooser:
        return self._landlord if seat == landlord else self._peasant

    def _wins(self, hands: list[int], play: int, seen: Situation) -> bool:
        """Whether the side of the seat to act wins if it plays this and everybody then plays by judgement."""
        round_ = FastRound.resumed(hands, seen.landlord, seen.seat, seen.standing, seen.standing_seat, seen.rules)
        round_.step(play)
        while round_.winner is None:
            seat, now = round_.turn, round_.hands
            unseen = now[(seat + 1) % 3] + now[(seat + 2) % 3]
            sizes = (round_.sizes[0], round_.sizes[1], round_.sizes[2])
            here = Situation(
                now[seat], seat, seen.landlord, sizes, unseen, round_.standing, round_.standing_seat, 0, seen.rules
            )
            round_.step(self._chooser(seat, seen.landlord).choose(here))
        return (round_.winner == seen.landlord) == (seen.seat == seen.landlord)


def _dealt(seen: Situation, rng: random.Random) -> list[int]:
    """Three hands that agree with what is known."""
    cards = [unit for unit in UNITS for _ in range((seen.unseen - seen.known) // unit & 7)]
    rng.shuffle(cards)
    hands = [0, 0, 0]
    hands[seen.seat] = seen.hand
    for seat in range(3):
        if seat == seen.seat:
            continue
        known = seen.known if seat == seen.landlord else 0
        wanted = seen.sizes[seat] - size_of(known)
        hands[seat] = known + sum(cards[:wanted])
        cards = cards[wanted:]
    return hands
