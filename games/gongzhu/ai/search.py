"""What choices come to on tables that agree with all that was shown, played to their end: for ``normal`` and ``strong``.

The choices are compared on the same tables, and the worse half is dropped again and again. ``normal`` plays tables out by rule of
thumb; ``strong`` as good players would (``odds``), which also tell about what each card comes to, and that counts as if some
tables had shown it. The work is bounded by the number of cards laid, not by a clock.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle
from math import log, sqrt
from random import Random
from typing import Final

from games.gongzhu.ai.bits import BIT, SUIT_BITS, SUIT_MASKS
from games.gongzhu.ai.odds import LENIENCE, SHARPNESS, Odds, odds_for, standings
from games.gongzhu.ai.policy import Table, World, lead_of, play_out, points_of, roles_of, worlds, worths
from games.gongzhu.native import Begun, Dealt, played_out

__all__ = ["Worth", "weigh_cards", "weigh_exposures"]

_CARDS_LAID: Final = 12_000  # About so many cards are laid in the search for one card, or for what to expose
_LEAST, _MOST = 6, 50  # Tables drawn for a round of comparisons
_BELIEVED: Final = 60  # What the odds expect of a card counts like so many tables
_HOPELESS: Final = 40.0  # So many points worse than the best is a card expected that is not even tried
_GAIN: Final = 5.0  # So many points must be expected of each card that is exposed
_DRAWS: Final = 53  # Chances for a table: one for each card that is left, and one more


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
    hoped = _expected(table, places, odds_for(table.exposed, table.rules)) if by_odds else dict.fromkeys(places, 0.0)
    most = max(hoped[place] for place in places)
    left = [place for place in places if every or hoped[place] > most - _HOPELESS]
    if len(left) == 1 and not every:
        return [(left[0], Worth())]
    begun = {place: Begun(place, table.exposed, table.waiting, _known(table, place)) for place in left}
    before = {place: _BELIEVED * points for place, points in hoped.items()}
    return _halved(table, begun, chance, effort, by_odds, before)


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
    begun: Mapping[int, Begun],
    chance: Random,
    effort: float,
    by_odds: bool,
    before: Mapping[int, float],
    price: Callable[[int], float] = lambda _: 0.0,
) -> list[tuple[int, Worth]]:
    """Return what choices come to, the best first: each is tried on the same tables, and the worse half is dropped again and
    again. A choice is the place of a card, or cards to expose as bits. ``begun``: how each lets tables begin; ``before``: what
    they already have summed up; ``price``: what each must bring to be as good as others."""
    found = {choice: Worth() for choice in begun}
    left, out, cards = list(begun), list[int](), 4 * table.hand.bit_count()
    rounds = max(1, (len(left) - 1).bit_length())
    while True:
        number = int(effort * _CARDS_LAID) // (rounds * len(left) * cards)
        drawn = worlds(table, chance, min(max(number, _LEAST), int(max(effort, 1.0) * _MOST)))
        dealt = [_dealt(table, world, [chance.random() for _ in range(_DRAWS)]) for world in drawn]
        ends = _ends(table, [begun[choice] for choice in left], dealt, by_odds=by_odds)
        for choice, (points, taken) in zip(cycle(left), ends, strict=False):
            mine = points[table.seat] + (points[table.seat ^ 2] if table.rules.teams else 0)
            found[choice].add(lead_of(table, points, taken), mine)
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
    begun = {chosen: Begun(-1, table.exposed | chosen, table.waiting | chosen, 0) for chosen in choices}
    return _halved(table, begun, chance, effort, by_odds, {}, lambda chosen: _GAIN * chosen.bit_count())


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


def _dealt(table: Table, hands: World, draws: Sequence[float]) -> Dealt:
    """A table that begins; where nobody knows who leads, the last chance, which belongs to no card, decides."""
    others = [seat for seat in range(4) if seat != table.seat]
    return Dealt(others[int(3 * draws[-1])] if table.leader is None else table.leader, hands, draws)


def _ends(
    table: Table, begun: Sequence[Begun], dealt: Sequence[Dealt], *, by_odds: bool
) -> Iterable[tuple[list[int], list[int]]]:
    """Each seat's points and the cards it has taken at the end of each table, begun in each of these ways."""
    now = (table.seat, table.trick, table.taken, table.bonus)
    return played_out(table.rules, now, begun, dealt, by_odds=by_odds) or ends_in_python(
        table, begun, dealt, by_odds=by_odds
    )


def ends_in_python(
    table: Table, begun: Sequence[Begun], dealt: Sequence[Dealt], *, by_odds: bool
) -> Iterator[tuple[list[int], list[int]]]:
    """The same where there is no native core."""
    roles = roles_of(table.rules)
    for one in dealt:
        for place, exposed, waiting, void in begun:
            hands, taken, bonus, trick = list(one.hands), list(table.taken), list(table.bonus), table.trick
            if place >= 0:
                hands[table.seat] ^= BIT[place]
                trick = (*trick, place)
            if by_odds:
                odds = odds_for(exposed, table.rules)
                odds.play_out(hands, taken, bonus, one.leader, trick, waiting, void, one.draws)
            else:
                play_out(hands, taken, bonus, one.leader, trick, waiting, worths(exposed, roles), roles)
            yield points_of(table, taken, bonus, exposed), taken
