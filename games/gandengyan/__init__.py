"""Gan Deng Yan (干瞪眼): everybody alone, only the very next rank follows, jokers are wild and a stock refills the hands.
The door of the room: everything else is behind ``GAME``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from games.actions import Action, Pass, Play, Said
from games.contract import Awaited, Carry, Deal, Dice, Game, Json, Level, Recognised, RoundResult, Step, View
from games.errors import IllegalAction, Refusal
from games.gandengyan import query as queries
from games.gandengyan import scenario, scoring
from games.gandengyan import view as views
from games.gandengyan.combos import alike, pack, ranks_in_words, readings, take_alike
from games.gandengyan.options import OPTIONS, PRESETS
from games.gandengyan.play import apply_play, check_play, legal_actions, lowest_lead, named_ranks, recognise
from games.gandengyan.state import SEATS, Over, Playing, State
from games.kit.cards import RANKS, Cards, Rank, sort_cards
from games.kit.notation import notation_of
from games.notation import held
from games.options import Options, OptionSet, Preset
from games.words import PASS, PLAY, VerbWords, verbs_of

__all__ = ["GAME"]


class _GanDengYan:
    """The contract, spoken by this room."""

    key = "gandengyan"
    rules_version = 1
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = SEATS
    words: tuple[VerbWords, ...] = (PLAY, PASS)
    verbs = verbs_of(words)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7"})
    preferences = frozenset[str]()
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = False

    def pack(self, options: Options, players: int) -> Cards:
        """One pack of 54, or two (GY-2)."""
        return scenario.pack_of(options)

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (GY-3, GY-4)."""
        return scenario.deal(options, players, carry, dice)

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[State]:
        """Begin a round."""
        return scenario.start(options, deal, carry)

    def phase(self, state: State) -> str:
        """``play`` or ``over``."""
        return views.phase(state)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """The one seat to act."""
        return views.awaited(state)

    def ahead(self, state: State) -> tuple[Awaited, ...]:
        """Nothing but an ordinary turn follows a turn."""
        return ()

    def read(self, state: State, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand; a named reading is written as its ranks ascending (GY-15)."""
        if seat not in range(len(state.hands)):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GY-1")
        match said:
            case Said(verb="pass", cards=()):
                return Pass()
            case Said(verb="play", cards=patterns, reading=named):
                try:
                    cards = held(patterns, state.hands[seat], "GY-31")
                except IllegalAction:
                    self._check_turn(state, seat)  # that it is not one's turn is the better answer
                    raise
                ranks = None if named is None else named_ranks(named)
                return Play(sort_cards(cards), named if ranks is None else ranks_in_words(tuple(map(Rank, ranks))))
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, "GY-38", phase=self.phase(state), verb=said.verb)

    def _check_turn(self, state: State, seat: int) -> None:
        match state:
            case Over():
                raise IllegalAction(Refusal.ROUND_OVER, "GY-38")
            case Playing():
                if seat != state.turn:
                    raise IllegalAction(Refusal.NOT_YOUR_TURN, "GY-38", seat=state.turn)
            case _:
                assert_never(state)

    def check(self, state: State, seat: int, action: Action) -> None:
        """Refuse what the rules forbid (GY-38)."""
        self._check_turn(state, seat)
        assert isinstance(state, Playing), "refused above"
        check_play(state, seat, action)

    def apply(self, state: State, seat: int, action: Action) -> Step[State]:
        """Carry an action out."""
        self.check(state, seat, action)
        assert isinstance(state, Playing), "refused above"
        return apply_play(state, seat, action)

    def legal(self, state: State, seat: int) -> Iterator[Action]:
        """Every legal action."""
        if isinstance(state, Playing) and state.turn == seat:
            return legal_actions(state, seat)
        return iter(())

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        """A few sensible actions, smallest first."""
        if not isinstance(state, Playing) or state.turn != seat:
            return
        from games.gandengyan.suggest import suggested_plays  # loaded only where somebody wants suggestions

        hand = state.hands[seat]
        standing = state.standing.reading if state.standing else None
        plays = suggested_plays(alike(pack(hand)), standing, state.setting.rules.combos)
        yield from (Play(take_alike(hand, play)) for play in plays)
        if not plays:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        """What cards of the hand would be."""
        match state:
            case Playing():
                return recognise(state, seat, cards)
            case Over():
                found = readings(pack(cards), state.setting.rules.combos)
                if not found:
                    return Recognised(None)
                return Recognised(Play(sort_cards(cards)), found[0].kind.value, RANKS[found[0].top])
            case _:
                assert_never(state)

    def fallback(self, state: State, seat: int) -> Action:
        """A pass, or the lowest harmless card as a lead."""
        if isinstance(state, Playing) and state.standing is None:
            return lowest_lead(state.hands[seat], state.setting.rules.combos)
        return Pass()

    def provable_pass(self, state: State, seat: int) -> bool:
        """Never: all passes that public counts prove are made by the engine (GY-35)."""
        return False

    def view(self, state: State, viewer: int | None) -> View:
        """What a viewer may know."""
        return views.view(state, viewer)

    def result(self, state: State) -> RoundResult | None:
        """The result of a round that is over."""
        return scoring.result(state) if isinstance(state, Over) else None

    def hands(self, state: State) -> tuple[Cards, ...]:
        """All hands."""
        return state.hands

    def facts(self, state: State) -> Mapping[str, Json]:
        """The public ``expect`` keys."""
        return notation_of(views.facts(state))

    def query(self, query: Mapping[str, Json]) -> Json:
        """Answer a query."""
        return queries.query(query)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose an action from a seat's view."""
        from games.gandengyan.ai import think  # loaded only where an AI player plays

        return think(view, level, dice)


GAME: Final[Game[State]] = _GanDengYan()
