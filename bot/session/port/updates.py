"""What the manager says, in values that presentation turns into screens.

Three kinds never mix, and their types differ so that they cannot: ``PublicUpdate`` for a channel (its view is
nobody's), ``PrivateUpdate`` for one seated person, ``Notice`` for a sentence to one person. A ``Reply`` (``replies``)
is the immediate answer to a command; everything else goes out through the ``Frontend`` port."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

from bot.session.port.commands.record import ChatRef, Command, UserRef
from bot.tournaments import TournamentTable
from games.base.actions import Action
from games.base.cards import Card, Cards
from games.base.events import Event
from games.base.options import Options
from games.contract import Carry, Recognised, RoundResult, View

__all__ = [
    "OUT_OF_DATE", "OVERTAKEN", "POINTLESS", "SLOW", "CardCounter", "ClocksShown", "Completion", "Contestant", "Counter",
    "Fairness", "LobbyShown", "Motion", "Notice", "Offered", "Panel", "Player", "Posting", "PrivateUpdate", "PublicUpdate",
    "RoundShown", "ScoreShown", "StageTable", "StandingsLine", "StandingsUpdate", "TableInfo", "TablePlace",
    "TournamentTerms", "Turn", "Verbs", "Weighed", "told_left",
]  # fmt: skip


OUT_OF_DATE: Final = "message_out_of_date"  # Of a press on a message from before the database was put back
OVERTAKEN: Final = frozenset({"stale_decision", "stale_offer", "nothing_picked", "no_hint_now", OUT_OF_DATE})
"""Refusals that say that a panel was pressed which does not show any more how it stands."""
POINTLESS: Final = frozenset({OUT_OF_DATE, "no_such_table"})
"""Refusals after which the pressed message has no use any more."""
SLOW: Final = 3600  # From so many seconds to act on, a table is played over hours and days


def told_left(seconds: float) -> float:
    """How much time a slow table says is left at least: whole hours, towards the end ten minutes each, then minutes. As
    long as this is the same, what was said is true."""
    step = 3600 if seconds >= 3 * 3600 else 600 if seconds >= 600 else 60
    return seconds // step * step


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence: ``code`` keys it (``notice.<code>`` of the catalogue), ``data`` fills it.

    Wherever they occur: ``table`` a table's id (shown ``#12``); ``seat`` and ``seats`` as people count, from 1;
    ``game``, ``preset``, ``level``, ``verb``, ``why``, ``kind``, ``option`` codes that have texts of their own;
    ``name`` and ``names`` people (text; ``names`` already joined by commas); ``cards`` a tuple of cards; ``rank`` the
    compared rank as text; ``match`` and ``round`` numbers; ``id`` a match or round as text (``M17.3``); ``example``
    text that would work, ``allowed`` texts that would; ``seconds`` whole seconds. Refusals of the rules come as
    ``refusal.<code of the IllegalAction>`` with ``rule`` and the refusal's own data."""

    code: str
    data: Mapping[str, object] = field(default_factory=dict)
    actions: tuple[tuple[str, Command], ...] = ()  # Buttons under it: (label key ``button.<code>``, command)
    start_link: int | str | None = None
    """A link (or button) to the private chat, for the table with this id: ``t.me/<bot>?start=t<id>``; or with this payload."""
    quiet: bool = False  # It arrives without a sound, in the quiet hours of whoever reads it
    share: str = ""
    """Something to hand on to others: a link that opens the private chat with this payload, where the platform has any."""
    back: tuple[int, ChatRef, str | None] | None = None
    """A table, a chat that shows it, and its message there as far as it is known: a button leads back to it."""


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
class Turn:
    """A table that waits for somebody: in which chat (``""``: a private one), how many seconds they have left, ``None`` for no
    clock. ``ready``: it waits to deal the next round."""

    table: int
    game: str
    chat: str
    seconds: int | None
    ready: bool = False


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
    open_deals: bool = False  # Deals are reproducible (demonstration): every message says so
    parked: bool = False
    private: bool = False  # It stands in somebody's private chat: nobody else sees it there, others come by invitation
    adrift: bool = False  # It has lost its place and goes on in private panels alone
    clock_rests: bool = False
    """The clock does not run, because one person plays with AI players only and nobody chose it."""
    practice: bool = False
    """A play was taken back in the round that is shown, which therefore counts for no ratings and no statistics."""
    ratings: str = "on"  # Whether its rounds change ratings: ``on``, ``people`` (not with AI players), ``off``
    counter: bool = True  # Whether people may ask which cards are still out
    level: str = ""  # How strong the AI players are that come to it, ``""`` as usual
    contest: TournamentTable | None = None
    """Its place in the tournament to which it belongs: what is played there, a group is not shown, as other tables play the same
    cards."""

    @property
    def slow(self) -> bool:
        """Whether it is played over hours and days."""
        return self.clock >= SLOW


