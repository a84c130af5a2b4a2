"""What the page could show at this moment: the latest update of every table, and of every seat for its own person.

Only values that the session handed out are kept, only the latest of each, and a hand only under the person it was
made for.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection

from bot.frontends.web.visitors import PLATFORM, key_at, number_of
from bot.session.port.commands import UserRef
from bot.session.port.updates import Player, PrivateUpdate, PublicUpdate

__all__ = ["LatestUpdates"]

_NOTES = 3
"""Sentences kept for one person."""
_PEOPLE = 2000
"""People for whom sentences are kept."""
_QUIET = 500
"""Tables that are closed or put aside, and kept for who still looks at them."""


class LatestUpdates:
    """The latest update of every table and hand, and the last sentences for people who are not here.

    A table is kept once, whichever places show it. It has a key for each of its rooms (whoever has that may look at it), and
    one made of its number, which opens nothing to strangers.
    """

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
        """Forget a table and all hands at it."""
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
        by_page = any(player.user in accounts for player in update.seated if _is_of_page(player))
        if home in rooms:
            return home
        return min(rooms) if rooms and by_page else key_at(None, update.table.id)

    def _number(self, table_key: str) -> int | None:
        number = number_of(table_key)
        return self._in_room.get(table_key) if number is None else number

    def table(self, table_key: str) -> PublicUpdate | None:
        """The latest public update of a table, if there is one."""
        number = self._number(table_key)
        return None if number is None else self._tables.get(number)

    def numbered(self, number: int) -> PublicUpdate | None:
        """The latest public update of the table with this number, if there is one."""
        return self._tables.get(number)

    def hand(self, accounts: Collection[UserRef], number: int) -> PrivateUpdate | None:
        """The latest private update of a person at a table, by any of their accounts, if there is one."""
        hands = [self._hands[user, number] for user in accounts if (user, number) in self._hands]
        return max(hands, key=lambda hand: hand.version, default=None)

    def of_person(self, accounts: Collection[UserRef]) -> list[PublicUpdate]:
        """The tables where somebody sits with any of their accounts, newest first."""
        numbers = {number for user in accounts for number in self._seated.get(user, ())}
        return [self._tables[number] for number in sorted(numbers, reverse=True) if number in self._tables]


def _is_of_page(player: Player) -> bool:
    return player.user is not None and player.user.platform == PLATFORM


def _is_quiet(update: PublicUpdate) -> bool:
    """Whether nothing happens at a table until somebody takes it up again, if at all."""
    return update.table.state == "closed" or update.table.parked
