"""What the page could show at this moment: the latest update of every room, and of every seat for its own person.

Only values that the session handed out are kept, only the latest of each, and a hand only under the person it was
made for.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque

from bot.session.port.commands import UserRef
from bot.session.port.updates import PrivateUpdate, PublicUpdate

__all__ = ["Latest"]

_NOTES = 3
_PEOPLE = 2000
_CLOSED = 100


class Latest:
    """The latest of everything."""

    def __init__(self) -> None:
        self._tables: dict[str, PublicUpdate] = {}
        self._hands: dict[tuple[UserRef, str], PrivateUpdate] = {}
        self._seated: defaultdict[UserRef, set[str]] = defaultdict(set)
        self._closed: deque[str] = deque()
        self._notes: OrderedDict[UserRef, deque[str]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def put_table(self, update: PublicUpdate) -> bool:
        """Keep a table; ``False`` if something later, or a newer table of the room, is known already."""
        room = update.chat.external
        known = self._tables.get(room)
        if known is not None and (update.table.id, update.version) < (known.table.id, known.version):
            return False
        self._tables[room] = update
        sitting = {player.user for player in update.seated if player.user is not None}
        before = {player.user for player in known.seated if player.user is not None} if known else set()
        for user in sitting:
            self._seated[user].add(room)
        for user in before - sitting:
            self._leave(user, room)
        if update.table.state == "closed":
            for user in sitting:
                self._leave(user, room)
            self._bury(room)
        return True

    def _bury(self, room: str) -> None:
        """Keep closed tables only for a while, for those who still look at them."""
        if room not in self._closed:
            self._closed.append(room)
        if len(self._closed) > _CLOSED:
            oldest = self._closed.popleft()
            if self._tables[oldest].table.state == "closed":
                del self._tables[oldest]

    def _leave(self, user: UserRef, room: str) -> None:
        self._hands.pop((user, room), None)
        self._seated[user].discard(room)
        if not self._seated[user]:
            del self._seated[user]

    def put_hand(self, update: PrivateUpdate) -> bool:
        """Keep a hand; ``False`` if a later one is known already."""
        key = (update.user, update.chat.external)
        known = self._hands.get(key)
        if known is not None and (update.table.id, update.version) < (known.table.id, known.version):
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
        """Return the sentences kept for somebody, once."""
        return list(self._notes.pop(user, ()))

    def table(self, room: str) -> PublicUpdate | None:
        """Return the table of a room."""
        return self._tables.get(room)

    def hand(self, user: UserRef, room: str) -> PrivateUpdate | None:
        """Return the hand of this person in a room."""
        return self._hands.get((user, room))

    def of_person(self, user: UserRef) -> list[PublicUpdate]:
        """Return the tables where somebody sits, newest first."""
        tables = [self._tables[room] for room in self._seated.get(user, ()) if room in self._tables]
        return sorted(tables, key=lambda update: -update.table.id)
