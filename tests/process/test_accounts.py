"""One person on both platforms of the real program: joined by a code, looking back, parted, forgotten."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.process.conftest import Starter, tokens
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


def _everything(path: Path) -> str:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(repr(line) for name in names for line in database.execute(f'SELECT * FROM "{name}"'))


async def test_accounts_on_both_platforms_are_joined_parted_and_forgotten(
    telegram: TelegramSim, discord: DiscordSim, program: Starter, tmp_path: Path
) -> None:
    running = await program(**tokens(telegram, discord), TURN_SECONDS="0", PAIJU_SEED="7").start()
    await discord.wait_until_ready()
    ann = telegram.user("player 1", started=True)
    await ann.starts()
    group = telegram.group("friends", members=[ann])
    dan = discord.user("player 2")
    channel = discord.guild(members=[dan]).channel("others")
    await ann.says(group, "/new doudizhu deals=1")
    await telegram.wait_for(lambda: telegram.find(group, "player 1"))
    for command in ("/ai", "/away", "/deal"):
        await ann.says(group, command)
    await telegram.wait_for(lambda: telegram.find(group, "/replay M1.1"))

    # the code goes to the private chat only, also if it was asked for in a group
    await ann.says(group, "/link")
    told = await telegram.wait_for(lambda: next((one for one in ann.inbox if "/link " in one.text), None))
    found = re.search(r"\b([2-9A-Z]{5}-[2-9A-Z]{5})\b", told.text)
    assert found is not None
    code = found[1]
    assert not [message for message in telegram.messages(group) if code in message.text]
    assert code not in _everything(tmp_path / "paiju.db")
    done = await dan.slash(channel, "link", code=code)
    assert done.ephemeral
    assert "player 1" in done.text
    await telegram.wait_for(lambda: any("player 2" in one.text for one in ann.inbox))

    # killed and started again, they still are one person: what was played there may be looked at from here
    await running.kill()
    running = await program(**tokens(telegram, discord), TURN_SECONDS="0", PAIJU_SEED="7").start()
    await discord.wait_until_ready()
    looked = await dan.slash(dan.dm, "replay", id="M1.1")
    assert "Dou Dizhu" in looked.text
    again = await dan.slash(channel, "link", code=code)
    assert "player 1" not in again.text

    seated = await dan.slash(channel, "unlink")
    assert "/leave" in seated.text
    await ann.says(group, "/leave")
    await telegram.wait_for(lambda: "'closed'" in _everything(tmp_path / "paiju.db"))
    parted = await dan.slash(channel, "unlink")
    assert "Discord" in parted.text
    gone = await dan.slash(dan.dm, "replay", id="M1.1")
    assert "Dou Dizhu" not in gone.text

    stored = await dan.slash(dan.dm, "privacy")
    assert "/forgetme" in stored.text
    asked = await dan.slash(dan.dm, "forgetme")
    await dan.press(await asked.message(), "Yes, delete")
    await discord.wait_for(lambda: "player 2" not in _everything(tmp_path / "paiju.db"))
    assert str(dan.id) not in _everything(tmp_path / "paiju.db")
    assert await running.stop() == 0
    assert not [line for line in running.errors + running.output if code in line or "Traceback" in line]
