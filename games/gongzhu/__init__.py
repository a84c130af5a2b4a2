"""Gong Zhu (拱猪): tricks of one card each, and nobody wants the pig. The door of the room: all else is behind ``GAME``."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, assert_never

from games.base.actions import Action, Do, Said
from games.base.cards import Cards, sort_cards
from games.base.errors import IllegalAction
from games.base.facts import notation_of
from games.base.options import Options, OptionSet, Preset
from games.base.words import VerbWords
from games.contract import Carry, Deal, Dice, Estimate, Game, Json, Level, Recognised, View
from games.gongzhu import facts as known
from games.gongzhu import scenario, scoring
from games.gongzhu.cards import ORDER, PACK
from games.gongzhu.events import No
from games.gongzhu.facts import position_facts
from games.gongzhu.options import OPTIONS, PRESETS
from games.gongzhu.play import (
    apply_decision,
    apply_play,
    check_decision,
    check_play,
    legal_decisions,
    legal_plays,
    lowest_legal,
    recognise,
)
from games.gongzhu.state import Exposing, Over, Playing, State
from games.gongzhu.words import CALLED, WORDS
from games.kit.door import OfRound, Phase, PhasedDoor, RuleNumbers

__all__ = ["GAME"]


class _GongZhu(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "gongzhu"
    stake = 90.0
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(4, 5)
    levels: tuple[Level, ...] = ("easy", "normal", "strong")
    words: tuple[VerbWords, ...] = WORDS
    kinds = MappingProxyType({})
    called = CALLED
    samples: Mapping[str, str] = MappingProxyType({"": "play 7s"})
    preferences = MappingProxyType({"expose": ("亮牌",)})
    suited = True
    rules = RuleNumbers(seats="GZ-1", turn="GZ-13", over="GZ-19", hand="GZ-13", verbs="GZ-13")
    phases = MappingProxyType(
        {
            Exposing: Phase(check_decision, apply_decision, legal_decisions, "expose"),
            Playing: Phase(check_play, apply_play, legal_plays),
        }
    )
    start = staticmethod(scenario.start)
    awaited = staticmethod(known.awaited)
    public_facts = staticmethod(known.public_facts)
    own_facts = staticmethod(known.own_facts)
    seat_view = staticmethod(known.seat_view)
    standing = staticmethod(known.standing)
    trick = staticmethod(known.trick)
    always: ClassVar[OfRound] = {"order": ORDER}
    settled = staticmethod(scoring.result)
    query = staticmethod(scenario.query)

    def pack(self, options: Options, players: int) -> Cards:
        """Return one pack of 52 (GZ-2)."""
        return PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (GZ-3)."""
        return scenario.deal(options, dice)

    def read_verb(self, state: State, seat: int, said: Said) -> Action:
        """Read that cards are exposed, or that none are (GZ-9)."""
        match said:
            case Said(verb="expose" | "decline", reading=str()):
                raise IllegalAction(No.NO_AS, "GZ-9")
            case Said(verb="expose" | "decline", cards=patterns):
                return Do(said.verb, self.held(state, seat, said, "GZ-9") if patterns else ())
            case _:
                raise self.wrong_verb(state, said)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        from games.gongzhu.play import suggested_decisions, suggested_plays  # loaded only where it is wanted

        match state:
            case Playing() if state.turn == seat:
                return suggested_plays(state, seat)
            case Exposing() if seat in state.waiting:
                return suggested_decisions(state, seat)
            case Exposing() | Playing() | Over():
                return iter(())
            case _:
                assert_never(state)

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        match state:
            case Playing():
                return recognise(state, seat, cards)
            case Exposing():
                action = Do("expose", sort_cards(cards))
                try:
                    check_decision(state, seat, action)
                except IllegalAction:
                    return Recognised(action if cards else None)
                return Recognised(action, legal=True)
            case Over():
                return Recognised(None)
            case _:
                assert_never(state)

    def fallback(self, state: State, seat: int) -> Action:
        return lowest_legal(state, seat) if isinstance(state, Playing) else Do("decline")

    def facts(self, state: State) -> Mapping[str, Json]:
        return {**super().facts(state), **notation_of(position_facts(state))}

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        from games.gongzhu.ai.player import think  # loaded only where an AI player plays

        return think(view, level, dice)

    def estimate(
        self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None
    ) -> tuple[Estimate, ...]:
        from games.gongzhu.ai.player import estimates  # loaded only where an AI player thinks

        return estimates(view, dice, effort, extra)


GAME: Final[Game[State]] = _GongZhu()
