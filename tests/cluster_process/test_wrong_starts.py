"""Starts that should not be, beside workers that play: each is refused in one line, and nobody notices."""

import asyncio
import itertools
from functools import partial
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from tests.cluster.server import Server
from tests.cluster_process.house import House
from tests.process.conftest import tokens
from tests.process.program import ROOT, Program
from tests.simulators.telegram import Group, Person, TelegramSim

pytestmark = pytest.mark.process

RUN: Final = ("run",)


async def rows_of(house: House) -> list[tuple[str, str]]:
    """Every row there is, by table."""
    connection = await asyncpg.connect(**house.database.address)
    try:
        names = [
            name for (name,) in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        ]
        rows = [
            await connection.fetchval(f'SELECT string_agg(t::text, chr(10) ORDER BY t::text) FROM "{n}" AS t')
            for n in names
        ]
    finally:
        await connection.close()
    return sorted(zip(names, rows, strict=True))


def another_version(folder: Path, version: str) -> dict[str, str]:
    """A program whose database would be of another version."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(f"from storage import versions\nversions.SCHEMA_VERSION = {version!r}\n")
    return {"PYTHONPATH": f"{folder}:{ROOT}"}


async def ask_again_and_again(telegram: TelegramSim, person: Person, group: Group) -> None:
    """Nobody waits in vain."""

    def answers(wanted: int) -> bool:
        return sum("state: lobby" in said.text for said in telegram.messages(group)) >= wanted

    for asked in itertools.count(1):
        await person.says(group, "/table plain")
        await telegram.wait_for(partial(answers, asked))


async def test_a_wrong_start_beside_workers_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    other, evicting = Server(), Server("--maxmemory-policy", "allkeys-lru")
    async with TelegramSim() as telegram, House(telegram, None, workers=2) as house:
        ann = telegram.user("player 1", started=True)
        group = telegram.group("friends", [ann])
        await ann.says(group, "/new doudizhu")
        right = {**tokens(telegram), "TURN_SECONDS": "0", "DATABASE_URL": house.database.url, "WORKER_NAME": "w9"}
        cluster = {"CLUSTER_URL": house.redis.url}
        newer, older = another_version(tmp_path / "newer", "0999"), another_version(tmp_path / "older", "0001")
        wrong: list[tuple[tuple[str, ...], dict[str, str], str]] = [
            (RUN, {}, "workers of a cluster"),
            (RUN, {"CLUSTER_URL": other.url}, "meet at another Redis"),
            (RUN, {"CLUSTER_URL": f"{house.redis.url}?db=1"}, "meet at another Redis"),
            (RUN, {"CLUSTER_URL": evicting.url}, "noeviction"),
            (RUN, {"CLUSTER_URL": f"unix://{tmp_path}/nobody"}, "cannot be used"),
            (RUN, {**cluster, **newer}, "of another version"),
            (RUN, {**cluster, **older}, "newer version of Paiju"),
            (RUN, {**cluster, "WORKER_NAME": "w1"}, "WORKER_NAME=w1"),
            (RUN, {**cluster, "TELEGRAM_TOKEN": f"123456:{35 * 'x'}"}, "another TELEGRAM_TOKEN"),
            (RUN, {**cluster, "DISCORD_SHARD_COUNT": "3"}, "another DISCORD_SHARD_COUNT"),
            (RUN, {**cluster, "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/paiju.db"}, "several workers can share"),
            (("run", "--check"), {"CLUSTER_URL": other.url}, "meet at another Redis"),
            (("run", "--check"), {**cluster, "WEB_HOST": "192.0.2.1"}, "WEB_HOST=192.0.2.1 is no address of"),
            (("db", "upgrade"), newer, "workers of a cluster"),
            (("db", "copy", house.database.url, f"sqlite+aiosqlite:///{tmp_path}/copy.db"), {}, "workers of a cluster"),
        ]
        assert await Program(tmp_path, {**right, **cluster}, "run", "--check").finish() == 0
        await telegram.wait_for(lambda: telegram.find(group, "Dou Dizhu"))
        before = await rows_of(house)
        playing = asyncio.create_task(ask_again_and_again(telegram, ann, group))
        starts = [Program(tmp_path, {**right, **settings}, *command) for command, settings, _ in wrong]
        assert set(await asyncio.gather(*(start.finish() for start in starts))) == {1}
        for start, (_, _, said) in zip(starts, wrong, strict=True):
            lines = [line for line in start.errors if line.startswith("paiju:")]
            assert len(lines) == 1, start.errors
            assert said in lines[0]
        assert await rows_of(house) == before
        assert not playing.done(), playing.exception()
        playing.cancel()
        assert await house.stop_workers() == [0, 0]
    other.close()
    evicting.close()
