"""What the doors of games do alike, so that a game writes only what is its own.

``Door`` has the answers that hold for most games and the reading of typed plays; it fits any state. ``PhasedDoor`` is for
a round whose phases are types of their own, one seat after the other as a rule: it finds the phase's functions in a table,
says who is asked, and puts facts and views together. ``ClimbingDoor`` is for tricks of beating or passing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from inspect import get_annotations
from itertools import islice
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, Final, Generic, TypedDict, TypeVar

from games.base.actions import Action, Pass, Play, Said
from games.base.cards import Cards, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.facts import notation_of
from games.base.notation import held
from games.base.options import Options, OptionSet, Preset, typed
from games.base.round import Awaited, Carry, Deal, Dice, Json, Level, Recognised, RoundResult, Scale, Step
from games.base.view import CommonFacts, GameView, OwnFacts, Pile, SeatView, Standing, View
from games.base.words import COMMON_KINDS, VerbWords, verbs_of, words_beside
from games.kit.climb import Climb, Climbing
from games.kit.phases import Ended
from games.kit.queries import Queries

__all__ = ["ALL_LEVELS", "ClimbingDoor", "Common", "Door", "OfRound", "OfSeat", "Phase", "PhasedDoor", "RuleNumbers"]

ALL_LEVELS: Final = ("easy", "normal", "sparring", "strong")  # Where there is ``strong``

S = TypeVar("S")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class RuleNumbers:
    """The rules that a door's own refusals name: who sits at the table, whose turn it is, that the round is over, that one
    plays from one's hand, which verbs there are, that who is out stays out (where the others play on)."""

    seats: str
    turn: str
    over: str
    hand: str
    verbs: str
    out: str = ""


class Door(Generic[S]):
    """Defaults for every part of the contract that has one. A game answers in its class, or in a module of its own that is
    among ``parts``: what such a module offers under the name of an answer is the game's answer. What people
    say in it may stand beside its module as data (``games.base.words``).

    The players of a game live in its module ``ai.player``, ``think(view, level, dice)``; a ``Judge``, which has a ``usual``
    scale, keeps ``estimates(view, dice, effort, extra)`` in the one that ``judge`` names. Both are loaded where asked.
    """

    key: str
    parts: tuple[ModuleType, ...] = ()
    house: type[Any]  # The house rules, as a dataclass from which follows
    option_set: OptionSet
    presets: tuple[Preset, ...]
    seats: range
    samples: Mapping[str, str]
    usual: Scale
    worlds, repeats = 16, 1
    doubt = (1.0, 1.0)  # As in ``promise``; measured by ``bench.calibration``
    judge = "ai.strong"
    face_down: Mapping[type[Any], str] = MappingProxyType({})
    cards: Cards
    rules_version = 1
    preferences: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    levels: tuple[Level, ...] = ("easy", "normal")
    suited = False
    words: tuple[VerbWords, ...]
    kinds: Mapping[str, tuple[str, ...]] = COMMON_KINDS
    fewest: Mapping[str, int] = MappingProxyType({})
    called: Mapping[str, str] = MappingProxyType({})
    rules: ClassVar[RuleNumbers]
    deal: Callable[[Options, int, Carry, Dice], Deal]
    start: Callable[[Options, Deal, Carry], Step[S]]
    query: Callable[[Mapping[str, Json]], Json]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        answers = {*dir(cls), *get_annotations(Door)}
        for part in vars(cls).get("parts", ()):
            for name in answers.intersection(part.__all__):
                setattr(cls, name, staticmethod(getattr(part, name)))
        for name, said in words_beside(cls.__module__).items():
            setattr(cls, name, vars(cls).get(name, said))
        if "house" in vars(cls):
            cls.option_set = OptionSet.of(cls.house)

    def rules_of(self, options: Options) -> Any:
        """Complete options as the game's own dataclass."""
        return typed(self.house, options)

    @property
    def verbs(self) -> frozenset[str]:
        """All verbs that have words."""
        return verbs_of(self.words)

    def pack(self, options: Options, players: int) -> Cards:
        """All cards in use: ``cards``, unless house rules change that."""
        return self.cards

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """What the game's player of this level does: who spars decides by lot as ``strong`` or as ``normal``."""
        if level == "sparring":
            level = "strong" if dice.below(2) else "normal"
        action: Action = self._room("ai.player").think(view, level, dice)
        return action

    def estimate(self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None) -> Any:
        """What the sensible actions are worth, for a game that has a ``usual`` scale."""
        return self._room(self.judge).estimates(view, dice, effort, extra)

    def promise(self, chance: float) -> float:
        """How often those win who follow a first judgement of so much: odds against it, raised to a power and times a factor."""
        factor, power = self.doubt
        return 1 / (1 + factor * ((1 - chance) / chance) ** power) if 0 < chance < 1 else min(max(chance, 0.0), 1.0)

    def scale(self, view: View) -> Scale:
        """The usual one, in every phase."""
        return self.usual

    def rewards(self, result: RoundResult) -> Sequence[float]:
        """The points of each seat."""
        return result.points

    def gain(self, rewards: Sequence[float], seat: int) -> float:
        """The points of the seat, whatever others get."""
        return rewards[seat]

    def known(self, state: S) -> Sequence[Cards]:
        """Nothing, unless a game says otherwise."""
        return [()] * len(self.hands(state))

    def stacks(self, state: Any) -> tuple[Cards, ...]:
        """The hands, and what lies ``face_down`` in this phase."""
        pile = self.face_down.get(type(state))
        return self.hands(state) if pile is None else (*self.hands(state), getattr(state, pile))

    def worlds_like(self, state: Any, seat: int, chance: Random, number: int) -> Sequence[Any]:
        """What lies in other hands, and face down, in any order: but for cards that are known all orders are as likely."""
        stacks, known = self.stacks(state), [*self.known(state), ()]
        known[seat] = stacks[seat]
        unknown = Counter(card for stack in stacks for card in stack)
        for cards in known:
            unknown.subtract(cards)
        hidden, worlds = sorted(unknown.elements()), list[Any]()
        for _ in range(number):
            drawn = iter(chance.sample(hidden, len(hidden)))
            found = [
                (*cards, *islice(drawn, len(stack) - len(cards))) for stack, cards in zip(stacks, known, strict=False)
            ]
            seats = len(self.hands(state))
            world = self.holding(state, [*map(sort_cards, found[:seats])])
            worlds.append(replace(world, **{self.face_down[type(state)]: found[seats]}) if found[seats:] else world)
        return worlds

    def holding(self, state: Any, hands: Sequence[Cards]) -> Any:
        """The state with other hands; nothing else is unseen, unless a game says otherwise."""
        return replace(state, hands=tuple(hands))

    def playing_on(self, state: S) -> Any:
        """A round of the native core, if the game has one that plays on."""
        try:
            found = self._room("native").going_on(state)
        except ModuleNotFoundError:
            return None
        return found if hasattr(found, "played_on") else None

    def _room(self, name: str) -> Any:
        """A module of the game's own package."""
        return import_module(f"{type(self).__module__}.{name}")

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
    finished: tuple[int, ...]
    points: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    winner: tuple[int, ...] | None
    standing: Standing | None


