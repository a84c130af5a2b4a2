"""Gong Zhu (拱猪): tricks of one card each, and nobody wants the pig. The door of the room: all else is behind ``GAME``."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import ClassVar, Final

from games.base.actions import Action, Do, Said
from games.base.cards import Cards, sort_cards
from games.base.errors import IllegalAction
from games.contract import Game, Recognised, Scale, View
from games.gongzhu import facts, play, scenario, scoring
from games.gongzhu.cards import ACE, ORDER, PACK
from games.gongzhu.events import No
from games.gongzhu.options import PRESETS, HouseRules
from games.gongzhu.state import Exposing, Over, Playing, State
from games.kit.door import ALL_LEVELS, OfRound, Phase, PhasedDoor, RuleNumbers

__all__ = ["GAME"]


class _GongZhu(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "gongzhu"
    usual = Scale("points", 400.0, 24.0, 5.0)
    worlds, repeats = 1500, 6
    judge = "ai.player"
    levels = ALL_LEVELS
    parts = (facts, scenario, scoring)
    house, presets = HouseRules, PRESETS
    seats = range(4, 5)
    cards = PACK
    suited = True
    rules = RuleNumbers(seats="GZ-1", turn="GZ-13", over="GZ-19", hand="GZ-13", verbs="GZ-13")
    phases = MappingProxyType(
        {
            Exposing: Phase(play.check_decision, play.apply_decision, play.legal_decisions, "expose"),
            Playing: Phase(play.check_play, play.apply_play, play.legal_plays),
        }
    )
    always: ClassVar[OfRound] = {"order": ORDER}

    def scale(self, view: View) -> Scale:
        """More is at stake where cards are exposed, which count double: all hearts, or about as much as half of them."""
        more = sum(200.0 if card == ACE else 100.0 for card in view.public.exposed)
        return self.usual._replace(stake=self.usual.stake + more)

    def gain(self, rewards: Sequence[float], seat: int) -> float:
        """Points beside those of the others, who are ahead by what they do not lose."""
        return rewards[seat] - (sum(rewards) - rewards[seat]) / 3

    def worlds_like(self, state: State, seat: int, chance: Random, number: int) -> Sequence[State]:
        """Tables on which nobody holds a suit that it has not followed."""
        from games.gongzhu.ai.bits import cards_of
        from games.gongzhu.ai.policy import table_of, worlds  # loaded only where somebody judges

        drawn = worlds(table_of(self.view(state, seat)), chance, number)
        return [self.holding(state, [sort_cards(cards_of(hand)) for hand in hands]) for hands in drawn]

    def holding(self, state: State, hands: Sequence[Cards]) -> State:
        if isinstance(state, Playing):
            return state._replace(hands=tuple(hands))
        assert isinstance(state, Exposing), "nothing is asked when the round is over"
        return replace(state, hands=tuple(hands), answers=())

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
        if isinstance(state, Playing) and state.turn == seat:
            return play.suggested_plays(state, seat)
        if isinstance(state, Exposing) and seat in state.waiting:
            return play.suggested_decisions(state, seat)
        return iter(())

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        if isinstance(state, Playing):
            return play.recognise(state, seat, cards)
        if isinstance(state, Over):
            return Recognised(None)
        action = Do("expose", sort_cards(cards))
        try:
            play.check_decision(state, seat, action)
        except IllegalAction:
            return Recognised(action if cards else None)
        return Recognised(action, legal=True)

    def fallback(self, state: State, seat: int) -> Action:
        return play.lowest_legal(state, seat) if isinstance(state, Playing) else Do("decline")


GAME: Final[Game[State]] = _GongZhu()
