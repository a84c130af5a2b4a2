"""What choices come to on tables that agree with all that was shown, played to their end: for ``normal`` and ``strong``.

The choices are compared on the same tables, and the worse half is dropped again and again. ``normal`` plays tables out by rule of
thumb; ``strong`` as good players would (``odds``), which also tell about what each card comes to, and that counts as if some
tables had shown it. The work is bounded by the number of cards laid, not by a clock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from random import Random
from typing import Final, TypeVar

from games.gongzhu.ai.odds import LENIENCE, SHARPNESS, Odds, odds_for, standings
from games.gongzhu.ai.policy import Table, World, lead_of, play_out, points_of, roles_of, worlds, worths
from games.gongzhu.fast_round import BIT, SUIT_BITS, SUIT_MASKS

__all__ = ["Worth", "weigh_cards", "weigh_exposures"]

_CARDS_LAID: Final = 12_000  # About so many cards are laid in the search for one card, or for what to expose
_LEAST, _MOST = 6, 50  # Tables drawn for a round of comparisons
_BELIEVED: Final = 60  # What the odds expect of a card counts like so many tables
_HOPELESS: Final = 40.0  # So many points worse than the best is a card expected that is not even tried
_GAIN: Final = 5.0  # So many points must be expected of each card that is exposed
_DRAWS: Final = 53  # Chances for a table: one for each card that is left, and one more

Choice = TypeVar("Choice")  # What is compared: the place of a card, or cards to expose as bits


@dataclass(slots=True)
class Worth:
    """What a choice has come to: how far the seat (its team) was ahead, and its points, both summed up over ``number`` tables."""

    number: int = 0
    ahead: float = 0.0
    squares: float = 0.0
    points: float = 0.0

    def add(self, ahead: float, points: float) -> None:
        self.number += 1
        self.ahead += ahead
        self.squares += ahead * ahead
        self.points += points

    @property
    def mean(self) -> float:
        return self.ahead / self.number

    @property
    def error(self) -> float:
        """The standard error of ``mean``; there is always some."""
        spread = max(self.squares / self.number - self.mean**2, 1.0)
        return sqrt(spread / self.number)


def weigh_cards(
    table: Table, places: Sequence[int], chance: Random, effort: float, *, by_odds: bool = True, every: bool = False
) -> list[tuple[int, Worth]]:
    """What each card comes to, the best first. Cards that do badly are dropped early, so their figures are rough. By odds, unless
    it is asked for ``every`` one, those of which little is expected are left out, and the only one that remains is not tried."""
    odds = odds_for(table.exposed, table.rules) if by_odds else None
    hoped = _expected(table, places, odds) if odds is not None else dict.fromkeys(places, 0.0)
    most = max(hoped[place] for place in places)
    left = [place for place in places if every or hoped[place] > most - _HOPELESS]
    if len(left) == 1 and not every:
        return [(left[0], Worth())]
    known = {place: _known(table, place) for place in left}
    leader = table.leader
    assert leader is not None, "somebody leads"

    def tried(place: int, world: World, draws: Sequence[float]) -> tuple[float, float]:
        hands = list(world)
        hands[table.seat] ^= BIT[place]
        trick = (*table.trick, place)
        return _to_the_end(table, hands, leader, trick, table.exposed, table.waiting, known[place], odds, draws)

    return _halved(table, left, chance, effort, tried, {place: _BELIEVED * points for place, points in hoped.items()})


def _expected(table: Table, places: Sequence[int], odds: Odds) -> dict[int, float]:
    """About how many points each card comes to more than table.others, by how likely it is to be played."""
    seat, hand, trick = table.seat, table.hand, table.trick
    taken, standing = table.taken[seat], standings(table.taken)[seat]
    free, pile = sum(BIT[place] for place in places), sum(BIT[place] for place in trick)
    pot = sum(odds.worth[place] for place in trick)
    if not trick:
        void = sum(
            1 << 4 * suit + other
            for suit, mask in enumerate(SUIT_MASKS)
            for other in range(4)
            if other != seat and table.void[other] & mask
        )
        asked, sums = odds.leads(free, hand, table.others, taken, standing, void)
    elif free & (suit := SUIT_BITS[trick[0]]):
        best = max(place for place in trick if BIT[place] & suit)
        later = sum(1 for step in range(1, 4 - len(trick)) if table.void[(seat + step) % 4] & suit)
        asked, sums = odds.follows(free, hand, table.others, pile, taken, standing, best, len(trick), pot, later)
    else:
        asked, sums = odds.throws(hand, table.others, pile, taken, standing, len(trick), pot)
    chances = zip(asked, sums, [0.0, *sums], strict=False)
    return {place: LENIENCE / SHARPNESS * log(max(one - before, 1e-30)) for place, one, before in chances}


def _halved(
    table: Table,
    choices: Sequence[Choice],
    chance: Random,
    effort: float,
    tried: Callable[[Choice, World, Sequence[float]], tuple[float, float]],
    before: Mapping[Choice, float],
    price: Callable[[Choice], float] = lambda _: 0.0,
) -> list[tuple[Choice, Worth]]:
    """Return what choices come to, the best first: each is ``tried`` on the same tables, and the worse half is dropped again and
    again. ``before``: what they already have summed up; ``price``: what each must bring to be as good as others."""
    found = {choice: Worth() for choice in choices}
    left, out, cards = list(choices), list[Choice](), 4 * table.hand.bit_count()
    rounds = max(1, (len(left) - 1).bit_length())
    while True:
        number = int(effort * _CARDS_LAID) // (rounds * len(left) * cards)
        for world in worlds(table, chance, min(max(number, _LEAST), int(max(effort, 1.0) * _MOST))):
            draws = [chance.random() for _ in range(_DRAWS)]
            for choice in left:
                found[choice].add(*tried(choice, world, draws))
        tables = found[left[0]].number
        left.sort(key=lambda one: tables * price(one) - found[one].ahead - before.get(one, 0.0))
        if len(left) <= 2:
            return [(choice, found[choice]) for choice in left + out]
        half = (len(left) + 1) // 2
        left, out = left[:half], left[half:] + out


def weigh_exposures(
    table: Table, cards: Sequence[int], chance: Random, effort: float, *, by_odds: bool = True
) -> list[tuple[int, Worth]]:
    """What each choice out of these cards comes to, as bits, the best first: those that bring too little come after
    declining."""
    choices = [sum(chosen) for size in range(len(cards) + 1) for chosen in combinations(cards, size)]
    odds = {chosen: odds_for(table.exposed | chosen, table.rules) if by_odds else None for chosen in choices}
    others = [seat for seat in range(4) if seat != table.seat]

    def tried(chosen: int, world: World, draws: Sequence[float]) -> tuple[float, float]:
        leader = others[int(3 * draws[-1])] if table.leader is None else table.leader  # this chance belongs to no card
        exposed, waiting = table.exposed | chosen, table.waiting | chosen
        return _to_the_end(table, list(world), leader, (), exposed, waiting, 0, odds[chosen], draws)

    return _halved(table, choices, chance, effort, tried, {}, lambda chosen: _GAIN * chosen.bit_count())


def _known(table: Table, place: int) -> int:
    """Return, by suit, four bits: the seats known to hold none of it once this seat has played a card."""
    found = 0
    for suit, mask in enumerate(SUIT_MASKS):
        for seat, void in enumerate(table.void):
            if void & mask:
                found |= 1 << 4 * suit + seat
    if table.trick:
        suit = table.trick[0] // 13
        if place // 13 != suit or BIT[place] & table.waiting:
            found |= 1 << 4 * suit + table.seat
    return found


def _to_the_end(
    table: Table,
    hands: World,
    leader: int,
    trick: tuple[int, ...],
    exposed: int,
    waiting: int,
    void: int,
    odds: Odds | None,
    draws: Sequence[float],
) -> tuple[float, float]:
    """Return how far ahead the seat is at the end of a table, and its points (its team's)."""
    taken, bonus = list(table.taken), list(table.bonus)
    if odds is None:
        roles = roles_of(table.rules)
        play_out(hands, taken, bonus, leader, trick, waiting, worths(exposed, roles), roles)
    else:
        odds.play_out(hands, taken, bonus, leader, trick, waiting, void, draws)
    points = points_of(table, taken, bonus, exposed)
    mine = points[table.seat] + (points[table.seat ^ 2] if table.rules.teams else 0)
    return lead_of(table, points, taken), mine
