"""The seam between the manager, the platforms and other workers, as protocols: what each may ask of the other.

The verbs of a frontend only enqueue: they return at once, never raise and never wait for the network. What became of an update
comes back later through ``Outcomes`` and enters the table's mailbox like everything else.

Where several workers share a database, they are asked who has a table and what only one may do. Without a cluster there is no
``Ownership``, every table is ours, and ``Alone`` holds all leases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, ClassVar, Final, Protocol, Self, runtime_checkable

from bot.session.port import updates
from bot.session.port.commands.record import ChatRef, Command, Origin, UserRef
from bot.session.port.replies import Lobby, ReplayCard, Reply, ReviewCard

__all__ = [
    "ESSENTIAL", "FACES", "FENCE_BITS", "MOST_WAITING", "PHRASES", "Allowance", "Alone", "AnswerTarget", "Carried",
    "Carrier", "ChatMoved", "Clock", "Delivered", "Frontend", "Gone", "Lacking", "Leases", "LetIn", "Manager", "Meter", "News",
    "NoMeter", "OnPage", "Outcome", "Outcomes", "Ownership", "Phrase", "PhraseFrontend", "PostBody", "PostTarget", "Present",
    "PrivateTarget", "PublicTarget", "SeasonCard", "SharedRound", "StandingsTarget", "StartRefused", "Target", "Title",
    "TokenRefused", "Unreachable", "was_away",
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
    table: ClassVar[None] = None  # It belongs to none


@dataclass(frozen=True, slots=True)
class AnswerTarget:
    """The message that answers somebody with how far a review is (``round``, as ``M17.3``), and goes on saying so by
    itself. ``chat``: where it stands, ``None`` for the private chat; ``language``: of its text."""

    user: UserRef
    chat: ChatRef | None
    round: str
    language: str
    table: ClassVar[None] = None  # It belongs to none

    @classmethod
    def of(cls, origin: Origin, reply: Reply) -> Self | None:
        """Say what the message of an answer stands for; ``None`` for all that are complete."""
        if not isinstance(reply.body, ReviewCard) or reply.body.review is not None:
            return None
        return cls(origin.user, origin.chat, reply.body.replay.id, reply.language)


Target = PublicTarget | PrivateTarget | PostTarget | StandingsTarget | AnswerTarget


@dataclass(frozen=True, slots=True)
class Delivered:
    """It arrived; ``message`` is the platform's id of the message that shows it now (kept for edits); ``""``: of a hand that it
    stands inside a group, for its person's eyes alone, which proves nothing about private messages. ``shows``: the
    update's ``moment`` and a digest of what was sent, with a space between; ``""``: not known. After a restart what is
    still right is left alone. ``beside``: how a hand inside a group is found again then; ``""``: there is none."""

    target: Target
    message: str
    shows: str = ""
    beside: str = field(default="", repr=False)


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
class LetIn:
    """We have come into a group, and may write in this chat of it. ``locale``: the platform's hint of the language there."""

    chat: ChatRef
    locale: str = ""


@dataclass(frozen=True, slots=True)
class ChatMoved:
    """The group has another id now."""

    platform: str
    old: str
    new: str


Outcome = Delivered | Unreachable | Gone | Lacking | Absent | Present | LetIn | ChatMoved

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


PostBody = SeasonCard | SharedRound | Lobby | updates.Notice


class StartRefused(Exception):
    """A frontend cannot start and trying again would not help; the message is one line for the host, without secrets."""


class TokenRefused(StartRefused):
    """The platform does not accept the token (the message does not contain it)."""


class Outcomes(Protocol):
    """Where frontends report to. Returns at once; the manager puts it into the right mailbox."""

    def report(self, outcome: Outcome) -> None: ...


