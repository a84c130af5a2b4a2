"""What the page could show at this moment: the latest update of every table, and of every seat for its own person.

Only values that the session handed out are kept, only the latest of each, and a hand only under the person it was
made for.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection

from bot.frontends.web.visitors import key_of
from bot.session.port.commands import UserRef
from bot.session.port.updates import PrivateUpdate, PublicUpdate

__all__ = ["LatestUpdates"]

_NOTES = 3
"""Sentences kept for one person."""
_PEOPLE = 2000
"""People for whom sentences are kept."""
_QUIET = 500
"""Tables that are closed or put aside, and kept for who still looks at them."""


class LatestUpdates:
    """The latest update of every table and hand, and the last sentences for people who are not here."""

    def __init__(self) -> None:
        self._tables: dict[str, PublicUpdate] = {}
        self._hands: dict[tuple[UserRef, str], PrivateUpdate] = {}
        self._seated: defaultdict[UserRef, set[str]] = defaultdict(set)
        self._quiet: deque[str] = deque()
        self._notes: OrderedDict[UserRef, deque[str]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def put_table(self, update: PublicUpdate) -> bool:
        """Keep a table; ``False`` if something later, or a newer table under its key, is known already."""
        table_key = key_of(update)
        known = self._tables.get(table_key)
        if known is not None and (update.table.id, update.version) < (known.table.id, known.version):
            return False
        self._tables[table_key] = update
        sitting = {player.user for player in update.seated if player.user is not None}
        before = {player.user for player in known.seated if player.user is not None} if known else set()
        for user in sitting:
            self._seated[user].add(table_key)
        for user in before - sitting:
            self._leave(user, table_key)
        if update.table.state == "closed":
            for user in sitting:
                self._leave(user, table_key)
        if _is_quiet(update):
            self._bury(table_key)
        return True

    def _bury(self, table_key: str) -> None:
        """Keep a quiet table for those who still look at it, until very many others have become quiet."""
        if table_key not in self._quiet:
            self._quiet.append(table_key)
        if len(self._quiet) > _QUIET:
            oldest = self._quiet.popleft()
            if _is_quiet(self._tables[oldest]):
                for player in self._tables.pop(oldest).seated:
                    if player.user is not None:
                        self._leave(player.user, oldest)

    def drop(self, table_key: str) -> None:
        """Forget a table and all hands at it."""
        update = self._tables.pop(table_key, None)
        if update is not None:
            for player in update.seated:
                if player.user is not None:
                    self._leave(player.user, table_key)
        if table_key in self._quiet:
            self._quiet.remove(table_key)

    def drop_if(self, is_idle: Callable[[PublicUpdate], bool]) -> None:
        """Forget those tables in play of which this is true."""
        idle = [key for key, update in self._tables.items() if not _is_quiet(update) and is_idle(update)]
        for table_key in idle:
            self.drop(table_key)

    def _leave(self, user: UserRef, table_key: str) -> None:
        self._hands.pop((user, table_key), None)
        self._seated[user].discard(table_key)
        if not self._seated[user]:
            del self._seated[user]

    def put_hand(self, update: PrivateUpdate) -> bool:
        """Keep a hand; ``False`` if a later one is known already."""
        key = (update.user, key_of(update))
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

    def drop_notes(self, user: UserRef) -> None:
        """Forget the sentences kept for somebody: they hear them from another worker."""
        self._notes.pop(user, None)

    def table(self, table_key: str) -> PublicUpdate | None:
        """Return the latest public update of a table, if there is one."""
        return self._tables.get(table_key)

    def hand(self, accounts: Collection[UserRef], table_key: str) -> PrivateUpdate | None:
        """Return the latest private update of a person at a table, by any of their accounts, if there is one."""
        hands = [self._hands[user, table_key] for user in accounts if (user, table_key) in self._hands]
        return max(hands, key=lambda hand: (hand.table.id, hand.version), default=None)

    def of_person(self, accounts: Collection[UserRef]) -> list[PublicUpdate]:
        """Return the tables where somebody sits with any of their accounts, newest first."""
        keys = {table_key for user in accounts for table_key in self._seated.get(user, ())}
        tables = [self._tables[table_key] for table_key in keys if table_key in self._tables]
        return sorted(tables, key=lambda update: -update.table.id)


def _is_quiet(update: PublicUpdate) -> bool:
    """Tell whether nothing happens at a table until somebody takes it up again, if at all."""
    return update.table.state == "closed" or update.table.parked
