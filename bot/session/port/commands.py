"""What people ask of the manager, in a form that no platform shows through.

A frontend turns a slash command, a typed command or a pressed button into one of these values and hands it to
``Manager.handle`` together with its ``Origin``. Typed commands go through ``bot.session.port.grammar``, buttons through
``bot.session.port.buttons``: both live once, for all platforms.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "AdvancePass",
    "Arrange",
    "Away",
    "Back",
    "ChatRef",
    "Clear",
    "ClosePoll",
    "Command",
    "Consent",
    "Deal",
    "Do",
    "End",
    "Fair",
    "FillAi",
    "Forget",
    "Help",
    "Hint",
    "History",
    "Invite",
    "Join",
    "Kick",
    "Language",
    "Leaderboard",
    "Leave",
    "Link",
    "Luck",
    "MyHand",
    "NewTable",
    "Offer",
    "Origin",
    "Pick",
    "PickCard",
    "PlayPicked",
    "PlayText",
    "Prefer",
    "Privacy",
    "Ready",
    "Replay",
    "Rules",
    "Settings",
    "ShowTable",
    "Started",
    "Stats",
    "Substitute",
    "Unlink",
    "UserRef",
    "Vote",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class UserRef:
    """A person's account on a platform (``telegram``, ``discord``, ``web``). ``external`` is the platform's id."""

    platform: str
    external: str


@dataclass(frozen=True, slots=True)
class ChatRef:
    """A group channel. ``thread``: topic or thread inside it, ``""`` if none."""

    platform: str
    external: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asks, from where, in which update.

    ``update`` is the platform's id of the update or interaction: the same id a second time changes nothing and gets
    the same kind of answer. ``chat`` is ``None`` in a private conversation. ``admin``: the sender administers the group.
    ``locale``: the platform's hint of the person's language (``en-US``, ``zh-hans``). ``reachable``: ``True`` if the
    platform itself proves that this person can now be written to privately (a private message, /start), ``None`` if
    nothing is known. ``ephemeral``: the platform can answer this person alone inside a group (Discord), so the hand
    can be opened there. ``group``: what the chat is a part of (a server with all its channels), ``""`` where it is a group by
    itself; ``group_title`` its name.
    """

    update: str
    user: UserRef
    name: str
    chat: ChatRef | None = None
    chat_title: str = ""
    admin: bool = False
    locale: str = ""
    reachable: bool | None = None
    ephemeral: bool = False
    message: str | None = None
    """For a pressed button: the platform's id of the message that carried it."""
    home: ChatRef | None = None
    """The private chat with the bot, where tables of one's own may stand; ``None`` in a group and where the bot cannot
    post."""
    group: str = ""
    group_title: str = ""
    lacking: tuple[str, ...] = ()
    """Permissions that the bot needs in this chat and does not have, as far as the platform says; see ``ports.ESSENTIAL``."""

    @property
    def place(self) -> ChatRef | None:
        """Where a table would stand: the group, or one's own private chat."""
        return self.chat or self.home


# -- the table


@dataclass(frozen=True, slots=True)
class NewTable:
    """/new. ``game`` may be a Chinese name; empty: show the games. ``options`` are texts, read by the game."""

    game: str = ""
    preset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    players: int | None = None
    resume: int | None = None
    """Id of a parked table in this chat that shall go on instead."""
    fresh: bool = False
    """Open a new table although an unfinished one is there (answer to the offer)."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat (counted from 0; ``None``: the lowest free one), or move before the first deal."""

    table: int | None = None
    seat: int | None = None
    code: str = ""
    """An invitation (``Invite``), which is good from any place."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Request for a code with which people from any other place take a seat at this table."""

    table: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up for good."""

    table: int | None = None


@dataclass(frozen=True, slots=True)
class FillAi:
    """Put AI players on ``count`` empty seats (``None``: all)."""

    table: int | None = None
    count: int | None = None
    level: str = "normal"


@dataclass(frozen=True, slots=True)
class Deal:
    """Start the match, the next round, or another match."""

    table: int | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """The host lets an AI player act for the missing person of a seat (from 0), until they act themselves."""

    table: int | None
    seat: int


@dataclass(frozen=True, slots=True)
class Consent:
    """The host's answer to whoever asked to sit in for the missing person of a seat."""

    table: int | None
    seat: int
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the next round."""

    table: int | None = None


@dataclass(frozen=True, slots=True)
class Luck:
    """Add a word to the next deal; an empty ``word`` (the button) is made of the press itself."""

    table: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Show the house rules, or set one before the first deal (``clock`` and ``preset`` are names too)."""

    table: int | None = None
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class ShowTable:
    """The public state again; ``plain``: ``key: value`` lines."""

    table: int | None = None
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Kick:
    """Remove a person (``user``: a mention resolved by the frontend, or ``name``/seat text)."""

    table: int | None = None
    user: UserRef | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """End the match here. From the button that answers "really?", ``sure`` names the round (``3-2``) that is given up."""

    table: int | None = None
    sure: str = ""


