"""Gong Zhu (拱猪): tricks of one card each, and nobody wants the pig. The door of the room: all else is behind ``GAME``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from games.actions import Action, Do, Play, Said
from games.contract import Awaited, Carry, Deal, Dice, Game, Json, Level, Recognised, RoundResult, Step, View
from games.errors import IllegalAction, Refusal
from games.gongzhu import over, scenario
from games.gongzhu import view as views
from games.gongzhu.cards import PACK
from games.gongzhu.events import No
from games.gongzhu.expose import apply_decision, check_decision, legal_decisions
from games.gongzhu.options import OPTIONS, PRESETS
from games.gongzhu.play import apply_play, check_play, legal_plays, lowest_legal, recognise
from games.gongzhu.state import SEATS, Exposing, Over, Playing, State
from games.gongzhu.words import WORDS
from games.kit.cards import Cards, sort_cards
from games.notation import held
from games.options import Options, OptionSet, Preset
from games.words import VerbWords, verbs_of

__all__ = ["GAME"]


class _GongZhu:
    """The contract, spoken by this room."""

    key = "gongzhu"
    rules_version = 1
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(4, 5)
    words: tuple[VerbWords, ...] = WORDS
    verbs = verbs_of(words)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7s"})
    preferences = frozenset({"expose"})
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = True

    def pack(self, options: Options, players: int) -> Cards:
        """One pack of 52 (GZ-2)."""
        return PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (GZ-3)."""
        return scenario.deal(options, dice)

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[State]:
        """Begin a round."""
        return scenario.start(options, deal, carry)

    def phase(self, state: State) -> str:
        """``expose``, ``play`` or ``over``."""
        return views.phase(state)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """All that have not decided, or the one seat to play."""
        return views.awaited(state)

    def ahead(self, state: State) -> tuple[Awaited, ...]:
        """Nothing but an ordinary turn follows a turn."""
        return ()

    def read(self, state: State, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand."""
        if seat not in range(SEATS):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GZ-1")
        match said:
            case Said(verb="play", reading=named):
                return Play(self._held(state, seat, said, "GZ-13"), named)
            case Said(verb="expose" | "decline", reading=str()):
                raise IllegalAction(No.NO_AS, "GZ-9")
            case Said(verb="expose" | "decline", cards=patterns):
                return Do(said.verb, self._held(state, seat, said, "GZ-9") if patterns else ())
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, "GZ-13", phase=self.phase(state), verb=said.verb)

    def _held(self, state: State, seat: int, said: Said, rule: str) -> Cards:
        try:
            return sort_cards(held(said.cards, state.hands[seat], rule))
        except IllegalAction:
            self._check_turn(state, seat)  # that it is not one's turn is the better answer
            raise

    def _check_turn(self, state: State, seat: int) -> None:
        if isinstance(state, Playing) and seat != state.turn:
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GZ-13", seat=state.turn)
        if isinstance(state, Over):
            raise IllegalAction(Refusal.ROUND_OVER, "GZ-19")

    def check(self, state: State, seat: int, action: Action) -> None:
        """Refuse what the rules forbid (GZ-9, GZ-13 to GZ-15)."""
        if isinstance(state, Playing) and seat == state.turn:
            check_play(state, seat, action)
            return
        self._check_turn(state, seat)
        assert isinstance(state, Exposing), "it is nobody else's turn"
        check_decision(state, seat, action)

    def apply(self, state: State, seat: int, action: Action) -> Step[State]:
        """Carry an action out."""
        self.check(state, seat, action)
        if isinstance(state, Playing):
            assert isinstance(action, Play), "checked"
            return apply_play(state, seat, action)
        assert isinstance(state, Exposing), "checked"
        return apply_decision(state, seat, action)

    def legal(self, state: State, seat: int) -> Iterator[Action]:
        """Every legal action."""
        match state:
            case Playing() if state.turn == seat:
                return legal_plays(state, seat)
            case Exposing():
                return legal_decisions(state, seat)
            case Playing() | Over():
                return iter(())
            case _:
                assert_never(state)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        """A few sensible actions, smallest first."""
        from games.gongzhu.suggest import suggested_decisions, suggested_plays  # loaded only where it is wanted

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
        """What cards of the hand would be: a card to play, or cards to expose."""
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
        """Nothing is exposed, or the lowest legal card is played."""
        return lowest_legal(state, seat) if isinstance(state, Playing) else Do("decline")

    def provable_pass(self, state: State, seat: int) -> bool:
        """Never: nobody passes in this game."""
        return False

    def view(self, state: State, viewer: int | None) -> View:
        """What a viewer may know."""
        return views.view(state, viewer)

    def result(self, state: State) -> RoundResult | None:
        """The result of a round that is over."""
        return over.result(state) if isinstance(state, Over) else None

    def hands(self, state: State) -> tuple[Cards, ...]:
        """All hands."""
        return state.hands

    def facts(self, state: State) -> Mapping[str, Json]:
        """The ``expect`` keys."""
        return views.facts(state)

    def query(self, query: Mapping[str, Json]) -> Json:
        """Answer a query."""
        return scenario.query(query)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose an action from a seat's view."""
        from games.gongzhu.ai import think  # loaded only where an AI player plays

        return think(view, level, dice)


GAME: Final[Game[State]] = _GongZhu()
