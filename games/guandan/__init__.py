"""Guandan (掼蛋): two against two with wild cards, tributes and levels. The door of the room: everything else is behind
``GAME``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from games.actions import Action, Do, Pass, Pattern, Play, Said
from games.contract import Awaited, Carry, Deal, Dice, Game, Json, Level, Recognised, RoundResult, Step, View
from games.errors import IllegalAction, NotationError, Refusal
from games.guandan import query as queries
from games.guandan import scenario, scoring
from games.guandan import view as views
from games.guandan.combos import readings, select
from games.guandan.events import No
from games.guandan.kinds import Kind
from games.guandan.options import OPTIONS, PRESETS
from games.guandan.play import apply_play, check_play, legal_actions, lowest_lead, recognise, to_beat
from games.guandan.state import SEATS, Exchanging, Over, Playing, State
from games.guandan.tribute import apply_exchange, check_exchange, legal_exchanges, lowest_harmless, permitted
from games.guandan.words import WORDS
from games.kit.cards import RANKS, Cards, sort_cards
from games.notation import held, matches, read_cards
from games.options import Options, OptionSet, Preset
from games.words import VerbWords, verbs_of

__all__ = ["GAME"]

_KIND_WORDS: Final = {
    "单张": Kind.SINGLE, "对子": Kind.PAIR, "一对": Kind.PAIR, "三张": Kind.TRIPLE, "三同张": Kind.TRIPLE, "三不带": Kind.TRIPLE,
    "三连对": Kind.TUBE, "木板": Kind.TUBE, "连对": Kind.TUBE, "三同连张": Kind.PLATE, "钢板": Kind.PLATE,
    "三带二": Kind.FULL_HOUSE,
    "三带对": Kind.FULL_HOUSE, "三带一对": Kind.FULL_HOUSE, "葫芦": Kind.FULL_HOUSE, "夯": Kind.FULL_HOUSE,
    "顺子": Kind.STRAIGHT,
    "杂顺": Kind.STRAIGHT, "炸弹": Kind.BOMB, "炸": Kind.BOMB, "同花顺": Kind.STRAIGHT_FLUSH, "皇家同花顺": Kind.ROYAL_FLUSH,
    "天王炸": Kind.JOKER_BOMB, "四大天王": Kind.JOKER_BOMB, "王炸": Kind.JOKER_BOMB,
}  # fmt: skip
"""Chinese names of kinds as people type them after ``as``."""


class _Guandan:
    """The contract, spoken by this room."""

    key = "guandan"
    rules_version = 1
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(SEATS, SEATS + 1)
    words: tuple[VerbWords, ...] = WORDS
    verbs = verbs_of(words)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7 7 3 3"})
    preferences = frozenset({"tribute", "return"})
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = False

    def pack(self, options: Options, players: int) -> Cards:
        """Two packs of 54 (GD-2)."""
        return scenario.PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (GD-4 to GD-6)."""
        return scenario.deal(options, carry, dice)

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[State]:
        """Begin a round."""
        return scenario.start(options, deal, carry)

    def phase(self, state: State) -> str:
        """``tribute``, ``return``, ``play`` or ``over``."""
        return views.phase(state)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """Who may act: up to two seats in an exchange, one in play."""
        return views.awaited(state)

    def ahead(self, state: State) -> tuple[Awaited, ...]:
        """Nothing but an ordinary turn follows a turn."""
        return ()

    def read(self, state: State, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand (GD-64)."""
        if seat not in range(SEATS):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GD-1")
        match said:
            case Said(verb="pass", cards=()):
                return Pass()
            case Said(verb="play"):
                return self._read_play(state, seat, said)
            case Said(verb="tribute" | "return", reading=None):
                return self._read_exchange(state, seat, said)
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, "GD-65", phase=self.phase(state), verb=said.verb)

    def _read_play(self, state: State, seat: int, said: Said) -> Action:
        named = None if said.reading is None else str(_KIND_WORDS.get(said.reading, said.reading))
        hand = state.hands[seat]
        if isinstance(state, Playing):
            rules, standing = state.setting.combos, to_beat(state, seat)
            if named in Kind.__members__.values():
                cards = self._of_kind(state, seat, said, Kind(str(named)))
            else:
                cards = select(said.cards, hand, standing, rules, None if named is None else _cards_named(named))
            if cards is not None:
                return Play(cards, named)
        try:
            return Play(sort_cards(held(said.cards, hand, "GD-65")), named)
        except IllegalAction:
            self._check_turn(state, seat)  # that it is not one's turn is the better answer
            raise

    def _of_kind(self, state: Playing, seat: int, said: Said, kind: Kind) -> Cards | None:
        """The cards meant by a play that names its kind: the first in which they can be that."""
        rules, standing, hand = state.setting.combos, to_beat(state, seat), state.hands[seat]
        cards = select(said.cards, hand, standing, rules, None)
        if cards is not None and any(reading.kind is kind for reading in readings(cards, rules)):
            return cards
        flushes = (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH)
        if kind in flushes and len(said.cards) == 5:
            from games.guandan.templates import moves

            for move in moves(hand, standing, rules):
                if move.reading.kind is kind and matches(said.cards, move.cards):
                    return move.cards
        return None

    def _read_exchange(self, state: State, seat: int, said: Said) -> Action:
        hand = state.hands[seat]
        if isinstance(state, Exchanging) and state.verb == said.verb and state.owed_by(seat) is not None:
            for card in permitted(state, seat):
                if matches(said.cards, (card,)):
                    return Do(said.verb, (card,))
        try:
            return Do(said.verb, sort_cards(held(said.cards, hand, "GD-65")))
        except IllegalAction:
            self._check_turn(state, seat)
            raise

    def _check_turn(self, state: State, seat: int) -> None:
        match state:
            case Over():
                raise IllegalAction(Refusal.ROUND_OVER, "GD-70")
            case Playing():
                if not state.hands[seat]:
                    raise IllegalAction(No.OUT, "GD-65", place=state.finished.index(seat) + 1)
                if seat != state.turn:
                    raise IllegalAction(Refusal.NOT_YOUR_TURN, "GD-61", seat=state.turn)
            case Exchanging():
                at = state.owed_by(seat)
                if at is None:
                    raise IllegalAction(No.NOT_INVOLVED, "GD-51", verb=state.verb)
                if state.named[at] is not None:
                    raise IllegalAction(No.ALREADY_NAMED, "GD-54", verb=state.verb)
            case _:
                assert_never(state)

    def check(self, state: State, seat: int, action: Action) -> None:
        """Refuse what the rules forbid (GD-65)."""
        if seat not in range(SEATS):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GD-1")
        self._check_turn(state, seat)
        match state:
            case Exchanging():
                check_exchange(state, seat, action)
            case Playing():
                check_play(state, seat, action)
            case Over():
                raise AssertionError("refused above")
            case _:
                assert_never(state)

    def apply(self, state: State, seat: int, action: Action) -> Step[State]:
        """Carry an action out."""
        self.check(state, seat, action)
        match state:
            case Exchanging():
                assert isinstance(action, Do)
                return apply_exchange(state, seat, action.cards[0])
            case Playing():
                return apply_play(state, seat, action)
            case Over():
                raise AssertionError("refused above")
            case _:
                assert_never(state)

    def legal(self, state: State, seat: int) -> Iterator[Action]:
        """Every legal action."""
        match state:
            case Exchanging():
                return legal_exchanges(state, seat)
            case Playing() if state.turn == seat:
                return legal_actions(state, seat)
            case Playing() | Over():
                return iter(())
            case _:
                assert_never(state)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        """A few sensible actions, smallest first."""
        if not isinstance(state, Playing) or state.turn != seat:
            yield from self.legal(state, seat)
            return
        from games.guandan.suggest import suggested_plays  # loaded only where somebody wants suggestions

        plays = suggested_plays(state.hands[seat], to_beat(state), state.setting.combos)
        yield from (Play(move.cards, move.named) for move in plays)
        if not plays:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        """What cards of the hand would be."""
        match state:
            case Playing():
                return recognise(state, seat, cards)
            case Exchanging():
                if state.owed_by(seat) is not None and cards:
                    action = Do(state.verb, sort_cards(cards))
                    return Recognised(action, legal=action in set(legal_exchanges(state, seat)))
                return Recognised(None)
            case Over():
                found = readings(cards, state.setting.combos) if cards else ()
                return (
                    Recognised(Play(sort_cards(cards)), found[0].kind.value, RANKS[found[0].rank])
                    if found
                    else Recognised(None)
                )
            case _:
                assert_never(state)

    def fallback(self, state: State, seat: int) -> Action:
        """When time runs out: a pass, the lowest harmless card, or the first permitted one."""
        match state:
            case Exchanging():
                return Do(state.verb, (lowest_harmless(state, seat),))
            case Playing(standing=None):
                return lowest_lead(state, seat)
            case Playing() | Over():
                return Pass()
            case _:
                assert_never(state)

    def provable_pass(self, state: State, seat: int) -> bool:
        """Never: all passes that public counts prove are made by the engine (GD-66)."""
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
        return views.facts(state)

    def query(self, query: Mapping[str, Json]) -> Json:
        """Answer a query."""
        return queries.query(query)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose an action from a seat's view."""
        from games.guandan.ai import think  # loaded only where an AI player plays

        return think(view, level, dice)


def _cards_named(named: str) -> tuple[Pattern, ...]:
    """The cards after ``as``; none, which fits nothing, if they are no cards."""
    try:
        return read_cards(named)
    except NotationError:
        return ()


GAME: Final[Game[State]] = _Guandan()
