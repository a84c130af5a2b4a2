"""Gan Deng Yan (干瞪眼): everybody alone, only the very next rank follows, jokers are wild and a stock refills the hands.
The door of the room: everything else is behind ``GAME``."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, assert_never

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Cards, Rank, sort_cards
from games.base.options import Options, OptionSet, Preset
from games.base.words import COMMON_KINDS, PASS, PLAY, VerbWords
from games.contract import Carry, Deal, Dice, Estimate, Game, Level, Recognised, View
from games.gandengyan import facts, scenario, scoring
from games.gandengyan.combos import pack, ranks_in_words, readings, take_any_jokers, with_small_jokers
from games.gandengyan.kinds import Kind
from games.gandengyan.options import OPTIONS, PRESETS
from games.gandengyan.play import apply_play, check_play, legal_actions, lowest_lead, named_ranks, recognise
from games.gandengyan.state import SEATS, Over, Playing, State
from games.kit.door import OfRound, Phase, PhasedDoor, RuleNumbers

__all__ = ["GAME"]

_ROCKET: Final = ("双王", *COMMON_KINDS["rocket"], "对王", "两王", "一对王", "two jokers", "rocket: two jokers")


class _GanDengYan(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "gandengyan"
    stake = 9.0
    levels: tuple[Level, ...] = ("easy", "normal", "strong")
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = SEATS
    words: tuple[VerbWords, ...] = (PLAY, PASS)
    kinds = MappingProxyType({kind.value: _ROCKET if kind is Kind.ROCKET else COMMON_KINDS[kind] for kind in Kind})
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7"})
    rules = RuleNumbers(seats="GY-1", turn="GY-38", over="GY-38", hand="GY-31", verbs="GY-38")
    phases = MappingProxyType({Playing: Phase(check_play, apply_play, legal_actions)})
    start = staticmethod(scenario.start)
    public_facts = staticmethod(facts.public_facts)
    own_facts = staticmethod(facts.own_facts)
    seat_view = staticmethod(facts.seat_view)
    standing = staticmethod(facts.standing)
    piles = staticmethod(facts.piles)
    always: ClassVar[OfRound] = {"wild": facts.WILD}
    settled = staticmethod(scoring.result)
    query = staticmethod(scenario.query)

    def pack(self, options: Options, players: int) -> Cards:
        """Return one pack of 54, or two (GY-2)."""
        return scenario.pack_of(options)

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (GY-3, GY-4)."""
        return scenario.deal(options, players, carry, dice)

    def reading_named(self, named: str) -> str:
        """The ranks that the cards stand for, ascending (GY-15)."""
        ranks = named_ranks(named)
        return named if ranks is None else ranks_in_words(tuple(map(Rank, ranks)))

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        if not isinstance(state, Playing) or state.turn != seat:
            return
        from games.gandengyan.suggestions import suggested_plays  # loaded only where somebody wants suggestions

        hand = state.hands[seat]
        standing = state.standing.reading if state.standing else None
        plays = suggested_plays(with_small_jokers(pack(hand)), standing, state.setting.rules.combos)
        yield from (Play(take_any_jokers(hand, play)) for play in plays)
        if not plays:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
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
        if isinstance(state, Playing) and state.standing is None:
            return lowest_lead(state.hands[seat], state.setting.rules.combos)
        return Pass()

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        from games.gandengyan.ai.player import think  # loaded only where an AI player plays

        return think(view, level, dice)

    def estimate(
        self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None
    ) -> tuple[Estimate, ...]:
        """What the sensible actions of a seat are worth, the best first; the work is the same at any ``effort``."""
        from games.gandengyan.ai.strong import estimate  # loaded only where somebody wants to know

        return estimate(view, extra)


GAME: Final[Game[State]] = _GanDengYan()
