"""What the manager says, in values that presentation turns into screens.

Three kinds never mix, and their types differ so that they cannot: ``PublicUpdate`` for a channel (its view is
nobody's), ``PrivateUpdate`` for one seated person, ``Notice`` for a sentence to one person. A ``Reply`` is the
immediate answer to a command; everything else goes out through the ``Frontend`` port.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.session.commands import ChatRef, Command, UserRef
from games.actions import Action
from games.contract import Act, Carry, Recognised, RoundResult, View
from games.events import Event
from games.kit.cards import Card, Cards
from games.options import Options

__all__ = [
    "BoardLine", "Body", "CardCounter", "Completion", "Counter", "HelpCard", "HistoryCard", "HistoryLine", "Leaders",
    "Lobby", "Menu", "MenuEntry", "Motion", "Notice", "Offered", "Panel", "PlainLines", "Player",
    "PrivateUpdate", "PublicUpdate", "ReplayCard", "Reply", "RulesCard", "SettingsCard", "StatsCard",
    "TableInfo",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence: ``code`` keys it (``notice.<code>``), ``data`` fills it.

    Values: texts and numbers as they are; a ``Player`` by name; ``Cards`` as cards. ``action`` may carry one button
    that mends the matter.
    """

    code: str
    data: Mapping[str, object] = field(default_factory=dict)
    actions: tuple[tuple[str, Command], ...] = ()
    """Buttons under it: (label key ``button.<code>``, command)."""
    start_link: int | None = None
    """A link (or button) to the private chat, for the table with this id: ``t.me/<bot>?start=t<id>``."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who holds a seat, as everybody may know. ``kind``: ``person``, ``ai``, ``empty``."""

    seat: int
    kind: str
    name: str = ""
    user: UserRef | None = None
    level: str = ""
    away: bool = False
    stand_in: bool = False
    reachable: bool = True
    ready: bool = False
    host: bool = False


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The table itself. ``state`` as in ``storage.TableRow``. ``match_id`` is shown as ``M17``, a round as ``M17.3``."""

    id: int
    game: str
    preset: str
    options: Options
    clock: int
    state: str
    seats: int
    round: int = 0
    match: int | None = None
    open_deals: bool = False
    """Deals are reproducible (demonstration): every message says so."""
    parked: bool = False


@dataclass(frozen=True, slots=True)
class Motion:
    """A vote that is on: ``kind`` ``end`` or ``kick``; ``seat`` the seat concerned."""

    kind: str
    seat: int | None
    votes: int
    needed: int
    seconds: int


@dataclass(frozen=True, slots=True)
class PublicUpdate:
    """The table as the channel sees it now. The latest one replaces all earlier ones.

    ``view`` is the view of nobody (``None`` before the first deal). ``recent``: public events since the current trick began
    (or the last few, with causes ``"clock"``, ``"ai"``, ``"stand_in"``, ``"auto"`` or ``"player"`` beside them).
    ``result``: of the round that has just ended. ``totals``: score by seat in the match. ``course``: what each finished
    round of the match left behind, in order (levels and the like). ``tally``: by seat what its person has won at this table
    in all matches, ``None`` for AI players; empty where it is the same as ``totals``. ``next_players``: how many will play
    the next deal, if that is another number.
    ``message``: the platform's id of the current table message, to be edited. ``renew``: a trick or round begins, so a
    new message may be posted if the old one has scrolled away or grown old. ``ping``: people who must be notified
    here because no private message reaches them.
    """

    table: TableInfo
    chat: ChatRef
    language: str
    players: tuple[Player, ...]
    view: View | None
    recent: tuple[tuple[Event, str], ...] = ()
    result: RoundResult | None = None
    last: tuple[Event, ...] = ()
    totals: tuple[int, ...] = ()
    course: tuple[Carry, ...] = ()
    tally: tuple[int | None, ...] = ()
    next_players: int | None = None
    seconds_left: Mapping[int, int] = field(default_factory=dict)
    motion: Motion | None = None
    message: str | None = None
    message_at: float | None = None
    renew: bool = False
    ping: tuple[UserRef, ...] = ()
    version: int = 0
    """Rises with every update of this table in this process: a later one supersedes."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An action on a button: its command, and what it is. ``kind``/``rank`` name a play, else empty."""

    action: Action
    command: Command
    kind: str = ""
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """A legal play that fits what is being typed: ``text`` to type, and what it is, to be put in words."""

    text: str
    game: str
    cards: Cards
    kind: str
    rank: str


@dataclass(frozen=True, slots=True)
class Counter:
    """One rank in the hand: how many are held, how many are picked. ``rank`` 0…14."""

    rank: int
    held: int
    picked: int
    command: Command


@dataclass(frozen=True, slots=True)
class CardCounter:
    """One card of the open suit (or a wild card): how many copies are held, how many are picked."""

    card: Card
    held: int
    picked: int
    command: Command


