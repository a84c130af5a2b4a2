"""The seam between the manager and the platforms: three verbs out, outcomes back in.

A frontend's verbs only enqueue: they return at once, never raise and never wait for the network. What became of an
update comes back later through ``Outcomes`` and enters the table's mailbox like everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from bot.session.port.audience import Reply
from bot.session.port.commands import ChatRef, Command, Origin, UserRef
from bot.session.port.replies import ReplayCard, ReviewCard
from bot.session.port.updates import (
    AtHand,
    Completion,
    Notice,
    PlayWords,
    PrivateUpdate,
    PublicUpdate,
    StandingsUpdate,
    Verbs,
)

__all__ = [
    "ESSENTIAL", "FACES", "MOST_WAITING", "PHRASES", "AnswerTarget", "ChatMoved", "Clock", "Delivered", "Frontend", "Gone",
    "Lacking", "Manager", "Outcome", "Outcomes", "Phrase", "PhraseFrontend", "PostBody", "PostTarget", "Present",
    "PrivateTarget", "PublicTarget", "SeasonCard", "SharedRound", "StandingsTarget", "StartRefused", "Target", "Title",
    "TokenRefused", "Unreachable",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class PublicTarget:
    """The table message of a table in one of the places where it is shown."""

    table: int
    chat: ChatRef


@dataclass(frozen=True, slots=True)
class PrivateTarget:
    """The private panel of a seat's person; ``table`` ``None`` for a ``tell`` that belongs to no table."""

    user: UserRef
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PostTarget:
    """A message of its own in a chat, posted once and never changed; ``key`` tells it from all others."""

    chat: ChatRef
    key: str


@dataclass(frozen=True, slots=True)
class StandingsTarget:
    """The message of a tournament in one of the chats where it is shown."""

    tournament: int
    chat: ChatRef

    @property
    def table(self) -> None:
        """It belongs to no table."""
        return None


@dataclass(frozen=True, slots=True)
class AnswerTarget:
    """The message that answers somebody with how far a review is (``round``, as ``M17.3``), and goes on saying so by itself.

    ``chat``: where it stands, ``None`` for the private chat; ``language``: of its text."""

    user: UserRef
    chat: ChatRef | None
    round: str
    language: str

    @classmethod
    def of(cls, origin: Origin, reply: Reply) -> AnswerTarget | None:
        """Say what the message of an answer stands for; ``None`` for all that are complete."""
        if not isinstance(reply.body, ReviewCard) or reply.body.review is not None:
            return None
        return cls(origin.user, origin.chat, reply.body.replay.id, reply.language)

    @property
    def table(self) -> None:
        """It belongs to no table."""
        return None


Target = PublicTarget | PrivateTarget | PostTarget | StandingsTarget | AnswerTarget


@dataclass(frozen=True, slots=True)
class Delivered:
    """It arrived; ``message`` is the platform's id of the message that shows it now (kept for edits). ``shows``: the
    update's ``moment`` and a digest of what was sent, with a space between; ``""``: not known. After a restart what is
    still right is left alone."""

    target: Target
    message: str
    shows: str = ""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """This person cannot be written to privately. Remembered until something proves the opposite."""

    target: PrivateTarget


@dataclass(frozen=True, slots=True)
class Gone:
    """The chat cannot be written to any more: its tables leave it. ``lacking``: for want of these permissions; without any the
    chat is deleted or locked, or we were removed from it. ``thread``: only that thread of the group is deleted or closed."""

    chat: ChatRef
    lacking: tuple[str, ...] = ()
    thread: bool = False


@dataclass(frozen=True, slots=True)
class Lacking:
    """Less was shown in this chat than there is to show, because these permissions are missing."""

    chat: ChatRef
    rights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Absent:
    """This person is certainly not in the group of this chat (any more)."""

    chat: ChatRef
    user: UserRef


@dataclass(frozen=True, slots=True)
class Present:
    """This person is in the group of this chat, and may see the chat as far as is known."""

    chat: ChatRef
    user: UserRef


@dataclass(frozen=True, slots=True)
class ChatMoved:
    """The group has another id now."""

    platform: str
    old: str
    new: str


Outcome = Delivered | Unreachable | Gone | Lacking | Absent | Present | ChatMoved

MOST_WAITING: Final = 16
"""So much of what one person presses and writes may wait behind what is being handled: whoever taps all ranks of a hand at once
is not too fast."""
ESSENTIAL: Final = frozenset({"view_channel", "send_messages", "send_messages_in_threads", "send_text"})
"""Permissions without which nothing can be shown at all; without all others less is."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title of a month: its ``code`` names the text (``season.title.<code>``), ``names`` who has it, ``data`` fills it."""

    code: str
    names: tuple[str, ...]
    game: str = ""
    data: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeasonCard:
    """What became of a month (``2026-10``) in a group: how much was played, and who earned which title."""

    season: str
    group: str
    rounds: int
    persons: int
    titles: tuple[Title, ...]


