"""What can go wrong with the store.

::

    StoreError
    ├─ StaleSequence   another action already has this (match, seq): read again, apply again
    ├─ Unavailable     locked, disk full, read-only, connection lost: nothing was changed
    │  ├─ Conflict     somebody else was first, or in the way: done anew, it finds what the other did
    │  ├─ Unsure       the answer to a commit was lost: it is there, or nothing of it
    │  └─ FilesLost    the database is not the one that was opened any more: nothing counts until a restart
    └─ WrongVersion    the database was made by a newer version of the program
"""

__all__ = ["Conflict", "FilesLost", "StaleSequence", "StoreError", "Unavailable", "Unsure", "WrongVersion"]


class StoreError(Exception):
    """Base of all storage errors. Messages never hold row contents."""


class StaleSequence(StoreError):
    """The key (match, seq) is taken."""


class Unavailable(StoreError):
    """The database cannot be used now; ``str(error)`` is one clear line for the host."""


class Conflict(Unavailable):
    """Somebody else has this update id, account or chat since a moment ago, or two units waited for each other. Nothing was
    changed; whoever does the same anew finds what the other did."""


class Unsure(Unavailable):
    """A commit whose answer was lost with the connection: all of it was done or nothing. Read before anything else is done;
    an update id or the log tells."""


class FilesLost(Unavailable):
    """The database's files were deleted, moved or replaced, so that what was written since then is in no file that lasts; or
    another process has taken the database over."""


class WrongVersion(StoreError):
    """The database belongs to a newer version of the program."""