@dataclass(frozen=True, slots=True)
class Panel:
    """What a seat can press. ``decision`` is the id that its buttons carry.

    ``offers``: suggested legal actions, smallest sensible first, and every action without cards (bids, verbs).
    ``play``: the command that plays the picked cards (``None`` when it is not this seat's turn or nothing is picked);
    ``recognised`` names them. ``pass_now`` is there when passing is legal now; ``advance`` toggles the pass in advance
    (``advance_on``: it is set). ``hint``: the hint that was asked for.
    """

    decision: str
    my_turn: bool
    why: str
    offers: tuple[Offered, ...]
    counters: tuple[Counter, ...]
    picked: Cards
    recognised: Recognised | None
    play: Command | None
    pass_now: Command | None
    advance: Command | None
    advance_on: bool
    clear: Command | None
    hint: Command | None
    hinted: Offered | None = None
    readings: tuple[Offered, ...] = ()
    """The other readings in which the picked cards may be played now, strongest first; ``recognised`` is the default."""
    suit: int | None = None
    """The suit whose single cards are shown in place of the rank counters; ``None``: ranks."""
    suits: tuple[tuple[int, Command], ...] = ()
    """Where suits can matter: (suit, command that opens it), and (-1, command) for the way back to ranks."""
    cards: tuple[CardCounter, ...] = ()
    """The cards of the open suit in order, then wild cards that do not belong to it."""
    advance_why: str = ""
    """The question (``Awaited.why``) on which ``advance`` passes before it is asked; ``""``: for the rest of the trick."""


@dataclass(frozen=True, slots=True)
class PrivateUpdate:
    """The table as one seated person sees it now, with the hand and the panel.

    ``message``: the platform's id of the panel message to edit. ``alert``: something is newly wanted of this person, so
    a real notification is due (a new message rather than an edit). ``reminder``: half of the time is over.
    ``notice``: a sentence to show with it. ``others``: further tables that wait for this person.
    """

    table: TableInfo
    user: UserRef
    language: str
    seat: int
    players: tuple[Player, ...]
    view: View
    panel: Panel | None
    chat: ChatRef
    chat_title: str = ""
    table_message: str | None = None
    recent: tuple[tuple[Event, str], ...] = ()
    result: RoundResult | None = None
    totals: tuple[int, ...] = ()
    seconds_left: int | None = None
    message: str | None = None
    alert: bool = False
    reminder: bool = False
    notice: Notice | None = None
    others: tuple[int, ...] = ()
    version: int = 0


# -- bodies of replies


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
class Lobby:
    """/new without a game: every game with its players and presets."""

    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlainLines:
    """Machine-readable lines, never translated."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a leaderboard or of one's statistics. ``provisional``: too few rounds to be ranked."""

    name: str
    rounds: int
    rounds_won: int
    matches: int
    matches_won: int
    points: int
    ai: str = ""
    provisional: bool = False
    me: bool = False


@dataclass(frozen=True, slots=True)
class Leaders:
    """/leaderboard: ranked persons, then those with too few rounds, AI players apart."""

    game: str
    here: bool
    ranked: tuple[BoardLine, ...]
    provisional: tuple[BoardLine, ...]
    ais: tuple[BoardLine, ...]
    least: int
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class StatsCard:
    """/stats of one person: a line a game and role, and streaks (rounds in a row won; negative: lost)."""

    name: str
    total: BoardLine
    games: tuple[tuple[str, BoardLine], ...]
    roles: tuple[tuple[str, str, BoardLine], ...]
    streak: int
    best_streak: int
    feats: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One match: ``players`` with their points, winners by seat; ``course`` as in ``PublicUpdate``."""

    id: str
    game: str
    status: str
    rounds: int
    at: float
    players: tuple[tuple[str, int, bool], ...]
    course: tuple[Carry, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayCard:
    """/replay of a finished round: who sat where, what everybody could see, and how it ended.

    ``hands`` as they were dealt: they are open once the round is over.
    """

    id: str
    game: str
    players: tuple[Player, ...]
    hands: tuple[Cards, ...]
    acts: tuple[Act, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HistoryCard:
    """/history."""

    lines: tuple[HistoryLine, ...]
    page: int
    more: bool


@dataclass(frozen=True, slots=True)
class RulesCard:
    """/rules: ``options`` of the table here, ``None`` if there is none."""

    game: str
    options: Options | None
    preset: str = ""


@dataclass(frozen=True, slots=True)
class SettingsCard:
    """/settings: house rules and clock; ``locked`` once dealt."""

    table: TableInfo
    locked: bool


@dataclass(frozen=True, slots=True)
class HelpCard:
    """/help: ``where`` is ``group``, ``private`` or ``page``; ``next_steps`` are text keys that fit the moment."""

    where: str
    next_steps: tuple[str, ...]
    table: int | None = None


Body = (
    Notice | Menu | Lobby | PlainLines | PublicUpdate | PrivateUpdate | Leaders | StatsCard | HistoryCard | RulesCard
    | SettingsCard | HelpCard | ReplayCard
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """The immediate answer to a command, once its effect is durable.

    ``private``: for the sender's eyes alone (where the platform cannot do that in a group, it goes to the private chat,
    and the group gets at most ``notice.not_accepted``). ``ok``: the command was carried out. ``body`` ``None``: nothing
    to say besides what goes out through the port anyway (answer a button press empty).
    ``toast``: a short sentence for the platforms' press answers, if it differs from the body.
    """

    language: str
    ok: bool
    body: Body | None = None
    private: bool = True
    toast: Notice | None = None
    repeated: bool = False
    """The update had been handled before; nothing was changed."""