class OfSeat(TypedDict, total=False):
    """What a game says of a seat besides its cards and its score (``SeatView``)."""

    place: int | None
    team: int | None
    role: str | None
    marks: tuple[str, ...]
    shown: Cards
    taken: Cards


class OfRound(TypedDict, total=False):
    """What ``GameView`` says of ranks and cards that count otherwise in this round."""

    order: tuple[int, ...]
    high: int | None
    wild: Cards
    hung: tuple[int, ...]
    suits: tuple[int, ...]


class PhasedDoor(Door[S]):
    """A door whose states are phases: those in ``phases``, and the end of the round, an ``Ended``.

    All states have ``hands``, a ``setting``, and a ``history`` (or ``told`` finds what has). A phase in which one seat is asked
    has it as ``turn``; one without ``turn`` refuses whoever is not asked itself. The end of a round has no ``turn``.
    """

    phases: Mapping[type[Any], "Phase[Any, S] | Climb[Any, Any]"]
    always: ClassVar[OfRound] = {}

    def told(self, state: Any) -> Any:
        """What holds the hands, the setting and the history of a state: itself, unless a game says otherwise."""
        return state

    # --- whose turn it is --------------------------------------------------------------------------------------------
    def hands(self, state: Any) -> tuple[Cards, ...]:
        hands: tuple[Cards, ...] = self.told(state).hands
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
        if seat in (finished := getattr(state, "finished", ())):
            raise IllegalAction(Refusal.OUT, self.rules.out, place=finished.index(seat) + 1)
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
        return self.settled(state) if isinstance(state, Ended) else None

    # --- what may be known -------------------------------------------------------------------------------------------
    def public_facts(self, state: Any, common: Common) -> CommonFacts:
        """What everybody may know, as the game's own dataclass: what is ``common``, and the game's own field by field."""
        return CommonFacts(**common)

    def own_facts(self, state: Any, seat: int | None) -> OwnFacts:
        """What a seat alone knows besides its hand (``None``: what nobody is told): nothing, unless a game says otherwise."""
        return OwnFacts()

    def position_facts(self, state: Any) -> object:
        """What files of positions say of a state and no view does, as a dataclass: nothing, unless a game says otherwise."""
        return None

    def of_seat(self, state: Any, seat: int) -> OfSeat:
        """What everybody may know of a seat besides its cards and its score. Unless a game says otherwise, the place in which it
        went out, and the cards that are left when the round is over, if it counts."""
        return {}

    def of_seats(self, state: Any) -> Sequence[OfSeat]:
        """The same of all seats."""
        return [self.of_seat(state, seat) for seat in range(len(self.hands(state)))]

    def standing(self, state: Any) -> Standing | None:
        """The play to beat."""
        play = getattr(state, "standing", None) if isinstance(state, Climbing) else None
        return None if play is None else play.shown

    def piles(self, state: Any) -> tuple[Pile, ...]:
        """Cards in nobody's hand: none, unless a game says otherwise."""
        return ()

    def of_round(self, state: Any) -> OfRound:
        """Ranks and cards that count otherwise in this round: those that ``always`` do, unless a game says more."""
        return self.always

    def trick(self, state: Any) -> int:
        """The trick that is on, from 0; -1 before the first."""
        return getattr(state, "trick", -1)

    def common(self, state: Any, awaited: tuple[Awaited, ...]) -> Common:
        """What is asked of every game alike."""
        over, told = state if isinstance(state, Ended) else None, self.told(state)
        return {
            "phase": self.phase(state),
            "to_act": tuple([entry.seat for entry in awaited]),
            "counts": tuple([len(hand) for hand in told.hands]),
            "finished": getattr(told, "finished", ()),
            "points": None if over is None else over.points,
            "scores": (told.setting.before if over is None else over.after).scores,
            "winner": None if over is None else over.winner,
            "standing": self.standing(state),
        }

    def facts(self, state: S) -> Mapping[str, Json]:
        """The ``expect`` keys: the public ones, and those for files of positions alone."""
        public, more = self.public_facts(state, self.common(state, self.awaited(state))), self.position_facts(state)
        return notation_of(public) if more is None else {**notation_of(public), **notation_of(more)}

    def seat_views(self, state: Any) -> tuple[SeatView, ...]:
        """What everybody may know of the seats."""
        over, told = state if isinstance(state, Ended) else None, self.told(state)
        finished: tuple[int, ...] = getattr(told, "finished", ())
        scores, views = (told.setting.before if over is None else over.after).scores, list[SeatView]()
        for seat, (hand, own) in enumerate(zip(told.hands, self.of_seats(state), strict=True)):
            known: OfSeat = {"place": finished.index(seat) + 1} if seat in finished else {}
            if over is not None and not over.void:
                known["shown"] = hand
            said: OfSeat = {**known, **own}
            views.append(SeatView(seat, len(hand), scores[seat], **said))
        return tuple(views)

    def view(self, state: Any, viewer: int | None) -> GameView[Any, Any]:
        """All that one seat (or, for ``None``, the channel) may know, by inclusion."""
        told, awaited = self.told(state), self.awaited(state)
        common = self.common(state, awaited)
        phase, standing = common["phase"], common["standing"]
        return GameView(
            game=self.key,
            viewer=viewer,
            phase=phase,
            options=told.setting.options,
            seats=self.seat_views(state),
            awaited=awaited,
            hand=None if viewer is None else told.hands[viewer],
            standing=standing,
            piles=self.piles(state),
            acts=told.history.acts(),
            trick=self.trick(state),
            public=self.public_facts(state, common),
            own=self.own_facts(state, viewer),
            **self.of_round(state),
        )


class ClimbingDoor(PhasedDoor[S]):
    """A door to a game of beating or passing, whose course is ``tricks``, also one of the ``phases``."""

    tricks: Climb[Any, Any]
    queries: type[Queries[Any, Any]] = Queries

    def query(self, query: Mapping[str, Json]) -> Json:
        known, pack = self.tricks.combinations, partial(self.pack, players=0)
        return self.queries(known, self.option_set, self.rules_of, pack)(query)

    def suggested(self, state: Any) -> Iterator[Action]:
        """A few sensible actions for the seat with the turn in the play."""
        raise NotImplementedError

    def suggest(self, state: S, seat: int) -> Iterator[Action]:
        """What the game suggests in the play, elsewhere all that may be done."""
        playing = isinstance(state, Climbing) and state.turn == seat
        return self.suggested(state) if playing else self.legal(state, seat)

    def recognise(self, state: S, seat: int, cards: Cards) -> Recognised:
        return self.tricks.recognise(state, seat, cards)

    def fallback(self, state: S, seat: int) -> Action:
        """A pass, or the lowest lead."""
        leads = isinstance(state, Climbing) and state.standing is None
        return self.tricks.lowest_lead(state) if leads else Pass()
