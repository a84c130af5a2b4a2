"""A database that was put back knows less than the chats do: messages of which it knows are gone, others stand there.

A copy says in a mark that it is one. The first start on it begins an *epoch*: no message is known any more, so that
everything is shown anew, and nothing that was written before is taken for an answer to what is asked now (see
``is_out_of_date`` in ``bot.session.state.guests``)."""

import time
from typing import Final

from storage.themes.updates import EPOCH

__all__ = ["COPY", "IS_COPY", "STAMP", "steps"]

COPY: Final = "copy"  # The mark that says that it is still to begin

STAMP: Final = f"INSERT INTO marks (name, value) VALUES ('{COPY}', '') ON CONFLICT DO NOTHING"
IS_COPY: Final = f"SELECT value FROM marks WHERE name = '{COPY}'"


def steps() -> tuple[str, ...]:
    """What begins an epoch now, in both kinds of databases."""
    return (
        f"INSERT INTO marks (name, value) VALUES ('{EPOCH}', '{int(time.time())}')"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        *(
            f"UPDATE {table} SET message = NULL, message_at = NULL"
            for table in ("tables", "places", "tournaments", "venues")
        ),
        "UPDATE tables SET shows = ''",
        "UPDATE places SET shows = ''",
        "UPDATE seats SET message = NULL, shows = '', beside = ''",
        f"DELETE FROM marks WHERE name = '{COPY}'",
    )
