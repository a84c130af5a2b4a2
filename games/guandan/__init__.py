"""Guandan (掼蛋): two against two with wild cards, tributes and levels. The door of the room: everything else is behind
``GAME``."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.base.actions import Action, Do, Pass, Pattern, Play, Said
from games.base.cards import Cards, sort_cards
from games.base.errors import IllegalAction, NotationError
from games.base.notation import matches, read_cards
from games.contract import Awaited, Game, Recognised, Scale
from games.guandan import facts, play, scenario, scoring
from games.guandan.combinations.kinds import Kind
from games.guandan.combinations.readings import readings
from games.guandan.combinations.selection import select
from games.guandan.events import No
from games.guandan.options import PRESETS, HouseRules
from games.guandan.state import SEATS, Exchanging, Over, Playing, State
from games.guandan.tribute import apply_exchange, check_exchange, legal_exchanges, lowest_harmless, permitted
from games.kit.climb import to_beat
from games.kit.door import ALL_LEVELS, ClimbingDoor, Phase, RuleNumbers

__all__ = ["GAME"]


class _Guandan(ClimbingDoor[State]):
    """The contract, spoken by this room."""

    key = "guandan"
    levels = ALL_LEVELS
    parts = (facts, scenario, scoring)
    queries = scenario.Questions
    house, presets = HouseRules, PRESETS
    usual = Scale("chance", 1.0, 0.026, 0.067)
    worlds, repeats = 380, 4
    seats = range(SEATS, SEATS + 1)
    cards = scenario.PACK
    rules = RuleNumbers(seats="GD-1", turn="GD-61", over="GD-70", hand="GD-65", verbs="GD-65", out="GD-65")
    tricks = play.TRICKS
    phases = MappingProxyType(
        {Exchanging: Phase(check_exchange, apply_exchange, legal_exchanges), Playing: play.TRICKS}
    )

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

    def known(self, state: State) -> Sequence[Cards]:
        return [() if isinstance(state, Over) else facts.known_of_exchanges(state, seat) for seat in range(SEATS)]

    def holding(self, state: State, hands: Sequence[Cards]) -> State:
        forgotten = {"named": (None,) * len(state.named)} if isinstance(state, Exchanging) else {}
        return replace(state, hands=tuple(hands), **forgotten)  # type: ignore[arg-type]  # no ``Over`` is asked about

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
        """Refuse in an exchange who owes nothing or has named its card."""
        if not isinstance(state, Exchanging):
            return super().check_turn(state, seat)
        at = state.owed_by(seat)
        if at is None:
            raise IllegalAction(No.NOT_INVOLVED, "GD-51", verb=state.verb)
        if state.named[at] is not None:
            raise IllegalAction(No.ALREADY_NAMED, "GD-54", verb=state.verb)
        return None

    def suggested(self, state: Playing) -> Iterator[Action]:
        from games.guandan.suggestions import suggested_plays  # loaded only where somebody wants suggestions

        plays = suggested_plays(state.hands[state.turn], to_beat(state), state.setting.combos)
        yield from (Play(move.cards, move.named) for move in plays)
        if not plays:
            yield Pass()

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        if not isinstance(state, Exchanging):
            return super().recognise(state, seat, cards)
        if state.owed_by(seat) is None or not cards:
            return Recognised(None)
        action = Do(state.verb, sort_cards(cards))
        return Recognised(action, legal=action in set(legal_exchanges(state, seat)))

    def fallback(self, state: State, seat: int) -> Action:
        """In an exchange a permitted card."""
        if isinstance(state, Exchanging):
            return Do(state.verb, (lowest_harmless(state, seat),))
        return super().fallback(state, seat)


def _cards_named(named: str) -> tuple[Pattern, ...]:
    """The cards after ``as``; none, which fits nothing, if they are no cards."""
    try:
        return read_cards(named)
    except NotationError:
        return ()


GAME: Final[Game[State]] = _Guandan()
