"""A table as a value: its rows, the state of the rules that follows from them, and what a change of it writes and says.

A change is worked out on a draft, written, committed, and only then put in the place of the old book: whatever goes
wrong before the commit leaves the table as it was. The parts of a book are never changed but replaced, so that a draft
has them all and shares them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar, cast

from bot.session.port.commands.record import UserRef
from bot.session.port.updates import SLOW, Notice
from bot.session.state.dealing import read_deal
from bot.tournaments import TournamentTable
from games import GAMES
from games.base.events import Event, Played, TrickWon
from games.base.notation import read_action
from games.base.options import Options
from games.contract import Awaited, Carry, Game, RoundResult, View
from storage.themes.chats import ChatRow
from storage.themes.matches import ActionRow, MatchRow, RoundRow
from storage.themes.pledges import LuckRow, PledgeRow
from storage.themes.results import ResultRow
from storage.themes.tables import Home, LobbyTimes, PlaceRow, Rewind, SeatRow, TableRow, Terms, VoteRow, Waiter
from storage.themes.tournaments import ScoreRow

__all__ = [
    "COURSE", "Book", "MatchScore", "Participants", "Promises", "RoundPlay", "Says", "Writes", "added", "happened",
    "is_practice", "read_result", "replay", "result_of", "result_text", "set_up", "take_back",
]  # fmt: skip


T = TypeVar("T")
_USER: Final = attrgetter("user")
COURSE: Final = 60  # So many finished rounds a table remembers for showing how the match went


@dataclass(frozen=True, slots=True)
class Participants:
    """What is known of the people of a table besides who sits where."""

    ephemeral: frozenset[int] = frozenset()  # Users whose platform can show them their hand inside the group
    stand_ins: frozenset[int] = frozenset()  # Seats whose AI player took over for somebody who left
    waiters: tuple[Waiter, ...] = ()  # Who gets a seat when the round is over
    sit_ins: tuple[Waiter, ...] = ()  # Who has asked the host to sit in for a missing person
    lent: tuple[Waiter, ...] = ()
    """Whose seat somebody else plays for a round; it goes back to them when the round is over."""
    holidays: Mapping[int, float] = field(default_factory=dict)
    """Until when (in seconds since 1970) an AI player acts for whom, by their own word; see ``play.holidays``."""


@dataclass(slots=True)
class Made:
    """What has been worked out of a round as it stands, each when it was first asked for."""

    view: View | None = None
    awaited: tuple[Awaited, ...] | None = None
    questions: dict[int, str] | None = None


@dataclass(frozen=True, slots=True)
class RoundPlay:
    """The round that is played or was played last, as the rules have it. ``seq`` is the next place in the log of the match;
    ``resolved`` counts by seat how often it has been resolved in the round."""

    state: Any = None
    seq: int = 0
    resolved: tuple[int, ...] = ()
    rewind: Rewind | None = None
    person_line: int | None = None
    """The place in the log of the last line that a person caused in this round, unless it has been taken back."""
    recent: tuple[tuple[Event, str], ...] = ()
    result: RoundResult | None = None
    last: tuple[Event, ...] = ()
    earned: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """What persons achieved by the round that is to be seen, by seat."""
    dealt_in: tuple[Waiter, ...] = ()  # The persons who were dealt into it, whoever sits there now
    made: Made = field(default_factory=Made, init=False, repr=False, compare=False)

    @property
    def practice(self) -> bool:
        """Whether a play was taken back in the round, which therefore counts for no ratings and no statistics."""
        return self.rewind is not None


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What the finished rounds have brought."""

    totals: tuple[int, ...] = ()  # The points of the match, by seat
    course: tuple[Carry, ...] = ()  # What each finished round of the match left behind, the latest ``COURSE`` of them
    carry: Carry = field(default_factory=dict)  # What goes on into the next round
    sat: tuple[str, ...] = ()  # Who was dealt in, for each finished round of the match (JSON as in ``RoundRow.seats``)
    practice: bool = False
    """A play was taken back in a finished round of the match, which therefore counts for nothing either."""
    tally: Mapping[int, int] = field(default_factory=dict)  # What each person has won at this table in all its matches


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

    chats: list[ChatRow] = field(default_factory=list)  # Those of places that have come
    pledges: list[PledgeRow] = field(default_factory=list)
    words: list[LuckRow] = field(default_factory=list)
    new_rounds: list[RoundRow] = field(default_factory=list)
    old_rounds: list[RoundRow] = field(default_factory=list)
    cut: int | None = None  # The place from which on the stored log is to be taken out
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


