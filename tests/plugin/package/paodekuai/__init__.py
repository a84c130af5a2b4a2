"""Pao De Kuai (跑得快): three players with 16 cards each, and whoever has none left first wins. ``GAME`` is its door."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.base.cards import Cards, full_pack, make_card, rank_of
from games.base.options import Preset, number
from games.contract import Game
from games.kit.climb import ClimbRules
from games.kit.combinations import Combinations
from games.kit.door import RuleNumbers
from games.kit.shedding import Playing, Shedding, State
from paodekuai.kinds import NAMES, Reading, beats, plays, readings, take

__all__ = ["GAME"]

_OUT: Final = {make_card(11, 0), *(make_card(12, suit) for suit in (1, 2, 3))}
_THREE: Final = 0


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options. ``must_beat``: who can beat has to (PK-23). ``deals`` rounds, or ``target`` points, are a match (PK-31)."""

    must_beat: bool = True
    deals: int = number(0, 1_000_000, 6)
    target: int = number(0, 1_000_000, 0)


class _Combinations(Combinations[Reading, HouseRules]):
    """What cards are and what beats what, whatever the house rules."""

    def readings(self, cards: Cards, rules: HouseRules) -> tuple[Reading, ...]:
        return readings(cards)

    def beats(self, reading: Reading, standing: Reading, rules: HouseRules) -> bool:
        return beats(reading, standing)

    def plays(self, hand: Cards, standing: Reading | None, rules: HouseRules) -> Iterator[Cards]:
        return (take(hand, counts) for counts, _ in plays(hand, standing))


class _PaoDeKuai(Shedding):
    """The contract, spoken by this room."""

    key = "paodekuai"
    house = HouseRules
    presets = (Preset("standard", {}), Preset("free", {"must_beat": False}))
    seats = range(3, 4)
    cards = tuple(card for card in full_pack(jokers=False) if card not in _OUT)  # PK-2
    kinds = NAMES
    rules = RuleNumbers(seats="PK-1", turn="PK-1", over="PK-30", hand="PK-21", verbs="PK-21")
    course = ClimbRules(lead="PK-23", hand="PK-21", verbs="PK-21", combinations="PK-10", named="PK-13", beats="PK-21")
    opens_by, ends_by, match_by = "PK-20", "PK-30", "PK-31"
    combinations = _Combinations()
    feats = MappingProxyType({"bombs": ("bomb",)})

    def opens(self, cards: Cards) -> bool:
        """Whether a 3 is among the cards (PK-20)."""
        return any(rank_of(card) == _THREE for card in cards)

    def may_pass(self, rules: HouseRules, *, can_beat: bool) -> bool:
        """Not where one has to beat (PK-23)."""
        return not (can_beat and rules.must_beat)

    def paid(self, state: Playing, seat: int) -> int:
        """A point a card, nothing for a single one, double for who was shut in (PK-30)."""
        left = len(state.hands[seat])
        return 0 if left == 1 else left * (1 if state.plays[seat] else 2)


GAME: Final[Game[State]] = _PaoDeKuai()