@dataclass(frozen=True, slots=True)
class Vote:
    """Agree to a standing motion."""

    table: int | None = None
    motion: str = "end"


# -- playing


@dataclass(frozen=True, slots=True)
class MyHand:
    """Show my hand and panel to me alone; ``plain``: one line in notation."""

    table: int | None = None
    plain: bool = False


@dataclass(frozen=True, slots=True)
class PlayText:
    """Typed action: the whole text with its verb (``play 77``, ``pass``, ``bid 2``, ``return 5``).

    ``sure``: the sender has confirmed the reading that was echoed.
    """

    text: str
    table: int | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A button that names a whole action offered with a decision: ``digest`` is that of its exact text."""

    table: int
    decision: str
    digest: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A rank counter: take one more card of ``rank`` (wrapping to none), or all of them."""

    table: int
    decision: str
    rank: int
    all: bool = False


@dataclass(frozen=True, slots=True)
class PickCard:
    """One card (games where suits matter; the local page): one more copy of it, wrapping to none, or exactly ``count``."""

    table: int
    decision: str
    card: int
    count: int = -1


@dataclass(frozen=True, slots=True)
class Arrange:
    """Show the single cards of one suit (0…3) in the panel, for games where suits can matter; ``suit=-1``: ranks again."""

    table: int
    decision: str
    suit: int = -1


@dataclass(frozen=True, slots=True)
class Clear:
    """Put all picked cards back."""

    table: int
    decision: str


@dataclass(frozen=True, slots=True)
class PlayPicked:
    """Play the picked cards."""

    table: int
    decision: str


@dataclass(frozen=True, slots=True)
class AdvancePass:
    """/autopass. ``on=None`` toggles. From a button, ``decision`` says which question it was made for."""

    table: int | None = None
    on: bool | None = None
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """/do VERB CARDS as typed."""

    verb: str
    cards: str = ""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """Suggest an action, privately."""

    table: int | None = None


@dataclass(frozen=True, slots=True)
class Away:
    """An AI player acts for me."""

    table: int | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """I act again."""

    table: int | None = None


# -- anywhere


@dataclass(frozen=True, slots=True)
class Started:
    """The person pressed Start (or wrote privately): private messages arrive from now on. ``payload``: of the link."""

    payload: str = ""


@dataclass(frozen=True, slots=True)
class Prefer:
    """Show or set a personal preference."""

    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Language:
    """Set my language (in a group by an administrator or host: the group's), or offer the choice."""

    language: str = ""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Ratings of persons. ``game`` empty: the one that was played last.

    ``scope`` ``""``: this group (privately: where the person played last), ``all``: everywhere, else a chat's id.
    ``season`` a month ``2026-11``, ``month`` for this one, ``""`` for all time. ``board`` ``people`` or ``ai`` (rounds with
    AI players), ``""``: the one that has somebody in it. ``picture``: drawn as well.
    """

    game: str = ""
    page: int = 0
    season: str = ""
    scope: str = ""
    board: str = ""
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Stats:
    """One person's results, of one game or all. ``picture``: with the course of rating and results, drawn."""

    user: UserRef | None = None
    name: str = ""
    game: str = ""
    picture: bool = False


@dataclass(frozen=True, slots=True)
class History:
    """Matches of this group or this person, newest first."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """/replay ID: a round at a glance, or one moment of it (``step`` 0 is the deal), or the choice of a match's rounds.

    ``by`` tells apart the buttons of one message that lead to the same step.
    """

    id: str = ""
    step: int | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Fair:
    """/fair ID; without one the deal that ``table`` has promised next. With both the promise is shown below the round."""

    id: str = ""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule card of a game, with the house rules of the table here if there is one; ``section``: the part of it that a rule
    number (``DZ-44``) belongs to."""

    game: str = ""
    table: int | None = None
    section: str = ""


@dataclass(frozen=True, slots=True)
class Help:
    """What to do next, here."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class Privacy:
    """What is stored."""


@dataclass(frozen=True, slots=True)
class Link:
    """Join two accounts of one person. ``code`` empty: make one."""

    code: str = ""


@dataclass(frozen=True, slots=True)
class Unlink:
    """Part them again."""


@dataclass(frozen=True, slots=True)
class Forget:
    """/forgetme."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class ClosePoll:
    """Put a shown choice away (the sender changed their mind)."""


Command = (
    NewTable | Substitute | Consent | Luck | Join | Invite | Leave | FillAi | Deal | Ready | Settings | ShowTable | Kick | End
    | Vote | MyHand | PlayText | Offer | Pick | PickCard | Arrange | Clear | PlayPicked | AdvancePass | Do | Hint | Away | Back
    | Started | Prefer | Language | Leaderboard | Stats | History | Replay | Fair | Rules | Help | Privacy
    | Link | Unlink | Forget | ClosePoll
)  # fmt: skip
