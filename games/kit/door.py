"""What the doors of games do alike, so that a game writes only what is its own.

``Door`` has the answers that hold for most games and the reading of typed plays; it fits any state. ``PhasedDoor`` is for
a round whose phases are types of their own, one seat after the other as a rule: it finds the phase's functions in a table,
says who is asked, and puts views together.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypedDict, TypeVar

from games.base.actions import Action, Pass, Play, Said
from games.base.cards import Cards, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.facts import notation_of
from games.base.notation import held
from games.base.round import Awaited, Json, Level, RoundResult, Step
from games.base.view import CommonFacts, GameView, OwnFacts, Pile, SeatView, Standing
from games.base.words import COMMON_KINDS, VerbWords, verbs_of
from games.kit.climb import Climbing

__all__ = ["Common", "Door", "OfRound", "Phase", "PhasedDoor", "RuleNumbers"]

S = TypeVar("S")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class RuleNumbers:
    """The rules that a door's own refusals name: who sits at the table, whose turn it is, that the round is over, that one
    plays from one's hand, which verbs there are."""

    seats: str
    turn: str
    over: str
    hand: str
    verbs: str


class Door(Generic[S]):
    """Defaults for every part of the contract that has one."""

    rules_version = 1
    preferences: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = False
    words: tuple[VerbWords, ...]
    kinds: Mapping[str, tuple[str, ...]] = COMMON_KINDS
    called: Mapping[str, str] = MappingProxyType({})
    rules: ClassVar[RuleNumbers]

    @property
    def verbs(self) -> frozenset[str]:
        """All verbs that have words."""
        return verbs_of(self.words)

    def ahead(self, state: S) -> tuple[Awaited, ...]:
        """None: an ordinary turn follows a turn."""
        return ()

    def hopeless(self, state: S, seat: int, action: Action) -> bool:
        """Never: what may be done may be worth it."""
        return False

    def provable_pass(self, state: S, seat: int) -> bool:
        """Never: the engine makes all passes that public counts prove."""
        return False

    def phase(self, state: S) -> str:
        """The phase's name as in the notation."""
        raise NotImplementedError

    def hands(self, state: S) -> tuple[Cards, ...]:
        """All hands, sorted."""
        raise NotImplementedError

    def check_turn(self, state: S, seat: int) -> None:
        """Raise ``IllegalAction`` for a seat that is not asked, saying why it is not."""
        raise NotImplementedError

    # --- reading ---------------------------------------------------------------------------------------------------
    def read(self, state: S, seat: int, said: Said) -> Action:
        """Resolve what was said against the hand: a pass, a play, or a verb of the game's own (``read_verb``)."""
        if seat not in range(len(self.hands(state))):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, self.rules.seats)
        if said.verb not in self.verbs:
            raise self.wrong_verb(state, said)
        match said:
            case Said(verb="pass", cards=()):
                return Pass()
            case Said(verb="play"):
                return self.read_play(state, seat, said)
            case _:
                return self.read_verb(state, seat, said)

    def read_play(self, state: S, seat: int, said: Said) -> Action:
        """A play of the cards that are meant, in the reading that was named."""
        return Play(self.held(state, seat, said), None if said.reading is None else self.reading_named(said.reading))

    def reading_named(self, named: str) -> str:
        """What was said after ``as`` in the form that the rules take: a kind that was named in Chinese becomes its code."""
        return next((kind for kind, names in self.kinds.items() if named in names and not named.isascii()), named)

    def read_verb(self, state: S, seat: int, said: Said) -> Action:
        """Resolve a verb of the game's own; a game without one refuses."""
        raise self.wrong_verb(state, said)

    def wrong_verb(self, state: S, said: Said) -> IllegalAction:
        """The refusal of a verb that this game does not have, or not in this form."""
        if said.verb == "pass" and "pass" not in self.verbs:
            return IllegalAction(Refusal.NO_PASSING, self.rules.verbs, phase=self.phase(state))
        return IllegalAction(Refusal.WRONG_VERB, self.rules.verbs, phase=self.phase(state), verb=said.verb)

    def held(self, state: S, seat: int, said: Said, rule: str | None = None) -> Cards:
        """The cards of the hand that are meant, sorted.

        If they are not held, ``IllegalAction`` (under ``rule``); or, which is the better answer, that it is not this seat's turn.
        """
        try:
            return sort_cards(held(said.cards, self.hands(state)[seat], rule or self.rules.hand))
        except IllegalAction:
            self.check_turn(state, seat)
            raise


@dataclass(frozen=True, slots=True)
class Phase(Generic[P, S]):
    """What may be done in one phase, for a seat that is asked: ``check`` refuses, ``apply`` carries out what ``check`` has let
    through, ``legal`` lists. ``name`` is the phase's in the notation."""

    check: Callable[[P, int, Any], None]
    apply: Callable[[P, int, Any], Step[S]]
    legal: Callable[[P, int], Iterator[Action]]
    name: str = "play"


class Common(TypedDict):
    """The first of the public facts (``CommonFacts``), which are the same question in every game."""

    phase: str
    to_act: tuple[int, ...]
    counts: tuple[int, ...]


