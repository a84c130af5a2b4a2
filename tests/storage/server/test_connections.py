"""Connections to a PostgreSQL server that end, or lose what passes over them."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Self

import pytest

from storage.api import Unavailable, UnitOfWork, Unsure
from storage.postgres import connections
from tests.cluster_process.servers import Database
from tests.postgres import Server, need_programs
from tests.storage.server.opened import cut_others, log_of, name_of, opened, until_it_writes
from tests.storage.store_rows import action_row, attempt, committed_scene, refused
from tests.storage.test_store_health import Heard


async def test_a_connection_that_ends_in_the_middle_leaves_nothing_half_done(server: Server, url: str) -> None:
    async with opened(url, shared=True) as store:
        heard = Heard(store)
        scene = await committed_scene(store)

        async def play(unit: UnitOfWork) -> None:
            await unit.matches.append(action_row(scene.match, 0))
            assert len(await unit.matches.actions(scene.match)) == 1
            await cut_others(server, url)
            await unit.matches.append(action_row(scene.match, 1))

        error = await refused(store, play)
        assert isinstance(error, Unavailable)
        assert not isinstance(error, Unsure)
        assert await log_of(store, scene) == []
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        assert heard.faults == [str(error), "well"]


async def test_connections_that_ended_unnoticed_cost_nobody_anything(server: Server, url: str) -> None:
    async with opened(url, shared=True) as store:
        scene = await committed_scene(store)
        await asyncio.gather(*(log_of(store, scene) for _ in range(10)))
        await cut_others(server, url)
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        assert await log_of(store, scene) == [0]


async def test_of_several_servers_the_one_that_answers_is_taken(server: Server, url: str) -> None:
    async with opened(url.replace("host=", "host=/nowhere,")) as store:
        await committed_scene(store)


class Wire:
    """A socket between the program and the server that loses what a test wants lost."""

    def __init__(self, server: Path, folder: Path) -> None:
        self.folder = folder
        self._there = f"{server}/.s.PGSQL.5432"
        self.lose: str | None = None
        """``answer``: the next commit arrives and its answer does not; ``commit``: it does not arrive; ``all``: nothing
        passes any more from then on; ``both``: it does not arrive, nor anything after it."""
        self.shut = False
        self.lost = asyncio.Event()  # Set when it has lost what it was to lose
        self._writers: set[asyncio.StreamWriter] = set()

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://paiju@/{database}?host={self.folder}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, f"{self.folder}/.s.PGSQL.5432")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        for writer in list(self._writers):
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.shut:
            writer.close()
            return
        there, back = await asyncio.open_unix_connection(self._there)
        self._writers |= {writer, back}
        swallow = False

        async def out() -> None:
            nonlocal swallow
            while data := await reader.read(65536):
                if b"COMMIT\0" in data and self.lose is not None:
                    swallow, self.shut = self.lose in ("answer", "all"), self.lose in ("all", "both")
                    self.lost.set()
                    self.lose = None
                    if not swallow:
                        break
                back.write(data)
                await back.drain()
            back.close()
            writer.close()

        async def home() -> None:
            while data := await there.read(65536):
                if swallow:
                    break
                writer.write(data)
                await writer.drain()
            back.close()
            writer.close()

        await asyncio.gather(out(), home(), return_exceptions=True)


@pytest.fixture
async def wire(server: Server, tmp_path: Path) -> AsyncIterator[Wire]:
    async with Wire(server.folder, tmp_path) as made:
        yield made


async def test_a_commit_whose_answer_was_lost_is_asked_for(url: str, wire: Wire) -> None:
    async with opened(wire.url(name_of(url)), shared=True) as store:
        scene = await committed_scene(store)
        wire.lose = "answer"
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        assert await log_of(store, scene) == [0]


async def test_a_commit_that_was_lost_on_its_way_was_not_done(url: str, wire: Wire) -> None:
    async with opened(wire.url(name_of(url)), shared=True) as store:
        scene = await committed_scene(store)
        wire.lose = "commit"
        error = await refused(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        assert type(error) is Unavailable
        assert await log_of(store, scene) == []
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))


async def test_a_commit_of_which_nobody_can_tell_is_found_by_its_update(
    url: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_SETTLE_SECONDS", 0.2)
    async with opened(wire.url(name_of(url)), shared=True) as store:
        scene = await committed_scene(store)
        wire.lose = "all"

        async def play(unit: UnitOfWork) -> None:
            await unit.matches.append(action_row(scene.match, 0))
            await unit.updates.remember("telegram", "7", "played", 1.0)

        assert isinstance(await refused(store, play), Unsure)
        assert type(await refused(store, play)) is Unavailable
        wire.shut = False
        await until_it_writes(store)
        async with store.begin() as unit:
            assert await unit.updates.seen("telegram", "7") == "played"


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that other accounts can reach: the server works for one of its own."""
    with tempfile.TemporaryDirectory(prefix="pj-", dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
async def mortal(shared_folder: Path) -> AsyncIterator[Database]:
    """A server that may be killed."""
    need_programs()
    database = Database(shared_folder)
    try:
        await database.start()
        await database.make()
        yield database
    finally:
        await database.stop()


async def test_a_server_that_crashed_may_give_the_number_of_a_lost_change_to_another(
    mortal: Database, tmp_path: Path
) -> None:
    async with Wire(mortal.folder, tmp_path) as wire, opened(wire.url(mortal.name), shared=True) as store:
        scene = await committed_scene(store)
        wire.lose = "both"

        async def play() -> None:
            async with store.change() as unit:
                await unit.matches.append(action_row(scene.match, 0))

        lost = asyncio.create_task(play())
        await wire.lost.wait()
        await mortal.kill()
        await mortal.start()
        async with opened(mortal.url, shared=True) as other:
            for number in range(50):  # one of them gets the number
                await attempt(other, partial(_remember, number))
        wire.shut = False
        with pytest.raises(Unsure):
            await lost
        await until_it_writes(store)
        assert await log_of(store, scene) == []


async def _remember(number: int, unit: UnitOfWork) -> None:
    await unit.updates.remember("telegram", str(number), "done", 1.0)
