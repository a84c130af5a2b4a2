"""The real program on a PostgreSQL server that is restarted under it, and a table that moves on to a file in the middle of its
round."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from tests import postgres
from tests.frontends.telegram import house
from tests.patience import patience
from tests.process.conftest import Starter, tokens
from tests.process.program import Program
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


class OwnServer(postgres.Server):
    """A server of one test alone, which may stop it."""

    def start(self) -> None:
        self._process = postgres.start(self.folder)

    def stop(self, how: str) -> None:
        postgres.stop(self.folder, self._process, how)


@pytest.fixture
def own_server() -> Iterator[OwnServer]:
    postgres.need_programs()
    folder = Path(tempfile.mkdtemp(prefix="paiju-pg-"))
    folder.chmod(0o755)
    server = OwnServer(folder)
    server.start()
    yield server
    server.stop("immediate")
    shutil.rmtree(folder)


async def healthy(running: Program, status: int) -> None:
    async with patience(), aiohttp.ClientSession() as client:
        while True:
            async with client.get(f"{running.page.rstrip('/')}/healthz") as answer:
                if answer.status == status:
                    return
            await asyncio.sleep(0.05)


async def test_a_match_goes_on_through_a_restart_of_the_server_and_moves_to_a_file(
    telegram: TelegramSim, program: Starter, own_server: OwnServer, tmp_path: Path
) -> None:
    name = await own_server.empty()
    settings = {**tokens(telegram), "TURN_SECONDS": "0", "DATABASE_URL": own_server.url(name)}
    running = await program(**settings).start()
    people = [telegram.user(f"player {number}", started=True) for number in (1, 2, 3)]
    for person in people:
        await person.starts()
    table = house.Table(telegram, telegram.group("friends", people), people, seed=1)
    lobby = await table.opens("/new doudizhu deals=1")
    await people[0].press(lobby, "Start")

    async def play(moves: int) -> None:
        for _ in range(moves):
            assert await table.one_move()
        await telegram.wait_for(table.to_act)

    async def lines() -> object:
        return await own_server.asked("SELECT string_agg(line, ';' ORDER BY seq) FROM actions", database=name)

    await play(3)
    second = program("run", DATABASE_URL=settings["DATABASE_URL"])
    assert await second.finish() == 1
    assert "already in use by another Paiju" in second.errors[-1]

    before = await lines()
    own_server.stop("immediate")
    await healthy(running, 503)
    own_server.start()
    await healthy(running, 200)
    assert await lines() == before
    await play(2)

    before = await lines()
    await running.kill()
    running = await program(**settings).start()
    assert await lines() == before
    await play(2)

    file = f"sqlite+aiosqlite:///{tmp_path / 'paiju.db'}"
    assert await running.stop() == 0
    moved = program("db", "copy", settings["DATABASE_URL"], file)
    assert await moved.finish() == 0, moved.errors
    assert moved.output[-1].endswith("all counts and digests agree")
    running = await program(**{**settings, "DATABASE_URL": file}).start()
    for _ in range(400):
        if not await table.one_move():
            break
    assert table.over()
    assert telegram.unanswered == 0
    assert await running.stop() == 0
