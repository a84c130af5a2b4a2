"""The contract that every game keeps with the rest of the project.

State + action → new state + events, and nothing else: no clock, no chat, no randomness of its own. States are
immutable values and opaque outside their room. What a seat may know is built in one place, ``Game.view``, by
inclusion.

Chance comes in from outside as ``Dice``; what was drawn is a ``Deal``, a value that can be stored and dealt again.
What a round leaves to the next is a ``Carry``: plain data, exactly the ``previous`` of the scenario notation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NewType, Protocol, TypeVar

from games.actions import Action, Said
from games.events import Event
from games.kit.cards import Cards
from games.kit.notation import notation_of
from games.options import Options, OptionSet, Preset
from games.words import VerbWords

__all__ = [
    "Act", "Awaited", "Carry", "CommonFacts", "Deal", "Dice", "Game", "GameView", "Json", "Level", "OwnFacts", "Pile",
    "Recognised", "RoundResult", "Seat", "SeatView", "Standing", "Step", "View",
]  # fmt: skip

Seat = NewType("Seat", int)
"""0…n-1 in order of play: all that the rules know of a person."""
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"] | tuple["Json", ...] | Mapping[str, "Json"]
Carry = Mapping[str, Json]
"""What earlier rounds left behind, in the keys of ``previous`` of the rule sheet. Empty before the first round."""
Level = str
"""Strength of an AI player: ``easy``, ``normal``, ``strong``; ``random`` is uniform over ``Game.legal``."""

S = TypeVar("S")


class Dice(Protocol):
    """Where chance comes from. The rules never make one."""

    def shuffled(self, cards: Cards) -> Cards:
        """The cards in a random order."""
        ...

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, all equally likely."""
        ...


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's beginning: either freshly dealt, or a position that somebody set up.

    ``hands`` by seat; ``stock`` as the sheet says (kitty, draw pile; top first); ``keys`` holds every other key
    of the sheet's ``start``/``deal`` in notation form (``phase``, ``leader``, ``landlord``, ``turned`` …).
    ``follows`` is true for a round that continues a match (a ``deal`` step), where a sheet tells them apart.
    """

    hands: tuple[Cards, ...]
    stock: Cards = ()
    keys: Mapping[str, Json] = field(default_factory=dict)
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """A new state, and what happened on the way to it, in order."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Awaited:
    """A seat that may act now, and why.

    ``why`` is a code that presentation turns into words (``bid``, ``lead``, ``follow``, ``duel``, ``tribute`` …).
    ``private``: the answer is hidden until others have answered too (or shows cards that others may not see), so
    it is taken in private only. ``autopass``: an ordinary turn to follow, which a pass in advance may answer.
    ``seconds``: a clock of its own for short questions, else ``None`` for the table's. ``preference`` is the name in
    ``Game.preferences`` under which a person can have the question answered by itself, ``why`` itself if ``None``.
    ``plain``: what ``why`` is for a person who never wants the extra choice that the question offers (then under the
    table's clock, and not answered by itself); ``None``: such a person's answer is ``Game.fallback``.
    """

    seat: int
    why: str
    private: bool = False
    autopass: bool = False
    seconds: int | None = None
    preference: str | None = None
    plain: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The play to beat. ``rank`` is the compared rank as text; ``reading`` the cards that wild cards stand for."""

    seat: int
    cards: Cards
    kind: str
    rank: str
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One public deed of the round, in order: ``verb`` ``play``, ``pass``, ``bid`` or any other.

    ``auto``: done by the engine. ``lead``: the first play of a trick. ``trick`` counts tricks from 0; deeds before
    the play have -1.
    """

    seat: int
    verb: str
    cards: Cards = ()
    kind: str = ""
    rank: str = ""
    number: int | None = None
    auto: bool = False
    lead: bool = False
    trick: int = -1


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of one seat.

    ``place`` counts from 1 once the seat is out. ``role`` (``landlord`` …) and ``marks`` (``barred``, ``opened`` …)
    are codes. ``shown`` are cards that everybody knows to lie in this hand, ``taken`` the cards won in tricks as far
    as they matter.
    """

    seat: int
    count: int
    score: int
    place: int | None = None
    team: int | None = None
    role: str | None = None
    marks: tuple[str, ...] = ()
    shown: Cards = ()
    taken: Cards = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards on the table that are in nobody's hand: ``cards`` is ``None`` while they lie face down."""

    name: str
    count: int
    cards: Cards | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonFacts:
    """What everybody may know of a round, whatever the game; each game adds its own fields in a subclass, ``PublicFacts``.

    Written in the notation (``games.kit.notation``) these are the public ``expect`` keys of the sheets. A fact that not
    everybody may know never stands here: it belongs into the game's ``OwnFacts`` (one seat's), or to the keys that
    ``Game.facts`` adds for files of positions.

    ``phase``: as in the notation. ``to_act``: the seats that may act. ``counts``: cards in each hand. ``finished``: seats
    that are out, in order. ``points``: of the round by seat, once it is over. ``scores``: of the match by seat, this round's
    included once it is over. ``winner``: seats that have won the match.
    """

    phase: str
    to_act: tuple[int, ...]
    counts: tuple[int, ...]
    finished: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    scores: tuple[int, ...]
    winner: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFacts:
    """What one seat knows besides its hand and the public facts; nothing, unless a game adds fields in a subclass."""


