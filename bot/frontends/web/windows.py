"""Open windows of the page: what each shows, whose it is, and the latest of every table and hand that it could show."""

import asyncio
import json
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol

from aiohttp import ClientConnectionResetError, web

from bot.frontends.web.visitors import PLATFORM, Bucket, key_at, number_of
from bot.frontends.web.wire.hand import hand_json
from bot.frontends.web.wire.lobby import lobby_games
from bot.frontends.web.wire.shapes import SummaryJson, ToPage
from bot.frontends.web.wire.table import summary_json, table_json
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.protocols import Delivered, Outcomes, PrivateTarget, PublicTarget
from bot.session.port.updates import PrivateUpdate, PublicUpdate

__all__ = ["SIGNED_OUT", "Concern", "Connection", "LatestUpdates", "Neighbours", "NoNeighbours", "OpenWindows"]

_NOTES = 3  # Sentences kept for one person
_PEOPLE = 2000  # People for whom sentences are kept
_QUIET = 500  # Tables that are closed or put aside, and kept for who still looks at them


class LatestUpdates:
    """The latest update of every table and hand, and the last sentences for people who are not here. Only values that
    the session handed out are kept, only the latest of each, and a hand only under the person it was made for. A table
    is kept once, whichever places show it. It has a key for each of its rooms (whoever has that may look at it), and
    one made of its number, which opens nothing to strangers."""

    def __init__(self) -> None:
        self._tables: dict[int, PublicUpdate] = {}
        self._in_room: dict[str, int] = {}
        self._rooms: defaultdict[int, set[str]] = defaultdict(set)
        self._hands: dict[tuple[UserRef, int], PrivateUpdate] = {}
        self._seated: defaultdict[UserRef, set[int]] = defaultdict(set)
        self._quiet: deque[int] = deque()
        self._notes: OrderedDict[UserRef, deque[str]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def put_table(self, update: PublicUpdate) -> bool:
        """Keep a table; ``False`` if something later is known already."""
        number = update.table.id
        known = self._tables.get(number)
        if known is not None and update.version < known.version:
            return False
        if update.chat.platform == PLATFORM and not self._enter(update.chat.external, number, left=update.post.left):
            return False
        if known is not None and update.version == known.version and known.home and not update.home:
            return True  # the same table, as another of its places sees it
        if not update.post.left:
            self._take(update, known)
        return True

    def _enter(self, room: str, number: int, *, left: bool) -> bool:
        """Note that a room shows this table, or (``left``) does so no more; ``False`` where it shows a newer one."""
        before = self._in_room.get(room)
        if left:
            if before == number:
                self._leave_room(room)
        elif before is None or before < number:
            if before is not None:
                self._leave_room(room)
                self._drop_roomless(before)
            self._in_room[room] = number
            self._rooms[number].add(room)
        return left or before is None or before <= number

    def _take(self, update: PublicUpdate, known: PublicUpdate | None) -> None:
        number = update.table.id
        self._tables[number] = update
        sitting = {player.user for player in update.seated if player.user is not None}
        before = {player.user for player in known.seated if player.user is not None} if known else set()
        for user in sitting:
            self._seated[user].add(number)
        for user in before - sitting:
            self._leave(user, number)
        if update.table.state == "closed":
            for user in sitting:
                self._leave(user, number)
        if _is_quiet(update):
            self._bury(number)

    def _bury(self, number: int) -> None:
        """Keep a quiet table for those who still look at it, until very many others have become quiet."""
        if number not in self._quiet:
            self._quiet.append(number)
        if len(self._quiet) > _QUIET:
            oldest = self._quiet.popleft()
            if _is_quiet(self._tables[oldest]):
                self.drop(oldest)

    def _leave_room(self, room: str) -> None:
        self._rooms[self._in_room.pop(room)].discard(room)

    def _drop_roomless(self, number: int) -> None:
        """Forget a table of the page that no room shows any more."""
        if not self._rooms[number] and number in self._tables and self._tables[number].chat.platform == PLATFORM:
            self.drop(number)

    def drop(self, number: int) -> None:
        for room in self._rooms.pop(number, set()):
            del self._in_room[room]
        update = self._tables.pop(number, None)
        if update is not None:
            for player in update.seated:
                if player.user is not None:
                    self._leave(player.user, number)
        if number in self._quiet:
            self._quiet.remove(number)

    def drop_key(self, table_key: str) -> None:
        """Forget that a key opens anything: its table is not shown there."""
        number = self._number(table_key)
        if number is None:
            return
        if table_key in self._in_room:
            self._leave_room(table_key)
            self._drop_roomless(number)
        else:
            self.drop(number)

    def drop_if(self, is_idle: Callable[[PublicUpdate], bool]) -> None:
        """Forget those tables in play of which this is true."""
        idle = [number for number, update in self._tables.items() if not _is_quiet(update) and is_idle(update)]
        for number in idle:
            self.drop(number)

    def _leave(self, user: UserRef, number: int) -> None:
        self._hands.pop((user, number), None)
        self._seated[user].discard(number)
        if not self._seated[user]:
            del self._seated[user]

    def put_hand(self, update: PrivateUpdate) -> bool:
        """Keep a hand; ``False`` if a later one is known already."""
        key = (update.user, update.table.id)
        known = self._hands.get(key)
        if known is not None and update.version < known.version:
            return False
        self._hands[key] = update
        return True

    def put_note(self, user: UserRef, text: str) -> None:
        """Keep a sentence for somebody who is not here."""
        self._notes.setdefault(user, deque(maxlen=_NOTES)).append(text)
        self._notes.move_to_end(user)
        while len(self._notes) > _PEOPLE:
            self._notes.popitem(last=False)

    def take_notes(self, user: UserRef) -> list[str]:
        """The sentences kept for somebody, once."""
        return list(self._notes.pop(user, ()))

    def drop_notes(self, user: UserRef) -> None:
        """Forget the sentences kept for somebody: they hear them from another worker."""
        self._notes.pop(user, None)

    def keys(self, number: int) -> set[str]:
        """All keys under which a window may look at a table."""
        return {key_at(None, number), *self._rooms.get(number, ())}

    def key_for(self, update: PublicUpdate, accounts: Collection[UserRef]) -> str:
        """The key of a table for somebody who sits there: the room of who came by the page, else its number."""
        rooms = self._rooms.get(update.table.id, set())
        home = update.chat.external if update.chat.platform == PLATFORM else ""
        seated = {player.user for player in update.seated}
        by_page = any(user.platform == PLATFORM for user in seated.intersection(accounts) if user is not None)
        if home in rooms:
            return home
        return min(rooms) if rooms and by_page else key_at(None, update.table.id)

    def _number(self, table_key: str) -> int | None:
        number = number_of(table_key)
        return self._in_room.get(table_key) if number is None else number

    def table(self, table_key: str) -> PublicUpdate | None:
        number = self._number(table_key)
        return None if number is None else self._tables.get(number)

    def numbered(self, number: int) -> PublicUpdate | None:
        return self._tables.get(number)

    def hand(self, accounts: Collection[UserRef], number: int) -> PrivateUpdate | None:
        """The latest private update of a person at a table, by any of their accounts, if there is one."""
        hands = [self._hands[user, number] for user in accounts if (user, number) in self._hands]
        return max(hands, key=lambda hand: hand.version, default=None)

    def of_person(self, accounts: Collection[UserRef]) -> list[PublicUpdate]:
        """The tables where somebody sits with any of their accounts, newest first."""
        numbers = {number for user in accounts for number in self._seated.get(user, ())}
        return [self._tables[number] for number in sorted(numbers, reverse=True) if number in self._tables]


def _is_quiet(update: PublicUpdate) -> bool:
    """Whether nothing happens at a table until somebody takes it up again, if at all."""
    return update.table.state == "closed" or update.table.parked


_MOST_WAITING = 200  # Messages (acknowledgements, remarks) that wait at most; the oldest give way. States do not queue.
_SEND_SECONDS = 10.0  # A browser that does not take a message for so long is disconnected
_WINDOW = 13
"""Messages are packed one by one, 2 to the power of this many bytes back. To remember those before would make them a third
again as short, but every connection would hold 270 kB for that: for 500 of them 136 MB, measured, and so nothing."""

_EACH: Final = 8  # Windows that one person may have open
_REPLACED: Final = 4001
SIGNED_OUT: Final = 4003  # Why a window is closed: another one was opened; this browser speaks for nobody (any more)


class Connection:
    """One WebSocket of one person. ``table_key``: the table that the window shows, ``None`` in the lobby."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        user: UserRef,
        token: str,
        address: str,
        share: str,
        latest: LatestUpdates,
        outcomes: Outcomes,
    ) -> None:
        self.socket, self.user, self.token, self.address = socket, user, token, address
        self.accounts = frozenset({user})
        """All accounts of the person."""
        self.tables: tuple[int, ...] = ()
        """Tables at which the person sat when the window was opened."""
        self._share = share
        self.name = ""
        self.locale = ""
        self.language = "en"
        self.table_key: str | None = None
        self.greeted = False
        self.replaced = False
        loop = asyncio.get_running_loop()
        self.allowance = Bucket(burst=80, per_second=30, now=loop.time)
        self._latest, self._outcomes = latest, outcomes
        self._words: deque[ToPage] = deque(maxlen=_MOST_WAITING)
        self._stale: set[str] = set()
        self._sent: dict[str, object] = {}
        self._wake = asyncio.Event()

    @property
    def proved(self) -> bool:
        """Whether the account is one of a chat, which was proved; it has its name from there."""
        return self.user.platform != PLATFORM

    # -- what is to be sent
    def say(self, message: ToPage) -> None:
        """Send this message, in order."""
        self._words.append(message)
        self._wake.set()

    def refresh(self, *parts: str) -> None:
        """Send these parts (``welcome``, ``tables``, ``table``, ``hand``) as they are when their turn comes; ``newer``:
        table and hand, if they are not what was sent last."""
        if self.greeted:
            self._stale.update(parts)
            self._wake.set()

    def begin_anew(self) -> None:
        """Take nothing for shown: the window turns to a table."""
        self._sent.clear()

    async def write(self) -> None:
        """Send until the connection is closed, or until the browser takes no more."""
        while not self.socket.closed:
            await self._wake.wait()
            self._wake.clear()
            parts, self._stale = self._stale, set()
            if "newer" in parts:
                parts |= {part for part, shown in self._shown().items() if shown != self._sent.get(part)}
            messages = self._states(parts)
            self._sent |= {part: shown for part, shown in self._shown().items() if part in parts}
            messages += [self._words.popleft() for _ in range(len(self._words))]
            if not messages:
                continue
            try:
                async with asyncio.timeout(_SEND_SECONDS):
                    text = json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
                    await self.socket.send_str(text, compress=_WINDOW if self.socket.compress else None)
            except (TimeoutError, ConnectionError, ClientConnectionResetError):
                break
            self._report(parts)

    def _shown(self) -> dict[str, object]:
        """Which table and hand the window shows, and how new they are."""
        table = None if self.table_key is None else self.seen(self.table_key)
        hand = None if table is None else self._latest.hand(self.accounts, table.table.id)
        return {
            "table": None if table is None else (table.table.id, table.version),
            "hand": None if hand is None else (hand.table.id, hand.version),
        }

    def _states(self, parts: set[str]) -> list[ToPage]:
        found: list[ToPage] = []
        if "welcome" in parts:
            found.append(
                {
                    "t": "welcome",
                    "you": {"name": self.name, "platform": self.user.platform, "proved": self.proved},
                    "share": self._share,
                    "language": self.language,
                    "games": lobby_games(self.language),
                    "tables": self._own_tables(),
                }
            )
        elif "tables" in parts:
            found.append({"t": "tables", "tables": self._own_tables()})
        if self.table_key is None:
            return found
        table = self.seen(self.table_key)
        if table is None:
            if "table" in parts and self._latest.table(self.table_key) is not None:
                found.append({"t": "no_table", "room": self.table_key})  # it was theirs, and is not any more
            return found
        if "table" in parts:
            found.append(table_json(table, self.table_key, self.accounts, self.language))
        hand = self._latest.hand(self.accounts, table.table.id) if "hand" in parts else None
        if hand is not None:
            found.append(hand_json(hand, self.table_key, self.language))
        return found

    def seen(self, table_key: str) -> PublicUpdate | None:
        """A table if this person may look at it: in a room of the page to which they have the key, or one at which they
        sit."""
        table = self._latest.table(table_key)
        if table is None or number_of(table_key) is None:
            return table
        return table if any(player.user in self.accounts for player in table.seated) else None

    def _own_tables(self) -> list[SummaryJson]:
        mine = self.accounts
        return [
            summary_json(update, self._latest.key_for(update, mine), mine, self.language)
            for update in self._latest.of_person(mine)
        ]

    def _report(self, parts: set[str]) -> None:
        """Tell the session what has now been seen: after a restart its clocks wait for that. What stands in a chat is
        reported from there: its messages are not ours."""
        if self.table_key is None:
            return
        table = self._latest.table(self.table_key)
        if table is None:
            return
        if "table" in parts and number_of(self.table_key) is None and table.table.state != "closed":
            room = PublicTarget(table.table.id, ChatRef(PLATFORM, self.table_key))
            self._outcomes.report(Delivered(room, f"web{table.table.id}"))
        hand = self._latest.hand(self.accounts, table.table.id) if "hand" in parts else None
        if hand is not None and hand.user.platform == PLATFORM:
            self._outcomes.report(Delivered(PrivateTarget(hand.user, hand.table.id), f"web{hand.table.id}"))


Concern = UserRef | str
"""What a window is concerned with: an account of its person, or the key of the table that it shows."""


class Neighbours(Protocol):
    """The pages of other workers, as ours sees them."""

    def is_here(self, table: int) -> bool:
        """Whether a table is played at this worker, so that what we keep of it is good."""

    def came(self, concerns: Collection[Concern]) -> None:
        """Let the others know that a window of ours is concerned with these now. Returns at once."""

    def left(self, concerns: Collection[Concern]) -> None:
        """Let them know that none is any more. Returns at once."""


class NoNeighbours:
    """No neighbours: all tables are played here."""

    def is_here(self, table: int) -> bool:
        return True

    def came(self, concerns: Collection[Concern]) -> None: ...

    left = came


class OpenWindows:
    """All connections, by each account of their persons."""

    def __init__(self) -> None:
        self.neighbours: Neighbours = NoNeighbours()
        self._of: defaultdict[UserRef, list[Connection]] = defaultdict(list)
        self._watching: defaultdict[str, set[Connection]] = defaultdict(set)
        self._closing: set[asyncio.Task[bool]] = set()

    def all(self) -> list[Connection]:
        """Every connection, once."""
        return list(dict.fromkeys(connection for mine in self._of.values() for connection in mine))

    def of(self, user: UserRef) -> tuple[Connection, ...]:
        """The windows of the person who has this account."""
        return tuple(self._of.get(user, ()))

    def watching(self, table_key: str) -> tuple[Connection, ...]:
        return tuple(self._watching.get(table_key, ()))

    def concerns(self) -> frozenset[Concern]:
        return frozenset((*self._of, *self._watching))

    def concerns_of(self, user: UserRef) -> frozenset[Concern]:
        mine = self._of.get(user, ())
        rooms = (connection.table_key for connection in mine if connection.table_key is not None)
        return frozenset((*rooms, *(account for connection in mine for account in connection.accounts)))

    def are_concerned(self, concerns: Iterable[Concern]) -> bool:
        return any(one in (self._watching if isinstance(one, str) else self._of) for one in concerns)

    def let_in(self, connection: Connection) -> None:
        """Add a window; the oldest of somebody who has very many is closed."""
        self._add(connection, connection.accounts)
        open_now = [one for one in self._of[connection.user] if not one.replaced]
        if len(open_now) > _EACH:
            open_now[0].replaced = True
            # A browser that is gone takes its time to close; the new window does not wait for it.
            self.close(open_now[0], _REPLACED, b"opened elsewhere")

    def let_go(self, connection: Connection) -> None:
        self.move(connection, None)
        self._remove(connection, connection.accounts)

    def rename(self, connection: Connection, accounts: Iterable[UserRef]) -> None:
        """Note that a window's person has other accounts now."""
        before, connection.accounts = connection.accounts, frozenset(accounts)
        self._add(connection, connection.accounts - before)
        self._remove(connection, before - connection.accounts)

    def move(self, connection: Connection, table_key: str | None) -> None:
        """Note that a window looks at another table, or (``None``) at none."""
        before, connection.table_key = connection.table_key, table_key
        if before == table_key:
            return
        if table_key is not None:
            if table_key not in self._watching:
                self.neighbours.came((table_key,))
            self._watching[table_key].add(connection)
        if before is not None:
            self._watching[before].discard(connection)
            if not self._watching[before]:
                del self._watching[before]
                self.neighbours.left((before,))

    def close(self, connection: Connection, code: int, why: bytes) -> None:
        """Close a window without waiting for it."""
        closing = asyncio.create_task(connection.socket.close(code=code, message=why))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def stop(self) -> None:
        """Wait for nobody any longer."""
        for closing in self._closing:
            closing.cancel()

    def _add(self, connection: Connection, accounts: Collection[UserRef]) -> None:
        new = [account for account in accounts if account not in self._of]
        for account in accounts:
            self._of[account].append(connection)
        if new:
            self.neighbours.came(new)

    def _remove(self, connection: Connection, accounts: Collection[UserRef]) -> None:
        gone = []
        for account in accounts:
            mine = self._of[account]
            mine.remove(connection)
            if not mine:
                del self._of[account]
                gone.append(account)
        if gone:
            self.neighbours.left(gone)
