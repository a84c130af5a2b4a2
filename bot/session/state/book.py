"""A table as a value: its rows, the state of the rules that follows from them, and what a change of it writes and says.

A change is worked out on a draft, written, committed, and only then put in the place of the old book: whatever goes
wrong before the commit leaves the table as it was. The parts of a book are never changed but replaced, so that a draft
has them all and shares them.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.session.port.commands import UserRef
from bot.session.port.updates import SLOW, Notice
from bot.tournaments import TournamentTable
from games import GAMES
from games.base.events import Event
from games.base.options import Options
from games.contract import Awaited, Carry, Game, RoundResult, View
from storage.themes.chats import ChatRow
from storage.themes.matches import ActionRow, MatchRow, RoundRow
from storage.themes.pledges import LuckRow, PledgeRow
from storage.themes.results import ResultRow
from storage.themes.tables import PlaceRow, SeatRow, TableRow, VoteRow
from storage.themes.tournaments import ScoreRow

__all__ = [
    "COURSE", "Book", "Home", "LobbyTimes", "MatchScore", "Participants", "Promises", "RoundPlay", "Says", "Takeback",
    "Terms", "Waiter", "Writes",
]  # fmt: skip


COURSE: Final = 60
"""So many finished rounds a table remembers for showing how the match went."""


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody with a seat that is theirs at another time than now: when the round is over, or in the round that was. ``place``
    as in ``SeatRow``; ``joined_at`` where they sat before."""

    seat: int
    user: int
    platform: str
    external: str
    place: int | None = None
    joined_at: float = 0.0

    def sit_down(self, table: int, now: float) -> SeatRow:
        """Return their seat when it is theirs."""
        return SeatRow(
            table, self.seat, self.user, None, now, platform=self.platform, external=self.external, place=self.place
        )


@dataclass(frozen=True, slots=True)
class Takeback:
    """What was taken back in a round: since then its log was begun anew at place ``seq``. ``resolved``: by seat how many
    decisions have been made besides those that the log tells of; no decision is ever called as an earlier one was."""

    seq: int
    resolved: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Participants:
    """What is known of the people of a table besides who sits where."""

    ephemeral: frozenset[int] = frozenset()
    """Users whose platform can show them their hand inside the group."""
    stand_ins: frozenset[int] = frozenset()
    """Seats whose AI player took over for somebody who left."""
    waiters: tuple[Waiter, ...] = ()
    """Who gets a seat when the round is over."""
    sit_ins: tuple[Waiter, ...] = ()
    """Who has asked the host to sit in for a missing person."""
    lent: tuple[Waiter, ...] = ()
    """Whose seat somebody else plays for a round; it goes back to them when the round is over."""
    holidays: Mapping[int, float] = field(default_factory=dict)
    """Until when (in seconds since 1970) an AI player acts for whom, by their own word; see ``play.holidays``."""


@dataclass(frozen=True, slots=True)
class Home:
    """How a table stands in the chat where it was opened, and how others come to it."""

    private: bool = False
    """The home is a private chat."""
    adrift: bool = False
    """It cannot be written to any more, and there is no other place: the table goes on in the panels of its people alone."""
    lacking: frozenset[str] = frozenset()
    """Permissions missing there, of which the host has been told."""
    invite: str = ""
    """The secret part of the table's invitation; ``""`` as long as nobody has asked for one."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed at a table beside the options of its game."""

    usual_clock: bool = False
    """Nobody chose the clock: it rests while one person is alone with AI players, see ``Book.clock``."""
    level: str = ""
    """Of AI players who are asked for without saying how strong; ``""``: the usual one."""
    ratings: str = "on"
    """The table's word on ratings: ``on``, ``people`` (not with AI players) or ``off``."""
    counter: bool = True
    """People may ask which cards are still out."""


@dataclass(frozen=True, slots=True)
class LobbyTimes:
    """How people gather before the first deal."""

    until: float = 0.0
    """When the time ends in which they may come, by the wall clock; 0: it does not."""
    over: bool = False
    """It has ended once, with seats free."""
    draws: int = 0
    """How often seats have been drawn."""


