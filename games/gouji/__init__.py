"""Gou Ji (够级): three against three with four packs, duels, burns, open points and tributes. The door of the room:
everything else is behind ``GAME``.

Where to find a rule: sets and comparison in ``kinds`` and ``sets`` (GJ-3 to GJ-8), the way to the first lead in ``before``
(GJ-9 to GJ-17), the play and its burns in ``play`` (GJ-18 to GJ-35), the end in ``scoring`` (GJ-36 to GJ-43), what may be
known in ``view`` (GJ-44).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from games.base.actions import Action, Do, Play, Said
from games.base.cards import Cards, sort_cards
from games.base.errors import IllegalAction
from games.contract import Game, Recognised, RoundResult, Scale
from games.gouji import facts, scenario, scoring, turns, view
from games.gouji.before.start import Buying, Declaring, Returning, State
from games.gouji.events import No
from games.gouji.kinds import MAIN, kind_of, makeup_of
from games.gouji.modes import mode_of, phase_of
from games.gouji.options import PRESETS, HouseRules
from games.gouji.play.sequence import BurnOffer
from games.gouji.state import SEATS, Round
from games.kit.door import ALL_LEVELS, OfRound, PhasedDoor, RuleNumbers

__all__ = ["GAME"]


class _GouJi(PhasedDoor[State]):
    """The contract, spoken by this room."""

    key = "gouji"
    usual = Scale("chance", 1.0, 0.014, 0.035)
    worlds, repeats = 80, 4
    doubt = (2.4, 0.75)  # Rounds that are drawn are not won
    judge = "ai.learned.judgement"
    levels = ALL_LEVELS
    parts = (facts, scenario, scoring, turns, view)
    house, presets = HouseRules, PRESETS
    seats = range(SEATS, SEATS + 1)
    cards = scenario.PACK
    rules = RuleNumbers(seats="GJ-1", turn="GJ-19", over="GJ-9", hand="GJ-4", verbs="GJ-9")
    always: ClassVar[OfRound] = {"hung": tuple(MAIN)}

    def rewards(self, result: RoundResult) -> Sequence[float]:
        """The points of the team."""
        return [sum(result.points[seat % 2 :: 2]) for seat in range(SEATS)]

    def holding(self, state: State, hands: Sequence[Cards]) -> State:
        forgotten = {"answers": ()} if isinstance(state, Buying | Declaring) else {}
        return replace(state, round=replace(state.round, hands=tuple(hands)), **forgotten)  # type: ignore[arg-type]  # no ``Over``

    def told(self, state: State) -> Round:
        return state.round

    def trick(self, state: State) -> int:
        return state.round.number

    def phase(self, state: State) -> str:
        return phase_of(mode_of(state))

    def read(self, state: State, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand; there are no readings (GJ-4)."""
        if said.reading is not None and seat in range(SEATS):
            raise IllegalAction(No.NO_AS, "GJ-4")
        return super().read(state, seat, said)

    def read_verb(self, state: State, seat: int, said: Said) -> Action:
        match said:
            case Said(verb="yield" | "challenge" | "decline" | "buy" as verb, cards=()):
                return Do(verb)
            case Said(verb="burn" | "return" | "revolt" as verb):
                return Do(verb, self.held(state, seat, said))
            case _:
                raise self.wrong_verb(state, said)

    def hopeless(self, state: State, seat: int, action: Action) -> bool:
        """Tell a burn after which the hand cannot go with a joker in every set (GJ-31)."""
        from games.gouji.suggestions import runs_through

        return isinstance(state, BurnOffer) and isinstance(action, Do) and not runs_through(state, action)

    def suggest(self, state: State, seat: int) -> Iterator[Action]:
        from games.gouji.suggestions import suggested  # loaded only where somebody wants suggestions

        return suggested(state, seat) if seat in turns.to_act(state) else iter(())

    def recognise(self, state: State, seat: int, cards: Cards) -> Recognised:
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
        if seat in turns.to_act(state) or not isinstance(action, Play):
            return self._accepts(state, seat, action)
        return view.would_beat(state, seat, action.cards)

    def fallback(self, state: State, seat: int) -> Action:
        from games.gouji.suggestions import fallback

        return fallback(state, seat)


GAME: Final[Game[State]] = _GouJi()
