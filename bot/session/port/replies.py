"""What a command is answered with: cards to read and choices to make, each a value that presentation turns into a screen.

One of them is the body of a ``Reply`` (``audience``); what a command changed goes out as updates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.reviews import Review
from bot.session.port.commands import Command, Leaderboard, Stats
from bot.session.port.updates import Notice, Offered, Player, PrivateUpdate, PublicUpdate, StandingsUpdate, TableInfo
from games.base.cards import Cards
from games.base.events import Event
from games.base.options import Options
from games.contract import Act, Carry, View

__all__ = [
    "PICTURED",
    "AchievementLine",
    "Body",
    "FairCard",
    "HelpCard",
    "HistoryCard",
    "HistoryLine",
    "HouseCard",
    "HouseRules",
    "Leaders",
    "LessonCard",
    "LessonList",
    "Lobby",
    "Mate",
    "Menu",
    "MenuEntry",
    "PageLink",
    "PlainLines",
    "PlayedCard",
    "RankLine",
    "RatingLine",
    "ReplayCard",
    "ReplayFrame",
    "ReviewCard",
    "RulesCard",
    "SettingsCard",
    "StatsCard",
    "Sum",
    "TermCard",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One choice: ``label`` is a text key with ``data``, or plain text if ``literal``."""

    label: str
    command: Command
    data: Mapping[str, object] = field(default_factory=dict)
    literal: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A question with buttons: which game, which table, which reading, which language."""

    notice: Notice
    entries: tuple[MenuEntry, ...]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a group plays by itself: a preset (``""``: the first of the game) and exact texts of rules by name, with ``clock``,
    ``ratings``, ``players`` and ``ai`` (the level of AI players) among them."""

    game: str
    preset: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lobby:
    """/new without a game: every game with its players and presets. ``preset`` and ``options`` were said already. ``house``: what
    the group has set for games."""

    games: tuple[str, ...]
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    house: tuple[HouseRules, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainLines:
    """Machine-readable lines, never translated."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankLine:
    """A rating as people read it: ``rating`` is the conservative estimate, ``spread`` how far it may be off.

    ``provisional``: not known well enough yet. ``ai``: the level, for AI players.
    """

    place: int
    name: str
    rating: int
    spread: int
    provisional: bool
    rounds: int
    won: int
    ai: str = ""
    me: bool = False


@dataclass(frozen=True, slots=True)
class Leaders:
    """/leaderboard: a page of one list, and what other lists there are.

    ``shown`` is the command for this page, complete; ``place`` where the list is from: ``here``, ``all`` or ``chat``;
    ``title`` names the group of the first and the last. The list says who played there; the numbers are those of everywhere.
    ``me``: the asker's own line if it is on another page. ``games``, ``boards``, ``seasons`` exist in this scope; ``chats``
    (id, title) are further groups of the asker, in private only. ``listed``: the asker may be named everywhere. ``private``:
    the asker reads it alone. ``theme``: ``dark`` or ``light``, for the picture.
    """

    shown: Leaderboard
    place: str
    title: str
    lines: tuple[RankLine, ...]
    me: RankLine | None
    ais: tuple[RankLine, ...]
    pages: int
    games: tuple[str, ...]
    boards: tuple[str, ...]
    seasons: tuple[str, ...]
    chats: tuple[tuple[int, str], ...]
    listed: bool
    private: bool
    theme: str


@dataclass(frozen=True, slots=True)
class Sum:
    """Counted rounds added up, and matches where they are asked for."""

    rounds: int
    won: int
    points: int
    matches: int = 0
    matches_won: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Mate:
    """Another person in the same rounds; ``won``: those that the person of the card won."""

    name: str
    rounds: int
    won: int


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A rating of the person of the card in one list of all time; ``course``: (rounds, rating, spread) in order."""

    game: str
    board: str
    rating: int
    spread: int
    provisional: bool
    rounds: int
    place: int
    of: int
    course: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class AchievementLine:
    """One achievement (``key``, of one ``game`` or of all): ``at`` which time the person of the card reached it, ``None`` if not
    yet; ``done`` of ``goal`` until now."""

    key: str
    game: str
    at: float | None
    done: int
    goal: int


@dataclass(frozen=True, slots=True)
class StatsCard:
    """/stats of one person, of one game or (``game`` empty) all.

    ``games`` (game, sum) in all; of the one game ``roles`` (role, sum), ``seats`` (seat, sum) and ``places`` (place, rounds).
    ``partners``: best first; ``opponents``: toughest first. ``streak``: rounds in a row, negative: lost; ``best_streak`` and
    ``worst_streak``: the longest ones won and lost. ``feats``: (game, deed, how often). ``points``: of one game the
    sum after each round, oldest first, thinned out. ``shown`` is the command for this card, complete; ``theme`` as in
    ``Leaders``. ``where`` it was played: in a ``group`` (``title``), ``mine`` (anywhere), ``shared`` (in groups where the asker
    has played too). Ratings are those of everywhere, whatever the sums are about.
    """

    shown: Stats
    name: str
    game: str
    total: Sum
    games: tuple[tuple[str, Sum], ...]
    roles: tuple[tuple[str, Sum], ...]
    seats: tuple[tuple[int, Sum], ...]
    places: tuple[tuple[int, int], ...]
    partners: tuple[Mate, ...]
    opponents: tuple[Mate, ...]
    streak: int
    best_streak: int
    worst_streak: int
    feats: tuple[tuple[str, str, int], ...]
    ratings: tuple[RatingLine, ...]
    points: tuple[int, ...]
    theme: str
    where: str = "mine"
    title: str = ""
    achievements: tuple[AchievementLine, ...] = ()
    """Like the ratings those of everywhere; empty where they may not be told."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One match: ``players`` as they sat last, with their ``points`` (none where no score was kept); ``won``: the winning
    seats; ``course`` as in ``PublicUpdate``."""

    id: str
    game: str
    status: str
    rounds: int
    at: float
    players: tuple[Player, ...]
    points: tuple[int, ...]
    won: tuple[int, ...] = ()
    course: tuple[Carry, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A moment of a finished round: an action with all that followed from it; the first one is the deal.

    ``seat`` acted (``None``: the deal) with ``text`` in exact notation; ``cause`` as in ``storage.ActionRow``. ``hands``
    by seat as they are now, ``view`` what everybody could see.
    """

    seat: int | None
    cause: str
    text: str
    events: tuple[Event, ...]
    hands: tuple[Cards, ...]
    view: View


@dataclass(frozen=True, slots=True)
class ReplayCard:
    """/replay of a finished round: who sat where, what everybody could see, and how it ended.

    ``hands`` as they were dealt: they are open once the round is over. ``frames`` are all its moments, ``step`` the one
    that is looked at (0: the deal; ``None``: the whole round at a glance). ``old_rules``: the version of the rules that
    it was played under, 0 if that is today's. ``taken_back``: a play was, so the round counted for nothing. ``scored``: the
    table kept points, so that these may be shown.
    """

    id: str
    game: str
    players: tuple[Player, ...]
    hands: tuple[Cards, ...]
    acts: tuple[Act, ...]
    points: tuple[int, ...]
    frames: tuple[ReplayFrame, ...] = ()
    step: int | None = None
    old_rules: int = 0
    taken_back: bool = False
    shareable: bool = False
    """The asker may share it in the group where they asked."""
    reviewable: bool = False
    """Somebody can judge it (``/review``)."""
    scored: bool = True
    record: str = ""
    """The round as a file of the notation, where it can be saved."""


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """/review of a finished round: ``replay`` is the round, ``review`` what it was judged to be.

    ``at``: which of its decisions is looked at, ``None`` for all of them at a glance. While it is still being judged there is no
    ``review``, and ``progress`` says how much of the work is done, and how much there is (0: nobody knows yet).
    """

    replay: ReplayCard
    review: Review | None = None
    at: int | None = None
    progress: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """/played: the round that is on (or has just ended) at a table, to look up what has been played in it.

    ``view`` is the asker's own, or that of everybody for who only watches. ``out`` are the cards that this viewer neither
    holds nor has seen laid, ascending; ``None`` where the table wants no such count, or the round is over. ``upto``: the number
    (from 0) of the newest trick shown; ``None`` for all there are. ``round`` names the round in buttons. ``theme`` is as in
    ``Leaders``. ``seated``: the asker plays it. ``picture``: what is out is
    drawn as well.
    """

    table: TableInfo
    view: View = field(repr=False)
    players: tuple[Player, ...]
    round: str
    upto: int | None
    out: Cards | None = field(repr=False)
    seated: bool
    picture: bool = False
    theme: str = "dark"


@dataclass(frozen=True, slots=True)
class FairCard:
    """/fair: the promise for one round (deal ``number`` of table ``table``), and once it is over what became of it.

    ``words``: (name of the author, word). ``verdict``: ``promised`` (not dealt yet, so there is no ``id``), ``open`` (no
    ``secret`` yet), ``fits``, ``differs``, or ``old_rules`` where today's rules deal in another way than those it was dealt
    under. ``following``: what the table has promised for its next deal, if it waits for one.
    """

    id: str
    game: str
    table: int
    number: int
    commitment: str
    words: tuple[tuple[str, str], ...]
    verdict: str
    secret: str = ""
    following: str = ""
    tournament: int = 0
    """The tournament whose deal it is: the same at several tables. ``number`` counts its deals."""


@dataclass(frozen=True, slots=True)
class HistoryCard:
    """/history. ``title`` of the group whose matches these are; ``None``: the asker's own, wherever they were played."""

    lines: tuple[HistoryLine, ...]
    page: int
    more: bool
    title: str | None = None


@dataclass(frozen=True, slots=True)
class RulesCard:
    """/rules: ``options`` of the table here, ``None`` if there is none. ``section``: a rule's number, if only the part that
    explains it is wanted; ``table`` the table that was named."""

    game: str
    options: Options | None
    preset: str = ""
    section: str = ""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class LessonList:
    """/learn without a game: (game, steps done, steps) of each game that has a lesson."""

    lessons: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A step of a lesson, and what became of an answer to it.

    ``step`` counts from 1, ``done`` are the steps that this person has done. ``key`` names the texts of the step, ``rule`` is
    what it teaches. ``view``: the table as the learner sees it, after a right answer as it stands then. ``asked``: the
    step wants an answer. ``answers``: what can be chosen from where cards cannot be tapped; ``words``: the answers without
    cards, ``verb`` what is done with cards that are tapped (``""``: none are). ``outcome``: of the answer given, as in
    ``games.lesson.Verdict``, ``""`` if none was; ``says`` and ``refusal`` explain a wrong one, ``given`` is what it was,
    ``events`` what followed from a right one. ``first_round`` opens a table where what was learnt can be tried.
    """

    game: str
    step: int
    steps: int
    done: int
    key: str
    rule: str
    view: View
    players: tuple[Player, ...]
    asked: bool
    answers: tuple[Offered, ...] = ()
    words: tuple[Offered, ...] = ()
    verb: str = ""
    outcome: str = ""
    says: str = ""
    given: str = ""
    refusal: Notice | None = None
    events: tuple[Event, ...] = ()
    first_round: Command | None = None


@dataclass(frozen=True, slots=True)
class TermCard:
    """A word of a game, to be explained in a sentence and by its rule."""

    game: str
    term: str
    rule: str


@dataclass(frozen=True, slots=True)
class HouseCard:
    """/defaults: what a group (``title``) has set, of one game or all. ``changed``: ``set`` or ``forgotten`` just now, ``""`` if
    it is only looked at. ``admin``: the reader may set it."""

    title: str
    rules: tuple[HouseRules, ...]
    game: str = ""
    changed: str = ""
    admin: bool = False


@dataclass(frozen=True, slots=True)
class SettingsCard:
    """/settings: house rules and clock; ``locked`` once dealt. ``house``: what the group has set for this game."""

    table: TableInfo
    locked: bool
    house: HouseRules | None = None
    rule: str = ""
    """The one whose values are to be chosen from."""


@dataclass(frozen=True, slots=True)
class HelpCard:
    """/help: ``where`` is ``group``, ``private`` or ``page``, or ``talk`` (in short, for somebody who only said something);
    ``next_steps`` are text keys that fit the moment. ``topic``: the part of all commands that was asked for, of ``topics``."""

    where: str
    next_steps: tuple[str, ...]
    table: int | None = None
    topic: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageLink:
    """/page: a personal link to the page. It is good once, and for ``minutes``; whoever opens it is the asker there."""

    url: str = field(repr=False)
    minutes: int = 5


PICTURED: Final = (Leaders, PlayedCard, StatsCard)
"""Bodies whose picture, where they have one, is a part of the answer."""
Body = (
    Notice | Menu | Lobby | PlainLines | PublicUpdate | PrivateUpdate | Leaders | StatsCard | HistoryCard | RulesCard
    | SettingsCard | HouseCard | StandingsUpdate | HelpCard | ReplayCard | ReviewCard | PlayedCard | FairCard | PageLink
    | LessonCard | LessonList | TermCard
)  # fmt: skip
