"""Gou Ji (够级): three against three with four packs, duels, burns, open points and tributes. The door of the room:
everything else is behind ``GAME``.

Where to find a rule: sets and comparison in ``kinds`` and ``sets`` (GJ-3 to GJ-8), the way to the first lead in ``exchange``,
``purchase``, ``declare``, ``revolt_try`` and ``before_play`` (GJ-9 to GJ-17), the play in ``lead``, ``follow``, ``last_word``,
``duel`` and ``sequence`` (GJ-18 to GJ-27), burns in ``burn_offer``, ``burn_answer``, ``burn_lead`` and ``burning`` (GJ-28 to
GJ-35), the end in ``over`` (GJ-36 to GJ-43), what may be known in ``view`` (GJ-44).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from games.actions import Action, Do, Pass, Play, Said
from games.contract import Awaited, Carry, Deal, Dice, Game, Json, Level, Recognised, RoundResult, Step, View
from games.errors import IllegalAction, Refusal
from games.gouji import query as queries
from games.gouji import scenario, turns
from games.gouji import view as views
from games.gouji.before_play import State
from games.gouji.burn_offer import BurnOffer
from games.gouji.events import No
from games.gouji.exchange import Returning
from games.gouji.kinds import kind_of, makeup_of
from games.gouji.options import OPTIONS, PRESETS
from games.gouji.over import Over, result
from games.gouji.state import SEATS
from games.gouji.words import WORDS
from games.kit.cards import Cards, sort_cards
from games.notation import held
from games.options import Options, OptionSet, Preset
from games.words import VerbWords, verbs_of

__all__ = ["GAME"]


class _GouJi:
    """The contract, spoken by this room."""

    key = "gouji"
    rules_version = 1
    option_set: OptionSet = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    seats = range(SEATS, SEATS + 1)
    words: tuple[VerbWords, ...] = WORDS
    verbs = verbs_of(words)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7 2"})
    preferences = frozenset({"burn", "buy", "declare", "return", "yield"})
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = False

    def pack(self, options: Options, players: int) -> Cards:
        """Four packs of 54 (GJ-2)."""
        return scenario.PACK

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal (GJ-2, GJ-9)."""
        return scenario.deal(options, carry, dice)

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[State]:
        """Begin a round."""
        return scenario.start(options, deal, carry)

    def phase(self, state: State) -> str:
        """``return``, ``buy``, ``declare``, ``play`` or ``over``."""
        return views.phase(state)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """Who may act: all that have not answered in ``buy`` and ``declare``, else one seat."""
        return views.awaited(state)

    def ahead(self, state: State) -> tuple[Awaited, ...]:
        """The burn offers that may follow."""
        return views.ahead(state)

    def read(self, state: State, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand; there are no readings (GJ-4)."""
        if seat not in range(SEATS):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, "GJ-1")
        if said.reading is not None:
            raise IllegalAction(No.NO_AS, "GJ-4")
        match said:
            case Said(verb="pass", cards=()):
                return Pass()
            case Said(verb="yield" | "challenge" | "decline" | "buy" as verb, cards=()):
                return Do(verb)
            case Said(verb="play"):
                return Play(self._held(state, seat, said))
            case Said(verb="burn" | "return" | "revolt" as verb):
                return Do(verb, self._held(state, seat, said))
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, "GJ-9", phase=self.phase(state), verb=said.verb)

    def _held(self, state: State, seat: int, said: Said) -> Cards:
        try:
            return sort_cards(held(said.cards, state.round.hands[seat], "GJ-4"))
        except IllegalAction:
            turns.check_turn(state, seat)  # that it is not one's turn is the better answer
            raise

    def check(self, state: State, seat: int, action: Action) -> None:
        """Refuse what the rules forbid."""
        turns.check(state, seat, action)

    def apply(self, state: State, seat: int, action: Action) -> Step[State]:
        """Carry an action out."""
        return turns.apply(state, seat, action)

    def legal(self, state: State, seat: int) -> Iterator[Action]:
        """Every legal action, by rank."""
        return turns.legal(state, seat)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        """A few sensible actions, smallest first."""
        from games.gouji.suggest import suggested  # loaded only where somebody wants suggestions

        return suggested(state, seat) if seat in turns.to_act(state) else iter(())

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
        """What cards of the hand would be: the set with its kind, or the cards to return."""
        ordered = sort_cards(cards)
        made = makeup_of(ordered)
        action: Action | None = None
        if isinstance(state, Returning) and state.turn == seat:
            action = Do("return", ordered) if cards else None
        elif made is not None:
            burning = isinstance(state, BurnOffer) and state.turn == seat
            action = Do("burn", ordered) if burning else Play(ordered)
        if made is None or (isinstance(action, Do) and action.verb == "return"):
            return Recognised(action, legal=action is not None and self._accepts(state, seat, action))
        assert action is not None
        return Recognised(
            action, kind_of(made, state.round.rules.sets).value, made.rank, legal=self._may(state, seat, action)
        )

    def _accepts(self, state: State, seat: int, action: Action) -> bool:
        try:
            turns.check(state, seat, action)
        except IllegalAction:
            return False
        return True

    def _may(self, state: State, seat: int, action: Action) -> bool:
        """Whether a set may be laid now; before one's turn, whether it would beat what stands."""
        if seat in turns.to_act(state) or not isinstance(action, Play):
            return self._accepts(state, seat, action)
        return views.would_beat(state, seat, action.cards)

    def fallback(self, state: State, seat: int) -> Action:
        """The action when time runs out."""
        from games.gouji.suggest import fallback

        return fallback(state, seat)

    def provable_pass(self, state: State, seat: int) -> bool:
        """Whether a hand in rotation has fewer cards than the standing set, which leaves the pass to the table."""
        return views.too_few_cards(state, seat)

    def view(self, state: State, viewer: int | None) -> View:
        """What a viewer may know."""
        return views.view(state, viewer)

    def result(self, state: State) -> RoundResult | None:
        """The result of a round that is over."""
        return result(state) if isinstance(state, Over) else None

    def hands(self, state: State) -> tuple[Cards, ...]:
        """All hands."""
        return state.round.hands

    def facts(self, state: State) -> Mapping[str, Json]:
        """The ``expect`` keys."""
        return views.facts(state)

    def query(self, query: Mapping[str, Json]) -> Json:
        """Answer a query."""
        return queries.query(query)

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose an action from a seat's view."""
        from games.gouji.ai import think  # loaded only where an AI player plays

        return think(view, level, dice)


GAME: Final[Game[State]] = _GouJi()
