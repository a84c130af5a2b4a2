"""What presentation has to know of one game beyond its texts: a class with a default for everything.

A game's own folder holds a subclass and its message files; what it leaves out is shown by codes, cards and facts alone.
``presentation_of`` finds it: it is an entry point of the group ``paiju.presentations`` with the key of its game. Its
message files lie beside the module, and so may a drawing, ``picture.svg``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import structlog

from bot.session.port.updates import Offered, Player
from games import GAMES
from games.base.cards import RANKS, SUITS_SHOWN, Card, Cards, rank_of, sort_key
from games.base.events import Event
from games.base.options import Options
from games.contract import Act, Carry, Pile, RoundResult, SeatView, View
from games.kit.history import LAID
from games.registry import entries

__all__ = [
    "COMMON_SHAPES", "SHARED_FIELDS", "Presentation", "Shape", "Told", "game_of_rule", "laid_as", "picture_of", "presentation_of",
    "section_of",
]  # fmt: skip

Shape = tuple[int, int]  # Cards of each rank in the body, and cards carried along for each rank of the body
COMMON_SHAPES: Final[Mapping[str, Shape]] = {
    "solo": (1, 0), "pair": (2, 0), "trio": (3, 0), "chain": (1, 0), "pair_chain": (2, 0), "bomb": (4, 0),
}  # fmt: skip
"""Kinds that have the same shape wherever they occur. A kind without a shape is shown as all its cards, ascending."""


class Told(StrEnum):
    """How a field of an event is told."""

    SEAT = "seat"
    SEATS = "seats"
    SIDE = "side"
    CARD = "card"
    CARDS = "cards"
    RANK = "rank"
    RANKS = "ranks"
    ROLE = "role"
    VERB = "verb"
    VOID = "void"
    DUE = "due"


SHARED_FIELDS: Final[Mapping[str, Told]] = {
    "seat": Told.SEAT, "winner": Told.SEAT, "leader": Told.SEAT, "to": Told.SEAT, "by": Told.SEAT, "winners": Told.SEATS,
    "team": Told.SIDE, "card": Told.CARD, "cards": Told.CARDS, "role": Told.ROLE, "verb": Told.VERB, "why": Told.VOID,
}  # fmt: skip
"""Fields that mean the same in the events of every game; others are told as they are. The codes of ``ROLE``, ``VERB``,
``VOID`` and ``DUE`` have their words under these names in the catalogue."""


def laid_as(cards: Cards, meant: Iterable[str]) -> Cards:
    """Order cards from left to right: those of the ranks (letters) that they are meant as, others in the places of what they
    stand for."""
    pool = sorted(cards, key=sort_key)
    places: list[Card | None] = []
    for wanted in meant:
        card = next((card for card in pool if RANKS[rank_of(card)] == wanted), None)
        places.append(card)
        if card is not None:
            pool.remove(card)
    laid = [card if card is not None else pool.pop(0) for card in places if card is not None or pool]
    return (*laid, *pool)


class PlaySpelling:
    """How the plays of a game are spelt and told apart by kind."""

    shapes: Mapping[str, Shape] = COMMON_SHAPES  # By kind
    suited: bool = False  # Suits matter, so that cards are always shown with them
    by_suit: bool = False  # Hands are sorted by suit, not by rank
    suits: tuple[int, ...] = SUITS_SHOWN  # Equal ranks as they lie side by side; where suits decide, from low to high
    suitless: bool = False  # Suits never matter, so that single cards are named by rank
    alike: frozenset[str] = frozenset({"solo", "single", "pair", "trio", "triple", "bomb"})
    """Kinds whose cards are of one rank, so that number and rank say all; ``kind_sign`` tells the special ones."""
    unnamed: frozenset[str] = frozenset()  # Kinds whose name is not said, as the cards say all

    singles: bool = False  # A single card is beaten by every one that counts more, and by no other
    run: int = 0  # From so many ranks on single cards in a row are a play; 0: never
    bombs: frozenset[str] = frozenset()
    """Kinds of play (or verbs) that beat what other kinds cannot: the page lets them be felt."""
    rockets: frozenset[str] = frozenset()  # The rarest of these, which nothing beats unless ``beats_rockets``

    def spell(self, cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
        """Say what a play is meant as, in full and for a button, where cards may stand for others; ``None``: as it lies."""
        return None

    def lay(self, cards: Cards, kind: str, rank: str) -> Cards:
        """Order a play's cards as they lie on the table, from left to right."""
        return laid_as(cards, "")

    def treasures(self, view: View, language: str) -> str:
        """Say what the hand holds that its ranks alone do not show, in one line; ``""`` for nothing."""
        return ""

    def risk(self, view: View, play: Offered) -> str:
        """The code of what opponents may do to a play of the reader besides beating it; ``""`` for nothing."""
        return ""

    def beats_rockets(self, options: Options) -> bool:
        """Whether bombs may go over a ``rocket``."""
        return False

    def impact(self, act: Act) -> str:
        """Whether a play is a ``bomb``, a ``rocket``, or neither (``""``)."""
        named = {act.kind, act.verb} if act.cards else set()
        return "rocket" if named & self.rockets else "bomb" if named & self.bombs else ""


