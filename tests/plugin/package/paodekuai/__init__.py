"""Pao De Kuai (跑得快): three players with 16 cards each, and whoever has none left first wins. ``GAME`` is its door."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final

from games.base.actions import Action
from games.base.cards import Cards, rank_counts
from games.base.options import Options, OptionSet, Preset
from games.base.words import PASS, PLAY, VerbWords
from games.contract import Awaited, Dice, Game, Level, View
from games.kit.door import Phase, PhasedDoor, RuleNumbers
from paodekuai import facts, play, scenario
from paodekuai.options import OPTIONS, PRESETS
from paodekuai.state import PACK, SEATS, Playing, State

__all__ = ["GAME"]

_SUGGESTED: Final = 12


class _PaoDeKuai(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "paodekuai"
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(SEATS, SEATS + 1)
    words: tuple[VerbWords, ...] = (PLAY, PASS)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7"})
    rules = RuleNumbers(seats="PK-1", turn="PK-1", over="PK-30", hand="PK-21", verbs="PK-21")
    phases = MappingProxyType({Playing: Phase(play.check_play, play.apply_play, play.legal_actions)})
    deal = staticmethod(scenario.deal)
    start = staticmethod(scenario.start)
    query = staticmethod(scenario.query)
    public_facts = staticmethod(facts.public_facts)
    seat_view = staticmethod(facts.seat_view)
    standing = staticmethod(facts.standing)
    recognise = staticmethod(play.recognise)
    settled = staticmethod(play.result)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """The one seat that may act. Who has to beat cannot promise a pass in advance."""
        must_beat = state.setting.options["must_beat"]
        return tuple(replace(one, autopass=one.autopass and not must_beat) for one in super().awaited(state))

    def pack(self, options: Options, players: int) -> Cards:
        """48 cards (PK-2)."""
        return PACK

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        """The first legal actions: small kinds and low ranks come first, of leads those that keep equal cards together."""
        actions = self.legal(state, seat)
        if isinstance(state, Playing) and state.standing is None:
            actions = iter(sorted(actions, key=partial(_tears, rank_counts(state.hands[seat]))))
        return islice(actions, _SUGGESTED)

    def fallback(self, state: State, seat: int) -> Action:
        """What is done when time is up (PK-24)."""
        assert isinstance(state, Playing), "somebody is asked"
        return play.fallback(state)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose an action from a seat's view."""
        from paodekuai.ai import think  # loaded only where an AI player plays

        return think(view, level, dice)


def _tears(held: Sequence[int], action: Action) -> bool:
    """Tell whether a lead takes a bomb apart, or a group of equal cards without being a run."""
    used = rank_counts(getattr(action, "cards", ()))
    alone = sum(map(bool, used)) == 1
    return any(0 < count != had if alone else count and had == 4 for count, had in zip(used, held, strict=True))


GAME: Final[Game[State]] = _PaoDeKuai()
