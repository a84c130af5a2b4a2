"""A restore drill: an evening on both platforms, a backup in the middle of it, more play, and the backup put back."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from bot.session.port import commands as c
from games import GAMES
from soak.crowd import OnTelegram, Player, Seen, play_calmly
from soak.evidence import check_lines, check_written, playing
from soak.house import House
from soak.written import in_file
from tests.cluster_process.evening import Evening
from tests.patience import patience
from tests.process.program import Program
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

__all__ = ["drill"]

_LOOK: Final = 0.1


async def drill(folder: Path, groups: int, presses: int, seed: int, *, by_hand: bool) -> None:
    """So many ``groups`` on each platform with a table each. ``by_hand``: the file is put back without a word to the program."""
    dice = Random(seed)
    async with TelegramSim() as telegram, DiscordSim() as discord:
        house = House(folder, telegram, discord, 0)
        try:
            await house.start()
            evening = await Evening.gather(telegram, discord, groups=groups)
            await evening.begin(second_tables=False)
            await _play(evening, presses, dice)
            copy = folder / "copy.db"
            await _shell(folder, "db", "backup", str(copy))
            await _play(evening, 2 * presses, dice)
            await evening.groups[0][0].command("new", list(GAMES)[-1])  # of which the backup will not know
            await evening.groups[-1][0].command("end")
            await _rest(evening)
            assert await house.program.stop() == 0
            lost = in_file(house.database)
            if by_hand:
                _put_back(copy, house.database)
            else:
                said = await _shell(folder, "restore", str(copy))
                began, _, aside = "\n".join(said).partition("; what was there: ")
                assert began == f"restored from {copy}"
                assert in_file(Path(aside)) == lost
            before = in_file(house.database)
            known = {row["message"] for row in (*before.tables, *before.seats)}
            old = {player: player.buttons() for player in evening.people}
            await house.start()
            await _rest(evening)
            await _press_all(old, known, lambda: in_file(house.database).log())
            await _go_on(house, evening, dice)
            assert await house.program.stop() == 0
            written = in_file(house.database)
            check_written(written)
            check_lines(house.lines(), written, [telegram.token, discord.token])
            assert [flaw for flaw in telegram.violations if "query is too old" not in flaw] == []
            assert discord.violations == []
        finally:
            await house.program.kill()


async def _play(evening: Evening, presses: int, dice: Random) -> None:
    enough = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for player in evening.people:
            tasks.create_task(play_calmly(player, Random(dice.random()), enough))
        await evening.play_on(presses)
        enough.set()
    await _rest(evening)


async def _rest(evening: Evening) -> None:
    """Wait until every press is answered and nobody is shown anything new."""
    await evening.all_answered()
    seen: list[int] = []
    async with patience():
        while (now := [len(player.sees()) for player in evening.people]) != seen:
            seen = now
            await asyncio.sleep(10 * _LOOK)


async def _shell(folder: Path, *command: str) -> list[str]:
    run = Program(folder, {}, *command)
    assert await run.finish() == 0, run.errors
    return run.output


def _put_back(copy: Path, database: Path) -> None:
    """What a host does who knows nothing of marks and takes a copy by other means."""
    for end in ("-wal", "-shm"):
        Path(f"{database}{end}").unlink(missing_ok=True)
    shutil.copy(copy, database)
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("DELETE FROM marks WHERE name = 'copy'")
        opened.commit()


async def _press_all(
    old: Mapping[Player, Sequence[Seen]], known: set[str | None], log: Callable[[], Mapping[int, Sequence[object]]]
) -> None:
    """Press what was on everybody's screens and the database does not know: nothing is played, and its buttons go."""
    pressed = 0
    for player, buttons in old.items():
        for button in buttons:
            if (
                not isinstance(button.command, c.Offer)
                or _name(player, button) in known
                or not _is_there(player, button)
            ):
                continue
            before = {match: len(lines) for match, lines in log().items()}
            await player.press(button)
            pressed += 1
            assert {match: len(lines) for match, lines in log().items()} == before, button
            await _until(partial(_has_gone, player, button))
    assert pressed, "nothing old was there to be pressed"


def _name(player: Player, button: Seen) -> str:
    message = button.message
    if isinstance(player, OnTelegram):
        return f"{message.chat.id}:{message.message_id}"
    return f"{message.channel.id}:{message.id}"


def _has_gone(player: Player, button: Seen) -> bool:
    return not _is_there(player, button)


def _is_there(player: Player, button: Seen) -> bool:
    """Whether the button can be pressed now."""
    return any(_name(player, one) == _name(player, button) and one.ident == button.ident for one in player.buttons())


async def _go_on(house: House, evening: Evening, dice: Random) -> None:
    """Every table in play is played on."""
    before, enough = playing(in_file(house.database)), asyncio.Event()
    assert before, "nothing is in play"
    async with asyncio.TaskGroup() as tasks:
        for player in evening.people:
            tasks.create_task(play_calmly(player, Random(dice.random()), enough))
        await _until(lambda: all(playing(in_file(house.database)).get(one) != lines for one, lines in before.items()))
        enough.set()


async def _until(holds: Callable[[], bool]) -> None:
    async with patience():
        while not holds():  # noqa: ASYNC110 # two platforms, each with events of its own
            await asyncio.sleep(_LOOK)
