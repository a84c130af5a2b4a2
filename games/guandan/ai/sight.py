"""What a seat sees, as numbers: features of the table, and of each play that it might make.

The same numbers come from a view and from the lesson in C (``arena/lessons/guandan``), so that what was learned from millions of
decisions there serves here. All of them rest on the seat's own hand and on what everybody knows."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from games.base.cards import Cards, full_pack
from games.guandan.ai.split import Split
from games.guandan.combinations.kinds import BOMBS, JOKERS, ComboRules, Kind, Reading, at_least, card_order, order_index
from games.kit.counts import pack
from games.kit.runs import place_of

if TYPE_CHECKING:
    from games.guandan.ai.scene import Choice, Scene

__all__ = ["OWN", "SHARED", "Outlook", "Told", "own_features", "shared_features"]

_SEATS: Final = 4
_WHOLE: Final = pack(full_pack(2))
_UNDECLINED: Final = 15
_KINDS: Final = (
    Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.TUBE, Kind.PLATE, Kind.FULL_HOUSE, Kind.STRAIGHT,
)  # fmt: skip
_PLACE: Final = {kind: at for at, kind in enumerate(_KINDS)}
_ZEROS: Final = (0.0,) * (len(_KINDS) + 1)
_RUNS: Final = {Kind.TUBE, Kind.PLATE, Kind.STRAIGHT}
_DEALT: Final = 27
_ALL: Final = (1 << _SEATS) - 1

_SINGLE_PRICES: Final = tuple(1.0 - 0.9 / (1.0 + 0.3 * rivals) for rivals in range(120))
_PAIR_PRICES: Final = tuple(1.0 - 0.85 / (1.0 + 0.45 * rivals / 2.6) for rivals in range(120))
_TRIPLE_PRICES: Final = tuple(1.0 - 0.85 / (1.0 + 0.45 * rivals / 5.0) for rivals in range(120))


@dataclass(slots=True)
class Told:
    """What everybody could remember of a play: cards laid, what each seat let pass, bombs."""

    laid: list[int] = field(default_factory=lambda: [0] * _SEATS)  # By seat packed counts, wild cards under the level
    left: list[int] = field(default_factory=lambda: [_DEALT] * _SEATS)  # By seat how many cards
    declined: list[list[int]] = field(default_factory=lambda: [[_UNDECLINED] * len(_KINDS) for _ in range(_SEATS)])
    """By seat and kind the lowest play of an opponent that it did not beat, by its height."""
    led: list[list[int]] = field(default_factory=lambda: [[0] * len(_ZEROS) for _ in range(_SEATS)])
    """By seat how often it led each kind, bombs last."""
    bombs: list[int] = field(default_factory=lambda: [0] * _SEATS)
    passed: int = 0  # A bit for each seat that has passed since the standing play
    out: int = 0  # A bit for each seat that has no cards left
    last: Reading | None = None
    last_seat: int = 0

    def hear(self, seat: int, cards: Cards, reading: Reading | None, index: tuple[int, ...]) -> None:
        """Take in a play, or with no reading a pass."""
        if reading is not None:
            if self.last is None or self.passed | self.out | 1 << self.last_seat == _ALL:
                self.led[seat][_PLACE.get(reading.kind, len(_KINDS))] += 1
            self.laid[seat] += pack(cards)
            self.left[seat] -= len(cards)
            self.out |= (not self.left[seat]) << seat
            self.passed, self.last, self.last_seat = 0, reading, seat
            if reading.kind in BOMBS:
                self.bombs[seat] += 1
            return
        self.passed |= 1 << seat
        last = self.last
        if last is not None and (self.last_seat ^ seat) & 1 and last.kind in _PLACE:
            declined, kind = self.declined[seat], _PLACE[last.kind]
            declined[kind] = min(declined[kind], _height(last, index))


def _height(reading: Reading, index: tuple[int, ...]) -> int:
    """How high a reading is among those of its kind."""
    return place_of(reading.rank) if reading.kind in _RUNS else index[reading.rank]


class Outlook:
    """What is still unseen by one seat: how likely each play is beaten, and what others may hold."""

    __slots__ = ("four", "higher", "rules", "unseen")

    def __init__(self, rules: ComboRules, held: int, laid: int) -> None:
        self.rules = rules
        self.unseen = unseen = _WHOLE - held - laid
        higher, above = [0] * 15, 0
        for rank in reversed(card_order(rules.level)):
            higher[rank] = above
            above += unseen >> 4 * rank & 15
        self.higher = higher
        self.four = (at_least(unseen)[4] & ~JOKERS).bit_count()

    def price(self, reading: Reading) -> float:
        """What a group costs in turns, as unseen cards are: near 0 where nothing beats it, bombs below."""
        kind = reading.kind
        if kind is Kind.SINGLE:
            return _SINGLE_PRICES[self.higher[reading.rank]]
        if kind is Kind.PAIR:
            return _PAIR_PRICES[self.higher[reading.rank]]
        if kind is Kind.TRIPLE or kind is Kind.FULL_HOUSE:
            return _TRIPLE_PRICES[self.higher[reading.rank]]
        if kind in BOMBS:
            return -bomb_strength(reading, self.rules)
        return 1.0 - 0.05 * max(0, place_of(reading.rank) - 6)


@lru_cache(maxsize=512)
def bomb_strength(reading: Reading, rules: ComboRules) -> float:
    """How strong a bomb is, from about 0.4 to 1.5."""
    match reading.kind:
        case Kind.JOKER_BOMB:
            return 1.5
        case Kind.STRAIGHT_FLUSH | Kind.ROYAL_FLUSH:
            return 0.5 + 0.2 * (rules.flush_over - 4) + 0.15 + place_of(reading.rank) / 200
        case _:
            return 0.45 + 0.2 * (reading.size - 4) + order_index(rules.level)[reading.rank] / 60


_COUNTS: Final = tuple(
    (
        count / 27, *(float(count == n) for n in range(6)), float(6 <= count <= 8), float(9 <= count <= 13),
    )
    for count in range(29)
)  # fmt: skip


def shared_features(scene: Scene, outlook: Outlook, split: Split) -> list[float]:
    """What is the same whatever the seat does."""
    seat, counts, finished, told = scene.seat, scene.counts, scene.finished, scene.told
    standing, standing_seat = scene.standing, scene.standing_seat
    partner, after, before = (seat + 2) % 4, (seat + 1) % 4, (seat + 3) % 4
    others = (partner, after, before)
    found = [*_COUNTS[counts[partner]], *_COUNTS[counts[after]], *_COUNTS[counts[before]]]
    first = finished[0] if finished else -1
    found += (
        float(first == partner), float(first in (after, before)), float(len(finished) == 2),
        float(counts[after] < counts[before]),
    )  # fmt: skip
    unseen = outlook.unseen
    level = outlook.rules.level
    found += (
        (unseen >> 52 & 15) / 2, (unseen >> 56 & 15) / 2, (unseen >> 4 * level & 15) / 8, (unseen >> 44 & 15) / 8,
        outlook.four / 13, counts[seat] / 27, split.price / 8, len(split.groups) / 12, scene.hand.counted.wilds / 2,
    )  # fmt: skip
    if standing is None:
        found += (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, *_ZEROS)
    else:
        passed = told.passed
        found += (
            0.0, float(standing_seat == partner), float(standing_seat == after), float(standing_seat == before),
            outlook.price(standing), float(passed >> partner & 1), float(passed >> after & 1), float(passed >> before & 1),
        )  # fmt: skip
        kinds = [0.0] * (len(_KINDS) + 1)
        kinds[_PLACE.get(standing.kind, len(_KINDS))] = 1.0
        found += kinds
    for other in others:
        declined = told.declined[other]
        found += (declined[0] / 15, declined[1] / 15, told.bombs[other] / 3)
    order = card_order(level)
    found += [(unseen >> 4 * rank & 15) / 8 for rank in order]
    for other in others:
        found += [place / 15 for place in told.declined[other][2:]]
        found += [times / 3 for times in told.led[other]]
        laid = told.laid[other]
        found += [(laid >> 4 * rank & 15) / 4 for rank in order]
    return found


SHARED: Final = 27 + 4 + 9 + 16 + 9 + 15 + 3 * (5 + 8 + 15)  # How many shared features there are


def own_features(scene: Scene, outlook: Outlook, before: Split, choice: Choice | None, after: Split) -> list[float]:
    """What depends on the play: ``None`` for a pass; ``before`` and ``after`` it the hand falls into these groups."""
    seat, counts, standing, standing_seat = scene.seat, scene.counts, scene.standing, scene.standing_seat
    play, wilds, hand = (None, 0, scene.hand) if choice is None else (choice.reading, choice.wilds, choice.left)
    held = hand.held
    left = counts[seat] - (play.size if play is not None else 0)
    index, level = order_index(outlook.rules.level), outlook.rules.level
    partner, enemies = (seat + 2) % 4, ((seat + 1) % 4, (seat + 3) % 4)
    kinds = [0.0] * (len(_KINDS) + 1)
    strong = risk = over = 0.0
    if play is None:
        found = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        stands, owner = standing, standing_seat
    else:
        kinds[_PLACE.get(play.kind, len(_KINDS))] = 1.0
        price = outlook.price(play)
        if play.kind in BOMBS:
            strong = -price
        else:
            risk = price
        if standing is not None and standing_seat == partner:
            over = 1.0
        found = [
            0.0, risk, strong, over, over * (1.0 - outlook.price(standing)) if standing is not None else 0.0,
            wilds / 2, play.size / 6, after.price - before.price, float(standing is None),
            float(strong > 0) * counts[standing_seat] / 27 if standing is not None else 0.0,
        ]  # fmt: skip
        stands, owner = play, seat
    found += kinds
    for other in (*enemies, partner):  # who could go out by a play of this size
        found.append((1 + risk) * (stands is not None and owner != other and counts[other] == stands.size))

    singles, pairs, triples, houses = [0, 0, 0, 0], [0, 0, 0], [0, 0], [0, 0]
    runs = bombs = losers = sure = 0
    bomb_sum = best_bomb = total = 0.0
    for reading, *_ in after.groups:
        kind, place, cost = reading.kind, index[reading.rank], outlook.price(reading)
        if kind in BOMBS:
            bombs += 1
            bomb_sum -= cost
            best_bomb = max(best_bomb, -cost)
            continue
        if kind is Kind.SINGLE:
            singles[bisect((6, 10, 12), place)] += 1
        elif kind is Kind.PAIR:
            pairs[bisect((6, 10), place)] += 1
        elif kind is Kind.TRIPLE:
            triples[place >= 7] += 1
        elif kind is Kind.FULL_HOUSE:
            houses[place >= 7] += 1
        else:
            runs += 1
        total += cost
        if cost > 0.5:
            losers += 1
        elif cost < 0.2:
            sure += 1
    groups = len(after.groups)
    found += (
        after.price / 8, groups / 12, left / 27,
        float(left == 0), float(groups == 1), float(groups == 2), float(groups == 3), float(groups == 4),
        bombs / 3, bomb_sum / 3, best_bomb, losers / 8, sure / 4, total / 8,
        max(-2, min(4, losers - bombs - sure)) / 4, float(left > 0 and losers - bombs - sure <= 0),
        float(left > 0 and losers - bombs - sure == 1),
        singles[0] / 4, singles[1] / 4, singles[2] / 4, singles[3] / 4, pairs[0] / 3, pairs[1] / 3, pairs[2] / 3,
        triples[0] / 2, triples[1] / 2, houses[0] / 2, houses[1] / 2, runs / 3,
        (held >> 52 & 15) / 2, (held >> 56 & 15) / 2, (held >> 4 * level & 15) / 4,
    )  # fmt: skip
    found += [(held >> 4 * rank & 15) / 4 for rank in card_order(level)]
    at = None if play is None else _PLACE.get(play.kind)
    told, height = scene.told, 0 if play is None else _height(play, index)
    for other in (*enemies, partner):  # who let pass what is no higher, and who led such plays
        found += (0.0, 0.0) if at is None else (float(height >= told.declined[other][at]), told.led[other][at] / 3)
    return found


OWN: Final = 10 + 8 + 3 + 32 + 15 + 3 * 2  # How many features of a play there are
