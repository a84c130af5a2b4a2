"""What a command is answered with: cards to read and choices to make, each a value that presentation turns into a screen.

One of them is the body of a ``Reply``, of which the table ``MANNERS`` alone says who may read it and where it stands: frontends
ask nothing more. What no row allows is for the sender alone. What a command changed goes out as updates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from bot.reviews import Review
from bot.session.port.commands.anywhere import Leaderboard, Stats
from bot.session.port.commands.record import Command, Origin
from bot.session.port.commands.table import TableSettings
from bot.session.port.updates import Notice, Offered, Player, PrivateUpdate, PublicUpdate, StandingsUpdate, TableInfo
from games.base.cards import Cards
from games.base.events import Event
from games.base.options import Options
from games.contract import Act, Carry, View

__all__ = [
    "MANNERS", "PICTURED", "SHOWN_BY", "AchievementLine", "Audience", "Body", "DataFile", "FairCard", "HelpCard", "HistoryCard",
    "HistoryLine", "HostCard", "HouseCard", "HouseRules", "Leaders", "LessonCard", "LessonCheck", "LessonList", "Lobby", "Manner",
    "Manners", "Mate", "Menu", "MenuEntry", "PageLink", "Placement", "PlainLines", "PlayedCard", "RankLine", "RatingLine",
    "ReplayCard", "ReplayFrame", "Reply", "ReviewCard", "RulesCard", "SettingsCard", "StatsCard", "Sum", "TermCard",
    "reply_to", "subject_of",
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
    welcome: bool = False  # Nobody has asked for it: it greets a group that has let us in


@dataclass(frozen=True, slots=True)
class PlainLines:
    """Machine-readable lines, never translated."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankLine:
    """A rating as people read it: ``rating`` is the conservative estimate, ``spread`` how far it may be off.
    ``provisional``: not known well enough yet. ``ai``: the level, for AI players."""

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
    ``title`` names the group of the first and the last. The list says who played there; the numbers are those of
    everywhere. ``me``: the asker's own line if it is on another page. ``games``, ``boards``, ``seasons`` exist in this
    scope; ``chats`` (id, title) are further groups of the asker, in private only. ``listed``: the asker may be named
    everywhere. ``private``: the asker reads it alone. ``theme``: ``dark`` or ``light``, for the picture."""

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

    ``games`` (game, sum) in all; of the one game ``roles`` (role, sum), ``seats`` (seat, sum) and ``places`` (place,
    rounds). ``partners``: best first; ``opponents``: toughest first. ``streak``: rounds in a row, negative: lost;
    ``best_streak`` and ``worst_streak``: the longest ones won and lost. ``feats``: (game, deed, how often). ``points``:
    of one game the sum after each round, oldest first, thinned out. ``shown`` is the command for this card, complete;
    ``theme`` as in ``Leaders``. ``where`` it was played: in a ``group`` (``title``), ``mine`` (anywhere), ``shared``
    (in groups where the asker has played too). Ratings are those of everywhere, whatever the sums are about."""

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
    mine: int | None = None  # Where the asker sat last
    told: tuple[tuple[int, int | None], ...] = ()  # The finished rounds, and what the asker got out of each


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A moment of a finished round: an action with all that followed from it; the first one is the deal. ``seat`` acted
    (``None``: the deal) with ``text`` in exact notation; ``cause`` as in ``storage.ActionRow``. ``hands`` by seat as
    they are now, ``view`` what everybody could see."""

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
    it was played under, 0 if that is today's. ``practice``: a play was taken back, so the round counted for nothing.
    ``scored``: the table kept points, so that these may be shown."""

    id: str
    game: str
    players: tuple[Player, ...]
    hands: tuple[Cards, ...]
    acts: tuple[Act, ...]
    points: tuple[int, ...]
    frames: tuple[ReplayFrame, ...] = ()
    step: int | None = None
    old_rules: int = 0
    practice: bool = False
    shareable: bool = False  # The asker may share it in the group where they asked
    reviewable: bool = False  # Somebody can judge it (``/review``)
    scored: bool = True
    record: str = ""  # The round as a file of the notation, where it can be saved
    mine: int | None = None  # Where the asker sat
    link: str = ""  # The name under which whoever is told it may look at the round on the page
    reviewed: bool = False  # It has been judged


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """/review of a finished round: ``replay`` is the round, ``review`` what it was judged to be. ``at``: which of its
    decisions is looked at, ``None`` for all of them at a glance. While it is still being judged there is no ``review``,
    and ``progress`` says how much of the work is done, and how much there is (0: nobody knows yet)."""

    replay: ReplayCard
    review: Review | None = None
    at: int | None = None
    progress: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """/played: the round that is on (or has just ended) at a table, to look up what has been played in it.

    ``view`` is the asker's own, or that of everybody for who only watches. ``out`` are the cards that this viewer
    neither holds nor has seen laid, ascending; ``None`` where the table wants no such count, or the round is over.
    ``upto``: the number (from 0) of the newest trick shown; ``None`` for all there are. ``round`` names the round in
    buttons. ``theme`` is as in ``Leaders``. ``seated``: the asker plays it. ``picture``: what is out is drawn as well.
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
    ``words``: (name of the author, word). ``verdict``: ``promised`` (not dealt yet, so there is no ``id``), ``open``
    (no ``secret`` yet), ``fits``, ``differs``, or ``old_rules`` where today's rules deal in another way than those it
    was dealt under. ``following``: what the table has promised for its next deal, if it waits for one."""

    id: str
    game: str
    table: int
    number: int
    commitment: str
    words: tuple[tuple[str, str], ...]
    verdict: str
    secret: str = ""
    following: str = ""
    tournament: int = 0  # The tournament whose deal it is: the same at several tables. ``number`` counts its deals.


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
class LessonCheck:
    """The check at the end of a lesson: which of how many questions this is, and how many were answered rightly at first."""

    number: int
    questions: int
    right: int


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A step of a lesson, and what became of an answer to it.

    ``step`` counts from 1, ``done`` are the steps that this person has done. ``key`` names the texts of the step, ``rule`` is
    what it teaches. ``view``: the table as the learner sees it, after a right answer as it stands then. ``asked``: the
    step wants an answer. ``answers``: what can be chosen from where cards cannot be tapped; ``words``: the answers without
    cards, ``verb`` what is done with cards that are tapped (``""``: none are). ``outcome``: of the answer given, as in
    ``games.lesson.Verdict``, ``""`` if none was; ``says`` and ``refusal`` explain a wrong one,
    ``events`` what followed from a right one. ``first_round`` opens a table where what was learnt can be tried. ``check``: the
    step is a question of the check.
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
    refusal: Notice | None = None
    events: tuple[Event, ...] = ()
    first_round: Command | None = None
    check: LessonCheck | None = None


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
    rule: str = ""  # The one whose values are to be chosen from


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


