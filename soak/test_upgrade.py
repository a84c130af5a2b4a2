"""Two versions play side by side: three workers are brought from one to the next and back while everybody plays."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import asyncpg
import pytest

from soak.crowd import play_calmly
from soak.evidence import check_lines
from storage.versions import SCHEMA_VERSION
from tests.cluster_process.evening import Evening
from tests.cluster_process.house import House
from tests.cluster_process.watch import ANSWER_SECONDS, Watch, flaws
from tests.process.program import ROOT
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

PAUSE_SECONDS = 0.7
NEXT = f"{int(SCHEMA_VERSION) + 1:04}"
STEP = f'''"""A mood for each seat, and what is said of it."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "{NEXT}", "{SCHEMA_VERSION}"


def upgrade() -> None:
    op.add_column("seats", sa.Column("mood", sa.Text(), nullable=False, server_default=""))
    op.create_table("moods", sa.Column("name", sa.Text(), primary_key=True))
'''


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """This version and one that follows it, made up, or (``PAIJU_BEFORE``) one before it and this one."""
    before, folder = os.environ.get("PAIJU_BEFORE", ""), tmp_path / "checkout"
    subprocess.run(["git", "worktree", "add", "--detach", folder, before or "HEAD"], cwd=ROOT, check=True)
    if not before:
        _go_on(folder)
    yield (folder, ROOT) if before else (ROOT, folder)
    subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)


def _go_on(folder: Path) -> None:
    """Make the version that follows: a step that only adds, a column that it writes, and more that workers say to each other."""
    (folder / f"storage/migrations/versions/{NEXT}_moods.py").write_text(STEP)
    _replace(folder / "storage/versions.py", f'SCHEMA_VERSION = "{SCHEMA_VERSION}"', f'SCHEMA_VERSION = "{NEXT}"')
    _replace(
        folder / "storage/themes/tables.py",
        "    stand_in: bool = False\n",
        '    stand_in: bool = False\n    mood: str = "calm"\n',
    )
    _replace(
        folder / "bot/session/port/commands/record.py",
        "class Origin:\n",
        'class Origin:\n    mood: str = field(default="", kw_only=True)\n',
    )


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, f"{old!r} in {file}"
    file.write_text(text.replace(old, new))


async def test_this_version_and_the_next_play_side_by_side(versions: tuple[Path, Path], seed: int) -> None:
    dice, (old, new) = Random(seed), versions
    async with TelegramSim() as telegram, DiscordSim() as discord:
        house = House(telegram, discord, webhook=True)
        try:
            await house.start_servers()
            for worker in house.workers:
                worker.checkout = old
            await house.start_workers()
            evening = await Evening.gather(telegram, discord)
            await evening.begin()
            watch, enough = Watch(house, evening.people), asyncio.Event()
            async with asyncio.TaskGroup() as tasks:
                for player in evening.people:
                    tasks.create_task(play_calmly(player, Random(dice.random()), enough, PAUSE_SECONDS))
                for checkout in (new, old, new):
                    await house.restart_in_turn(lambda: evening.play_on(30), checkout)
                enough.set()
            await evening.all_answered()
            await watch.all_answered(60.0)
            assert await house.stop_workers() == [0, 0, 0]
            seen = await watch.check()
            waits = sorted(waited for waited in evening.waits() if waited is not None)
            print(
                f"{len(waits)} presses, p99 {waits[len(waits) * 99 // 100]:.2f} s, longest {waits[-1]:.2f} s; {dict(seen)}"
            )
            assert seen["presses lost"] == 0
            assert waits[-1] <= ANSWER_SECONDS
            assert flaws(discord) == []
            check_lines(house.lines(), await house.written(), [telegram.token, discord.token])
            await _look(house, old, new)
        finally:
            await house.close()


async def _look(house: House, old: Path, new: Path) -> None:
    """Both versions have played on the database of the newer."""
    said = {path: (path / "storage/versions.py").read_text() for path in (old, new)}
    connection = await asyncpg.connect(**house.database.address)
    try:
        version = await connection.fetchval("SELECT version_num FROM alembic_version")
    finally:
        await connection.close()
    assert f'SCHEMA_VERSION = "{version}"' in said[new]
