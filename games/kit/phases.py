"""What the phases of a round have in common: what stays the same through it, and how it ends."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.base.cards import Cards
from games.base.options import Options
from games.base.values import Value
from games.kit.history import History

__all__ = ["Ended", "Setting"]

H = TypeVar("H")
M = TypeVar("M")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Setting(Generic[H, M]):
    """What stays the same through a round: the options, as a game's own dataclass in ``rules``, and the match before it."""

    options: Options
    rules: H
    before: M

    @property
    def combos(self) -> Any:
        """What combinations depend on in this round: the house rules, unless a game says otherwise."""
        return self.rules


class Ended(Value, Generic[S, M]):
    """A round that has ended. ``last`` is the state in which it did, ``after`` the match with it; ``points`` are by seat;
    ``winner`` are the seats that have won the match, ``None`` while it goes on; ``void``: it does not count."""

    last: S
    points: tuple[int, ...]
    after: M
    winner: tuple[int, ...] | None = None
    void: bool = False

    @property
    def setting(self) -> Any:
        """That of the round."""
        return self.last.setting  # type: ignore[attr-defined]  # every phase has it

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards that were left."""
        return self.last.hands  # type: ignore[attr-defined, no-any-return]  # every phase has them

    @property
    def history(self) -> History:
        """All deeds of the round."""
        return self.last.history  # type: ignore[attr-defined, no-any-return]  # every phase has it

    @property
    def finished(self) -> tuple[int, ...]:
        """The seats that went out, in order."""
        return getattr(self.last, "finished", ())

    @property
    def trick(self) -> int:
        """The last trick, from 0; -1 if there was none."""
        return getattr(self.last, "trick", -1)