@dataclass(frozen=True, slots=True)
class Motion:
    """A vote that is on: ``kind`` ``end`` or ``kick``; ``seat`` the seat concerned. ``called``: who has not voted yet and
    hears of it in the group only. It is open for ``limit`` seconds in all, ``seconds`` are left, ``until`` (in seconds
    since 1970)."""

    kind: str
    seat: int | None
    votes: int
    needed: int
    seconds: int
    called: tuple[UserRef, ...] = ()
    until: int = 0
    limit: int = 60

    @property
    def text(self) -> str:
        """The motion as a vote names it: ``end``, ``kick:2``."""
        return self.kind if self.seat is None else f"{self.kind}:{self.seat}"


@dataclass(frozen=True, slots=True)
class Fairness:
    """What is public of a table's promised deals. ``commitment`` binds the next deal (``""`` while a round is on),
    ``words`` (name of the author, word) have been added to it. ``id`` (``M17.3``) is the last round dealt, ``dealt``
    its commitment, ``secret`` its secret once it is over."""

    commitment: str
    words: tuple[tuple[str, str], ...] = ()
    id: str = ""
    dealt: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """What has happened in the round that is shown. ``recent``: events since the current trick began (or the last few, with
    causes ``"clock"``, ``"ai"``, ``"stand_in"``, ``"auto"`` or ``"player"`` beside them). ``result``: of the round that has just
    ended, and ``last`` what ended it."""

    recent: tuple[tuple[Event, str], ...] = ()
    result: RoundResult | None = None
    last: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """How the match stands. ``totals``: score by seat in the match. ``course``: what each finished round of the match left
    behind, in order (levels and the like). ``tally``: by seat what its person has won at this table in all matches, ``None``
    for AI players; empty where it is the same as ``totals``."""

    totals: tuple[int, ...] = ()
    course: tuple[Carry, ...] = ()
    tally: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ClocksShown:
    """Seconds left by seat, and when the running clocks among them are over, in seconds since 1970."""

    seconds_left: Mapping[int, int] = field(default_factory=dict)
    due: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """The time before the first deal: when it ends, in seconds since 1970 (0: it does not run). While seats are free people may
    come in it: ``limit`` says how many seconds after the table was opened it ends, ``over`` that it has. Else it is the time
    until the deal, ``limit`` seconds after the last seat was taken."""

    ends: int = 0
    limit: int = 0
    over: bool = False
    invite: str = field(default="", repr=False)
    """The secret part of an invitation, where who asks for a seat belongs here."""


