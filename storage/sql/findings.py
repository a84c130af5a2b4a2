"""What an upgrade and a check say of a database."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Checked", "Upgraded"]


@dataclass(frozen=True, slots=True)
class Upgraded:
    """``before`` is ``None`` where the database was empty or did not exist. ``where``: its file, or its name and server."""

    where: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What an integrity check found; ``problems`` is empty when all is well and never holds stored values."""

    where: str
    version: str | None
    problems: tuple[str, ...]
    rows: dict[str, int]

    @property
    def sound(self) -> bool:
        """Nothing was found."""
        return not self.problems
