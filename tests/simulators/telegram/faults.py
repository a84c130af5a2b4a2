"""Faults that a test asks for: they strike the next calls that fit, in the order in which they were asked for."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "flood", "server_error", "forbidden", "bad_gateway", "unauthorized", "not_found", "conflict", "drop", "lost_answer",
    "hang_after",
]  # fmt: skip


@dataclass
class Fault:
    """What happens to the next `count` calls of `method` (None: any) concerning chat `chat` (None: any). `flood`,
    `server_error`, `bad_gateway`, `forbidden`, `unauthorized`, `not_found`, `conflict`: refused with 429, 500, 502,
    403, 401, 404, 409. `drop`: the connection closes and nothing was done. `lost_answer`: done, then the connection
    closes. `hang_after`: done, then silence until the client gives up."""

    kind: Kind
    method: str | None = None
    chat: int | None = None
    count: int = 1
    retry_after: int = 1


class Faults:
    """The faults still to come."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def next(
        self, kind: Kind, method: str | None = None, chat: int | None = None, count: int = 1, retry_after: int = 1
    ) -> None:
        """Let the next `count` fitting calls suffer `kind`."""
        self._waiting.append(Fault(kind, method, chat, count, retry_after))

    def take(self, method: str, chat: int | None) -> Fault | None:
        """The fault that strikes this call, used up by it."""
        for fault in self._waiting:
            fits_method = fault.method in (None, method) and (fault.method or method != "getUpdates")
            if fits_method and fault.chat in (None, chat):
                fault.count -= 1
                if fault.count == 0:
                    self._waiting.remove(fault)
                return fault
        return None

    @property
    def pending(self) -> int:
        return sum(fault.count for fault in self._waiting)
