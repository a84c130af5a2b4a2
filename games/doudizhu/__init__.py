"""Dou Dizhu (斗地主): one landlord against two peasants. The door of the room: everything else is behind ``GAME``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from games.actions import Action, Bid, Pass, Play, Said
from games.contract import Awaited, Carry, Deal, Dice, Game, Json, Level, Recognised, RoundResult, Step, View
from games.doudizhu import scenario, scoring
from games.doudizhu import view as views
from games.doudizhu.bid import apply_call, check_call, legal_calls
from games.doudizhu.combos import Kind, pack, readings, take
from games.doudizhu.options import OPTIONS, PRESETS
from games.doudizhu.play import apply_play, check_play, legal_actions, lowest_lead, recognise
from games.doudizhu.state import Bidding, Over, Playing, State
from games.errors import IllegalAction, Refusal
from games.kit.cards import RANKS, Cards, sort_cards
from games.kit.notation import notation_of
from games.notation import held
from games.options import Options, OptionSet, Preset
from games.words import BID, PASS, PLAY, VerbWords, verbs_of

__all__ = ["GAME"]

_KIND_WORDS: Final = {
    "单牌": Kind.SOLO, "单张": Kind.SOLO, "对子": Kind.PAIR, "一对": Kind.PAIR, "三张": Kind.TRIO, "三不带": Kind.TRIO,
    "三带一": Kind.TRIO_SINGLE, "三带二": Kind.TRIO_PAIR, "三带一对": Kind.TRIO_PAIR, "顺子": Kind.CHAIN,
    "单顺": Kind.CHAIN, "连对": Kind.PAIR_CHAIN, "双顺": Kind.PAIR_CHAIN, "飞机": Kind.AIRPLANE, "三顺": Kind.AIRPLANE,
    "飞机带小翼": Kind.AIRPLANE_SMALL, "飞机带大翼": Kind.AIRPLANE_LARGE, "四带二": Kind.FOUR_TWO_SINGLES,
    "四带两对": Kind.FOUR_TWO_PAIRS, "航天飞机": Kind.SHUTTLE, "航天飞机带小翼": Kind.SHUTTLE_SMALL,
    "航天飞机带大翼": Kind.SHUTTLE_LARGE, "炸弹": Kind.BOMB, "王炸": Kind.ROCKET, "火箭": Kind.ROCKET,
}  # fmt: skip
"""Chinese names of kinds as people type them after ``as``."""


class _DouDizhu:
    """The contract, spoken by this room."""

    key = "doudizhu"
    rules_version = 1
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(3, 4)
    words: tuple[VerbWords, ...] = (PLAY, PASS, *BID)
    verbs = verbs_of(words)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7", "bid": "bid 2"})
    preferences = frozenset[str]()
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = False

    def pack(self, options: Options, players: int) -> Cards:
        """One pack of 54 (DZ-2)."""
        return scenario.PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (DZ-3, DZ-30)."""
        return scenario.deal(options, carry, dice)

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[State]:
        """Begin a round."""
        return scenario.start(options, deal, carry)

    def phase(self, state: State) -> str:
        """``bid``, ``play`` or ``over``."""
        return views.phase(state)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """The one seat to act."""
        return views.awaited(state)

    def ahead(self, state: State) -> tuple[Awaited, ...]:
        """Nothing but an ordinary turn follows a turn."""
        return ()

    def read(self, state: State, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand."""
        match said:
            case Said(verb="pass", cards=()):
                return Pass()
            case Said(verb="bid", number=int(amount)):
                return Bid(amount)
            case Said(verb="play", cards=patterns, reading=named):
                if seat not in range(3):
                    raise IllegalAction(Refusal.NOT_YOUR_TURN, "DZ-1")
                try:
                    cards = held(patterns, state.hands[seat], "DZ-40")
                except IllegalAction:
                    self._check_turn(state, seat)  # that it is not one's turn is the better answer
                    raise
                return Play(sort_cards(cards), None if named is None else _KIND_WORDS.get(named, named))
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, "DZ-44", phase=self.phase(state), verb=said.verb)

    def _check_turn(self, state: State, seat: int) -> None:
        match state:
            case Over():
                raise IllegalAction(Refusal.ROUND_OVER, "DZ-50")
            case Bidding() | Playing():
                if seat != state.turn:
                    raise IllegalAction(Refusal.NOT_YOUR_TURN, "DZ-44", seat=state.turn)
            case _:
                assert_never(state)

    def check(self, state: State, seat: int, action: Action) -> None:
        """Refuse what the rules forbid (DZ-31, DZ-44)."""
        self._check_turn(state, seat)
        match state:
            case Bidding():
                check_call(state, action)
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
            case Bidding():
                return apply_call(state, seat, action)
            case Playing():
                return apply_play(state, seat, action)
            case Over():
                raise AssertionError("refused above")
            case _:
                assert_never(state)

    def legal(self, state: State, seat: int) -> Iterator[Action]:
        """Every legal action."""
        match state:
            case Bidding() if state.turn == seat:
                return legal_calls(state)
            case Playing() if state.turn == seat:
                return legal_actions(state, seat)
            case Bidding() | Playing() | Over():
                return iter(())
            case _:
                assert_never(state)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        """A few sensible actions, smallest first."""
        if not isinstance(state, Playing) or state.turn != seat:
            yield from self.legal(state, seat)
            return
        from games.doudizhu.ai import suggested_plays  # loaded only where somebody wants suggestions

        hand = state.hands[seat]
        standing = state.standing.reading if state.standing else None
        plays = suggested_plays(pack(hand), standing, state.setting.rules.combos)
        yield from (Play(take(hand, play)) for play in plays)
        if not plays:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        """What cards of the hand would be."""
        match state:
            case Playing():
                return recognise(state, seat, cards)
            case Bidding() | Over():
                found = readings(pack(cards), state.setting.rules.combos) if cards else ()
                if not found:
                    return Recognised(None)
                return Recognised(Play(sort_cards(cards)), found[0].kind.value, RANKS[found[0].top])
            case _:
                assert_never(state)

    def fallback(self, state: State, seat: int) -> Action:
        """A pass, or the lowest harmless card as a lead."""
        if isinstance(state, Playing) and state.standing is None:
            return lowest_lead(state.hands[seat])
        return Pass()

    def provable_pass(self, state: State, seat: int) -> bool:
        """Never: all passes that public counts prove are made by the engine (DZ-43)."""
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
        return scenario.query(query)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose an action from a seat's view."""
        from games.doudizhu.ai import think  # loaded only where an AI player plays

        return think(view, level, dice)


GAME: Final[Game[State]] = _DouDizhu()
