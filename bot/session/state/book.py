"""The durable picture of one table: the rows of the store and the state of the rules that follows from them.

A change is worked out on a copy, written, committed, and only then put in the place of the old one: whatever goes
wrong before the commit leaves the table as it was. States of the rules are immutable, so a copy is cheap.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, Final

from bot.honours import achievements
from bot.ratings import ledger
from bot.session.port.commands import UserRef
from bot.session.port.updates import SLOW, Notice
from bot.tournaments.contest import Contest
from games import GAMES
from games.base.events import Event
from games.base.options import Options
from games.contract import Awaited, Carry, Game, RoundResult, View
from storage.api import (
    ActionRow,
    ChatRow,
    LuckRow,
    MatchRow,
    PlaceRow,
    PledgeRow,
    ResultRow,
    RoundRow,
    ScoreRow,
    SeatRow,
    TableRow,
    UnitOfWork,
    VoteRow,
)

__all__ = [
    "COURSE",
    "Book",
    "Kept",
    "Takeback",
    "Waiter",
    "is_adrift",
    "save",
    "save_notes",
]


COURSE: Final = 60
"""So many finished rounds a table remembers for showing how the match went."""


_IN_ROW: Final = ("row", "cast", "tally", "ephemeral")
"""What a quiet change may alter of a table's own row."""


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody with a seat that is theirs at another time than now: when the round is over, or in the round that was. ``place``
    as in ``SeatRow``."""

    seat: int
    user: int
    platform: str
    external: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat that somebody else plays for a round; it goes back to this person when the round is over."""

    seat: int
    user: int
    platform: str
    external: str
    joined_at: float
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Takeback:
    """What was taken back in a round: since then its log was begun anew at place ``seq``. ``resolved``: by seat how many
    decisions have been made besides those that the log tells of; no decision is ever called as an earlier one was."""

    seq: int
    resolved: tuple[int, ...]