@dataclass(frozen=True, slots=True)
class RoundPlay:
    """The round that is played or was played last, as the rules have it. ``seq`` is the next place in the log of the match;
    ``resolved`` counts by seat how often it has been resolved in the round."""

    state: Any = None
    seq: int = 0
    resolved: tuple[int, ...] = ()
    takeback: Takeback | None = None
    """A play was taken back in the round, which therefore counts for no ratings and no statistics."""
    person_line: int | None = None
    """The place in the log of the last line that a person caused in this round, unless it has been taken back."""
    recent: tuple[tuple[Event, str], ...] = ()
    result: RoundResult | None = None
    last: tuple[Event, ...] = ()
    earned: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What persons achieved by the round that is to be seen, by seat."""
    dealt_in: tuple[Waiter, ...] = ()
    """The persons who were dealt into it, whoever sits there now."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What the finished rounds have brought."""

    totals: tuple[int, ...] = ()
    """The points of the match, by seat."""
    course: tuple[Carry, ...] = ()
    """What each finished round of the match left behind, the latest ``COURSE`` of them."""
    carry: Carry = field(default_factory=dict)
    """What goes on into the next round."""
    sat: tuple[str, ...] = ()
    """Who was dealt in, for each finished round of the match (JSON as in ``RoundRow.seats``)."""
    practice: bool = False
    """A play was taken back in a finished round of the match, which therefore counts for nothing either."""
    tally: Mapping[int, int] = field(default_factory=dict)
    """What each person has won at this table in all its matches."""


@dataclass(frozen=True, slots=True)
class Promises:
    """The deals that a table has promised: how many have been dealt, the one that is still to come while the table waits for it,
    and that of ``Book.round``, each with the words that people have added."""

    deals: int = 0
    pledge: PledgeRow | None = None
    words: tuple[LuckRow, ...] = ()
    dealt: PledgeRow | None = None
    dealt_words: tuple[LuckRow, ...] = ()


@dataclass(slots=True)
class Writes:
    """What a change adds to the store beside the rows of the book."""

    chats: list[ChatRow] = field(default_factory=list)
    """Those of places that have come."""
    pledges: list[PledgeRow] = field(default_factory=list)
    words: list[LuckRow] = field(default_factory=list)
    new_rounds: list[RoundRow] = field(default_factory=list)
    old_rounds: list[RoundRow] = field(default_factory=list)
    cut: int | None = None
    """The place from which on the stored log is to be taken out."""
    log: list[ActionRow] = field(default_factory=list)
    results: list[ResultRow] = field(default_factory=list)
    scores: list[ScoreRow] = field(default_factory=list)


