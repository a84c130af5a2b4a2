"""A database of today's schema, migrated once for all tests of a process and copied for each."""

import atexit
import functools
import shutil
from pathlib import Path
from tempfile import mkdtemp

from storage.sqlite.opening import migrate

__all__ = ["database_in"]

_KEPT = Path(mkdtemp(prefix="paiju-tests-"))
atexit.register(shutil.rmtree, _KEPT, ignore_errors=True)


@functools.cache
def _migrated() -> Path:
    path = _KEPT / "paiju.db"
    migrate(path)
    return path


def database_in(folder: Path) -> str:
    """The address of the database in a folder; an empty one of today's schema is put there where none lies yet."""
    path = folder / "paiju.db"
    if not path.exists():
        shutil.copyfile(_migrated(), path)
        path.chmod(0o600)
    return f"sqlite+aiosqlite:///{path}"
