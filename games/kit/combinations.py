"""What cards can be in one game, and what beats what. A game says it once; the course of its tricks (``games.kit.climb``),
what chosen cards are recognised as, and the queries of files of positions (``games.kit.queries``) follow from it."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from games.base.cards import RANKS, Cards

__all__ = ["Combinations", "Taken"]


class Taken(Protocol):
    """What cards are taken as: all that a game compares of them."""

    @property
    def kind(self) -> StrEnum:
        """The kind of play."""

    @property
    def size(self) -> int:
        """How many cards there are."""


R = TypeVar("R", bound=Taken)
C = TypeVar("C", contravariant=True)


class Combinations(Generic[R, C]):
    """The combinations of one game. ``C`` is what they depend on in a round (``Setting.combos``): usually its house rules."""

    def readings(self, cards: Cards, rules: C) -> Sequence[R]:
        """All that one or more cards can be, the usual reading first; none if they are no combination."""
        raise NotImplementedError

    def beats(self, reading: R, standing: R, rules: C) -> bool:
        """Whether one play may be laid on another."""
        raise NotImplementedError

    def plays(self, hand: Cards, standing: R | None, rules: C) -> Iterable[Cards]:
        """Every play in a hand that may be led (``None``) or laid on what stands, once by rank."""
        raise NotImplementedError

    def rank(self, reading: Any) -> str:
        """The rank that is compared, as text: the one in ``top``, unless a game says otherwise."""
        return RANKS[reading.top]

    def named(self, cards: Cards, words: str, rules: C) -> Sequence[R]:
        """The readings of these cards that somebody may mean who says ``as`` these words: those of a kind so called, unless a
        game says otherwise."""
        return [reading for reading in self.readings(cards, rules) if reading.kind == words]

    def words(self, cards: Cards, reading: R, rules: C) -> str:
        """What to say after ``as`` for this reading: what ``named`` understands."""
        return reading.kind.value

    def stand_for(self, cards: Cards, reading: R, rules: C) -> str | None:
        """The cards that wild cards stand for, and the others with them; ``None`` where there are none."""
        return None