class Frontend(Protocol):
    """A platform, as the manager sees it."""

    @property
    def platform(self) -> str:
        """``telegram``, ``discord``, ``web``."""

    @property
    def needs_start(self) -> bool:
        """Whether a person must have opened a private chat first (Telegram), so that nobody is dealt in before."""

    def show_table(self, update: updates.PublicUpdate) -> None:
        """Bring the table message up to date (edit, or post anew); the latest update wins."""

    def show_hand(self, update: updates.PrivateUpdate) -> None:
        """Bring one person's private panel up to date; the latest update wins, an alert is never lost."""

    def let_go(self, table: int) -> None:
        """Send nothing more of a table that another worker shows from now on: it would come after what that one sends."""

    def show_standings(self, update: updates.StandingsUpdate) -> None:
        """Bring the message of a tournament up to date (edit, or post anew); the latest update wins."""

    def tell(self, user: UserRef, notice: updates.Notice, language: str, table: int | None = None) -> None:
        """Say one sentence to one person privately."""

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: updates.Notice | None) -> None:
        """Let a message that answered somebody show something else now (an edit, which rings for nobody); ``message`` as it was
        reported as ``Delivered``. Where it cannot be edited any more, say ``instead`` to that person, if there is anything."""

    def announce(self, target: PostTarget, body: PostBody, language: str) -> None:
        """Post a message of its own into a chat, without ringing; reported as ``Delivered``. With the same target again nothing
        is posted twice as far as the platform can tell."""

    def look_for(self, user: UserRef, chat: ChatRef, group: str) -> None:
        """Find out whether a person is still in a chat's group (``ChatRow.group``); reported as ``Present``, or as ``Absent`` if
        certainly not."""

    def is_busy(self, chat: ChatRef) -> bool:
        """Whether the bot of this chat has used nearly all that its platform lets it send, for a while."""


class OnPage:
    """What the page, and what stands before it, do alike as a ``Frontend``: whoever holds a token sees the hand, and whoever has
    the address the table; windows are told at once; tournaments are opened in groups of other platforms; a room keeps no
    messages; how far a review is the page itself asks."""

    needs_start = False

    def let_go(self, table: int) -> None: ...
    def show_standings(self, update: updates.StandingsUpdate) -> None: ...
    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: updates.Notice | None) -> None: ...
    def announce(self, target: PostTarget, body: PostBody, language: str) -> None: ...
    def look_for(self, user: UserRef, chat: ChatRef, group: str) -> None: ...

    def is_busy(self, chat: ChatRef) -> bool:
        return False


class Manager(Protocol):
    """What a frontend may ask of the session manager."""

    async def handle(self, origin: Origin, command: Command) -> Reply:
        """Carry a command out. Returns once its effect is durable; never raises what a person could have caused."""

    def report(self, outcome: Outcome) -> None: ...

    async def completions(
        self, origin: Origin, text: str, table: int | None, words: updates.PlayWords
    ) -> list[updates.Completion]:
        """Complete ``/play``, and ``/do`` if ``text`` begins with its verb: at most 25 legal plays of the
        sender that fit ``text``, which may name cards or, by ``words``, a kind of play."""

    async def verbs(self, origin: Origin, table: int | None) -> updates.Verbs | None:
        """Tell for the completion of ``/do`` what the sender may do at their table now, or might do in its game."""

    async def at_hand(self, origin: Origin) -> updates.AtHand:
        """Tell for completions which tables the sender may mean here, whoever has them."""

    async def seated(self, origin: Origin, table: int | None) -> tuple[updates.Player, ...]:
        """Tell for completions who sits at the sender's table."""

    async def language_of(self, origin: Origin) -> str:
        """The language in which this person should be spoken to here."""

    async def reaches(self, origin: Origin) -> bool:
        """Whether private messages are known to reach this person."""


class Clock(Protocol):
    """Time, so that tests can own it."""

    def now(self) -> float:
        """Return seconds since 1970, for records."""

    def monotonic(self) -> float:
        """Return seconds, for durations."""

    async def sleep(self, seconds: float) -> None: ...


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


FENCE_BITS: Final = 24
"""The version of an update begins with its owner's fence, above so many bits: what an earlier owner has shown is always lower."""


def was_away(before: int, now: int) -> bool:
    """Tell by the versions of two updates of a table whether it has had another owner between them, who may have changed its
    messages or posted others."""
    return before >= 0 and now >> FENCE_BITS > before >> FENCE_BITS


@dataclass(frozen=True, slots=True)
class News:
    """What a worker has changed that others keep at hand. ``people``: names, languages, preferences, whether they can be
    reached. ``chats``: titles, languages, groups. ``accounts``: joined, parted, forgotten, or signed out. ``tables``: taken from
    whoever had them, and free now. ``ratings`` are to be computed anew. ``bans``: groups (in place of chats) in which somebody
    may not sit any more."""

    people: frozenset[UserRef] = frozenset()
    chats: frozenset[ChatRef] = frozenset()
    accounts: frozenset[UserRef] = frozenset()
    tables: frozenset[int] = frozenset()
    ratings: bool = False
    bans: frozenset[ChatRef] = frozenset()


