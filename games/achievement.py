"""Achievements: what one can do in a game that is remembered for good, as data beside the game (``achievements.toml``).

Each is a number of rounds of some kind, or of deeds that the game counts (``RoundResult.feats``). Nothing here knows a
game. Texts are not here: they have the names of the achievements."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from games import GAMES
from games.scenario import ScenarioError

__all__ = ["Achievement", "achievements_of", "read_achievements"]

_FILE: Final = "achievements.toml"
_KINDS: Final = {"deed": str, "needs": dict, "without": list, "role": str, "won": bool, "goal": int}


@dataclass(frozen=True, slots=True)
class Achievement:
    """One of them. ``key``: its name, with the game's before it where it is one game's. ``goal`` times of ``deed`` if
    that is set, else so many rounds: in which each of ``needs`` was done so often and none of ``without``, played in
    ``role`` (``""``: any), and ``won`` if that is wanted. Deeds and roles are not asked for together."""

    key: str
    game: str = ""
    deed: str = ""
    needs: Mapping[str, int] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    role: str = ""
    won: bool = False
    goal: int = 1

    @property
    def by_deeds(self) -> bool:
        """Whether the deeds of a round alone say what it is worth."""
        return bool(self.deed or self.needs or self.without)

    def worth(self, deeds: Mapping[str, int]) -> int:
        """How much a round with these deeds is worth; of what goes by roles, 1."""
        if self.deed:
            return deeds.get(self.deed, 0)
        done = all(deeds.get(deed, 0) >= least for deed, least in self.needs.items())
        return int(done and not any(deeds.get(deed) for deed in self.without))


@cache
def achievements_of(game: str) -> tuple[Achievement, ...]:
    """The achievements of a game; of another package's whose file cannot be understood, none."""
    text = GAMES.beside(game, _FILE)
    if text is None:
        return ()
    try:
        return read_achievements(game, text)
    except ScenarioError:
        if GAMES.is_own(game):
            raise
        return ()


def read_achievements(game: str, text: str) -> tuple[Achievement, ...]:
    """Return achievements as their file has them; ``ScenarioError`` names the one that cannot be understood."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"{game}: {_FILE}: {error}") from None
    return tuple(_achievement(game, name, entry) for name, entry in raw.items())


def _achievement(game: str, name: str, entry: Any) -> Achievement:
    known = isinstance(entry, dict) and all(type(value) is _KINDS.get(part) for part, value in entry.items())
    if not known:
        raise ScenarioError(f"{game}: {_FILE}: {name} has a part that is not known, or in another form")
    made = Achievement(f"{game}.{name}", game, **{**entry, "without": tuple(entry.get("without", ()))})
    if made.goal < 1 or (made.by_deeds and (made.role or made.won)) or (made.deed and (made.needs or made.without)):
        raise ScenarioError(f"{game}: {_FILE}: {name} asks for what does not go together")
    return made
