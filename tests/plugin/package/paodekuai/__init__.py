"""Pao De Kuai (跑得快): three players with 16 cards each, and whoever has none left first wins. ``GAME`` is its door."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final

from games.base.actions import Action
from games.base.cards import rank_counts
from games.base.words import PASS, PLAY
from games.contract import Awaited, Game
from games.kit.door import ClimbingDoor, RuleNumbers
from paodekuai import facts, play, scenario
from paodekuai.options import OPTIONS, PRESETS
from paodekuai.state import PACK, SEATS, Playing, State

__all__ = ["GAME"]

_SUGGESTED: Final = 12


class _PaoDeKuai(ClimbingDoor[State]):
    """The contract, spoken by this room."""

    key = "paodekuai"
    option_set, presets = OPTIONS, PRESETS
    seats = range(SEATS, SEATS + 1)
    cards = PACK
    words = (PLAY, PASS)
    samples = MappingProxyType({"": "play 7 7"})
    rules = RuleNumbers(seats="PK-1", turn="PK-1", over="PK-30", hand="PK-21", verbs="PK-21")
    tricks = play.TRICKS
    phases = MappingProxyType({Playing: play.TRICKS})
    deal = staticmethod(scenario.deal)
    start = staticmethod(scenario.start)
    query = staticmethod(scenario.query)
    public_facts = staticmethod(facts.public_facts)
    settled = staticmethod(play.result)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """The one seat that may act. Who has to beat cannot promise a pass in advance."""
        must_beat = state.setting.rules.must_beat
        return tuple(replace(one, autopass=one.autopass and not must_beat) for one in super().awaited(state))

    def suggested(self, state: Playing) -> Iterator[Action]:
        """The first legal actions: small kinds and low ranks come first, of leads those that keep equal cards together."""
        actions = self.legal(state, state.turn)
        if state.standing is None:
            actions = iter(sorted(actions, key=partial(_tears, rank_counts(state.hands[state.turn]))))
        return islice(actions, _SUGGESTED)

    def fallback(self, state: State, seat: int) -> Action:
        """What is done when time is up: who has to beat does, with the first play that will do (PK-24)."""
        if isinstance(state, Playing) and state.standing is not None and state.setting.rules.must_beat:
            return next(self.legal(state, seat))
        return super().fallback(state, seat)


def _tears(held: Sequence[int], action: Action) -> bool:
    """Tell whether a lead takes a bomb apart, or a group of equal cards without being a run."""
    used = rank_counts(getattr(action, "cards", ()))
    alone = sum(map(bool, used)) == 1
    return any(0 < count != had if alone else count and had == 4 for count, had in zip(used, held, strict=True))


GAME: Final[Game[State]] = _PaoDeKuai()
