"""The files that were opened, and that the next start will open.

``Files`` knows the database's files by their numbers on the disk: a file that was deleted, moved or replaced under a
running program goes on being written by it, and all of that is gone at the next start.
"""

from __future__ import annotations

from pathlib import Path

from storage.errors import FilesLost

__all__ = ["Files"]


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
