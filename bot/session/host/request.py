"""One command while it is being carried out: what its handler is given, how it is answered or refused, kinds of handlers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar

from bot.session.host.session import Session, Surroundings, Table
from bot.session.people.directory import Person
from bot.session.port.commands import Command, Origin, ShowRules
from bot.session.port.replies import Body
from bot.session.port.updates import Notice
from bot.session.state.answers import Unsaved
from bot.session.state.book import Book
from bot.session.state.guests import is_at
from games.base.cards import suit_of
from games.base.errors import AmbiguousPlay, IllegalAction, NotationError, Refusal
from games.typed import SAMPLES, SUITLESS
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow

__all__ = ["Answer", "Change", "Direct", "Handler", "Look", "Question", "Refused", "Request", "refusal_of", "write"]

C = TypeVar("C", bound=Command)

_SHOWN: Final = frozenset({Refusal.WRONG_VERB, Refusal.NO_CARDS})  # Refusals that an example answers best

_PLAIN: Final = frozenset(
    {
        Refusal.NOT_YOUR_TURN, Refusal.ROUND_OVER, Refusal.NOT_IN_HAND, Refusal.TOO_FEW_HELD, Refusal.NO_CARDS,
        Refusal.WRONG_VERB, Refusal.NO_PASSING, Refusal.NONE_HELD, Refusal.NO_SUCH_KIND, Refusal.NO_KIND_BEATS,
        Refusal.UNKNOWN_KIND, Refusal.NOTHING_BEATS,
    }
)  # fmt: skip
"""Refusals that no rule explains any better."""

_LONGEST: Final = 160  # Characters of what somebody wrote that a sentence gives back to them


class Refused(Exception):
    """The command is not carried out; ``body`` says why, and what would work."""

    def __init__(
        self,
        code: str,
        /,
        actions: tuple[tuple[str, Command], ...] = (),
        start_link: int | str | None = None,
        **data: Any,
    ) -> None:
        super().__init__(code)
        short = {name: value[:_LONGEST] if isinstance(value, str) else value for name, value in data.items()}
        self.body: Body = Notice(code, short, actions, start_link)

    @classmethod
    def with_body(cls, body: Body) -> Self:
        """A refusal that asks something back."""
        made = cls("which_table")
        made.body = body
        return made


@dataclass(frozen=True, slots=True)
class Answer:
    """What a carried-out command says. ``panel``: the body is this seat's panel as it is after the commit."""

    body: Body | None = None
    toast: Notice | None = None
    panel: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for what, and when it came in: all that a change knows besides its draft. The table itself is out of reach."""

    session: Surroundings
    chat: ChatRow  # The table's home
    place: ChatRow | None
    """The guest place from which the command came; ``None``: from the home, or from where the table is not shown."""
    unsaved: Unsaved
    broken: bool  # The table has been stopped, see ``Table``
    origin: Origin
    person: Person
    language: str
    started: float

    @property
    def admin(self) -> bool:
        """Whether the sender administers the group that is the table's home; another group's rights are none here."""
        chat, stands = self.origin.chat, self.chat
        here = chat is not None and (chat.platform, chat.external) == (stands.platform, stands.external)
        return here and self.origin.admin

    @property
    def guest_admin(self) -> bool:
        """Whether the sender administers a guest place only: all they may do with the table is to take it from there."""
        return self.place is not None and self.origin.admin and self.origin.chat is not None and not self.admin

    @property
    def through(self) -> int | None:
        """The place through which the sender comes, as in ``SeatRow.place``."""
        return None if self.place is None else self.place.id

    @property
    def shown_there(self) -> bool:
        """Whether the sender sees the table where they are."""
        asked = self.origin.place
        return self.origin.page or self.place is not None or (asked is not None and is_at(self.chat, asked))

    def seat(self, book: Book) -> int:
        seat = book.seat_of(self.person.user)
        if seat is None:
            raise Refused("guest_admin" if self.guest_admin else "not_seated", table=book.id)
        return seat


@dataclass(frozen=True, slots=True)
class Question(Request):
    """A request that changes nothing which is kept; so it may look at the table as it is."""

    session: Session
    table: Table


def refusal_of(
    error: NotationError | IllegalAction | AmbiguousPlay, book: Book, sample: str = "", *, asked: bool = False
) -> Refused:
    """A refusal of the rules at a table as one of the session. Its reason is for the acting seat alone. ``sample`` is
    an action in notation that could be typed in its place; ``asked``: it is one that would be taken now."""
    pack = book.game.pack(book.options, book.row.players)
    formal = SAMPLES if suit_of(pack[-1]) is None else SAMPLES | SUITLESS
    match error:
        case NotationError(part="", example=example) if sample and example in formal:
            return Refused("incomplete_action", action=sample, game=book.row.game)
        case NotationError(part=part, example=example) if sample and example in formal:
            return Refused("unreadable_action", part=part[:40], action=sample, game=book.row.game)
        case NotationError(part=part, example=example):
            return Refused("unreadable_play", part=part[:40], example=example)
        case IllegalAction(code=code, rule=rule, data=data):
            refused = Refused("which_table")
            here = {"action": sample} if asked and code in _SHOWN else {}
            actions = () if code in _PLAIN else (("rule", ShowRules(book.row.game, book.id, rule)),)
            refused.body = Notice(f"refusal.{code}", {**data, **here, "rule": rule, "game": book.row.game}, actions)
            return refused
        case _:
            return Refused("which_reading")


# -- what carries a command out; each room lists its own (``HANDLERS``), ``bot.session.handlers`` gathers them
@dataclass(frozen=True, slots=True)
class Change(Generic[C]):
    """Works on the draft of the table that is meant, in its mailbox; what it did is saved, then told."""

    kind: type[C]
    run: Callable[[Request, Book, UnitOfWork, C], Awaitable[Answer]]
    first: Callable[[Session, Origin, Person, C], Awaitable[Body | None]] | None = None
    """Asked before a table is looked for: where it says something, that is the answer."""


@dataclass(frozen=True, slots=True)
class Look(Generic[C]):
    """Looks at the table that is meant; nothing is saved."""

    kind: type[C]
    run: Callable[[Question, C], Awaitable[Answer]]
    slow: bool = False  # It takes its time, and enters the table's mailbox by itself for what it needs of it


@dataclass(frozen=True, slots=True)
class Direct(Generic[C]):
    """Needs no table; a command in place of an answer is carried out next."""

    kind: type[C]
    run: Callable[[Session, Origin, Person, C], Awaitable[Body | Command | None]]


Handler: TypeAlias = Change[Any] | Look[Any] | Direct[Any]


async def write(session: Session, person: Person) -> None:
    async with session.store.begin() as unit:
        account = await unit.people.identity(person.ref.platform, person.ref.external)
        if account is None or account.user != person.user:
            raise Refused("account_changed")
        await session.people.write(unit, person)
        await unit.commit()
        session.people.keep_changed(person)
        session.people.share_choices(person)