class _OfRow(Generic[T]):
    """A part of a table's row; who sets it replaces the row."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, book: Book, owner: type) -> T:
        return cast(T, getattr(book.row, self._name))

    def __set__(self, book: Book, part: T) -> None:
        book.row = replace(book.row, **{self._name: part})  # type: ignore[arg-type]  # a part by its name


@dataclass(slots=True)
class Book:
    """A table as it stands after the last commit, or a draft of it before the next. ``writes`` and ``says`` are filled in drafts
    only."""

    row: TableRow
    options: Options
    seats: dict[int, SeatRow]
    fence: int = 0  # By which the table is ours, where several workers share the database; see ``OwnerRow``
    people: Participants = field(default_factory=Participants)
    places: Mapping[int, PlaceRow] = field(default_factory=dict)
    """Where it is shown besides its home, by chat, in the order in which they came."""
    contest: TournamentTable | None = None  # The table's place in the tournament to which it belongs
    match: MatchRow | None = None
    round: RoundRow | None = None
    play: RoundPlay = field(default_factory=RoundPlay)
    score: MatchScore = field(default_factory=MatchScore)
    votes: tuple[VoteRow, ...] = ()
    promises: Promises = field(default_factory=Promises)
    writes: Writes = field(default_factory=Writes)
    says: Says = field(default_factory=Says)
    id: int = field(init=False)  # The table's
    game: Game[Any] = field(init=False, repr=False, compare=False)  # The rules that are played here

    def __post_init__(self) -> None:
        self.id, self.game = self.row.id, GAMES[self.row.game]

    home = _OfRow[Home]()
    terms = _OfRow[Terms]()
    lobby = _OfRow[LobbyTimes]()

    def copy(self) -> Book:
        """A draft: changing it does not change this book."""
        draft = self.quiet_copy()
        draft.writes, draft.says = Writes(), Says()
        return draft

    def tell(self, person: SeatRow | Waiter, notice: Notice) -> None:
        """Say something to a person once this draft is committed."""
        self.says.tells.append((UserRef(person.platform, person.external), notice))

    def quiet_copy(self) -> Book:
        """A draft for what nobody is told by itself: what waits to be told stays where it waits."""
        draft = copy.copy(self)
        draft.seats = dict(self.seats)
        return draft

    @property
    def public_view(self) -> View:
        """What everybody may know of the round; a round has been dealt."""
        made = self.play.made
        if made.view is None:
            made.view = self.game.view(self.play.state, None)
        return made.view

    @property
    def persons(self) -> dict[int, SeatRow]:
        return {seat: row for seat, row in self.seats.items() if row.user is not None}

    @property
    def messages(self) -> set[str | None]:
        """The messages that show the table now, in its places and to those who sit there."""
        shown = {there.message for there in self.places.values()} | {held.message for held in self.seats.values()}
        return {self.row.message, *shown}

    @property
    def free_seats(self) -> list[int]:
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
        others = self.people
        seated: Iterable[SeatRow | Waiter] = self.seats.values()
        named = chain(seated, others.waiters, others.sit_ins, others.lent, self.play.dealt_in)
        people = set(map(_USER, named))
        dealt = {*self.score.sat, *([] if self.round is None or self.match is None else [self.round.seats])}
        for seats in dealt:
            people.update(dict(json.loads(seats)))
        return len(people - {None}) == 1 and not self.free_seats

    @property
    def retractable(self) -> int | None:
        """The line of their last play, which the person who is alone with AI players here may take back."""
        line = self.play.person_line
        return line if line is not None and self.playing and self.contest is None and self.alone else None

    @property
    def clock(self) -> int:
        """Seconds to act that count now, 0 for none: a clock that nobody chose rests while one person is alone here."""
        return 0 if self.terms.usual_clock and self.alone else self.terms.clock

    @property
    def slow(self) -> bool:
        return self.clock >= SLOW

    @property
    def counts(self) -> str:
        """Whose ratings a round of this table changes: the table's word, and nobody's where deals are reproducible."""
        return "off" if self.terms.seed else self.terms.ratings

    @property
    def newcomers(self) -> tuple[Waiter, ...]:
        """Who waits for a seat that the table does not have yet."""
        return tuple(waiter for waiter in self.people.waiters if waiter.seat >= self.row.players)

    @property
    def playing(self) -> bool:
        return self.row.state == "playing"

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        if self.row.state != "playing":
            return ()
        made = self.play.made
        if made.awaited is None:
            made.awaited = self.game.awaited(self.play.state)
        return made.awaited

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
        """Whether the person who sits there now was dealt into the round that is to be seen."""
        held = self.seats.get(seat)
        return held is not None and any(one.seat == seat and one.user == held.user for one in self.play.dealt_in)

    def seat_of(self, user: int) -> int | None:
        for seat, held in self.seats.items():
            if held.user == user:
                return seat
        return None

    def decision(self, seat: int) -> str:
        """The id of the decision that a seat has before it, ``match-round.k.seat``; ``""`` while no round is on."""
        row = self.row
        return f"{row.match}-{row.round}.{self.play.resolved[seat]}.{seat}" if row.state == "playing" else ""

    @property
    def questions(self) -> Mapping[int, str]:
        """What each awaited seat is being asked: its decision and why, as one text. Another text is another question."""
        if self.row.state != "playing":
            return {}
        made = self.play.made
        if made.questions is None:
            made.questions = {entry.seat: f"{self.decision(entry.seat)}/{entry.why}" for entry in self.awaited}
        return made.questions


# -- what the rules make of a round


_RECENT = 40  # At most so many recent events are kept: a trick of six seats with long duels fits


def set_up(draft: Book, state: Any, events: tuple[Event, ...], kept: tuple[Event, ...] = ()) -> None:
    """Begin a round that has just been dealt; ``kept``: what is still to be told of the one before."""
    draft.play = replace(draft.play, state=state, resolved=(0,) * draft.row.players, recent=())
    happened(draft, (*kept, *events), seat=-1, cause="auto")


def happened(draft: Book, events: tuple[Event, ...], seat: int, cause: str) -> None:
    """Note events: who has been resolved by them, and what belongs to the current trick."""
    resolved = list(draft.play.resolved)
    if seat >= 0:
        resolved[seat] += 1
    noted = list(draft.play.recent)
    for event in events:
        by_engine = bool(getattr(event, "auto", False))
        if by_engine:
            resolved[event.seat] += 1  # type: ignore[attr-defined] # events made by the engine name their seat
        if isinstance(event, Played) and event.lead:
            noted = _ending_of(noted)
        noted.append((event, "auto" if by_engine else cause))
    draft.play = replace(draft.play, resolved=tuple(resolved), recent=tuple(noted[-_RECENT:]))


def _ending_of(noted: list[tuple[Event, str]]) -> list[tuple[Event, str]]:
    """How the trick before ended, which still belongs to the one that begins."""
    last = max((at for at, (event, _) in enumerate(noted) if isinstance(event, TrickWon)), default=None)
    return [] if last is None else noted[last:]


def result_of(draft: Book, state: Any) -> RoundResult | None:
    """How the round has ended, if it has. In a tournament a round is no match, whatever the house rules say."""
    result = draft.game.result(state)
    return result if result is None or draft.contest is None else replace(result, winner=None)


def replay(book: Book, round_row: RoundRow, carry: Carry, actions: Iterable[ActionRow]) -> None:
    """Play the lines of a round once more on a book; what they write and say is not kept."""
    game = book.game
    step = game.start(book.options, read_deal(round_row.deal), carry)
    set_up(book, step.state, step.events)
    last = step.events
    for line in actions:
        step = game.apply(book.play.state, line.seat, read_action(line.line))
        book.play = replace(book.play, state=step.state)
        happened(book, step.events, line.seat, line.cause)
        last = step.events
    result = result_of(book, book.play.state)
    book.play = replace(book.play, result=result, last=book.play.last if result is None else last)


def added(totals: tuple[int, ...], result: RoundResult) -> tuple[int, ...]:
    """The match's totals with those of a round, if the table keeps points."""
    if not result.scored:
        return totals
    return tuple(total + points for total, points in zip(totals, result.points, strict=True))


