"""Errors of the driver as errors of ``storage.api``: one clear line, never a statement's text or its values."""

import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from storage.errors import StoreError, Unavailable

__all__ = ["FAULTS", "store_error", "store_error_at"]

FAULTS = (sqlite3.Error, DBAPIError, UnicodeEncodeError, OverflowError, ValueError, OSError)
"""What the driver and the libraries around it may raise."""

_LINES = {
    "SQLITE_BUSY": "the database is locked by another program",
    "SQLITE_LOCKED": "the database is locked by another program",
    "SQLITE_FULL": "the database cannot grow: the disk is full",
    "SQLITE_READONLY": "the database is read-only",
    "SQLITE_NOTADB": "the file is not a database",
    "SQLITE_CORRUPT": "the database is damaged; restore a backup",
    "SQLITE_CANTOPEN": "the database cannot be opened",
    "SQLITE_PERM": "the database may not be opened by this account",
    "SQLITE_IOERR": "the disk reported an error",
    "SQLITE_NOMEM": "there is not enough memory for the database",
}


def store_error(error: Exception) -> StoreError:
    """The store's error for a driver's. The driver's text is dropped: it may quote what was stored."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, DBAPIError) and isinstance(error.orig, Exception):
        return store_error(error.orig)
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_CONSTRAINT"):
        return StoreError(_constraint(name))
    for prefix, line in _LINES.items():
        if name.startswith(prefix):
            return Unavailable(line)
    if isinstance(error, OSError):
        return Unavailable(f"the database cannot be reached: {error.strerror or type(error).__name__}")
    return StoreError(f"the database refused a value or a statement ({name or type(error).__name__})")


def store_error_at(path: Path, error: Exception) -> StoreError:
    fault = store_error(error)
    return type(fault)(f"{fault}: {path}")


def _constraint(name: str) -> str:
    if name.endswith("FOREIGNKEY"):
        return "a row refers to one that does not exist"
    if name.endswith(("PRIMARYKEY", "UNIQUE")):
        return "a row with this key exists already"
    return "a row contradicts itself"
