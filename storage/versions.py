"""Which version a database is of: the numbered steps of ``storage/migrations``, run over whichever database is connected, which
versions are refused, and what an upgrade and a check say."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.engine import Connection

from storage.errors import Unavailable, WrongVersion

if TYPE_CHECKING:
    from alembic.config import Config

__all__ = [
    "FLOOR", "FORGET_FLOOR", "READABLE_FROM", "SCHEMA_VERSION", "Checked", "Upgraded", "alembic_config", "as_ours",
    "refuse_newer", "require_version", "run_steps",
]  # fmt: skip

SCHEMA_VERSION = "0020"
"""The newest migration; a database that says something unknown was made by a newer version of the program."""
READABLE_FROM: Final = "0020"
"""The oldest version of the program that can play on a database of this version: all later steps only add to it, and it may go on
beside this one (decision 25). Raised, to ``SCHEMA_VERSION``, by a step that takes something away."""
FLOOR: Final = "readable from"  # The mark in which a database says so: this and its own version, "0020 0021"
FORGET_FLOOR: Final = f"DELETE FROM marks WHERE name = '{FLOOR}'"  # Before that of another database comes in its place


@dataclass(frozen=True, slots=True)
class Upgraded:
    """``before`` is ``None`` where the database was empty or did not exist. ``where``: its file, or its name and server.
    ``kept``: a copy of the file as it was."""

    where: str
    before: str | None
    after: str
    kept: Path | None = None


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


def require_version(version: str | None) -> None:
    """Raise ``WrongVersion`` for a newer database, ``Unavailable`` for an older one, which somebody has to upgrade
    first."""
    if version != SCHEMA_VERSION:
        refuse_newer(version)
        raise Unavailable("the database is of an older version: run `paiju db upgrade` first")


def refuse_newer(version: str | None) -> None:
    """Raise ``WrongVersion`` unless this program knows the version. Versions are four digits and rise."""
    if version is not None and not re.fullmatch(r"\d{4}", version):
        raise Unavailable("the database belongs to another program")
    if version is not None and version > SCHEMA_VERSION:
        raise WrongVersion(
            f"the database was made by a newer version of Paiju (database {version}, this program {SCHEMA_VERSION}): "
            "update the program"
        )


def as_ours(version: str | None, floor: str | None) -> str | None:
    """The version as which this program may treat a database: its own, where a newer one has only added to it."""
    oldest, _, of = (floor or "").partition(" ")
    readable = version is not None and version == of and oldest <= SCHEMA_VERSION < version
    return SCHEMA_VERSION if readable else version


def run_steps(connection: Connection) -> None:
    """Bring the database of a connection to ``SCHEMA_VERSION``, all steps in one transaction."""
    from alembic import command  # a third of a second that a start without a migration need not spend

    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    with nullcontext() if connection.in_transaction() else connection.begin():
        connection.exec_driver_sql(
            f"INSERT INTO marks (name, value) SELECT '{FLOOR}', '{READABLE_FROM} ' || version_num FROM alembic_version"
            " WHERE true ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )


def alembic_config() -> Config:
    """Return Alembic's view of ``storage/migrations``, wherever the package is installed."""
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
