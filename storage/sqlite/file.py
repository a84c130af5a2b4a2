"""Which file ``DATABASE_URL`` means, whether it can be used, that one process alone runs on it, and that it is still the same.

Messages name the setting or the file, never the address as it was given: it might hold a password.
"""

import errno
import fcntl
import os
from pathlib import Path
from typing import ClassVar

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import FilesLost, Unavailable

__all__ = ["Files", "ProcessLock", "database_path", "require_usable"]

_EXAMPLE = "sqlite+aiosqlite:///paiju.db"


def database_path(url: str) -> Path | None:
    """The absolute path of the file that ``url`` names, ``None`` for a database in memory. Raise ``Unavailable``
    if it names neither."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        raise Unavailable(f"DATABASE_URL cannot be read; an example: {_EXAMPLE}") from None
    if parts.drivername not in ("sqlite+aiosqlite", "sqlite") or parts.host or parts.query:
        raise Unavailable(f"DATABASE_URL must look like {_EXAMPLE}")
    if parts.database in (None, "", ":memory:"):
        return None
    try:
        return Path(str(parts.database)).expanduser().resolve()
    except (OSError, ValueError, RuntimeError):  # a zero byte, a circle of links, an unknown ~account
        raise Unavailable("DATABASE_URL names a file that cannot exist") from None


def require_usable(path: Path, *, create: bool) -> None:
    """Raise ``Unavailable`` with the reason if ``path`` cannot be a database that is read and written here. Asks the
    mode bits as well as the system: an administrator's account may write a file marked read-only, yet whoever marked it
    did not want that."""
    try:
        _require_usable(path, create)
    except OSError as error:
        raise Unavailable(f"the database cannot be reached: {path} ({error.strerror})") from None


def _require_usable(path: Path, create: bool) -> None:
    folder = path.parent
    if not folder.is_dir():
        raise Unavailable(f"the folder of the database does not exist: {folder}")
    if not os.access(folder, os.W_OK | os.X_OK) or not folder.stat().st_mode & 0o222:
        raise Unavailable(f"the folder of the database is read-only: {folder}")
    if not path.exists():
        if not create:
            raise Unavailable(f"there is no database at {path}")
        return
    if not path.is_file():
        raise Unavailable(f"the database is not a file: {path}")
    if not os.access(path, os.R_OK):
        raise Unavailable(f"the database may not be read by this account: {path}")
    if not os.access(path, os.W_OK) or not path.stat().st_mode & 0o222:
        raise Unavailable(f"the database is read-only: {path}")


class ProcessLock:
    """Held by the one process that runs on a database file; the system lets go of it when the process ends. A record
    lock on ``FILE.lock``, because child processes do not inherit it: a worker that outlives a killed parent must not
    keep the next start out. Record locks do not hold within one process, hence the set beside it."""

    _held: ClassVar[set[Path]] = set()

    def __init__(self, path: Path) -> None:
        """Take the lock of the database at ``path``, or ``Unavailable`` naming the process that has it."""
        self._path = path.with_name(path.name + ".lock")
        if self._path in self._held:
            raise Unavailable(f"the database is already in use by this process: {path}")
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unavailable(f"the lock file cannot be written: {self._path} ({error.strerror})") from None
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            if error.errno not in (errno.EACCES, errno.EAGAIN):
                raise Unavailable(f"the database cannot be locked: {path} ({error.strerror})") from None
            who = f" (process {holder})" if holder.isdigit() else ""
            raise Unavailable(f"the database is already in use by another Paiju{who}: {path}") from None
        self._held.add(self._path)
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode("ascii"), 0)

    def release(self) -> None:
        """Let the next process in. The file stays: removing it would let two processes lock two files."""
        if self._path in self._held:
            self._held.remove(self._path)
            os.close(self._file)


class Files:
    """The files of one open database; none for a database in memory. Belongs to the connection's thread."""

    def __init__(self, path: Path | None) -> None:
        names = () if path is None else ("", "-wal", "-shm")
        self._paths = [Path(f"{path}{end}") for end in names]
        self._known: dict[Path, tuple[int, int]] = {}
        self._lost: Path | None = None

    def check(self) -> None:
        """Raise ``FilesLost`` once one of them is not the file that was opened, and from then on for ever."""
        for path in self._paths:
            if self._lost is None and not self._is_the_same(path):
                self._lost = path
        if self._lost is not None:
            raise FilesLost(f"the file {self._lost} was deleted, moved or replaced while the program runs")

    def _is_the_same(self, path: Path) -> bool:
        known = self._known.get(path)
        try:
            found = path.stat()
        except FileNotFoundError:
            return known is None
        except OSError:  # the disk does not say; a write will
            return True
        number = (found.st_dev, found.st_ino)
        return self._known.setdefault(path, number) == number
