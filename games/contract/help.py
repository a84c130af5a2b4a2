"""The part of a game that helps people at a table: what they might do, what their cards are, what may be done for them."""

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from games.base.actions import Action
from games.base.cards import Cards
from games.base.round import Awaited, Recognised

__all__ = ["Help"]

S = TypeVar("S", contravariant=True)


class Help(Protocol[S]):
    """Panels, clocks and passes in advance ask here; the rules themselves never do."""

    @property
    def preferences(self) -> Mapping[str, tuple[str, ...]]:
        """The questions (``Awaited.preference``) that a person may have answered by themselves, each with what else people
        call it."""

    def suggest(self, state: S, seat: int) -> Iterator[Action]:
        """A few sensible legal actions, smallest sensible first, and always the same for the same state. At least one if
        the seat may act.
        """

    def recognise(self, state: S, seat: int, cards: Cards) -> Recognised:
        """What these cards of the seat's hand are, also before its turn (then against what stands now)."""

    def fallback(self, state: S, seat: int) -> Action:
        """What is done for a seat when its clock runs out; always legal."""

    def ahead(self, state: S) -> tuple[Awaited, ...]:
        """Questions to other seats that can follow the open one, by public facts alone, and may be passed on in
        advance: so that nobody waits for an answer that could have been given already."""

    def hopeless(self, state: S, seat: int, action: Action) -> bool:
        """Whether the seat's own hand alone shows that a legal action cannot reach what it is for, and costs dearly: one
        is asked once before it is done, and it is never suggested.
        """

    def provable_pass(self, state: S, seat: int) -> bool:
        """Whether public counts alone prove that the seat must pass, where the sheet leaves that pass to the table."""