@dataclass(slots=True)
class Says:
    """What is told once a change is committed: ``tells`` to single people, ``notices`` to single seats together with their hand.
    ``events``: what has happened in it."""

    tells: list[tuple[UserRef, Notice]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    notices: dict[int, Notice] = field(default_factory=dict)


@dataclass(slots=True)
class Book:
    """A table as it stands after the last commit, or a draft of it before the next. ``writes`` and ``says`` are filled in drafts
    only."""

    row: TableRow
    options: Options
    seats: dict[int, SeatRow]
    fence: int = 0
    """By which the table is ours, where several workers share the database; see ``OwnerRow``."""
    people: Participants = field(default_factory=Participants)
    home: Home = field(default_factory=Home)
    places: Mapping[int, PlaceRow] = field(default_factory=dict)
    """Where it is shown besides its home, by chat, in the order in which they came."""
    terms: Terms = field(default_factory=Terms)
    lobby: LobbyTimes = field(default_factory=LobbyTimes)
    contest: TournamentTable | None = None
    """The table's place in the tournament to which it belongs."""
    match: MatchRow | None = None
    round: RoundRow | None = None
    play: RoundPlay = field(default_factory=RoundPlay)
    score: MatchScore = field(default_factory=MatchScore)
    votes: tuple[VoteRow, ...] = ()
    promises: Promises = field(default_factory=Promises)
    writes: Writes = field(default_factory=Writes)
    says: Says = field(default_factory=Says)
    _viewed: tuple[Any, View] | None = field(default=None, repr=False, compare=False)
    """The last state of which ``public_view`` was asked, and that view."""
    _waited: tuple[Any, tuple[Awaited, ...]] | None = field(default=None, repr=False, compare=False)
    """The same of ``awaited``."""

    def copy(self) -> Book:
        """Return a draft: changing it does not change this book."""
        draft = self.quiet_copy()
        draft.writes, draft.says = Writes(), Says()
        return draft

    def tell(self, person: SeatRow | Waiter, notice: Notice) -> None:
        """Say something to a person once this draft is committed."""
        self.says.tells.append((UserRef(person.platform, person.external), notice))

    def quiet_copy(self) -> Book:
        """Return a draft for what nobody is told by itself: what waits to be told stays where it waits."""
        draft = copy.copy(self)
        draft.seats = dict(self.seats)
        return draft

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
        if self._viewed is None or self._viewed[0] is not self.play.state:
            self._viewed = (self.play.state, self.game.view(self.play.state, None))
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
    def participants(self) -> list[SeatRow]:
        """Everybody who has to do with the table, as if in a seat: also who waits for one or has lent one."""
        people = self.people
        others = (*people.waiters, *people.sit_ins, *people.lent, *self.play.dealt_in)
        return [*self.seats.values(), *(other.sit_down(self.id, 0.0) for other in others)]

    @property
    def alone(self) -> bool:
        """Whether one person plays with AI players only: nobody else sits here, waits for a seat, has lent one, or was dealt
        into this match."""
        people = {held.user for held in self.participants if held.user is not None}
        dealt = {*self.score.sat, *([] if self.round is None or self.match is None else [self.round.seats])}
        people |= {user for seats in dealt for user, _ in json.loads(seats) if user is not None}
        return len(people) == 1 and not self.free_seats

    @property
    def may_take_back(self) -> bool:
        """Whether the person who is alone with AI players here may take their last play back."""
        return self.playing and self.contest is None and self.play.person_line is not None and self.alone

    @property
    def clock(self) -> int:
        """Seconds to act that count now, 0 for none: a clock that nobody chose rests while one person is alone here."""
        return 0 if self.terms.usual_clock and self.alone else self.row.clock

    @property
    def slow(self) -> bool:
        """Whether it is played over hours and days."""
        return self.clock >= SLOW

    @property
    def counts(self) -> str:
        """Whose ratings a round of this table changes: the table's word, and nobody's where deals are reproducible."""
        return "off" if self.row.seed else self.terms.ratings

    @property
    def newcomers(self) -> tuple[Waiter, ...]:
        """Who waits for a seat that the table does not have yet."""
        return tuple(waiter for waiter in self.people.waiters if waiter.seat >= self.row.players)

    @property
    def playing(self) -> bool:
        """Whether a round is on."""
        return self.row.state == "playing"

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """Who may act now; nobody unless a round is on."""
        if not self.playing:
            return ()
        if self._waited is None or self._waited[0] is not self.play.state:
            self._waited = (self.play.state, self.game.awaited(self.play.state))
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
        return held is not None and any(one.seat == seat and one.user == held.user for one in self.play.dealt_in)

    def seat_of(self, user: int) -> int | None:
        """Return the seat of a person here."""
        return next((seat for seat, row in self.seats.items() if row.user == user), None)

    def decision(self, seat: int) -> str:
        """Return the id of the decision that a seat has before it, ``match-round.k.seat``; ``""`` while no round is
        on.
        """
        return f"{self.row.match}-{self.row.round}.{self.play.resolved[seat]}.{seat}" if self.playing else ""

    @property
    def questions(self) -> dict[int, str]:
        """What each awaited seat is being asked: its decision and why, as one text. Another text is another question."""
        return {entry.seat: f"{self.decision(entry.seat)}/{entry.why}" for entry in self.awaited}