@dataclass(frozen=True, slots=True)
class DataFile:
    """/mydata: what is stored of the asker, as a file."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class HostCard:
    """/admin: what a host is told, with a line for each table, block or complaint."""

    notice: Notice
    lines: tuple[Notice, ...] = ()


PICTURED: Final = (Leaders, PlayedCard, StatsCard)  # Bodies whose picture, where they have one, is a part of the answer
Body = (
    Notice | Menu | Lobby | PlainLines | PublicUpdate | PrivateUpdate | Leaders | StatsCard | HistoryCard | RulesCard
    | SettingsCard | HouseCard | StandingsUpdate | HelpCard | ReplayCard | ReviewCard | PlayedCard | FairCard | PageLink
    | LessonCard | LessonList | TermCard | DataFile | HostCard
)  # fmt: skip


class Audience(Enum):
    """Who may read an answer."""

    SENDER = "sender"  # Whoever asked, and nobody else: a group learns at most that there is an answer
    TABLE = "table"
    """It is meant for whoever asked and is no secret at the table: where they cannot be told alone, the group may read it."""
    EVERYBODY = "everybody here"  # It is meant for the whole group, which reads it together


class Placement(Enum):
    """Where an answer stands."""

    BELOW = "below"  # In a message of its own, below what was asked
    IN_PASSING = "in passing"  # The same, and it can be put away where the platform has that
    IN_PLACE = "in place"  # In the place of the card on which it was pressed
    PANEL = "panel"  # Where the sender's hand is shown
    OFFERED = "offered"
    """Long to read: a platform that cannot tell one person alone there only says in a line how to get it."""
    PRIVATE = "private"
    """Before the sender's eyes alone: in their private chat, or inside the group where the platform can do that."""
    LED_TO = "led to"  # The same, and a press leads them there, as it is something to read