@dataclass(frozen=True, slots=True)
class Posting:
    """The message that shows something in one place. ``message``: the platform's id of the current one, to be edited, posted at
    ``message_at``. ``renew``: a new one may be posted if the old one has scrolled away or grown old. ``left``: it is not shown
    there any more, which its message says by one last edit. ``quiet``: all whom it is for have quiet hours, so a new message
    rings for nobody but those whom it calls by name. ``moment``: what it tells of, as one word that is reported back with the
    message (``Delivered.shows``). ``shows``: what ``message`` shows, as it was reported last; ``""`` if that is not known.
    ``where``: of a hand that a group could show too, what its person prefers (``/prefer hand``); ``""``: where they pressed last.
    ``calm``: all who play here look at their own hands. ``words``: cards are to be written in words. ``beside``: how a hand
    inside a group is found, as it was reported last.
    """

    message: str | None = None
    message_at: float | None = None
    renew: bool = False
    left: bool = False
    quiet: bool = False
    moment: str = ""
    shows: str = ""
    where: str = ""
    calm: bool = False
    words: bool = False
    beside: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class PublicUpdate:
    """The table as one of its places sees it now. The latest one of a place replaces all earlier ones there.

    ``players``: who plays the round that is shown; of one that is over, who played it, whoever sits there now. ``coming``: who
    sits there for the next one, where that is somebody else. ``view`` is the view of nobody (``None`` before the first
    deal), ``play`` has public events alone. ``next_players``: how many will play the next deal, if that is another number.
    ``chat`` is the place: ``language``, ``post`` and ``ping`` are its own. ``home``: the table was opened there. ``elsewhere``:
    the titles of the other places but the page, and whether that is one (``by_page``). ``ended``: a round has just ended, so
    its result comes as a new message. ``ping``: people who must be notified here because no private message reaches them; for
    nobody else does anything ring here but a vote that begins. ``fairness``: ``None`` where deals are not secret. ``version``
    rises with every update of this table in this process: a later one supersedes.
    """

    table: TableInfo
    chat: ChatRef
    language: str
    players: tuple[Player, ...]
    view: View | None
    play: RoundShown = RoundShown()
    score: ScoreShown = ScoreShown()
    next_players: int | None = None
    coming: tuple[Player, ...] = ()
    clocks: ClocksShown = ClocksShown()
    lobby: LobbyShown = LobbyShown()
    motion: Motion | None = None
    fairness: Fairness | None = None
    post: Posting = Posting()
    ended: bool = False
    ping: tuple[UserRef, ...] = ()
    home: bool = True
    elsewhere: tuple[str, ...] = ()
    by_page: bool = False
    version: int = 0

    @property
    def seated(self) -> tuple[Player, ...]:
        return self.coming or self.players


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


class Titled(str):
    """The title of a chat among the data of a notice, with the chat that it is of; elsewhere it is a text as any other."""

    chat: ChatRef

    def __new__(cls, title: str, chat: ChatRef) -> Self:
        made = super().__new__(cls, title)
        made.chat = chat
        return made

    def __getnewargs__(self) -> tuple[str, ChatRef]:  # type: ignore[override]  # a plain text has no chat
        """What makes it anew where another worker reads it."""
        return str(self), self.chat


@dataclass(frozen=True, slots=True)
class AtHand:
    """What a person who is typing may mean: tables as (number, game, state). ``codes``: with which one comes to those of them
    where the person sits."""

    tables: tuple[tuple[int, str, str], ...] = ()
    codes: Mapping[int, str] = field(default_factory=dict, repr=False)


PlayWords = Callable[[str, str, Cards], Iterable[str]]
"""Returns the names of a play in all languages, by its game, kind and cards."""


@dataclass(frozen=True, slots=True)
class Verbs:
    """The verbs that one person may use now (none out of turn; all of the game's while no round is on), and the question that
    is open to them."""

    game: str
    verbs: tuple[str, ...]
    why: str = ""


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


class Weighed(NamedTuple):
    """What an action is worth, if somebody can say: a ``chance`` of winning (0 to 1), or ``points``."""

    offer: Offered
    worth: float | None = None
    measure: str = "points"


