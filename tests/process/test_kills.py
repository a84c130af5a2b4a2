"""Killed at any point between fetching an update and storing its effect, the program has lost nothing when it is back."""

import sqlite3
from pathlib import Path

import pytest

from tests.process.conftest import Starter, tokens
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process
GROUPS = 12


async def test_what_was_fetched_but_not_done_at_a_kill_is_done_after_it(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    """Everybody asks for Chinese in a group of their own. For this the program asks who administers the group; the
    platform lets it wait for that answer in the last of them, and there the kill finds it."""
    people = [telegram.user(f"player {number}", started=True) for number in range(GROUPS)]
    groups = [telegram.group(f"group {at}", [person], owner=person) for at, person in enumerate(people)]
    telegram.faults.next("hang_after", "getChatAdministrators", chat=groups[-1].id)
    running = await program(**tokens(telegram)).start()
    await running.says("telegram.connected")
    telegram.updates.hold()
    for person, group in zip(people, groups, strict=True):
        await person.says(group, "/language zh")
    telegram.updates.release()
    await telegram.wait_for(
        lambda: (
            len(telegram.called("getChatAdministrators")) == GROUPS
            and all(telegram.messages(group) for group in groups[:-1])
        )
    )
    await running.kill()
    assert telegram.updates.unconfirmed
    running = await program(**tokens(telegram)).start()
    await telegram.wait_for(lambda: not telegram.updates.unconfirmed)
    assert await running.stop() == 0
    with sqlite3.connect(tmp_path / "paiju.db") as database:
        spoken = dict(database.execute("SELECT external, language FROM chats"))
    database.close()
    assert spoken == {str(group.id): "zh" for group in groups}