class Manner(NamedTuple):
    """Who may read an answer, and where it stands."""

    audience: Audience
    placement: Placement


_ALONE: Final = Manner(Audience.SENDER, Placement.PRIVATE)
_LED: Final = Manner(Audience.SENDER, Placement.LED_TO)
_PANEL: Final = Manner(Audience.SENDER, Placement.PANEL)
_TOLD: Final = Manner(Audience.TABLE, Placement.BELOW)
_TOLD_ALONE: Final = Manner(Audience.TABLE, Placement.PRIVATE)
_READ: Final = Manner(Audience.TABLE, Placement.LED_TO)
_OFFERED: Final = Manner(Audience.TABLE, Placement.OFFERED)
_TURNED: Final = Manner(Audience.TABLE, Placement.IN_PLACE)
_FOR_ALL: Final = Manner(Audience.EVERYBODY, Placement.BELOW)
_LOOKED_AT_TOGETHER: Final = Manner(Audience.EVERYBODY, Placement.IN_PLACE)


@dataclass(frozen=True, slots=True)
class Manners:
    """How one subject is answered, by how it was asked. ``typed`` and ``pressed``: in a group; ``private``: there, by a command
    that is private by its record; ``refused``: there, if it was not carried out. ``alone``: where nobody reads along."""

    typed: Manner = _ALONE
    pressed: Manner = _ALONE
    private: Manner = _ALONE
    refused: Manner = _ALONE
    alone: Placement = Placement.BELOW