P = TypeVar("P", covariant=True)
O = TypeVar("O", covariant=True)  # noqa: E741 # the pair of P


@dataclass(frozen=True, slots=True)
class GameView(Generic[P, O]):
    """All that one viewer may know, built by inclusion; ``viewer`` ``None`` is the channel.

    ``public`` is what everybody may know, as the game's own ``PublicFacts``; ``own`` what this seat alone knows besides its
    hand (its hidden answers). ``acts`` is the public history of the
    round. ``order`` are the ranks 0…14 as they count for single cards in this round, low to high, where that is not the
    natural order of ``games.kit.cards`` (empty: it is); ``high`` the rank that the round lifts above its place (the
    level), ``wild`` the cards that may stand for others, each once, ``hung`` the ranks that may be hung on cards of any other
    rank. Everything is plain, immutable and picklable.
    """

    game: str
    viewer: int | None
    phase: str
    options: Options
    seats: tuple[SeatView, ...]
    awaited: tuple[Awaited, ...]
    hand: Cards | None
    standing: Standing | None
    piles: tuple[Pile, ...]
    acts: tuple[Act, ...]
    trick: int
    public: P
    own: O
    order: tuple[int, ...] = ()
    high: int | None = None
    wild: Cards = ()
    hung: tuple[int, ...] = ()

    @property
    def facts(self) -> Mapping[str, Json]:
        """The sheet's public ``expect`` keys in notation form (without ``hands`` and ``legal``)."""
        return self.public if isinstance(self.public, Mapping) else notation_of(self.public)


