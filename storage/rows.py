"""What is stored, as plain rows, and the sums that the database makes of them.

Everything is text, numbers and booleans; times are seconds since 1970 (UTC, float). Texts that hold structure are
JSON made by the caller.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "ActionRow",
    "ChatRow",
    "EndingRow",
    "IdentityRow",
    "LinkRow",
    "LuckRow",
    "MatchRow",
    "OwnerRow",
    "PageKeyRow",
    "PlayedRound",
    "PledgeRow",
    "RankedRow",
    "RatedList",
    "RatingKey",
    "RatingPointRow",
    "RatingRow",
    "ResultFilter",
    "ResultRow",
    "ResultSum",
    "RoundRow",
    "SeatRow",
    "SharedRounds",
    "TableRow",
    "UserRow",
    "VoteRow",
]


@dataclass(frozen=True, slots=True)
class UserRow:
    """A person. ``language`` is ``en``/``zh`` once chosen; ``prefs`` is JSON of personal answers. ``listed``: may be named in
    lists that reach beyond the groups where the person plays."""

    id: int
    name: str
    language: str | None = None
    prefs: str = "{}"
    listed: bool = False


@dataclass(frozen=True, slots=True)
class IdentityRow:
    """A person's account on one platform. ``reachable``: ``None`` unknown, else whether private messages arrive. ``name``:
    what the person is called there; ``UserRow.name`` is the name under which they were seen last, anywhere."""

    platform: str
    external: str
    user: int
    reachable: bool | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """What a person does about joining accounts. ``digest``: of the one standing code (``""``: none), good until
    ``expires_at``. ``made`` codes and ``tries`` that failed are counted from ``since`` on."""

    user: int
    digest: str = ""
    expires_at: float = 0.0
    made: int = 0
    tries: int = 0
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class PageKeyRow:
    """Something secret that a browser shows, known by its digest alone, good until ``expires_at``.

    ``kind``: ``session`` (a browser speaks for this account), ``link`` (is exchanged for one, once), ``proof`` (a platform's
    proof that has been exchanged; it names no account). ``about``: of a link the table to show, of a proof the digest of the
    session that it brought, when that was, and a digest of where.
    """

    digest: str
    kind: str
    platform: str = ""
    external: str = ""
    about: str = ""
    expires_at: float = 0.0


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A group channel (with its topic or thread, if any) where tables stand. ``group``: the platform's id of what it is a
    part of and shares results, ratings and limits with (a server with all its channels; else ``external``), ``group_title``
    what that is called, ``""`` where it is the chat's own title."""

    id: int
    platform: str
    external: str
    thread: str = ""
    title: str = ""
    language: str | None = None
    group: str = ""
    group_title: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. ``state``: ``lobby``, ``playing``, ``between``, ``over``, ``closed``; a parked table keeps its state.

    ``options`` is JSON of the complete options. ``message`` is the platform's id of the current table message and
    ``message_at`` when it was posted. ``clock`` is the time to act in seconds, 0 for none. ``seed``: JSON or ``""``,
    set while deals are reproducible. ``extra`` is JSON for what the session keeps besides (never a card).
    ``touched_at``: the last deed of a person. ``shows``: what the table message shows, as one word of the session and the
    digest of what the frontend sent; ``""`` if that is not known.
    """

    id: int
    chat: int
    game: str
    options: str
    preset: str
    players: int
    state: str
    host: int | None
    clock: int
    match: int | None = None
    round: int = 0
    parked: bool = False
    message: str | None = None
    message_at: float | None = None
    seed: str = ""
    extra: str = "{}"
    created_at: float = 0.0
    touched_at: float = 0.0
    shows: str = ""


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """Which of several workers has an open table, ``""`` while none has. ``fence`` grows with each change of owner, so that
    whoever had it before finds out before it writes."""

    table: int
    worker: str
    fence: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. Exactly one of ``user`` and ``ai`` (a level) is set.

    ``away``: an AI player acts for the person. ``stand_in``: level of the AI player that finishes a round for
    somebody who left. ``timeouts``: clock answers in a row. ``remaining``: seconds left to act when last written
    (heartbeat), ``None`` while not awaited. ``autopass``: JSON of a standing pass in advance, ``""`` if none.
    ``message``: the platform's id of the private panel message, ``shows`` what it shows, see ``TableRow``. ``place``: the chat
    through which its person came (``PlaceRow``), ``None`` for the table's home.
    """

    table: int
    seat: int
    user: int | None
    ai: str | None
    joined_at: float
    away: bool = False
    ready: bool = False
    timeouts: int = 0
    remaining: float | None = None
    reminded: bool = False
    autopass: str = ""
    message: str | None = None
    platform: str = ""
    external: str = ""
    shows: str = ""
    place: int | None = None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Linked rounds at one table. ``status``: ``open``, ``over``, ``ended`` (by people). ``winner``: JSON list of seats."""

    id: int
    table: int
    chat: int
    game: str
    options: str
    status: str
    started_at: float
    ended_at: float | None = None
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One deal. ``deal``, ``carry_in``, ``carry_out``, ``result`` are JSON; the deal is secret until the round is over.

    ``status``: ``open``, ``over``, ``void`` (rules or a vote), ``aborted``. ``seats`` is JSON: who sat where.
    """

    match: int
    round: int
    rules_version: int
    deal: str
    carry_in: str
    seats: str
    status: str
    started_at: float
    ended_at: float | None = None
    carry_out: str | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class PledgeRow:
    """The promise of a table about one deal. ``number`` counts the deals of the table from 1, void ones included.

    ``commitment`` is public as soon as it is stored. ``secret`` stays secret until the round is over, ``root`` for ever: the
    secrets of ``left`` further deals follow from it. ``match`` and ``round`` are set once it is dealt.
    """

    table: int
    number: int
    commitment: str
    secret: str = field(repr=False)
    root: str = field(repr=False)
    left: int
    made_at: float
    match: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A word that somebody added to a deal. ``place`` counts the words of the deal from 0; ``user`` may be forgotten."""

    table: int
    number: int
    place: int
    user: int | None
    word: str


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One line of the log. ``seq`` counts from 0 within the match; ``line`` is exact notation, never typed text.

    ``cause``: ``player``, ``ai`` (of an AI player), ``stand_in`` (an AI player for a person), ``clock``, ``auto`` (a
    pass in advance or another standing order).
    """

    match: int
    seq: int
    round: int
    seat: int
    line: str
    cause: str
    at: float


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What one seat got out of one finished, counted round (``round`` > 0) or match (``round`` 0).

    Seats with the same ``side`` win together; ``None`` in results of matches.
    """

    match: int
    round: int
    seat: int
    game: str
    chat: int
    user: int | None
    ai: str | None
    role: str
    points: int
    won: bool
    place: int | None
    at: float
    feats: str = "{}"
    side: int | None = None


@dataclass(frozen=True, slots=True)
class EndingRow:
    """The end of a round that has results. ``id`` rises in the order of commits, in which ratings are computed.

    ``round`` as in ``ResultRow`` (never 0). ``counts``: which rounds of the table are rated,
    ``on`` (all), ``people`` (those without AI players) or ``off``.
    """

    id: int
    match: int
    round: int
    counts: str


@dataclass(frozen=True, slots=True)
class RatingKey:
    """One player in one list. ``scope``: the chat that stands for a group, 0 for everywhere. ``board``: ``people`` or ``ai``.
    ``season``: a calendar month ``2026-11`` (UTC), ``""`` for all time. ``player``: ``u12`` a person, ``ai:easy`` a level,
    ``role:banker`` a role."""

    game: str
    board: str
    scope: int
    season: str
    player: str


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating: ``RatingKey`` and what is believed of the player after so many rounds, the last one at ``at``.

    Everybody has one rating, that of everywhere. A row of a group says who belongs to its list, and counts the rounds played
    there; its ``mu`` and ``sigma`` are those of everywhere when it was written, and nobody reads them.
    """

    game: str
    board: str
    scope: int
    season: str
    player: str
    user: int | None
    mu: float
    sigma: float
    rounds: int
    won: int
    at: float

    @property
    def key(self) -> RatingKey:
        """Whose rating it is, in which list."""
        return RatingKey(self.game, self.board, self.scope, self.season, self.player)