class OfRound(TypedDict, total=False):
    """What ``GameView`` says of ranks and cards that count otherwise in this round."""

    order: tuple[int, ...]
    high: int | None
    wild: Cards


class PhasedDoor(Door[S]):
    """A door whose states are phases: those in ``phases``, and the end of the round.

    All states have ``hands``, a ``setting`` with the ``options``, and a ``history``. A phase in which one seat is asked has it as
    ``turn``; one without ``turn`` refuses whoever is not asked itself. The end of a round has no ``turn``.
    """

    key: str
    phases: Mapping[type[Any], Phase[Any, S]]
    always: ClassVar[OfRound] = {}

    # --- whose turn it is --------------------------------------------------------------------------------------------
    def hands(self, state: Any) -> tuple[Cards, ...]:
        hands: tuple[Cards, ...] = state.hands
        return hands

    def phase(self, state: S) -> str:
        """As the table has it; ``over`` at the end."""
        phase = self.phases.get(type(state))
        return "over" if phase is None else phase.name

    def awaited(self, state: Any) -> tuple[Awaited, ...]:
        """The seat with the turn: in tricks of beating or passing it leads or follows, elsewhere it is asked for what
        the phase is called."""
        if type(state) not in self.phases:
            return ()
        if not isinstance(state, Climbing):
            return (Awaited(state.turn, self.phase(state)),)
        return (
            Awaited(state.turn, "lead") if state.standing is None else Awaited(state.turn, "follow", autopass=True),
        )

    def check_turn(self, state: S, seat: int) -> None:
        """Refuse everybody when the round is over, and in a phase of turns all but one."""
        turn = getattr(state, "turn", None)
        if seat == turn:
            return
        if type(state) not in self.phases:
            raise IllegalAction(Refusal.ROUND_OVER, self.rules.over)
        if turn is None:
            return
        if seat not in range(len(self.hands(state))):
            raise IllegalAction(Refusal.NOT_YOUR_TURN, self.rules.seats)
        raise IllegalAction(Refusal.NOT_YOUR_TURN, self.rules.turn, seat=turn)

    # --- what may be done --------------------------------------------------------------------------------------------
    def check(self, state: S, seat: int, action: Action) -> None:
        self.check_turn(state, seat)
        self.phases[type(state)].check(state, seat, action)

    def apply(self, state: S, seat: int, action: Action) -> Step[S]:
        """Check an action and carry it out, with all that follows by itself."""
        self.check(state, seat, action)
        return self.phases[type(state)].apply(state, seat, action)

    def legal(self, state: S, seat: int) -> Iterator[Action]:
        """Every legal action; none for a seat that is not asked."""
        phase = self.phases.get(type(state))
        if phase is None or getattr(state, "turn", seat) != seat:
            return iter(())
        return phase.legal(state, seat)

    def settled(self, state: Any) -> RoundResult:
        """The result of a round that is over."""
        raise NotImplementedError

    def result(self, state: S) -> RoundResult | None:
        return None if type(state) in self.phases else self.settled(state)

    # --- what may be known -------------------------------------------------------------------------------------------
    def public_facts(self, state: Any, common: Common) -> CommonFacts:
        """What everybody may know, as the game's own dataclass, filled field by field."""
        raise NotImplementedError

    def own_facts(self, state: Any, seat: int | None) -> OwnFacts:
        """What a seat alone knows besides its hand (``None``: what nobody is told): nothing, unless a game says otherwise."""
        return OwnFacts()

    def seat_view(self, state: Any, seat: int) -> SeatView:
        """What everybody may know of a seat."""
        raise NotImplementedError

    def standing(self, state: Any) -> Standing | None:
        """The play to beat."""
        return None

    def piles(self, state: Any) -> tuple[Pile, ...]:
        """Cards in nobody's hand: none, unless a game says otherwise."""
        return ()

    def of_round(self, state: Any) -> OfRound:
        """Ranks and cards that count otherwise in this round: those that ``always`` do, unless a game says more."""
        return self.always

    def trick(self, state: Any) -> int:
        """The trick that is on, from 0; -1 before the first."""
        return getattr(state, "trick", -1)

    def public(self, state: S) -> CommonFacts:
        """What everybody may know."""
        to_act = tuple([entry.seat for entry in self.awaited(state)])
        counts = tuple([len(hand) for hand in self.hands(state)])
        return self.public_facts(state, {"phase": self.phase(state), "to_act": to_act, "counts": counts})

    def facts(self, state: S) -> Mapping[str, Json]:
        """The public ``expect`` keys."""
        return notation_of(self.public(state))

    def view(self, state: Any, viewer: int | None) -> GameView[Any, Any]:
        """All that one seat (or, for ``None``, the channel) may know, by inclusion."""
        return GameView(
            game=self.key,
            viewer=viewer,
            phase=self.phase(state),
            options=state.setting.options,
            seats=tuple([self.seat_view(state, seat) for seat in range(len(state.hands))]),
            awaited=self.awaited(state),
            hand=None if viewer is None else state.hands[viewer],
            standing=self.standing(state),
            piles=self.piles(state),
            acts=state.history.acts(),
            trick=self.trick(state),
            public=self.public(state),
            own=self.own_facts(state, viewer),
            **self.of_round(state),
        )