View = GameView[Any, Any]
"""A view of whatever game. Each game has its own kind (``GameView[PublicFacts, OwnFacts]`` with its two dataclasses)."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What chosen cards would be if played now.

    ``action`` is the play in its default reading, ``None`` if there is none; ``kind`` and ``rank`` name it. While
    another verb with cards is wanted (``tribute``, ``return`` …) it is that ``Do`` with the chosen cards, without a kind.
    ``legal`` says whether it may be played at this moment; ``others`` are the further readings that may.
    """

    action: Action | None
    kind: str | None = None
    rank: str | None = None
    legal: bool = False
    others: tuple[tuple[Action, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended.

    ``points`` by seat; ``won`` the seats that won the round (empty if void); ``places`` 1… by seat or ``None`` where
    the game has no places; ``roles`` by seat (codes, ``""`` if none); ``void``: it does not count; ``carry`` into the
    next round; ``winner``: seats that have won the *match*, ``None`` while it goes on; ``feats``: countable deeds by
    seat for statistics (``bombs`` …).
    """

    points: tuple[int, ...]
    won: tuple[int, ...]
    carry: Carry
    void: bool = False
    places: tuple[int | None, ...] = ()
    roles: tuple[str, ...] = ()
    winner: tuple[int, ...] | None = None
    feats: tuple[Mapping[str, int], ...] = ()


class Game(Protocol[S]):
    """One game. All methods are pure; none is slow unless it says so."""

    @property
    def key(self) -> str:
        """``doudizhu`` …"""
        ...

    @property
    def rules_version(self) -> int:
        """Rises when an old record would replay differently."""
        ...

    @property
    def option_set(self) -> OptionSet:
        """The house rules."""
        ...

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Named sets of options, the standard one first."""
        ...

    @property
    def seats(self) -> range:
        """The numbers of players that can play."""
        ...

    @property
    def verbs(self) -> frozenset[str]:
        """All verbs that can occur in steps."""
        ...

    @property
    def words(self) -> tuple[VerbWords, ...]:
        """What people say for the verbs, each verb's own name among it."""
        ...

    @property
    def samples(self) -> Mapping[str, str]:
        """An action in notation by the question (``Awaited.why``) that it fits, ``""`` for all others: to show how one types
        in this game, whatever anybody holds."""
        ...

    @property
    def preferences(self) -> frozenset[str]:
        """The questions (``Awaited.preference``) that a person may have answered by themselves."""
        ...

    @property
    def levels(self) -> tuple[Level, ...]:
        """The AI levels that this game has, weakest first (without ``random``)."""
        ...

    @property
    def suited(self) -> bool:
        """Whether suits matter: legal plays are then listed with suits, hands shown by suit."""
        ...

    def pack(self, options: Options, players: int) -> Cards:
        """All cards in use, ascending."""
        ...

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """A fresh deal for a round that follows ``carry``, with all else that is drawn."""
        ...

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[S]:
        """Begin a round. ``NotationError`` if a set-up position is impossible (unknown key, too many of a card …)."""
        ...

    def phase(self, state: S) -> str:
        """The phase's name as in the notation."""
        ...

    def awaited(self, state: S) -> tuple[Awaited, ...]:
        """The seats that may act now, ascending; empty exactly when the round is over."""
        ...

    def ahead(self, state: S) -> tuple[Awaited, ...]:
        """Questions to other seats that can follow the open one, by public facts alone, and may be passed on in
        advance: so that nobody waits for an answer that could have been given already."""
        ...

    def read(self, state: S, seat: int, said: Said) -> Action:
        """Resolve what somebody wrote against the hand: open suits, default reading, typed shorthand.

        Raises ``NotationError``, ``AmbiguousPlay`` or ``IllegalAction`` (cards not held, unknown verb). The action that
        comes back need not be legal; ``check`` says so.
        """
        ...

    def check(self, state: S, seat: int, action: Action) -> None:
        """Return if ``apply`` would accept, else raise ``IllegalAction``. Never builds a list of plays."""
        ...

    def apply(self, state: S, seat: int, action: Action) -> Step[S]:
        """Carry the action out with all that follows by itself, or raise ``IllegalAction``."""
        ...

    def legal(self, state: S, seat: int) -> Iterator[Action]:
        """Every legal action once (by rank where suits do not matter), lazily; empty if the seat may not act."""
        ...

    def suggest(self, state: S, seat: int) -> Iterator[Action]:
        """A few sensible legal actions, smallest sensible first; deterministic. At least one if the seat may act."""
        ...

    def recognise(self, state: S, seat: int, cards: Cards) -> Recognised:
        """What these cards of the seat's hand are, also before its turn (then against what stands now)."""
        ...

    def fallback(self, state: S, seat: int) -> Action:
        """The action when the clock runs out; always legal."""
        ...

    def provable_pass(self, state: S, seat: int) -> bool:
        """Whether public counts alone prove that the seat must pass where the sheet leaves the pass to the table."""
        ...

    def view(self, state: S, viewer: int | None) -> View:
        """What a viewer may know."""
        ...

    def result(self, state: S) -> RoundResult | None:
        """The result, once the round is over."""
        ...

    def hands(self, state: S) -> tuple[Cards, ...]:
        """All hands, sorted: for scenario files and finished rounds, never for a view."""
        ...

    def facts(self, state: S) -> Mapping[str, Json]:
        """The sheet's ``expect`` keys (``hands`` and ``legal*`` aside), in notation form. All of them are public but
        those that a sheet names as private to a seat, which ``View.facts`` leaves out."""
        ...

    def query(self, query: Mapping[str, Json]) -> Json:
        """Answer a query of the notation: what its ``is`` or ``plays`` should equal (``plays``: list of texts)."""
        ...

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose for ``view.viewer``, from its view alone. May be slow: run it outside an event loop."""
        ...
