"""Dou Dizhu (斗地主): one landlord against two peasants. The door of the room: everything else is behind ``GAME``."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from games.base.actions import Action, Bid, Pass, Play, Said
from games.base.cards import RANKS, Cards, sort_cards
from games.base.options import Options, OptionSet, Preset
from games.base.words import BID, COMMON_KINDS, PASS, PLAY, VerbWords
from games.contract import Carry, Deal, Dice, Estimate, Game, Level, Recognised, View
from games.doudizhu import facts, scenario, scoring
from games.doudizhu.combos import Kind, pack, readings, take
from games.doudizhu.options import OPTIONS, PRESETS
from games.doudizhu.play import (
    apply_call,
    apply_play,
    check_call,
    check_play,
    legal_actions,
    legal_calls,
    lowest_lead,
    recognise,
)
from games.doudizhu.state import Bidding, Over, Playing, State
from games.kit.door import Phase, PhasedDoor, RuleNumbers

__all__ = ["GAME"]

_KINDS: Final = {
    Kind.TRIO_SINGLE: ("三带一", "trio with a single", "three with one"),
    Kind.TRIO_PAIR: ("三带二", "三带一对", "三带对", "trio with a pair", "full house"),
    Kind.AIRPLANE: ("飞机", "三顺", "airplane", "plane"),
    Kind.AIRPLANE_SMALL: ("飞机带小翼", "airplane with wings", "飞机", "airplane", "plane"),
    Kind.AIRPLANE_LARGE: ("飞机带大翼", "airplane with big wings", "飞机", "airplane", "plane"),
    Kind.FOUR_TWO_SINGLES: ("四带二", "four with two"),
    Kind.FOUR_TWO_PAIRS: ("四带两对", "four with two pairs"),
    Kind.SHUTTLE: ("航天飞机", "space shuttle", "shuttle"),
    Kind.SHUTTLE_SMALL: ("航天飞机带小翼", "shuttle with wings", "航天飞机", "shuttle"),
    Kind.SHUTTLE_LARGE: ("航天飞机带大翼", "shuttle with big wings", "航天飞机", "shuttle"),
    Kind.ROCKET: (*COMMON_KINDS["rocket"], "nuke", "king bomb"),
}  # fmt: skip
_CALLED: Final = {
    "hook": "J", "circle": "Q", "tip": "A", "spear": "A", "pointy": "A", "ruler": "?",
    "black and white joker": "x", "black-and-white joker": "x", "b&w joker": "x",
    "nuke": "x X", "king bomb": "x X",
}  # fmt: skip


class _DouDizhu(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "doudizhu"
    stake = 4.0
    levels: tuple[Level, ...] = ("easy", "normal", "strong")
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(3, 4)
    words: tuple[VerbWords, ...] = (PLAY, PASS, *BID)
    kinds = MappingProxyType({kind: _KINDS.get(kind) or COMMON_KINDS[kind] for kind in Kind})
    called = MappingProxyType(_CALLED)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7", "bid": "bid 2"})
    rules = RuleNumbers(seats="DZ-1", turn="DZ-44", over="DZ-50", hand="DZ-40", verbs="DZ-44")
    phases = MappingProxyType(
        {
            Bidding: Phase(check_call, apply_call, legal_calls, "bid"),
            Playing: Phase(check_play, apply_play, legal_actions),
        }
    )
    start = staticmethod(scenario.start)
    public_facts = staticmethod(facts.public_facts)
    seat_view = staticmethod(facts.seat_view)
    standing = staticmethod(facts.standing)
    piles = staticmethod(facts.piles)
    settled = staticmethod(scoring.result)
    query = staticmethod(scenario.query)

    def pack(self, options: Options, players: int) -> Cards:
        """Return one pack of 54 (DZ-2)."""
        return scenario.PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (DZ-3, DZ-30)."""
        return scenario.deal(options, carry, dice)

    def read_verb(self, state: State, seat: int, said: Said) -> Action:
        """Read a bid (DZ-31)."""
        match said:
            case Said(verb="bid", number=int(amount)):
                return Bid(amount)
            case _:
                raise self.wrong_verb(state, said)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        if not isinstance(state, Playing) or state.turn != seat:
            yield from self.legal(state, seat)
            return
        from games.doudizhu.ai.player import suggested_plays  # loaded only where somebody wants suggestions

        hand = state.hands[seat]
        standing = state.standing.reading if state.standing else None
        plays = suggested_plays(pack(hand), standing, state.setting.rules.combos)
        yield from (Play(take(hand, play)) for play in plays)
        if not plays:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
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
        if isinstance(state, Playing) and state.standing is None:
            return lowest_lead(state.hands[seat])
        return Pass()

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        from games.doudizhu.ai.player import think  # loaded only where an AI player plays

        return think(view, level, dice)

    def estimate(
        self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None
    ) -> tuple[Estimate, ...]:
        from games.doudizhu.ai.strong import estimates  # loaded only where somebody asks

        return estimates(view, extra)


GAME: Final[Game[State]] = _DouDizhu()
