"""Guandan (掼蛋): two against two with wild cards, tributes and levels. The door of the room: everything else is behind
``GAME``."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, assert_never

from games.base.actions import Action, Do, Pass, Pattern, Play, Said
from games.base.cards import RANKS, Cards, sort_cards
from games.base.errors import IllegalAction, NotationError
from games.base.notation import matches, read_cards
from games.base.options import Options, OptionSet, Preset
from games.base.words import VerbWords
from games.contract import Awaited, Carry, Deal, Dice, Estimate, Game, Level, Recognised, View
from games.guandan import facts, scenario, scoring
from games.guandan.combinations.kinds import Kind
from games.guandan.combinations.templates import readings, select
from games.guandan.events import No
from games.guandan.options import OPTIONS, PRESETS
from games.guandan.play import apply_play, check_play, legal_actions, lowest_lead, recognise, to_beat
from games.guandan.state import SEATS, Exchanging, Over, Playing, State
from games.guandan.tribute import apply_exchange, check_exchange, legal_exchanges, lowest_harmless, permitted
from games.guandan.words import KINDS, WORDS
from games.kit.door import Phase, PhasedDoor, RuleNumbers

__all__ = ["GAME"]


class _Guandan(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "guandan"
    stake = 2.0
    levels: tuple[Level, ...] = ("easy", "normal", "strong")
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(SEATS, SEATS + 1)
    words: tuple[VerbWords, ...] = WORDS
    kinds = KINDS
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7 7 3 3"})
    preferences = MappingProxyType({"tribute": ("进贡",), "return": ("还贡",)})
    rules = RuleNumbers(seats="GD-1", turn="GD-61", over="GD-70", hand="GD-65", verbs="GD-65")
    phases = MappingProxyType(
        {
            Exchanging: Phase(check_exchange, apply_exchange, legal_exchanges),
            Playing: Phase(check_play, apply_play, legal_actions),
        }
    )
    start = staticmethod(scenario.start)
    public_facts = staticmethod(facts.public_facts)
    own_facts = staticmethod(facts.own_facts)
    seat_view = staticmethod(facts.seat_view)
    standing = staticmethod(facts.standing)
    of_round = staticmethod(facts.of_round)
    settled = staticmethod(scoring.result)
    query = staticmethod(scenario.query)

    def phase(self, state: State) -> str:
        """``tribute``, ``return``, ``play`` or ``over``."""
        return state.verb if isinstance(state, Exchanging) else super().phase(state)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """In an exchange whoever still has to name a card: where two do so at the same time, in private only (GD-92)."""
        if not isinstance(state, Exchanging):
            return super().awaited(state)
        hidden = len(state.owed) > 1
        open_seats = [entry.seat for entry, card in zip(state.owed, state.named, strict=True) if card is None]
        return tuple(Awaited(seat, state.verb, private=hidden) for seat in sorted(open_seats))

    def pack(self, options: Options, players: int) -> Cards:
        """Return two packs of 54 (GD-2)."""
        return scenario.PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (GD-4 to GD-6)."""
        return scenario.deal(options, carry, dice)

    def read_play(self, state: State, seat: int, said: Said) -> Action:
        """Return the cards meant, and of which suits, where that decides what they are (GD-64)."""
        named = None if said.reading is None else self.reading_named(said.reading)
        hand = state.hands[seat]
        if isinstance(state, Playing):
            rules, standing = state.setting.combos, to_beat(state, seat)
            if named in Kind.__members__.values():
                cards = self._of_kind(state, seat, said, Kind(str(named)))
            else:
                cards = select(said.cards, hand, standing, rules, None if named is None else _cards_named(named))
            if cards is not None:
                return Play(cards, named)
        return Play(self.held(state, seat, said), named)

    def _of_kind(self, state: Playing, seat: int, said: Said, kind: Kind) -> Cards | None:
        rules, standing, hand = state.setting.combos, to_beat(state, seat), state.hands[seat]
        cards = select(said.cards, hand, standing, rules, None)
        if cards is not None and any(reading.kind is kind for reading in readings(cards, rules)):
            return cards
        flushes = (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH)
        if kind in flushes and len(said.cards) == 5:
            from games.guandan.combinations.templates import moves

            for move in moves(hand, standing, rules):
                if move.reading.kind is kind and matches(said.cards, move.cards):
                    return move.cards
        return None

    def read_verb(self, state: State, seat: int, said: Said) -> Action:
        """A card to give, of a suit that may be given (GD-53, GD-56)."""
        if said.verb not in ("tribute", "return") or said.reading is not None:
            raise self.wrong_verb(state, said)
        if isinstance(state, Exchanging) and state.verb == said.verb and state.owed_by(seat) is not None:
            for card in permitted(state, seat):
                if matches(said.cards, (card,)):
                    return Do(said.verb, (card,))
        return Do(said.verb, self.held(state, seat, said))

    def check_turn(self, state: State, seat: int) -> None:
        """Refuse a seat that is out, and in an exchange who owes nothing or has named its card, too."""
        match state:
            case Playing() if seat in state.finished:
                raise IllegalAction(No.OUT, "GD-65", place=state.finished.index(seat) + 1)
            case Exchanging():
                at = state.owed_by(seat)
                if at is None:
                    raise IllegalAction(No.NOT_INVOLVED, "GD-51", verb=state.verb)
                if state.named[at] is not None:
                    raise IllegalAction(No.ALREADY_NAMED, "GD-54", verb=state.verb)
            case _:
                super().check_turn(state, seat)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        if not isinstance(state, Playing) or state.turn != seat:
            yield from self.legal(state, seat)
            return
        from games.guandan.suggestions import suggested_plays  # loaded only where somebody wants suggestions

        plays = suggested_plays(state.hands[seat], to_beat(state), state.setting.combos)
        yield from (Play(move.cards, move.named) for move in plays)
        if not plays:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
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
        """What is done when time runs out: a pass, the lowest harmless card as a lead, a permitted card to give."""
        match state:
            case Exchanging():
                return Do(state.verb, (lowest_harmless(state, seat),))
            case Playing(standing=None):
                return lowest_lead(state, seat)
            case Playing() | Over():
                return Pass()
            case _:
                assert_never(state)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        if level == "strong" and view.phase == "play":
            from games.guandan.ai.strong import strong_play  # loaded only where it plays

            return strong_play(view)
        from games.guandan.ai.player import think  # loaded only where an AI player plays

        return think(view, level, dice)

    def estimate(
        self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None
    ) -> tuple[Estimate, ...]:
        from games.guandan.ai.strong import estimates

        return estimates(view, extra)


def _cards_named(named: str) -> tuple[Pattern, ...]:
    """The cards after ``as``; none, which fits nothing, if they are no cards."""
    try:
        return read_cards(named)
    except NotationError:
        return ()


GAME: Final[Game[State]] = _Guandan()
