"""Where people have windows of the page open: for each other worker, what its windows are concerned with."""

from collections import defaultdict
from collections.abc import Iterable

from bot.session.port.commands.record import UserRef

__all__ = ["Concern", "Presence"]

Concern = UserRef | str  # An account of a window's person, or the key of the table that it shows


class Presence:
    """What each worker has said of its windows, with the number under which it was said last. What is said comes by two
    ways, in order by a feed and beside a command that is carried; the numbers tell what is newer."""

    def __init__(self) -> None:
        self._said: dict[str, dict[Concern, int]] = {}
        self._where: defaultdict[Concern, set[str]] = defaultdict(set)

    def came(self, worker: str, number: int, concerns: Iterable[Concern]) -> None:
        """Note that a worker's windows are concerned with these."""
        said = self._said.setdefault(worker, {})
        for one in concerns:
            said[one] = max(number, said.get(one, number))
            self._where[one].add(worker)

    def left(self, worker: str, number: int, concerns: Iterable[Concern]) -> None:
        """Note that they are not any more, unless the worker has said later that they are."""
        said = self._said.get(worker, {})
        for one in concerns:
            if said.get(one, number + 1) <= number:
                del said[one]
                self._leave(worker, one)

    def replace(self, worker: str, number: int, concerns: Iterable[Concern]) -> None:
        """Note all that a worker's windows are concerned with."""
        now = set(concerns)
        self.left(worker, number, [one for one in self._said.get(worker, ()) if one not in now])
        self.came(worker, number, now)

    def drop(self, worker: str) -> None:
        for one in self._said.pop(worker, {}):
            self._leave(worker, one)

    def wanting(self, concerns: Iterable[Concern]) -> set[str]:
        """The workers that have a window concerned with one of these."""
        return {worker for one in concerns for worker in self._where.get(one, ())}

    def _leave(self, worker: str, concern: Concern) -> None:
        self._where[concern].discard(worker)
        if not self._where[concern]:
            del self._where[concern]