@dataclass(frozen=True, slots=True)
class SharedRound:
    """A finished round for everybody in a group: its moments, to be drawn one after the other, and its record as a file.
    ``by``: who has shared it."""

    card: ReplayCard
    by: str
    record: str


PostBody = SeasonCard | SharedRound


class StartRefused(Exception):
    """A frontend cannot start and trying again would not help; the message is one line for the host, without secrets."""


class TokenRefused(StartRefused):
    """The platform does not accept the token (the message does not contain it)."""


class Outcomes(Protocol):
    """Where frontends report to. Returns at once; the manager puts it into the right mailbox."""

    def report(self, outcome: Outcome) -> None:
        """Take note of an outcome."""
        ...


class Frontend(Protocol):
    """A platform, as the manager sees it."""

    @property
    def platform(self) -> str:
        """``telegram``, ``discord``, ``web``."""
        ...

    @property
    def needs_start(self) -> bool:
        """Whether a person must have opened a private chat first (Telegram), so that nobody is dealt in before."""
        ...

    def show_table(self, update: PublicUpdate) -> None:
        """Bring the table message up to date (edit, or post anew); the latest update wins."""
        ...

    def show_hand(self, update: PrivateUpdate) -> None:
        """Bring one person's private panel up to date; the latest update wins, an alert is never lost."""
        ...

    def let_go(self, table: int) -> None:
        """Send nothing more of a table that another worker shows from now on: it would come after what that one sends."""
        ...

    def show_standings(self, update: StandingsUpdate) -> None:
        """Bring the message of a tournament up to date (edit, or post anew); the latest update wins."""
        ...

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """Say one sentence to one person privately."""
        ...

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        """Let a message that answered somebody show something else now (an edit, which rings for nobody); ``message`` as it was
        reported as ``Delivered``. Where it cannot be edited any more, say ``instead`` to that person, if there is anything."""
        ...

    def announce(self, target: PostTarget, body: PostBody, language: str) -> None:
        """Post a message of its own into a chat, without ringing; reported as ``Delivered``. With the same target again nothing
        is posted twice as far as the platform can tell."""
        ...

    def look_for(self, user: UserRef, chat: ChatRef, group: str) -> None:
        """Find out whether a person is still in a chat's group (``ChatRow.group``); reported as ``Present``, or as ``Absent`` if
        certainly not."""
        ...


class Manager(Protocol):
    """What a frontend may ask of the session manager."""

    async def handle(self, origin: Origin, command: Command) -> Reply:
        """Carry a command out. Returns once its effect is durable; never raises what a person could have caused."""
        ...

    def report(self, outcome: Outcome) -> None:
        """See ``Outcomes``."""
        ...

    async def completions(self, origin: Origin, text: str, table: int | None, words: PlayWords) -> list[Completion]:
        """Complete ``/play``, and ``/do`` if ``text`` begins with its verb: at most 25 legal plays of the
        sender that fit ``text``, which may name cards or, by ``words``, a kind of play."""
        ...

    async def verbs(self, origin: Origin, table: int | None) -> Verbs | None:
        """Tell for the completion of ``/do`` what the sender may do at their table now, or might do in its game."""
        ...

    async def at_hand(self, origin: Origin, table: int | None) -> AtHand:
        """Tell for completions which tables the sender may mean here, and who sits at the one that they do (``table``)."""
        ...

    async def language_of(self, origin: Origin) -> str:
        """Return the language in which this person should be spoken to here."""
        ...


class Clock(Protocol):
    """Time, so that tests can own it."""

    def now(self) -> float:
        """Return seconds since 1970, for records."""
        ...

    def monotonic(self) -> float:
        """Return seconds, for durations."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


PHRASES: Final = (
    "hello", "nice", "wow", "thanks", "sorry", "hurry", "think", "wait", "yours", "luck", "close", "again",
)  # fmt: skip
"""Codes of phrases, in the order in which they are offered: texts ``web.phrase.<code>``."""
FACES: Final = ("laugh", "cool", "thumb", "flower", "puzzled", "sweat", "cry", "angry")
"""Codes of faces: names ``web.face.<code>``, each drawn by the page."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Somebody at a table says something: who sits at ``seat`` of ``table``, which stands in ``chat``."""

    table: int
    chat: ChatRef
    seat: int
    phrase: str


@runtime_checkable
class PhraseFrontend(Protocol):
    """A platform that can show what passes: a phrase is worth a moment only, so nothing of it is stored, and no chat gets it,
    where messages stay and cost."""

    def hear(self, said: Phrase) -> None:
        """Show it to everybody who looks at the table; returns at once."""
        ...
