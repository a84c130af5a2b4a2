"""Native cores: the rules of a game once more, in C, for whoever plays many rounds. A core is built where there is a C compiler;
elsewhere, and with ``PAIJU_NATIVE=0``, there is none, and the rules are run by themselves. docs/adding-a-game.md says how one is
made.
"""

import os
import warnings
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast
from zlib import crc32

from games.kit.climb import Climbing

__all__ = ["Core", "Round", "Rules", "copies", "core_of", "stands"]


class Rules(Protocol):
    """What follows from the house rules; it never changes, and rounds share it."""

    def size(self) -> int:
        """How many numbers an observation has."""

    def random_rounds(self, rounds: int, seed: int) -> int:
        """Play so many rounds by chance, each from new cards, and return how many actions they took."""

    def answer(self, asked: Sequence[int]) -> tuple[int, ...]:
        """What a question comes to that this game alone has."""


class Round(Protocol):
    """A round in play; it changes in place. Actions are numbered, and questions stand in order, as in the interface of the game
    (``arena.games``)."""

    def rules(self) -> Rules: ...

    def copy(self) -> "Round": ...

    def asked(self) -> dict[int, int]:
        """Who may act now, ascending, and which question each is asked; empty once the round is over."""

    def legal(self, seat: int) -> bytes:
        """The numbers of all legal actions of a seat that is asked, four bytes each."""

    def step(self, seat: int, action: int) -> None:
        """Let a seat that is asked do something legal; whether it is legal is not checked."""

    def observe(self, seat: int, out: Any) -> None:
        """Write what a seat observes into a buffer, in single precision."""

    def points(self) -> tuple[int, ...]:
        """What the round is worth by seat, once it is over (``Interface.rewards``)."""

    def won(self) -> int:
        """A bit for each seat that has won, once the round is over."""

    def playouts(self, count: int, seed: int, out: Any) -> None:
        """Play so often from here to the end by chance, and write what each end is worth by seat, eight bytes a number."""

    def played_on(self, count: int, seed: int, sharpness: float, out: Any, hands: tuple[bytes, ...]) -> None:
        """Play so often to the end as people would, and write what each end is worth by seat, eight bytes a number. The sharper,
        the oftener all do what they like best. ``hands``: what seats hold instead, and last what lies face down, if anything."""

    def chance(self, seat: int, action: int, sharpness: float, hand: bytes) -> float:
        """How likely a seat that is asked is to do with this hand what has this number: 0 is a pass."""


class Core(Protocol):
    """The module ``core`` in the folder ``native`` of a game. ``source``: of which source it was built, as ``setup.py`` says."""

    source: int
    __file__: str

    def Rules(self, options: Sequence[int]) -> Rules:  # noqa: N802  # a class
        """Rules out of numbers that the game's own folder writes."""

    def Round(self, rules: Any, given: Sequence[int]) -> Round:  # noqa: N802  # a class
        """A round that goes on from what is given; ``ValueError`` if the core has no such round."""


def core_of(package: str) -> Core | None:
    """The core in a package, if there is one; not one that was built before its source was changed."""
    if os.environ.get("PAIJU_NATIVE") == "0":
        return None
    try:
        core = cast(Core, import_module(f"{package}.core"))
    except ImportError:
        return None
    folder = Path(core.__file__).parent
    if (folder / "core.c").exists():
        files = sorted([*folder.glob("*.[ch]"), *Path(__file__).parent.glob("*.h")])
        if getattr(core, "source", 0) != crc32(b"".join(file.read_bytes() for file in files)) >> 1:
            warnings.warn(f"{package}.core is not built of the source beside it, so it is left out: make", stacklevel=2)
            return None
    return core


def copies(cards: Iterable[int]) -> list[int]:
    """Copies of each card, as cores take hands."""
    found = [0] * 54
    for card in cards:
        found[card] += 1
    return found


def stands(state: Climbing[Any], kinds: Sequence[str]) -> list[int]:
    """The standing play of a round as cores take it: whose it is (-1: none stands), passes since, kind and highest rank."""
    standing = state.standing
    if standing is None:
        return [-1, 0, 0, 0]
    passes = next(at for at, act in enumerate(reversed(state.history.acts())) if act.verb == "play")
    return [standing.seat, passes, kinds.index(standing.reading.kind), standing.reading.top]