@dataclass(slots=True)
class Book:
    """A table as it stands after the last commit, or a draft of it before the next.

    ``seq`` is the next place in the log of the match; ``resolved`` counts by seat how often it has been resolved in
    the round. ``log``, ``results`` and what is called new or old are filled in drafts only, for ``save``;
    ``tells`` is what to say to single people once the draft is committed, ``events`` what has happened in it,
    ``notices`` what to show to single seats together with their hand.
    """

    row: TableRow
    options: Options
    seats: dict[int, SeatRow]
    fence: int = 0
    """By which the table is ours, where several workers share the database; see ``OwnerRow``."""
    ephemeral: frozenset[int] = frozenset()
    """Users whose platform can show them their hand inside the group."""
    stand_ins: frozenset[int] = frozenset()
    """Seats whose AI player took over for somebody who left."""
    waiters: tuple[Waiter, ...] = ()
    wishes: tuple[Waiter, ...] = ()
    """Who has asked the host to sit in for a missing person."""
    kept: tuple[Kept, ...] = ()
    private: bool = False
    """The table's home is a private chat."""
    adrift: bool = False
    """Its home cannot be written to any more, and it has no other place: it goes on in the panels of its people alone."""
    places: Mapping[int, PlaceRow] = field(default_factory=dict)
    """Where it is shown besides its home, by chat, in the order in which they came."""
    new_chats: list[ChatRow] = field(default_factory=list)
    """The chats of places that have come. In drafts only."""
    invite: str = ""
    """The secret part of the table's invitation; ``""`` as long as nobody has asked for one."""
    lacking: frozenset[str] = frozenset()
    """Permissions missing in the table's chat, of which its host has been told."""
    holidays: Mapping[int, float] = field(default_factory=dict)
    """Until when (in seconds since 1970) an AI player acts for whom, by their own word; see ``play.holidays``."""
    contest: Contest | None = None
    """The table's place in the tournament to which it belongs."""
    cast: tuple[Waiter, ...] = ()
    """The persons who were dealt into ``round``, whoever sits there now."""
    usual_clock: bool = False
    """Nobody chose the table's clock: it rests while one person is alone with AI players, see ``clock``."""
    level: str = ""
    """Of AI players who are asked for without saying how strong; ``""``: the usual one."""
    lobby_until: float = 0.0
    """When the time ends in which people may come before the first deal, by the wall clock; 0: it does not."""
    lobby_over: bool = False
    """It has ended once, with seats free."""
    draws: int = 0
    """How often seats have been drawn here."""
    ratings: str = "on"
    """The table's word on ratings: ``on``, ``people`` (not with AI players) or ``off``."""
    counter: bool = True
    """The table lets people ask which cards are still out."""
    sat: tuple[str, ...] = ()
    """Who was dealt in, for each finished round of the match (JSON as in ``RoundRow.seats``)."""
    tally: Mapping[int, int] = field(default_factory=dict)
    """What each person has won at this table in all its matches."""
    match: MatchRow | None = None
    round: RoundRow | None = None
    state: Any = None
    seq: int = 0
    resolved: tuple[int, ...] = ()
    takeback: Takeback | None = None
    """A play was taken back in ``round``, which therefore counts for no ratings and no statistics."""
    practice: bool = False
    """A play was taken back in a finished round of the match, which therefore counts for nothing either."""
    person_line: int | None = None
    """The place in the log of the last line that a person caused in this round, unless it has been taken back."""
    cut: int | None = None
    """The place from which on the stored log is to be taken out. In drafts only."""
    recent: tuple[tuple[Event, str], ...] = ()
    carry: Carry = field(default_factory=dict)
    result: RoundResult | None = None
    last: tuple[Event, ...] = ()
    earned: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What persons achieved by the round that is to be seen, by seat."""
    totals: tuple[int, ...] = ()
    course: tuple[Carry, ...] = ()
    """What each finished round of the match left behind, the latest ``COURSE`` of them."""
    votes: tuple[VoteRow, ...] = ()
    deals: int = 0
    """How many deals of this table have been promised and dealt."""
    pledge: PledgeRow | None = None
    """The promise for the next deal, while the table waits for one."""
    luck: tuple[LuckRow, ...] = ()
    dealt: PledgeRow | None = None
    """The promise by which ``round`` was dealt."""
    dealt_luck: tuple[LuckRow, ...] = ()
    new_pledges: list[PledgeRow] = field(default_factory=list)
    new_luck: list[LuckRow] = field(default_factory=list)
    log: list[ActionRow] = field(default_factory=list)
    results: list[ResultRow] = field(default_factory=list)
    scores: list[ScoreRow] = field(default_factory=list)
    new_rounds: list[RoundRow] = field(default_factory=list)
    old_rounds: list[RoundRow] = field(default_factory=list)
    tells: list[tuple[UserRef, Notice]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    notices: dict[int, Notice] = field(default_factory=dict)
    _viewed: tuple[Any, View] | None = field(default=None, repr=False, compare=False)
    """The last state of which ``public_view`` was asked, and that view."""
    _waited: tuple[Any, tuple[Awaited, ...]] | None = field(default=None, repr=False, compare=False)
    """The same of ``awaited``."""

    def copy(self) -> Book:
        """Return a draft: changing it does not change this book."""
        names = (
            "log",
            "results",
            "scores",
            "new_rounds",
            "old_rounds",
            "tells",
            "events",
            "new_pledges",
            "new_luck",
            "new_chats",
        )
        draft = self.quiet_copy()
        for name in names:
            setattr(draft, name, [])
        draft.notices, draft.cut = {}, None
        return draft

    def quiet_copy(self) -> Book:
        """Return a draft for what nobody is told by itself: what waits to be told stays where it waits."""
        draft: Book = object.__new__(
            Book
        )  # several times as quick as ``replace``, and every table is copied with each heartbeat
        for name, value in zip(_NAMES, _VALUES(self), strict=True):
            setattr(draft, name, value)
        draft.seats = dict(self.seats)
        return draft

    def forget_rows(self) -> None:
        """Forget what was to be written, as it has been."""
        for rows in (
            self.scores,
            self.log,
            self.results,
            self.new_rounds,
            self.old_rounds,
            self.new_pledges,
            self.new_luck,
            self.new_chats,
        ):
            rows.clear()
        self.cut = None

    def forget_changes(self) -> None:
        """Forget what was to be written and told, as it has been."""
        self.forget_rows()
        for news in (self.tells, self.events, self.notices):
            news.clear()

    @property
    def id(self) -> int:
        """The table's id."""
        return self.row.id

    @property
    def game(self) -> Game[Any]:
        """The rules that are played here."""
        return GAMES[self.row.game]

    @property
    def public_view(self) -> View:
        """What everybody may know of the round; a round has been dealt."""
        if self._viewed is None or self._viewed[0] is not self.state:
            self._viewed = (self.state, self.game.view(self.state, None))
        return self._viewed[1]

    @property
    def persons(self) -> dict[int, SeatRow]:
        """Seats held by people, away ones included."""
        return {seat: row for seat, row in self.seats.items() if row.user is not None}

    @property
    def messages(self) -> set[str | None]:
        """The messages that show the table now, in its places and to those who sit there."""
        shown = {there.message for there in self.places.values()} | {held.message for held in self.seats.values()}
        return {self.row.message, *shown}

    @property
    def free_seats(self) -> list[int]:
        """Empty seats, ascending."""
        return [seat for seat in range(self.row.players) if seat not in self.seats]

    @property
    def company(self) -> list[SeatRow]:
        """Everybody who has to do with the table, as if in a seat: also who waits for one or has lent one."""
        others: tuple[Waiter | Kept, ...] = (*self.waiters, *self.wishes, *self.kept, *self.cast)
        besides = [
            SeatRow(self.id, other.seat, other.user, None, 0.0, platform=other.platform, external=other.external)
            for other in others
        ]
        return [*self.seats.values(), *besides]

    @property
    def alone(self) -> bool:
        """Whether one person plays with AI players only: nobody else sits here, waits for a seat, has lent one, or was dealt
        into this match."""
        people = {held.user for held in self.company if held.user is not None}
        dealt = {*self.sat, *([] if self.round is None or self.match is None else [self.round.seats])}
        people |= {user for seats in dealt for user, _ in json.loads(seats) if user is not None}
        return len(people) == 1 and not self.free_seats

    @property
    def may_take_back(self) -> bool:
        """Whether the person who is alone with AI players here may take their last play back."""
        return self.playing and self.contest is None and self.person_line is not None and self.alone

    @property
    def clock(self) -> int:
        """Seconds to act that count now, 0 for none: a clock that nobody chose rests while one person is alone here."""
        return 0 if self.usual_clock and self.alone else self.row.clock

    @property
    def slow(self) -> bool:
        """Whether it is played over hours and days."""
        return self.clock >= SLOW

    @property
    def counts(self) -> str:
        """Whose ratings a round of this table changes: the table's word, and nobody's where deals are reproducible."""
        return "off" if self.row.seed else self.ratings

    @property
    def newcomers(self) -> tuple[Waiter, ...]:
        """Who waits for a seat that the table does not have yet."""
        return tuple(waiter for waiter in self.waiters if waiter.seat >= self.row.players)

    @property
    def playing(self) -> bool:
        """Whether a round is on."""
        return self.row.state == "playing"

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """Who may act now; nobody unless a round is on."""
        if not self.playing:
            return ()
        if self._waited is None or self._waited[0] is not self.state:
            self._waited = (self.state, self.game.awaited(self.state))
        return self._waited[1]

    @property
    def missing(self) -> dict[int, SeatRow]:
        """The persons for whom the next round waits while somebody else is ready for it; nobody where it could not be dealt."""
        persons = self.persons
        if (
            self.row.state != "between"
            or self.contest is not None
            or self.free_seats
            or not any(held.ready for held in persons.values())
        ):
            return {}
        return {seat: held for seat, held in persons.items() if not (held.ready or held.away)}

    @property
    def next_round(self) -> str:
        """What those are asked for whom the next round waits, as one text."""
        return f"{self.row.match}-{self.row.round}/ready"

    @property
    def showing(self) -> bool:
        """Whether what is to be seen is a round that is over (or was broken off), not one in play."""
        return self.round is not None and self.row.state in ("between", "over", "closed")

    def has_seen(self, seat: int) -> bool:
        """Tell whether the person who sits there now was dealt into the round that is to be seen."""
        held = self.seats.get(seat)
        return held is not None and any(one.seat == seat and one.user == held.user for one in self.cast)

    def seat_of(self, user: int) -> int | None:
        """Return the seat of a person here."""
        return next((seat for seat, row in self.seats.items() if row.user == user), None)

    def decision(self, seat: int) -> str:
        """Return the id of the decision that a seat has before it, ``match-round.k.seat``; ``""`` while no round is
        on.
        """
        return f"{self.row.match}-{self.row.round}.{self.resolved[seat]}.{seat}" if self.playing else ""

    @property
    def questions(self) -> dict[int, str]:
        """What each awaited seat is being asked: its decision and why, as one text. Another text is another question."""
        return {entry.seat: f"{self.decision(entry.seat)}/{entry.why}" for entry in self.awaited}

    def with_extra(self) -> TableRow:
        """Return the table's row with everything that has no column of its own."""
        extra = {
            "ephemeral": sorted(self.ephemeral),
            "stand_ins": sorted(self.stand_ins),
            "waiters": [_entry(w.seat, w.user, w.platform, w.external, place=w.place) for w in self.waiters],
            "wishes": [_entry(w.seat, w.user, w.platform, w.external, place=w.place) for w in self.wishes],
            "lacking": sorted(self.lacking),
            "ratings": "" if self.ratings == "on" else self.ratings,
            "counter": "" if self.counter else "off",
            "usual_clock": self.usual_clock,
            "takeback": [] if self.takeback is None else [self.takeback.seq, self.takeback.resolved],
            "private": self.private,
            "adrift": self.adrift,
            "invite": self.invite,
            "holidays": sorted(self.holidays.items()),
            "level": self.level,
            "lobby": [self.lobby_until, self.lobby_over] if self.lobby_until or self.lobby_over else [],
            "draws": self.draws,
            "tally": sorted(self.tally.items()),
            "cast": [[w.seat, w.user, w.platform, w.external] for w in self.cast],
            "kept": [_entry(k.seat, k.user, k.platform, k.external, k.joined_at, place=k.place) for k in self.kept],
            "contest": None if self.contest is None else self.contest.plain(),
        }
        if self.row.state == "closed":  # nobody comes back to it, so it keeps nobody's account
            extra = {"ratings": extra["ratings"], "contest": extra["contest"]}
        return replace(self.row, extra=json.dumps({key: value for key, value in extra.items() if value}))

    def read_extra(self) -> None:
        """Read what ``with_extra`` wrote."""
        extra = json.loads(self.row.extra or "{}")
        self.ephemeral = frozenset(extra.get("ephemeral", ()))
        self.stand_ins = frozenset(extra.get("stand_ins", ()))
        self.waiters = tuple(Waiter(*entry) for entry in extra.get("waiters", ()))
        self.wishes = tuple(Waiter(*entry) for entry in extra.get("wishes", ()))
        self.lacking = frozenset(extra.get("lacking", ()))
        self.ratings = extra.get("ratings", "on")
        self.counter = extra.get("counter", "on") == "on"
        self.usual_clock = extra.get("usual_clock", False)
        seq, resolved = extra.get("takeback", (-1, ()))
        self.takeback = Takeback(seq, tuple(resolved)) if resolved else None
        self.private, self.adrift = extra.get("private", False), is_adrift(self.row)
        self.invite, self.level = extra.get("invite", ""), extra.get("level", "")
        self.lobby_until, self.lobby_over = extra.get("lobby", (0.0, False))
        self.draws = extra.get("draws", 0)
        self.holidays = dict(extra.get("holidays", ()))
        self.tally = dict(extra.get("tally", ()))
        self.contest = Contest.read(extra["contest"]) if "contest" in extra else None
        self.cast = tuple(Waiter(*entry) for entry in extra.get("cast", ()))
        self.kept = tuple(Kept(*entry) for entry in extra.get("kept", ()))


