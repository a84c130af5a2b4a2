"""Dou Dizhu (斗地主): one landlord against two peasants. The door of the room: everything else is behind ``GAME``."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from games.base.actions import Action, Bid, Pass, Play, Said
from games.base.cards import Cards
from games.contract import Game, Scale, View
from games.doudizhu import facts, play, scenario, scoring
from games.doudizhu.options import PRESETS, HouseRules
from games.doudizhu.state import SEATS, Bidding, Playing, State
from games.kit.climb import to_beat
from games.kit.counts import pack, take
from games.kit.door import ALL_LEVELS, ClimbingDoor, Phase, RuleNumbers
from games.kit.memory import laid_cards

__all__ = ["GAME"]


class _DouDizhu(ClimbingDoor[State]):
    """The contract, spoken by this room."""

    key = "doudizhu"
    levels = ALL_LEVELS
    parts = (facts, scenario, scoring)
    queries = scenario.Questions
    house, presets = HouseRules, PRESETS
    usual, bidding = Scale("chance", 1.0, 0.042, 0.1), Scale("points", 10.0, 1.0, 2.5)
    face_down = MappingProxyType({Bidding: "kitty"})
    worlds, repeats = 1200, 4
    doubt = (2.1, 0.68)
    seats = range(3, 4)
    cards = scenario.PACK
    rules = RuleNumbers(seats="DZ-1", turn="DZ-44", over="DZ-50", hand="DZ-40", verbs="DZ-44")
    tricks = play.TRICKS
    phases = MappingProxyType(
        {Bidding: Phase(play.check_call, play.apply_call, play.legal_calls, "bid"), Playing: play.TRICKS}
    )

    def read_verb(self, state: State, seat: int, said: Said) -> Action:
        """Read a bid (DZ-31)."""
        if said.verb != "bid" or said.number is None:
            raise self.wrong_verb(state, said)
        return Bid(said.number)

    def scale(self, view: View) -> Scale:
        """Points where they bid, as who wins is not settled by the side that one will be on."""
        return self.bidding if view.phase == "bid" else self.usual

    def known(self, state: State) -> Sequence[Cards]:
        """What the landlord holds of the kitty (DZ-34)."""
        kitty = getattr(state, "kitty", None) or ()
        landlord = getattr(state, "landlord", None)
        laid = laid_cards(state.history.acts())
        return [tuple(card for card in kitty if card not in laid) if seat == landlord else () for seat in range(SEATS)]

    def suggested(self, state: Playing) -> Iterator[Action]:
        from games.doudizhu.ai.player import suggested_plays  # loaded only where somebody wants suggestions

        hand = state.hands[state.turn]
        plays = suggested_plays(pack(hand), to_beat(state), state.setting.rules.combos)
        yield from (Play(take(hand, play)) for play in plays)
        if not plays:
            yield Pass()


GAME: Final[Game[State]] = _DouDizhu()
