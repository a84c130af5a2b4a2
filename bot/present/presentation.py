"""What presentation has to know of one game beyond its texts: shapes of plays, and how its numbers are explained.

A game without an entry here is shown by its codes, cards and facts alone; nothing breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.present.games import doudizhu, gandengyan, gongzhu, gouji, guandan, liujiatong
from bot.present.words.text import sort_key
from bot.session.port.updates import Player
from games.contract import Act, Carry, Pile, RoundResult, SeatView, View
from games.events import Event
from games.kit.cards import Cards
from games.kit.history import LAID
from games.options import Options

__all__ = ["Flavour", "flavour", "game_of_rule"]

Shape = tuple[int, int]
"""Cards of each rank in the body, and cards carried along for each rank of the body."""


def _nothing(view: View, language: str) -> str:
    return ""


def _none_idle(options: Options) -> frozenset[str]:
    return frozenset()


def _plain_piles(view: View) -> tuple[Pile, ...]:
    return view.piles


def _as_it_lies(cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
    return None


def _all_marks(view: View, seat: SeatView) -> tuple[str, ...]:
    return seat.marks


def _nothing_beside(view: View, seat: SeatView, language: str) -> str:
    return ""


def _last_laid(view: View) -> Act | None:
    laid = [act for act in view.acts if act.verb in LAID]
    return laid[-1] if laid else None


def _no_history(view: View, language: str) -> tuple[str, ...]:
    return ()


def _no_notes(view: View, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
    return ()


def _no_race(course: Sequence[Carry], options: Options, language: str) -> tuple[str, ...]:
    return ()


def _no_climb(course: Sequence[Carry], options: Options) -> tuple[tuple[int, ...], ...]:
    return ()


def _no_sums(
    view: View, result: RoundResult, events: Sequence[Event], players: tuple[Player, ...], language: str
) -> tuple[str, ...]:
    return ()


def _ascending(cards: Cards, kind: str, rank: str) -> Cards:
    return tuple(sorted(cards, key=sort_key))


@dataclass(frozen=True, slots=True)
class Flavour:
    """The pieces of one game.

    ``minutes``: how long a round takes people, roughly; 0 if that is not known. ``sheet``: how its rule numbers begin
    (``DZ``). ``shapes``: by kind. ``piles``: the cards on the table that are in nobody's hand, or were shown to all.
    ``stake``: what the round is worth at this moment, one line or ``""``. ``sums``: how the points of a finished round came
    about, a line each. ``idle_options``: house rules that mean nothing beside the others. ``suited``: suits matter, so
    cards are shown with them. ``spell``: what a play is meant as where cards may stand for others, in full and for a
    button. ``notes``: lines about the round beside the seats (tributes …). ``race``: how the match went, from what each
    round left behind; ``climb`` the same as numbers for a picture, a line a side, with ``climb_labels`` for the numbers
    from 0 up. ``lay``: a play's cards as they lie on the table, from left to right. ``by_button``: phases whose answers are
    offered as buttons, so that ranks need not be picked. ``facing``: so many seats further sits the one whom a seat has to
    watch, 0 where nobody does. ``centre``: what a picture says in the middle of the table. ``suitless``: suits never
    matter, so that single cards are named by rank. ``marks``: the codes that stand beside a seat, without those that its
    last deed says already. ``told``: codes of the game's own events that a table message tells in a sentence, as its seats
    do not show them. ``beside``: what stands under a seat, ``""`` for nothing: cards that it has shown or taken, points
    that it has won; ``brief`` the same for the few columns of a picture. ``unnamed``: kinds whose name is not said, as the
    cards say all. ``won``: the play that won the last trick. ``stays``: the cards of a trick stay where they lie until the
    next lead. ``history``: the tricks that are over, a line or a few, where people want to look back.
    ``by_points``: the medals of a round go by the points that each has won, whichever side wins and whoever is out.
    ``treasures``: what a hand holds that its ranks alone do not show, one line or ``""``.
    """

    sheet: str = ""
    minutes: int = 0
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    stake: Callable[[View, str], str] = _nothing
    sums: Callable[[View, RoundResult, Sequence[Event], tuple[Player, ...], str], tuple[str, ...]] = _no_sums
    piles: Callable[[View], tuple[Pile, ...]] = _plain_piles
    idle_options: Callable[[Options], frozenset[str]] = _none_idle
    suited: bool = False
    spell: Callable[[Cards, str, str, str], tuple[str, str] | None] = _as_it_lies
    notes: Callable[[View, tuple[Player, ...], str], tuple[str, ...]] = _no_notes
    race: Callable[[Sequence[Carry], Options, str], tuple[str, ...]] = _no_race
    climb: Callable[[Sequence[Carry], Options], tuple[tuple[int, ...], ...]] = _no_climb
    climb_labels: tuple[str, ...] = ()
    lay: Callable[[Cards, str, str], Cards] = _ascending
    by_button: frozenset[str] = frozenset({"bid"})
    centre: Callable[[View, tuple[Player, ...], str], tuple[str, ...]] = _no_notes
    facing: int = 0
    suitless: bool = False
    marks: Callable[[View, SeatView], tuple[str, ...]] = _all_marks
    told: frozenset[str] = frozenset()
    beside: Callable[[View, SeatView, str], str] = _nothing_beside
    brief: Callable[[View, SeatView, str], str] = _nothing_beside
    unnamed: frozenset[str] = frozenset()
    won: Callable[[View], Act | None] = _last_laid
    stays: bool = False
    history: Callable[[View, str], tuple[str, ...]] = _no_history
    by_points: bool = False
    treasures: Callable[[View, str], str] = _nothing


_PLAIN = Flavour(shapes=doudizhu.SHAPES)
"""For a game without an entry, or where the game is not known: the common kinds have the same shape everywhere."""
_FLAVOURS: Mapping[str, Flavour] = {
    "doudizhu": Flavour(
        sheet="DZ",
        minutes=5,
        shapes=doudizhu.SHAPES,
        stake=doudizhu.stake,
        sums=doudizhu.sums,
        piles=doudizhu.piles,
        idle_options=doudizhu.idle_options,
    ),
    "guandan": Flavour(
        sheet="GD",
        minutes=10,
        stake=guandan.stake,
        sums=guandan.sums,
        idle_options=guandan.idle_options,
        spell=guandan.spell,
        notes=guandan.notes,
        treasures=guandan.flushes,
        race=guandan.race,
        climb=guandan.climb,
        lay=guandan.lay,
        by_button=frozenset({"tribute", "return"}),
        climb_labels=("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
    ),
    "gouji": Flavour(
        sheet="GJ",
        minutes=20,
        stake=gouji.stake,
        sums=gouji.sums,
        idle_options=gouji.idle_options,
        spell=gouji.spell,
        notes=gouji.notes,
        centre=gouji.centre,
        lay=gouji.lay,
        by_button=frozenset({"declare", "buy"}),
        facing=3,
        suitless=True,
        marks=gouji.marks,
        told=gouji.TOLD,
    ),
    "gongzhu": Flavour(
        sheet="GZ",
        minutes=6,
        stake=gongzhu.stake,
        sums=gongzhu.sums,
        suited=True,
        spell=gongzhu.spell,
        beside=gongzhu.beside,
        brief=gongzhu.brief,
        won=gongzhu.won,
        stays=True,
        history=gongzhu.history,
        by_button=frozenset({"expose", "play"}),
        unnamed=frozenset({"card"}),
        told=gongzhu.TOLD,
    ),
    "liujiatong": Flavour(
        sheet="LJ",
        minutes=25,
        stake=liujiatong.stake,
        sums=liujiatong.sums,
        spell=liujiatong.spell,
        notes=liujiatong.notes,
        lay=liujiatong.lay,
        centre=liujiatong.centre,
        suitless=True,
        told=liujiatong.TOLD,
        by_points=True,
        brief=liujiatong.brief,
    ),
    "gandengyan": Flavour(
        sheet="GY",
        minutes=3,
        stake=gandengyan.stake,
        sums=gandengyan.sums,
        spell=gandengyan.spell,
        notes=gandengyan.notes,
        lay=gandengyan.lay,
        suitless=True,
        marks=gandengyan.marks,
        brief=gandengyan.brief,
        centre=gandengyan.centre,
        piles=gandengyan.piles,
        told=gandengyan.TOLD,
    ),
}


def flavour(game: str) -> Flavour:
    """The pieces of a game."""
    return _FLAVOURS.get(game, _PLAIN)


def game_of_rule(rule: str) -> str:
    """The game whose sheet has this rule number (``DZ-40`` → ``doudizhu``), ``""`` if none has."""
    sheet = rule.partition("-")[0]
    return next((game for game, known in _FLAVOURS.items() if known.sheet == sheet), "")