_NAMES: Final = tuple(entry.name for entry in fields(Book))
_VALUES: Final = attrgetter(*_NAMES)
_BUT_TIME: Final = attrgetter(*(entry.name for entry in fields(SeatRow) if entry.name != "remaining"))
"""All of a seat but the time that is left there."""


def is_adrift(row: TableRow) -> bool:
    """Tell whether a table has lost its home, see ``Book.adrift``."""
    return bool(json.loads(row.extra or "{}").get("adrift"))


def _entry(*parts: object, place: int | None) -> list[object]:
    """Return what is kept of somebody, with the place through which they came unless it is the home."""
    return [*parts] if place is None else [*parts, place]


async def save(unit: UnitOfWork, before: Book, draft: Book) -> None:
    """Write what differs from ``before``, in the order that references need. The caller commits."""
    if draft.match is not None and draft.match is not before.match:
        await unit.put_match(draft.match)
    for old in draft.old_rounds:
        await unit.put_round(old)
    for new in draft.new_rounds:
        await unit.add_round(new)
    for pledge in draft.new_pledges:
        await unit.put_pledge(pledge)
    for word in draft.new_luck:
        await unit.put_luck(word)
    if draft.cut is not None and draft.match is not None:
        await unit.cut_log(draft.match.id, draft.cut)
    for line in draft.log:
        await unit.append(line)
    for score in draft.scores:
        await unit.put_score(score)
    if draft.results:
        await unit.add_results(draft.results)
        for match, round_ in dict.fromkeys((row.match, row.round) for row in draft.results if row.round):
            rows = [row for row in draft.results if (row.match, row.round) == (match, round_)]
            await ledger.rate_round(unit, match, round_, rows, draft.counts)
        draft.earned = await achievements.earn(unit, draft.results)
    draft.row = draft.with_extra()
    if draft.row != before.row:
        await unit.put_table(draft.row)
    kept = {} if draft.row.state == "closed" else draft.seats  # nobody sits at a closed table, as far as is stored
    for seat in before.seats.keys() - kept.keys():
        await unit.remove_seat(draft.id, seat)
    for seat, row in kept.items():
        if before.seats.get(seat) != row:
            await unit.put_seat(row)
    await _save_places(unit, before, draft)
    if draft.votes != before.votes:
        await unit.clear_votes(draft.id)
        for vote in draft.votes:
            await unit.put_vote(vote)


async def _save_places(unit: UnitOfWork, before: Book, draft: Book) -> None:
    kept = {} if draft.row.state == "closed" else draft.places
    for chat in before.places.keys() - kept.keys():
        await unit.remove_place(draft.id, chat)
    for chat, there in kept.items():
        if before.places.get(chat) != there:
            await unit.put_place(there)


async def save_notes(unit: UnitOfWork, notes: Sequence[tuple[Book, Book]]) -> None:
    """Write the rows of tables and seats that quiet changes made differ, the time left on all clocks at once. The caller
    commits."""
    beats = []
    for before, draft in notes:
        if any(getattr(draft, name) is not getattr(before, name) for name in _IN_ROW):
            draft.row = draft.with_extra()
            if draft.row != before.row:
                await unit.put_table(draft.row)
        if draft.places is not before.places:
            await _save_places(unit, before, draft)
        for seat, row in draft.seats.items():
            was = before.seats[seat]
            if row is was or row == was:
                continue
            if row.remaining is not None and _BUT_TIME(row) == _BUT_TIME(was):
                beats.append((draft.id, seat, row.remaining))
            else:
                await unit.put_seat(row)
    if beats:
        await unit.put_remaining(beats)
