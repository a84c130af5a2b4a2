"""A PostgreSQL server for one run of the tests: Debian's, in a folder of its own, over a socket, for all test processes.

Whoever needs it first starts a keeper (``python -m tests.postgres FOLDER PID``), a process that starts the server and,
once the run is over, however it ended, stops it and removes the folder. The server refuses to work for root, so it
works for the account ``postgres`` then. Nothing that it writes has to survive: it waits for no disk.
"""

import asyncio
import contextlib
import fcntl
import functools
import itertools
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from storage.postgres.address import Address
from storage.postgres.opening import migrate
from storage.themes import metadata
from tests.patience import ENOUGH, Patience, patience

__all__ = ["Server", "as_server", "durable_server", "need_programs", "need_server", "start", "stop"]

ROOT = Path(__file__).parents[1]
_OPTIONS = {
    "listen_addresses": "", "fsync": "off", "full_page_writes": "off", "max_connections": "200",
    "shared_buffers": "32MB", "autovacuum": "off", "log_min_messages": "fatal", "deadlock_timeout": "100ms",
}  # fmt: skip


def _programs() -> Path | None:
    """The folder of the newest installed server."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    here = shutil.which("postgres")
    return None if here is None else Path(here).resolve().parent


def as_server() -> list[str]:
    """What stands before a command of the server's, which refuses to run as root."""
    if os.getuid() != 0:
        return []
    # The path of a plain account has no administrators' programs.
    return [shutil.which("runuser") or "/usr/sbin/runuser", "-u", "postgres", "--"]


class Server:
    """A running server; ``folder`` has its socket."""

    _numbers = itertools.count()

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, database: str, **query: str) -> str:
        rest = "".join(f"&{name}={value}" for name, value in query.items())
        return f"postgresql+asyncpg://paiju@/{database}?host={self.folder}{rest}"

    def ask(self, *statements: str, database: str = "postgres") -> object:
        """Carry out statements from outside, and return the first value of the last answer."""
        return asyncio.run(self.asked(*statements, database=database))

    async def asked(self, *statements: str, database: str = "postgres") -> object:
        connection = await asyncpg.connect(host=str(self.folder), user="paiju", database=database)
        try:
            found = None
            for statement in statements:
                found = await connection.fetchval(statement)
            return found
        finally:
            await connection.close()

    async def empty(self) -> str:
        """A new database without any table, by name."""
        name = f"t{os.getpid()}_{next(self._numbers)}"
        await self.asked(f"CREATE DATABASE {name}")
        return name

    async def made(self) -> str:
        """A new database of today's schema, by name."""
        name = await self.empty()
        await migrate(Address.of(self.url(name)))
        return name

    async def used(self) -> str:
        """The database of this test process, without any row and with nobody on it: the quickest to get. One test at a time
        may have it."""
        name = f"w{os.getpid()}"
        if not await self.asked(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            await self.asked(f"CREATE DATABASE {name}")
            await migrate(Address.of(self.url(name)))
        else:
            # The server holds the locks of a test that has closed its connections until it has noticed.
            gone = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name}'"
            async with patience():
                while await self.asked(gone):  # noqa: ASYNC110 # the server tells nobody
                    await asyncio.sleep(0.01)
            every = ", ".join(f'"{table}"' for table in metadata.tables)
            await self.asked(f"TRUNCATE {every} RESTART IDENTITY", database=name)
        return name


def need_programs() -> None:
    """Skip the test where PostgreSQL is not installed."""
    if _programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql): its tests are left out")


def need_server() -> Server:
    """The server of this run; the test is skipped where there is none."""
    need_programs()
    return _server()


@functools.cache
def _server() -> Server:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")[:12]
    owner = os.getppid() if "PYTEST_XDIST_TESTRUNUID" in os.environ else os.getpid()
    folder = Path(tempfile.gettempdir()) / f"paiju-pg-{run}"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            with subprocess.Popen(
                [sys.executable, "-m", "tests.postgres", str(folder), str(owner)],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True,
            ) as keeper:  # fmt: skip
                assert keeper.stdout is not None
                said = keeper.stdout.readline()
                assert said == b"ready\n", f"PostgreSQL did not start: see {folder}/log"
                keeper.stdout.close()
                keeper.returncode = 0  # it goes on by itself
    return Server(folder)


@contextlib.contextmanager
def durable_server(disk: Path | None = None) -> Iterator[str | None]:
    """The address of an empty database on a server that waits for the disk, for measurements; ``None`` where there is none."""
    if _programs() is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix=".pg-", dir=disk))
    folder.chmod(0o755)
    process = start(folder, fsync="on", full_page_writes="on", shared_buffers="128MB")
    try:
        yield Server(folder).url("postgres")
    finally:
        stop(folder, process)
        shutil.rmtree(folder, ignore_errors=True)


# -- the keeper
def start(folder: Path, **settings: str) -> subprocess.Popen[bytes]:
    """Start a server in a folder, made if need be, and wait until it answers."""
    programs = _programs()
    assert programs is not None
    folder.mkdir(mode=0o755, exist_ok=True)
    if as_server():
        shutil.chown(folder, "postgres", "postgres")
    with (folder / "log").open("ab") as log:
        if not (folder / "data").exists():
            subprocess.run(
                [*as_server(), str(programs / "initdb"), "-D", str(folder / "data"), "-U", "paiju", "-A", "trust",
                 "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
                check=True, stdout=log, stderr=log, cwd="/",
            )  # fmt: skip
        options = [f"-c{name}={value}" for name, value in {**_OPTIONS, **settings}.items()]
        process = subprocess.Popen(
            [*as_server(), str(programs / "postgres"), "-D", str(folder / "data"), "-k", str(folder), *options],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
        )  # fmt: skip
    patience = Patience()
    ready = [str(programs / "pg_isready"), "-q", "-h", str(folder)]
    while subprocess.run(ready, check=False).returncode != 0:
        assert process.poll() is None, "the server ended"
        assert patience.rested < ENOUGH, "the server does not answer"
        patience.wait()
    return process


def stop(folder: Path, process: subprocess.Popen[bytes], how: str = "immediate") -> None:
    programs = _programs()
    assert programs is not None
    data = str(folder / "data")
    subprocess.run([*as_server(), str(programs / "pg_ctl"), "stop", "-s", "-D", data, "-m", how], check=False, cwd="/")
    process.wait()


def keep(folder: Path, owner: int) -> None:
    """Run a server until the process ``owner`` has ended."""
    watched = os.pidfd_open(owner)
    process = start(folder)
    try:
        (folder / "ready").touch()
        sys.stdout.write("ready\n")
        sys.stdout.close()
        select.select([watched], [], [])
    finally:
        stop(folder, process)
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_suffix(".lock").unlink(missing_ok=True)


if __name__ == "__main__":
    keep(Path(sys.argv[1]), int(sys.argv[2]))