@dataclass(frozen=True, slots=True)
class Panel:
    """What a seat can press. ``decision`` is the id that its buttons carry.

    ``offers``: suggested legal actions, smallest sensible first, and every action without cards (bids, verbs).
    ``play``: the command that plays the picked cards (``None`` when it is not this seat's turn or nothing is picked);
    ``recognised`` names them. ``pass_now`` is there when passing is legal now; ``advance`` toggles the pass in advance
    (``advance_on``: it is set). ``hint``: the hint that was asked for. ``fitting``: what else may be done with the
    picked cards and more, most natural first."""

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
    hint: Command | None
    weighed: tuple[Weighed, ...] = ()  # The hint that was asked for, and what else is good
    fitting: tuple[Offered, ...] = ()
    readings: tuple[Offered, ...] = ()
    """The other readings in which the picked cards may be played now, strongest first; ``recognised`` is the default."""
    suit: int | None = None  # The suit whose single cards are shown in place of the rank counters; ``None``: ranks
    suits: tuple[tuple[int, Command], ...] = ()
    """Where suits can matter: (suit, command that opens it), and (-1, command) for the way back to ranks."""
    cards: tuple[CardCounter, ...] = ()  # The cards of the open suit in order, then wild cards that do not belong to it
    aside: tuple[tuple[str, Command], ...] = ()  # What else can be pressed: (code of its texts, command)
    advance_why: str = ""
    """The question (``Awaited.why``) on which ``advance`` passes before it is asked; ``""``: for the rest of the trick."""

    @property
    def hinted(self) -> Offered | None:
        return self.weighed[0].offer if self.weighed else None


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The chat through which somebody came to a table, and the message that shows it there."""

    chat: ChatRef
    title: str = ""
    message: str | None = None


@dataclass(frozen=True, slots=True)
class PrivateUpdate:
    """The table as one seated person sees it now, with the hand and the panel.

    ``post``: the panel's message; its ``moment`` is ``""`` while the panel shows what is not stored (picked cards, an open suit,
    a hint). ``alert``: something is newly wanted of this person, or a round has ended, so a real notification is due (a new
    message rather than an edit). ``reminder``: half of the time is over. ``earned``: what this person achieved by the round that
    has ended. ``due``: when ``seconds_left`` is over, in seconds since 1970, if the clock is running. ``notice``: a sentence to
    show with it. ``others``: further tables that wait for this person. ``page``: people can open this hand at the page.
    """

    table: TableInfo
    user: UserRef
    language: str
    seat: int
    players: tuple[Player, ...]
    view: View
    panel: Panel | None
    place: TablePlace
    play: RoundShown = RoundShown()
    score: ScoreShown = ScoreShown()
    earned: tuple[str, ...] = ()
    seconds_left: int | None = None
    due: int | None = None
    post: Posting = Posting()
    alert: bool = False
    reminder: bool = False
    notice: Notice | None = None
    others: tuple[int, ...] = ()
    page: bool = False
    version: int = 0


# -- tournaments
@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a tournament; ``level`` of an AI player, else ``""``."""

    name: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """An entry of a tournament with its players. ``share``: match points in thousandths of those that could be won, ``None`` as
    long as no deal of it is compared. ``entry`` names it where somebody can join it (``open``)."""

    entry: int
    place: int
    players: tuple[Contestant, ...]
    share: int | None = None
    deals: int = 0
    open: bool = False


@dataclass(frozen=True, slots=True)
class StageTable:
    """A table of the stage that is played: which entries meet there, with their players; how many of its deals are finished."""

    number: int
    table: int
    entries: tuple[tuple[int, tuple[Contestant, ...]], ...]
    finished: int


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What is played in a tournament. ``members`` of an entry stay together. ``stages`` and ``deals`` (of a stage) are 0
    while they depend on how many sign up. ``everybody``: all play against all."""

    game: str
    preset: str
    options: Options
    members: int
    clock: int
    stages: int
    deals: int
    everybody: bool


@dataclass(frozen=True, slots=True)
class StandingsUpdate:
    """A tournament as its group sees it. ``state`` as in ``storage.TournamentRow``. ``finished``: how many deals of the
    stage are compared. ``vacant``: places of AI players that somebody could take. ``commitment`` binds all deals.
    ``home``: it was opened in this chat; ``elsewhere``: the titles of the other groups where it is shown. ``code``
    brings it to further chats, ``""`` where that is over."""

    tournament: int
    chat: ChatRef
    language: str
    terms: TournamentTerms
    state: str
    opener: str
    stage: int
    finished: int
    lines: tuple[StandingsLine, ...]
    tables: tuple[StageTable, ...]
    vacant: int
    commitment: str
    post: Posting = Posting()
    version: int = 0
    home: bool = True
    elsewhere: tuple[str, ...] = ()
    code: str = ""