class Ownership(Protocol):
    """Who has which table, and how the workers hear of each other."""

    @property
    def worker(self) -> str:
        """Our own name."""

    @property
    def sure(self) -> bool:
        """Whether nobody can have taken tables of ours for a dead worker's since they were last compared with the store."""

    @property
    def keeper(self) -> bool:
        """Whether it is we who do what one of all has to do."""

    async def owner_of(self, table: int) -> str | None:
        """The worker that has a table, ``None`` while nobody does."""

    def news(self, news: News) -> None:
        """Let the other workers read again what they keep of this. Returns at once."""

    def hand_on(self, outcome: Outcome, table: int | None = None) -> None:
        """Let the owner of a table, or all other workers, hear what became of a message. Returns at once."""


class Carried(Enum):
    """What became of an update that was to be carried. ``HERE``: the table has come to us meanwhile, so it is handled here.
    ``UNREACHED``: nobody has the table, or its owner does not answer; nothing has been done."""

    DONE = auto()
    HERE = auto()
    UNREACHED = auto()


class Carrier(Protocol):
    """Carries what a platform sent to the worker that has the table, whose own frontend handles it from the beginning."""

    def is_elsewhere(self, table: int) -> bool:
        """Whether another worker is known to have a table: then nothing need be worked out here first. Asks nobody."""

    async def carry(self, platform: str, raw: Mapping[str, Any], table: int, *, seconds: float = 2.0) -> Carried:
        """Bring an update, as the platform sent it, to whoever has the table; return once it is handled there.
        ``seconds``: so long an owner is looked for."""


class Allowance(Protocol):
    """What may be sent by one token, counted for all workers together. A lane is (name, so many permits, in so many seconds)."""

    async def take(self, lanes: Sequence[tuple[str, int, float]], /) -> float:
        """Take a permit in each of these lanes and return 0, or take none and return the seconds after which to ask again."""

    async def close(self, key: str, seconds: float) -> None:
        """Let nobody have a permit in a lane for so long: the platform has said so to one of us."""


class Leases(Protocol):
    """Names of which each belongs to one worker at a time. Whoever holds one renews it until it is released or lost."""

    async def take(self, name: str) -> bool:
        """Try to get a lease; whether it is ours now. Ours already: yes."""

    def sure(self, name: str) -> bool:
        """Whether the lease is ours at this moment, judged by our own clock: asked anew before each use."""

    async def release(self, name: str) -> None:
        """Give a lease back, so that another worker need not wait until it ends."""


class Notes(Protocol):
    """Short texts that workers leave for each other. Each is there for a while, and may be lost: nothing depends on it."""

    async def leave(self, name: str, text: str, seconds: float) -> None: ...

    async def find(self, name: str) -> str | None:
        """Take what was left there: nobody finds it after us."""

    async def agree(self, name: str, text: str, seconds: float) -> str:
        """What the workers have agreed on: ours, if there was nothing; from now on it holds for so long again."""


class Alone:
    """``Leases`` of the only worker there is: all of them."""

    async def take(self, name: str) -> bool:
        return True

    def sure(self, name: str) -> bool:
        return True

    async def release(self, name: str) -> None: ...


class Meter(Protocol):
    """A collector. Names are fixed and few; they never hold a person, a table or a card.

    Counted: ``updates``, ``refused``, ``repeated``, ``actions``, ``fallbacks``, ``rounds``, ``store_errors``,
    ``broken_tables``, ``thinker_failures``; by the frontends ``unreadable`` (what a platform sent and nobody could
    read) and ``hurried`` (what somebody pressed or wrote too fast). Observed, in seconds: ``reply`` (from ``handle`` to
    its answer), ``notify`` (from ``handle`` to the next player's notification being handed to a frontend) and
    ``commit``. How long an AI player thinks is not measured: it would tell of its hand."""

    def count(self, name: str, amount: int = 1) -> None: ...

    def observe(self, name: str, seconds: float) -> None: ...


class NoMeter:
    """Nobody is collecting."""

    def count(self, name: str, amount: int = 1) -> None: ...

    def observe(self, name: str, seconds: float) -> None: ...
