"""Liu Jia Tong (六家通): three against three, 36 cards each, wild jokers, points in tricks. The door of the room:
everything else is behind ``GAME``."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from games.base.actions import Action, Pass, Play
from games.base.cards import BIG_JOKER, SMALL_JOKER
from games.base.errors import NotationError
from games.base.notation import patterns_text, read_cards
from games.contract import Game, RoundResult, Scale
from games.kit.climb import to_beat
from games.kit.door import ALL_LEVELS, ClimbingDoor, OfRound, RuleNumbers
from games.liujiatong import facts, play, scenario, scoring
from games.liujiatong.options import PRESETS, HouseRules
from games.liujiatong.state import SEATS, Playing, State

__all__ = ["GAME"]


class _LiuJiaTong(ClimbingDoor[State]):
    """The contract, spoken by this room."""

    key = "liujiatong"
    levels = ALL_LEVELS
    parts = (facts, scenario, scoring)
    queries = scenario.Questions
    house, presets = HouseRules, PRESETS
    usual = Scale("points", 250.0, 5.5, 18.7)
    worlds, repeats = 50, 4
    seats = range(SEATS, SEATS + 1)
    cards = scenario.PACK
    rules = RuleNumbers(seats="LJ-1", turn="LJ-22", over="LJ-22", hand="LJ-22", verbs="LJ-22", out="LJ-25")
    tricks = play.TRICKS
    phases = MappingProxyType({Playing: play.TRICKS})
    always: ClassVar[OfRound] = {"wild": (SMALL_JOKER, BIG_JOKER)}

    def reading_named(self, named: str) -> str:
        try:
            patterns = read_cards(named)
        except NotationError:
            return named
        return patterns_text(type(pattern)(pattern.rank) for pattern in patterns)

    def rewards(self, result: RoundResult) -> Sequence[float]:
        """The points of the own side, less those of the other one."""
        sides = [sum(result.points[side::2]) for side in range(2)]
        return [sides[seat % 2] - sides[1 - seat % 2] for seat in range(SEATS)]

    def suggested(self, state: Playing) -> Iterator[Action]:
        from games.liujiatong.suggestions import suggested  # loaded only where somebody wants suggestions

        yield from map(Play, suggested(state.hands[state.turn], to_beat(state)))
        if state.standing is not None:
            yield Pass()


GAME: Final[Game[State]] = _LiuJiaTong()
