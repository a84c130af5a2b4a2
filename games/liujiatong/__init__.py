"""Liu Jia Tong (六家通): three against three, 36 cards each, wild jokers, points in tricks. The door of the room:
everything else is behind ``GAME``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from games.actions import Action, Pass, Play, Said
from games.contract import Awaited, Carry, Deal, Dice, Game, Json, Level, Recognised, RoundResult, Step, View
from games.errors import IllegalAction, NotationError, Refusal
from games.kit.cards import Cards, sort_cards
from games.kit.notation import notation_of
from games.liujiatong import query as queries
from games.liujiatong import scenario, scoring
from games.liujiatong import view as views
from games.liujiatong.events import No
from games.liujiatong.options import OPTIONS, PRESETS
from games.liujiatong.play import apply_play, check_play, legal_actions, lowest_lead, recognise, to_beat
from games.liujiatong.readings import in_force, makeup_of
from games.liujiatong.state import SEATS, Over, Playing, State
from games.notation import held, patterns_text, read_cards
from games.options import Options, OptionSet, Preset
from games.words import PASS, PLAY, VerbWords, verbs_of

__all__ = ["GAME"]


class _LiuJiaTong:
    """The contract, spoken by this room."""

    key = "liujiatong"
    rules_version = 1
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(SEATS, SEATS + 1)
    words: tuple[VerbWords, ...] = (PLAY, PASS)
    verbs = verbs_of(words)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7 7 3 3"})
    preferences: frozenset[str] = frozenset()
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = False

    def pack(self, options: Options, players: int) -> Cards:
        """Four packs of 54 (LJ-2)."""
        return scenario.PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (LJ-3, LJ-21)."""
        return scenario.deal(options, carry, dice)

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[State]:
        """Begin a round."""
        return scenario.start(options, deal, carry)

    def phase(self, state: State) -> str:
        """``play`` or ``over``."""
        return views.phase(state)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """The seat whose turn it is."""
        return views.awaited(state)

    def ahead(self, state: State) -> tuple[Awaited, ...]:
        """Nothing but an ordinary turn follows a turn."""
        return ()

    def read(self, state: State, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand."""
        if seat not in range(SEATS):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "LJ-1")
        match said:
            case Said(verb="pass", cards=()):
                return Pass()
            case Said(verb="play"):
                try:
                    cards = sort_cards(held(said.cards, state.hands[seat], "LJ-22"))
                except IllegalAction:
                    self._check_turn(state, seat)  # that it is not one's turn is the better answer
                    raise
                return Play(cards, None if said.reading is None else _ranks_alone(said.reading))
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, "LJ-22", phase=self.phase(state), verb=said.verb)

    def _check_turn(self, state: State, seat: int) -> None:
        match state:
            case Over():
                raise IllegalAction(Refusal.ROUND_OVER, "LJ-22")
            case Playing():
                if not state.hands[seat]:
                    raise IllegalAction(No.OUT, "LJ-25", place=state.finished.index(seat) + 1)
                if seat != state.turn:
                    raise IllegalAction(Refusal.NOT_YOUR_TURN, "LJ-22", seat=state.turn)
            case _:
                assert_never(state)

    def check(self, state: State, seat: int, action: Action) -> None:
        """Refuse what the rules forbid (LJ-22)."""
        if seat not in range(SEATS):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "LJ-1")
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
        from games.liujiatong.suggest import suggested  # loaded only where somebody wants suggestions

        yield from map(Play, suggested(state.hands[seat], to_beat(state, seat)))
        if state.standing is not None:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        """What cards of the hand would be."""
        match state:
            case Playing():
                return recognise(state, seat, cards)
            case Over():
                found = in_force(makeup_of(cards), None)
                return (
                    Recognised(None)
                    if found is None
                    else Recognised(Play(sort_cards(cards)), found.kind.value, found.top)
                )
            case _:
                assert_never(state)

    def fallback(self, state: State, seat: int) -> Action:
        """When time runs out: a pass, or the lowest harmless card."""
        match state:
            case Playing(standing=None):
                return lowest_lead(state, seat)
            case Playing() | Over():
                return Pass()
            case _:
                assert_never(state)

    def provable_pass(self, state: State, seat: int) -> bool:
        """Never: all passes that public counts prove are made by the engine (LJ-26)."""
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
        from games.liujiatong.ai import think  # loaded only where an AI player plays

        return think(view, level, dice)


def _ranks_alone(named: str) -> str:
    """What was said after ``as`` without suits, which never matter; as it stands if it is no list of cards."""
    try:
        patterns = read_cards(named)
    except NotationError:
        return named
    return patterns_text(type(pattern)(pattern.rank) for pattern in patterns)


GAME: Final[Game[State]] = _LiuJiaTong()
