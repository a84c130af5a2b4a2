"""What outlives the real program, and what can be taken out of it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.frontends.telegram.house import Table, moves, to_act
from tests.patience import patient
from tests.process.conftest import Starter, tokens
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


async def test_nothing_of_the_program_outlives_it_when_it_is_killed(telegram: TelegramSim, program: Starter) -> None:
    """The reader of its output sees the end only when every process that holds it has gone, AI players included."""
    running = await program(**tokens(telegram), TURN_SECONDS="0").start()
    alone = telegram.user("player 1", started=True)
    await alone.starts()
    group = telegram.group("friends", members=[alone])
    await alone.says(group, "/new doudizhu first_bidder=random")
    await telegram.wait_for(lambda: telegram.find(group, "player 1"))
    await alone.says(group, "/ai")
    await alone.says(group, "/away")
    await alone.says(group, "/deal")
    await telegram.wait_for(lambda: telegram.find(group, "Stake"))
    await patient(running.kill())


async def test_an_exported_round_is_a_scenario_that_check_accepts_and_says_which_rules_it_was_played_under(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    running = await program(**tokens(telegram), TURN_SECONDS="0").start()
    people = [telegram.user(f"player {number}", started=True) for number in (1, 2, 3)]
    for person in people:
        await person.starts()
    table = Table(telegram, telegram.group("friends", people), people, seed=9)
    lobby = await table.opens("/new doudizhu deals=1")
    await people[0].press(lobby, "Start")
    await telegram.wait_for(table.to_act)
    assert await program("export", "M1").finish() == 1, "an unfinished round is a secret"
    await table.plays_out()
    with closing(sqlite3.connect(tmp_path / "paiju.db")) as database, database:
        database.execute("UPDATE rounds SET rules_version = 99")
    exported = program("export", "M1")
    assert await exported.finish() == 0, exported.errors
    assert any("rules version 99" in line for line in exported.errors)
    (tmp_path / "m1.json").write_text("\n".join(exported.output), encoding="utf-8")
    check = program("check", str(tmp_path / "m1.json"))
    assert await check.finish() == 0
    assert check.output[-1] == "1 passed, 0 failed"
    replay = program("replay", str(tmp_path / "m1.json"))
    assert await replay.finish() == 0
    assert any("played under rules version 99" in line for line in replay.output)
    assert running.running


async def test_a_table_in_a_chat_without_the_bot_goes_on_in_its_message_after_a_kill(
    telegram: TelegramSim, program: Starter
) -> None:
    telegram.inline_mode = telegram.inline_feedback = True
    running = await program(**tokens(telegram), TURN_SECONDS="0").start()
    alone = telegram.user("player 1")
    chat = telegram.group("strangers", [alone])
    chat.bot_status = "left"
    board = await alone.chooses(chat, "Dou Dizhu")
    await telegram.wait_for(lambda: board.button("Open private chat"))
    await alone.press(board, "Open private chat")
    await telegram.wait_for(lambda: "⚠️" not in board.text)
    await alone.press(board, "Start with AI")
    await telegram.wait_for(lambda: to_act([alone]))
    await patient(running.kill())
    await program(**tokens(telegram), TURN_SECONDS="0").start()
    shown, turn = board.content, to_act([alone])
    assert turn is not None
    await alone.press(turn[1], moves(turn[1])[0])
    await telegram.wait_for(lambda: board.content is not shown)
    assert chat.messages == [board]
