"""What is stored, a file a theme: its rows, their tables, their SQL, and what a unit of work is asked about them.

Everything is text, numbers and booleans; times are seconds since 1970 (UTC, float). Texts that hold structure are JSON
made by the caller. ``put_…`` adds a row or replaces the one with its key (of users, chats, tables, matches, rounds and
tournaments: it must exist), ``add_…`` adds one and returns it with its new id where it has one."""

from storage.sql import metadata
from storage.themes import (
    achievements,
    chats,
    groups,
    hosts,
    matches,
    owners,
    people,
    pledges,
    ratings,
    results,
    reviews,
    seasons,
    tables,
    tournaments,
    traces,
    updates,
)

__all__ = [
    "achievements", "chats", "groups", "hosts", "matches", "metadata", "owners", "people", "pledges", "ratings", "results",
    "reviews", "seasons", "tables", "tournaments", "traces", "updates",
]  # fmt: skip