def take_back(draft: Book, lines: Sequence[ActionRow]) -> None:
    """Undo the last line that a person caused, and all after it; ``lines`` is the log of the round that is on. Every
    seat's next decision gets a name that none had before, so that no old button answers it."""
    assert draft.round is not None
    assert draft.play.person_line is not None
    at, was = draft.play.person_line, draft.play.resolved
    replay(draft, draft.round, json.loads(draft.round.carry_in), [line for line in lines if line.seq < at])
    gone = tuple(before + 1 - now for before, now in zip(was, draft.play.resolved, strict=True))
    draft.play = replace(
        draft.play, rewind=Rewind(at, gone), resolved=tuple(before + 1 for before in was), seq=at, person_line=None
    )
    draft.writes.cut = at


# -- how a result is written down
def result_text(result: RoundResult, *, practice: bool = False) -> str:
    """A round as text without its carry, which has a column of its own. ``practice``: a play was taken back, so that the round
    counts for no ratings and no statistics."""
    return json.dumps(
        {
            "points": result.points,
            "won": result.won,
            "void": result.void,
            "places": result.places,
            "roles": result.roles,
            "winner": result.winner,
            "feats": [dict(feats) for feats in result.feats],
            **({} if result.scored else {"scored": False}),
            **({"taken_back": True} if practice else {}),
        }
    )


def is_practice(text: str) -> bool:
    """Tell of a stored result whether a play of its round was taken back."""
    return bool(json.loads(text).get("taken_back"))


def read_result(text: str, carry: Carry) -> RoundResult:
    """The reverse of ``result_text``."""
    row: Mapping[str, Any] = json.loads(text)
    return RoundResult(
        points=tuple(row["points"]),
        won=tuple(row["won"]),
        carry=carry,
        void=row["void"],
        places=tuple(row["places"]),
        roles=tuple(row["roles"]),
        winner=None if row["winner"] is None else tuple(row["winner"]),
        feats=tuple(row["feats"]),
        scored=row.get("scored", True),
    )
