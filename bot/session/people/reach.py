"""Who can be shown a hand: nobody is dealt one that they cannot see."""

from __future__ import annotations

from collections.abc import Mapping

from bot.session.people.directory import People
from bot.session.port.commands import UserRef
from bot.session.port.protocols import Frontend
from bot.session.state.book import Book
from storage.api import SeatRow

__all__ = ["Reach"]


class Reach:
    """What is known about reaching people privately."""

    def __init__(self, people: People, frontends: Mapping[str, Frontend]) -> None:
        self._people = people
        self._frontends = frontends

    @property
    def platforms(self) -> tuple[str, ...]:
        """The platforms that run here."""
        return tuple(sorted(self._frontends))

    def privately(self, platform: str, reachable: bool | None) -> bool | None:
        """Tell whether private messages arrive; ``None``: likely, but not proved. A platform that needs a start
        proves it.
        """
        if reachable is None:
            frontend = self._frontends.get(platform)
            return False if frontend is not None and frontend.needs_start else None
        return reachable

    def can_see(self, book: Book, held: SeatRow) -> bool:
        """Tell whether the person of a seat can see a hand: privately, or where the group's platform shows it to
        them.
        """
        if held.user is None or held.user in book.ephemeral:
            return True
        person = self._people.in_seat(held)
        return self.privately(held.platform, person.reachable if person else None) is not False

    def is_cut_off(self, book: Book, held: SeatRow) -> bool:
        """Tell whether it is known (not only feared) that the person of a seat cannot see a hand: they are marked
        and told.
        """
        person = self._people.in_seat(held)
        return person is not None and person.reachable is False and not self.can_see(book, held)

    def to_ping(self, held: SeatRow) -> UserRef | None:
        """Return the person, if only the group can notify them."""
        person = self._people.in_seat(held)
        if person is None or self.privately(held.platform, person.reachable) is not False:
            return None
        return person.ref
