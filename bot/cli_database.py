"""``paiju db``, ``restore``, ``person`` and ``ratings rebuild``: looking after the database, mostly beside a running bot."""

import asyncio
from pathlib import Path

from tqdm import tqdm

from bot.errors import CommandError
from bot.ratings import Rebuild
from bot.ratings import rebuild as rebuild_ratings
from bot.session.club.members.erasure import data_text
from storage import databases
from storage.databases import beside
from storage.transfer import copy_all

__all__ = ["backup", "check", "copy", "epoch", "person", "rebuild", "restore", "upgrade"]


def upgrade(url: str) -> int:
    done = databases.upgrade(url)
    if done.before == done.after:
        print(f"{done.where} is up to date (version {done.after})")
    else:
        kept = "" if done.kept is None else f"; as it was before: {done.kept}"
        print(f"{done.where}: {done.before or 'new'} → {done.after}{kept}")
    return 0


def check(url: str) -> int:
    """Verify the database; exit code 1 if anything is wrong."""
    found = databases.check(url)
    for table, rows in found.rows.items():
        print(f"{table:20} {rows:10,} rows")
    for problem in found.problems:
        print(f"problem: {problem}")
    print(f"{found.where}: " + ("sound" if found.sound else f"{len(found.problems)} problems"))
    return 0 if found.sound else 1


def backup(url: str, target: Path) -> int:
    """Copy the database to ``target`` while others may write."""
    print(f"copied to {databases.backup(url, target)}")
    return 0


def restore(copy: Path, target: str) -> int:
    """Put a backup in the place of the database, and say where that is now."""
    aside = databases.restore(copy, target)
    print(f"restored from {copy}" + (f"; what was there: {aside}" if aside else ""))
    return 0


def epoch(url: str) -> int:
    """Have everything shown anew, as after ``restore``."""
    asyncio.run(databases.mark_copy(url))
    print("the next start shows everything anew, and takes no press from an older message")
    return 0


def copy(source: str, target: str) -> int:
    """Move everything to an empty other database and say how much that was."""
    with tqdm(unit=" rows", disable=None, leave=False) as bar:  # only where somebody looks at a terminal

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        copied = asyncio.run(copy_all(source, target, show))
    for table, rows in copied.rows.items():
        print(f"{table:20} {rows:10,} rows")
    print(f"{copied.source} → {copied.target}: {sum(copied.rows.values()):,} rows, all counts and digests agree")
    return 0


def person(url: str, account: str) -> int:
    """Print all that is stored of whoever has an account, by table."""
    print(asyncio.run(_told(url, account)))
    return 0


async def _told(url: str, account: str) -> str:
    platform, _, external = account.partition(":")
    async with beside(url) as store, store.begin() as unit:
        identity = await unit.people.identity(platform, external)
        if identity is None:
            raise CommandError(f"nobody is known with the account {account!r}; an account is given as telegram:123")
        return await data_text(unit, identity.user)


def rebuild(url: str) -> int:
    """Compute all ratings from history and say whether any of them was stored otherwise."""
    done = asyncio.run(_rebuild(url))
    print(f"{done.rounds:,} rounds read, {done.rated:,} of them rated: {len(done.ratings):,} ratings")
    print("all ratings are as they were" if not done.changed else f"{done.changed:,} ratings were stored otherwise")
    return 0


async def _rebuild(url: str) -> Rebuild:
    async with beside(url) as store:
        with tqdm(unit=" rounds", disable=None, leave=False) as bar:  # only where somebody looks at a terminal
            return await rebuild_ratings(store, bar.update)