@dataclass(frozen=True, slots=True)
class RatingPointRow:
    """A point of a rating's course in a list of all time: what it was after so many rounds."""

    game: str
    board: str
    scope: int
    player: str
    rounds: int
    at: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A line of a leaderboard: a person's name and rating. ``place`` counts from 1."""

    place: int
    name: str
    rating: RatingRow


@dataclass(frozen=True, slots=True)
class RatedList:
    """A list in which persons are rated: how many, and when somebody's last round in it ended."""

    game: str
    board: str
    season: str
    players: int
    at: float


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Which results of a person are meant: of one game or all, of a chat's group, of the groups where ``viewer`` has played.

    ``None`` restricts nothing.
    """

    user: int
    game: str | None = None
    chat: int | None = None
    viewer: int | None = None


@dataclass(frozen=True, slots=True)
class ResultSum:
    """Counted rounds (or matches, then ``seat`` is -1) of a person that are alike, summed in the database."""

    game: str
    role: str
    seat: int
    place: int | None
    rounds: int
    won: int
    points: int
    drawn: int
    """Rounds that nobody won."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One counted round of a person, in the order of time; ``drawn``: nobody won it."""

    at: float
    won: bool
    points: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class SharedRounds:
    """The rounds that a person played together with another, on the same side (``partner``) or against.

    ``user`` and ``name`` are the other's; ``won`` counts the rounds that the first person won.
    """

    user: int
    name: str
    partner: bool
    rounds: int
    won: int


@dataclass(frozen=True, slots=True)
class VoteRow:
    """One seated person's vote. ``motion``: ``end`` or ``kick:SEAT``. ``expires_at``: when the motion would lapse by the
    wall clock; a running process goes by the seconds that have really passed."""

    table: int
    motion: str
    seat: int
    expires_at: float