_UNKNOWN: Final = Manners()
MANNERS: Final[Mapping[str, Manners]] = {
    "Notice": Manners(_TOLD, _TOLD, refused=_TOLD_ALONE, alone=Placement.IN_PASSING),
    # Nothing arrives in that person's private chat yet: this is how they learn it.
    "Notice to start the private chat": Manners(_TOLD, _TOLD, _TOLD, _TOLD, alone=Placement.IN_PASSING),
    "Notice to hand on": Manners(private=_LED),
    "Menu": Manners(_TOLD, _TOLD, alone=Placement.IN_PASSING),
    "Menu of who is banned": Manners(alone=Placement.IN_PASSING),
    "Menu whether the match is to end": Manners(_TOLD, _TOLD, refused=_TOLD_ALONE, alone=Placement.IN_PASSING),
    "PublicUpdate": Manners(_FOR_ALL, _TOLD),
    "PrivateUpdate": Manners(_PANEL, _PANEL, _PANEL, _PANEL, alone=Placement.PANEL),
    "StandingsUpdate": Manners(_TOLD, _TOLD),
    "PlainLines": Manners(_FOR_ALL, _TOLD),
    "HistoryCard": Manners(_FOR_ALL, _TURNED),
    "Leaders": Manners(_FOR_ALL, _TURNED),
    "StatsCard": Manners(_FOR_ALL, _TURNED),
    "ReplayCard": Manners(_FOR_ALL, _LOOKED_AT_TOGETHER),
    "ReviewCard": Manners(_FOR_ALL, _LOOKED_AT_TOGETHER),
    "PlayedCard": Manners(private=_LED, alone=Placement.IN_PASSING),
    "RulesCard": Manners(_OFFERED, _LED),
    "FairCard": Manners(_TOLD, _READ),
    "HelpCard": Manners(_TOLD, _READ),
    "SettingsCard": Manners(_TOLD, _READ),
    "SettingsCard on which a rule was set": Manners(_TOLD, _TURNED, alone=Placement.IN_PLACE),
    "HouseCard": Manners(_TOLD, _TURNED),
    "Lobby": Manners(_TOLD, _TOLD),
    "PageLink": Manners(alone=Placement.IN_PASSING),
    "TermCard": _UNKNOWN,
    "LessonCard": _UNKNOWN,
    "LessonList": _UNKNOWN,
    "DataFile": _UNKNOWN,
    "HostCard": _UNKNOWN,
}
"""By subject: the class of a body, or what is said with it."""
SHOWN_BY: Final[dict[str, frozenset[str]]] = {
    "pressed": frozenset({"ai_seated", "dealt", "extended", "moved", "ready_noted", "resumed", "swapped"}),
    "group": frozenset({
        "table_opened", "resumed", "joined", "moved", "left", "left_stand_in", "ai_seated", "dealt", "setting_changed",
        "vote_started", "vote_counted", "table_closed", "ended", "extended", "extended_for_ever", "swapped",
    }),  # a message more would cost one of its twenty a minute
    "alone": frozenset({"table_opened", "resumed"}),  # about a table that stands there; others may be about another
    "page": frozenset({
        "played", "passed", "passed_bid", "passed_burn", "bid", "did", "did_alone", "dealt", "joined", "ai_seated", "moved",
        "table_opened", "autopass_on", "autopass_off", "away_on", "back_on", "ready_noted", "closed", "language_set",
        "already_done",
    }),
}  # fmt: skip
"""What need not be said once it is done, by what shows it anyway: the pressed message, the table in a group, the table in the
private chat, the page."""


def subject_of(command: Command, body: Body) -> str:
    """Tell which row of ``MANNERS`` an answer falls under."""
    match body:
        case Notice() if body.start_link is not None:
            return "Notice to start the private chat"
        case Notice() if body.share:
            return "Notice to hand on"
        case Menu(Notice("bans" | "no_bans")):
            return "Menu of who is banned"
        case Menu(Notice("end_sure")):
            return "Menu whether the match is to end"
    if isinstance(command, TableSettings) and command.name and type(body).__name__ == "SettingsCard":
        return "SettingsCard on which a rule was set"
    return type(body).__name__


@dataclass(frozen=True, slots=True)
class Reply:
    """The immediate answer to a command, once its effect is durable; made by ``reply_to``. ``ok``: the command was
    carried out. ``body`` ``None``: nothing to say besides what goes out through the port anyway (answer a button press
    empty). ``toast``: a short sentence for the platforms' press answers, if it differs from the body."""

    language: str
    ok: bool
    body: Body | None = None
    toast: Notice | None = None
    audience: Audience = Audience.SENDER
    placement: Placement = Placement.PRIVATE
    words: bool = False  # Cards are to be written in words
    repeated: bool = False  # The update had been handled before; nothing was changed

    @property
    def private(self) -> bool:
        """It is to be told to the sender alone wherever that can be done."""
        return self.audience is Audience.SENDER or self.placement in (Placement.PRIVATE, Placement.LED_TO)


def reply_to(
    origin: Origin, command: Command, language: str, body: Body | None, *, ok: bool = True, toast: Notice | None = None
) -> Reply:
    """Make the reply to a command that was asked there, with its audience and its placement."""
    return Reply(language, ok, body, toast, *_manner(origin, command, body, ok))


def _manner(origin: Origin, command: Command, body: Body | None, ok: bool) -> Manner:
    row = _UNKNOWN if body is None else MANNERS.get(subject_of(command, body), _UNKNOWN)
    if origin.chat is None or origin.page:
        return Manner(Audience.SENDER, row.alone)
    if command.record.private:
        return row.private
    if not ok:
        return row.refused
    return row.typed if origin.message is None else row.pressed
