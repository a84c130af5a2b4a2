"""Liu Jia Tong (六家通): three against three, 36 cards each, wild jokers, points in tricks. The door of the room:
everything else is behind ``GAME``."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, assert_never

from games.base.actions import Action, Pass, Play
from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards, sort_cards
from games.base.errors import IllegalAction, NotationError
from games.base.notation import patterns_text, read_cards
from games.base.options import Options, OptionSet, Preset
from games.base.words import COMMON_KINDS, PASS, PLAY, VerbWords
from games.contract import Carry, Deal, Dice, Estimate, Game, Level, Recognised, View
from games.kit.door import OfRound, Phase, PhasedDoor, RuleNumbers
from games.liujiatong import facts, scenario, scoring
from games.liujiatong.events import No
from games.liujiatong.kinds import Kind
from games.liujiatong.options import OPTIONS, PRESETS
from games.liujiatong.play import apply_play, check_play, legal_actions, lowest_lead, recognise, to_beat
from games.liujiatong.readings import in_force, makeup_of
from games.liujiatong.state import SEATS, Over, Playing, State

__all__ = ["GAME"]

_KINDS: Final = {
    Kind.TRIPLE_PAIR: ("三带二", "三带一对", "三带对", "triple with a pair", "full house"),
    Kind.TRIPLE_CHAIN: ("连三张", "三顺", "triple chain"),
    Kind.FLIGHT: ("飞机", "蝴蝶", "flight", "butterfly", "airplane"),
}


class _LiuJiaTong(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "liujiatong"
    stake = 60.0
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(SEATS, SEATS + 1)
    levels: tuple[Level, ...] = ("easy", "normal", "strong")
    words: tuple[VerbWords, ...] = (PLAY, PASS)
    kinds = MappingProxyType({kind: _KINDS.get(kind) or COMMON_KINDS[kind] for kind in Kind})
    called = MappingProxyType({"财神": "?"})
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7 7 3 3"})
    rules = RuleNumbers(seats="LJ-1", turn="LJ-22", over="LJ-22", hand="LJ-22", verbs="LJ-22")
    phases = MappingProxyType({Playing: Phase(check_play, apply_play, legal_actions)})
    start = staticmethod(scenario.start)
    public_facts = staticmethod(facts.public_facts)
    seat_view = staticmethod(facts.seat_view)
    standing = staticmethod(facts.standing)
    always: ClassVar[OfRound] = {"wild": (SMALL_JOKER, BIG_JOKER)}
    settled = staticmethod(scoring.result)
    query = staticmethod(scenario.query)

    def pack(self, options: Options, players: int) -> Cards:
        """Return four packs of 54 (LJ-2)."""
        return scenario.PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (LJ-3, LJ-21)."""
        return scenario.deal(options, carry, dice)

    def reading_named(self, named: str) -> str:
        try:
            patterns = read_cards(named)
        except NotationError:
            return named
        return patterns_text(type(pattern)(pattern.rank) for pattern in patterns)

    def check_turn(self, state: State, seat: int) -> None:
        """Refuse a seat that is out, too (LJ-25)."""
        if isinstance(state, Playing) and seat in state.finished:
            raise IllegalAction(No.OUT, "LJ-25", place=state.finished.index(seat) + 1)
        super().check_turn(state, seat)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        if not isinstance(state, Playing) or state.turn != seat:
            return
        from games.liujiatong.suggestions import suggested  # loaded only where somebody wants suggestions

        yield from map(Play, suggested(state.hands[seat], to_beat(state, seat)))
        if state.standing is not None:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
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
        match state:
            case Playing(standing=None):
                return lowest_lead(state, seat)
            case Playing() | Over():
                return Pass()
            case _:
                assert_never(state)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        from games.liujiatong.ai.player import think  # loaded only where an AI player plays

        return think(view, level, dice)

    def estimate(
        self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None
    ) -> tuple[Estimate, ...]:
        from games.liujiatong.ai.strong import estimates  # loaded only where somebody asks

        return estimates(view, extra)


GAME: Final[Game[State]] = _LiuJiaTong()
