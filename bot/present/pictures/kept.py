"""Pictures that were drawn, kept for the next time that they are shown."""

from __future__ import annotations

from collections import OrderedDict

__all__ = ["Kept"]


class Kept:
    """At most so many bytes of pictures by key; what was not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """The picture kept under this key, ``None`` if there is none (any more)."""
        data = self._pictures.get(key)
        if data is not None:
            self._pictures.move_to_end(key)
        return data

    def put(self, key: str, data: bytes) -> None:
        """Keep a picture."""
        self._size += len(data) - len(self._pictures.pop(key, b""))
        self._pictures[key] = data
        while self._size > self._most:
            _, oldest = self._pictures.popitem(last=False)
            self._size -= len(oldest)
