"""Whether what is written arrives in the database: known from the last write, told once to whoever listens."""

from __future__ import annotations

from collections.abc import Callable

from storage.api import FilesLost, Unavailable

__all__ = ["Health"]


class Health:
    """Whether the last write succeeded. ``listener`` is called with each new fault, and with ``None`` when all is well again."""

    def __init__(self) -> None:
        self.fault: Unavailable | None = None
        self.listener: Callable[[Unavailable | None], None] = lambda fault: None

    def failed(self, fault: Unavailable) -> None:
        """Note that a write did not arrive, or would not. Lost files stay lost."""
        before = self.fault
        if isinstance(before, FilesLost):
            return
        self.fault = fault
        if before is None or isinstance(fault, FilesLost):
            self.listener(fault)

    def succeeded(self) -> None:
        """Note that a write arrived."""
        if self.fault is not None and not isinstance(self.fault, FilesLost):
            self.fault = None
            self.listener(None)
