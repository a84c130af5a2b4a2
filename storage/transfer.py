"""Everything that is stored, moved from one database to an empty other one, whichever kinds the two are.

It is read as of one moment while no bot runs on either side, written in one transaction, and read once more from where
it has arrived: only if every table has as many rows there and the same digest, the transaction is committed. A target
on which anything fails is left without a row."""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from sqlalchemy import Table

from storage.databases import is_server
from storage.errors import StoreError, Unavailable
from storage.themes import metadata

__all__ = ["Copied", "Source", "Target", "copy_all"]

Progress = Callable[[int, int], None]
"""Hears how many rows have been read so far, of how many; each is read on both sides."""
_TABLES: Final = tuple(metadata.sorted_tables)
"""Parents before children. A table's running match comes after it; the target checks that link at the end."""


class Source(Protocol):
    """A database that is read as of one moment, while no bot runs on it."""

    where: str

    async def count(self, table: Table) -> int: ...

    def rows(self, table: Table) -> AsyncIterator[Sequence[Sequence[Any]]]:
        """Read a table in the order of its key, many rows at a time, as plain values."""

    async def last_number(self, table: Table) -> int:
        """The last number that a row of a table has been given, 0 if none has."""


class Target(Source, Protocol):
    """A database of today's tables without rows, which is written in one transaction."""

    async def add(self, table: Table, rows: Sequence[Sequence[Any]]) -> None: ...

    async def count_from(self, table: Table, last: int) -> None:
        """Give the next row of a table a number above ``last``."""

    async def commit(self) -> None:
        """Make everything durable, if all references hold."""


@dataclass(slots=True)
class Copied:
    """What was moved, by table."""

    source: str
    target: str
    rows: dict[str, int] = field(default_factory=dict)


async def copy_all(source_url: str, target_url: str, progress: Progress = lambda done, total: None) -> Copied:
    """Move everything; raise ``StoreError`` with one clear line if a side cannot be used, or anything differs at the end."""
    async with _source(source_url) as source, _target(target_url) as target:
        for table in _TABLES:
            if await target.count(table):
                raise Unavailable(f"the target is not empty: it has rows in {table.name}: {target.where}")
        return await _copy(source, target, progress)


async def _copy(source: Source, target: Target, progress: Progress) -> Copied:
    counts = {table.name: await source.count(table) for table in _TABLES}
    done, total = 0, 2 * sum(counts.values())
    copied, digests = Copied(source.where, target.where), {}
    for table in _TABLES:
        digest = _Digest()
        async for rows in source.rows(table):
            digest.add(rows)
            await target.add(table, rows)
            progress(done := done + len(rows), total)
        digests[table.name] = digest
        copied.rows[table.name] = digest.rows
        if "id" in table.c:
            await target.count_from(table, await source.last_number(table))
    for table in _TABLES:
        arrived = _Digest()
        async for rows in target.rows(table):
            arrived.add(rows)
            progress(done := done + len(rows), total)
        sent = digests[table.name]
        if arrived.rows != sent.rows or arrived.text != sent.text or sent.rows != counts[table.name]:
            raise StoreError(f"what has arrived in {table.name} is not what was sent; nothing is kept of it")
    await target.commit()
    return copied


class _Digest:
    """Counts rows and makes one digest of all of them, in their order."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = hashlib.sha256()

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        self.rows += len(rows)
        for row in rows:
            self._hash.update(json.dumps([*row], separators=(",", ":")).encode())

    @property
    def text(self) -> str:
        return self._hash.hexdigest()


def _source(url: str) -> AbstractAsyncContextManager[Source]:
    if is_server(url):
        from storage.postgres import admin as server

        return server.source(url)
    from storage.sqlite import admin as file

    return file.source(url)


def _target(url: str) -> AbstractAsyncContextManager[Target]:
    if is_server(url):
        from storage.postgres import admin as server

        return server.target(url)
    from storage.sqlite import admin as file

    return file.target(url)
