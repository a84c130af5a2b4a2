"""Errors of the server and its driver as errors of ``storage.api``: one clear line, never a statement's text or its
values."""

import asyncio
import os
import socket

import asyncpg
from sqlalchemy.exc import DBAPIError

from storage.errors import Conflict, StoreError, Unavailable

__all__ = ["FAULTS", "is_lost", "key_is_taken", "store_error", "store_error_at"]

FAULTS = (
    asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, DBAPIError, OSError, TimeoutError,
    asyncio.IncompleteReadError, UnicodeEncodeError, OverflowError, ValueError,
)  # fmt: skip
"""What the driver and the libraries around it may raise."""

_LINES = {
    "08": "the connection to the database was lost",
    "25006": "the database is read-only",
    "28": "the server does not let this account in: look at user and password",
    "3D000": "there is no database of this name on the server",
    "3F000": "there is no schema for the tables",
    "42501": "this account may not do that in the database: let it own the database or its schema",
    "42P01": "a table is missing: run `paiju db check`",
    "42703": "a column is missing: run `paiju db check`",
    "53100": "the database cannot grow: the disk is full",
    "53200": "there is not enough memory for the database",
    "53300": "the server takes no more connections",
    "53": "the server has not enough resources",
    "55P03": "the database is locked by another program",
    "57014": "the database took too long",
    "57P03": "the server is not ready: it starts or stops",
    "57P": "the server ended the connection",
    "58": "the disk of the server reported an error",
    "XX001": "the database is damaged; restore a backup",
    "XX002": "the database is damaged; restore a backup",
    "XX": "the server reported an error of its own: look at its log",
}
"""What SQLSTATEs say, the longest beginning first."""
_IN_THE_WAY = ("40001", "40P01")
_UNIQUE = "23505"
_CONSTRAINTS = {_UNIQUE: "a row with this key exists already", "23503": "a row refers to one that does not exist"}


def store_error(error: BaseException) -> StoreError:
    """The store's error for the driver's. The driver's text is dropped: it may quote what was stored."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, DBAPIError):
        return store_error(error.orig if error.orig is not None else OSError())
    code = _code(error)
    if code.startswith(_IN_THE_WAY) or isinstance(error, asyncpg.InvalidCachedStatementError):
        return Conflict("another change was in the way")
    if code.startswith("23"):
        return StoreError(_CONSTRAINTS.get(code, "a row contradicts itself"))
    for beginning in (code, code[:3], code[:2]):
        if beginning in _LINES:
            return Unavailable(_LINES[beginning])
    if isinstance(error, TimeoutError):
        return Unavailable("the database does not answer")
    if isinstance(error, OSError) and not isinstance(error, ConnectionResetError | BrokenPipeError):
        return Unavailable(f"the server cannot be reached: {_reason(error)}")
    if is_lost(error):
        return Unavailable("the connection to the database was lost")
    return StoreError(f"the database refused a value or a statement ({code or type(error).__name__})")


def store_error_at(where: str, error: BaseException) -> StoreError:
    fault = store_error(error)
    return type(fault)(f"{fault}: {where}")


def key_is_taken(error: BaseException) -> bool:
    """Whether a row could not be added because its key is there."""
    return _code(error) == _UNIQUE


def is_lost(error: BaseException) -> bool:
    """Whether there is no telling any more what became of a statement: the connection is gone, or silent."""
    code = _code(error)
    lost = isinstance(error, ConnectionError | TimeoutError | asyncpg.InterfaceError | asyncpg.InternalClientError)
    return (
        code.startswith(("08", "57P"))
        or (lost and not isinstance(error, asyncpg.DataError))
        or isinstance(error, OSError)
    )


def _reason(error: OSError) -> str:
    if error.errno:
        return os.strerror(error.errno)
    return "nobody knows its name" if isinstance(error, socket.gaierror) else type(error).__name__


def _code(error: BaseException) -> str:
    """The five signs by which SQL tells errors apart, ``""`` where the error is none of the server's."""
    found = getattr(error, "sqlstate", None) or getattr(error, "pgcode", None)
    return found if isinstance(found, str) else ""