class Presentation(PlaySpelling):
    """How one game is shown. A subclass sets and overrides what its game needs; the defaults fit any game. All methods
    are pure. A ``view`` is always that of the reader; ``language`` is one of the catalogue's."""

    # --- the game as a whole -------------------------------------------------------------------------------------

    sheet: str = ""  # The letters with which the rule numbers of its sheet begin (``DZ``)
    sections: tuple[tuple[int, str], ...] = ()
    """From which rule number on which part of the rule card (``rules.<game>.<part>``) explains a rule."""
    minutes: int = 0  # How long a round takes people, roughly; 0 if that is not known
    difficulty: int = 0  # How much there is to learn before a first round: 1 (little) to 3; 0 if that is not known

    def idle_options(self, options: Options) -> frozenset[str]:
        """Name the house rules that mean nothing beside the others."""
        return frozenset()

    # --- what stands at the table --------------------------------------------------------------------------------

    by_button: frozenset[str] = frozenset({"bid"})
    """Phases whose answers are offered as buttons, so that ranks need not be picked."""
    facing: int = 0  # So many seats further sits the one whom a seat has to watch; 0 where nobody does
    told: frozenset[str] = frozenset()
    """Codes of the game's own events that a table message tells in a sentence, as its seats do not show them."""
    event_fields: Mapping[str, Told] = {}
    """What the fields of the game's own events hold, beyond those of ``SHARED_FIELDS``."""
    pass_buttons: Mapping[str, str] = MappingProxyType({"bid": "pass_bid"})
    """Questions whose pass has a word of its own, and that word's button."""
    role_art: Mapping[str, str] = {}
    """What stands before a role in pictures and on the page: ``crown`` or ``straw_hat``."""
    stacked: bool = False  # Hands are so long that a picture of them stacks equal ranks in columns
    stays: bool = False  # The cards of a trick stay where they lie until the next lead

    def stake(self, view: View, language: str) -> str:
        """Say what the round is worth at this moment, in one line; ``""`` for nothing."""
        return ""

    def notes(self, view: View, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Give lines about the round beside the seats (tributes …)."""
        return ()

    def piles(self, view: View) -> tuple[Pile, ...]:
        """Give the cards on the table that are in nobody's hand, or were shown to all."""
        return view.piles

    def marks(self, view: View, seat: SeatView) -> tuple[str, ...]:
        """Give the codes that stand beside a seat, without those that its last deed says already."""
        return seat.marks

    def beside(self, view: View, seat: SeatView, language: str) -> str:
        """Say what stands under a seat (cards shown or taken, points won); ``""`` for nothing."""
        return ""

    def won(self, view: View) -> Act | None:
        """Give the play that won the last trick, ``None`` if there is none."""
        laid = [act for act in view.acts if act.verb in LAID]
        return laid[-1] if laid else None

    def winning(self, view: View, laid: Sequence[Act]) -> Act:
        """Give the play that won a trick that is over, of all that were laid in it."""
        return laid[-1]

    def history(self, view: View, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Give the tricks that are over, a line or a few, where people want to look back."""
        return ()

    def out_notes(self, view: View, out: Cards, language: str) -> tuple[str, ...]:
        """Say first what matters most of the cards that are still out, in a line or a few."""
        return ()

    # --- how a result is explained -------------------------------------------------------------------------------

    by_points: bool = False
    """The medals of a round go by the points that each has won, whichever side wins and whoever is out."""

    def sums(
        self, view: View, result: RoundResult, events: Sequence[Event], players: tuple[Player, ...], language: str
    ) -> tuple[str, ...]:
        """Explain how the points of a finished round came about, a line each."""
        return ()

    def race(self, course: Sequence[Carry], options: Options, language: str) -> tuple[str, ...]:
        """Say how the match went, from what each round left behind."""
        return ()

    # --- pictures ------------------------------------------------------------------------------------------------

    climb_labels: tuple[str, ...] = ()  # Words for the numbers of ``climb`` from 0 up

    def climb(self, course: Sequence[Carry], options: Options) -> tuple[tuple[int, ...], ...]:
        """Give the course of the match as numbers for a picture, a line a side."""
        return ()

    def centre(self, view: View, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Give the lines that a picture says in the middle of the table."""
        return ()

    def brief(self, view: View, seat: SeatView, language: str) -> str:
        """Say the same as ``beside`` in the few columns of a picture."""
        return ""


_log = structlog.get_logger(__name__)
_PLAIN: Final = Presentation()
_PICTURE: Final = "picture.svg"
_RULE: Final = re.compile(r"([A-Z]+)-([0-9]{1,3})[a-z]?")


@cache
def presentation_of(game: str) -> Presentation:
    """The presentation of a game; the defaults where a game has none, or is not known."""
    entry = entries("paiju.presentations").get(game)
    if entry is None:
        return _PLAIN
    try:
        found = entry.load()
        if not isinstance(found, Presentation):
            raise TypeError(f"{entry.module}:{entry.attribute} is no Presentation")
    except Exception as error:  # of another package: its game is shown plainly, the others go on
        if entry.own:
            raise
        _log.error("presentation.left_out", game=game, why=f"{type(error).__name__}: {error}")
        return _PLAIN
    return found


def picture_of(game: str) -> bytes:
    """A game's drawing for the lobby, three wide and two high, as SVG; one of cards where a game brings none."""
    entry = entries("paiju.presentations").get(game)
    own = None if entry is None or presentation_of(game) is _PLAIN else entry.folder() / _PICTURE
    return (own if own is not None and own.is_file() else Path(__file__).parent / "games" / _PICTURE).read_bytes()


def section_of(rule: str) -> str:
    """The part of the rule card that explains a rule (``DZ-44`` → ``beats``), ``""`` if that is not known."""
    found = _RULE.fullmatch(rule)
    parts = () if found is None else presentation_of(game_of_rule(rule)).sections
    return next((part for first, part in reversed(parts) if found is not None and int(found[2]) >= first), "")


def game_of_rule(rule: str) -> str:
    """The game whose sheet has this rule number (``DZ-40``), ``""`` if none has."""
    sheet = rule.partition("-")[0]
    return next((game for game in GAMES if presentation_of(game).sheet == sheet), "")
