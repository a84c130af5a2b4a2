"""Gan Deng Yan (干瞪眼): everybody alone, only the very next rank follows, jokers are wild and a stock refills the hands.
The door of the room: everything else is behind ``GAME``."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, ClassVar, Final

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, Rank
from games.base.options import Options
from games.contract import Game, Scale
from games.gandengyan import facts, play, scenario, scoring
from games.gandengyan.kinds import ranks_in_words, take_any_jokers, with_small_jokers
from games.gandengyan.options import PRESETS, HouseRules
from games.gandengyan.state import SEATS, Playing, State
from games.kit.climb import to_beat
from games.kit.counts import pack
from games.kit.door import ALL_LEVELS, ClimbingDoor, OfRound, RuleNumbers

__all__ = ["GAME"]


class _GanDengYan(ClimbingDoor[State]):
    """The contract, spoken by this room."""

    key = "gandengyan"
    levels = ALL_LEVELS
    parts = (facts, scenario, scoring)
    queries = scenario.Questions
    house, presets = HouseRules, PRESETS
    usual = Scale("points", 25.0, 0.42, 1.0)
    worlds, repeats = 3000, 2
    face_down = MappingProxyType({Playing: "stock"})
    seats = SEATS
    rules = RuleNumbers(seats="GY-1", turn="GY-38", over="GY-38", hand="GY-31", verbs="GY-38")
    tricks = play.TRICKS
    phases = MappingProxyType({Playing: play.TRICKS})
    always: ClassVar[OfRound] = {"wild": play.WILD}

    def scale(self, view: Any) -> Scale:
        """Estimates are off by so many times the multiplier."""
        return self.usual._replace(off=self.usual.off * view.public.multiplier)

    def pack(self, options: Options, players: int) -> Cards:
        """Return one pack of 54, or two (GY-2)."""
        return scenario.pack_of(options)

    def reading_named(self, named: str) -> str:
        """The ranks that the cards stand for, ascending (GY-15)."""
        ranks = play.named_ranks(named)
        return named if ranks is None else ranks_in_words(tuple(map(Rank, ranks)))

    def suggested(self, state: Playing) -> Iterator[Action]:
        from games.gandengyan.suggestions import suggested_plays  # loaded only where somebody wants suggestions

        hand = state.hands[state.turn]
        plays = suggested_plays(with_small_jokers(pack(hand)), to_beat(state), state.setting.rules.combos)
        yield from (Play(take_any_jokers(hand, play)) for play in plays)
        if not plays:
            yield Pass()


GAME: Final[Game[State]] = _GanDengYan()
