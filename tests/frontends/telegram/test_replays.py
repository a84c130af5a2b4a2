"""Looking back at a round on Telegram: one message that is turned from moment to moment, in a group or privately."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .house import open_house


async def _round_over(sim: TelegramSim, person: Person, group: Group) -> None:
    """AI players play a match of one round to its end, this person's seat included."""
    await person.starts()
    await person.says(group, "/new doudizhu deals=1")
    await sim.wait_for(lambda: sim.find(group, "player 1"))
    for command in ("/ai", "/away", "/deal"):
        await person.says(group, command)
    await sim.wait_for(lambda: sim.find(group, "/replay M1.1"))


def _replay_in(messages: list[Message], label: str = "Forward") -> Message | None:
    return next((message for message in reversed(messages) if any(label in one for one in message.labels)), None)


async def test_a_round_is_shared_as_a_moving_picture_and_a_file(sim: TelegramSim, tmp_path: Path, ann: Person) -> None:
    group = sim.group("friends", [ann])
    async with open_house(sim, tmp_path):
        await _round_over(sim, ann, group)
        await ann.says(group, "/replay M1.1")
        overview = await sim.wait_for(lambda: _replay_in(sim.messages(group), "Share here"))
        await ann.press(overview, "🎬 Share here")
        film = await sim.wait_for(
            lambda: next((one for one in sim.messages(group) if one.content.animation is not None), None)
        )
        record = await sim.wait_for(
            lambda: next((one for one in sim.messages(group) if one.content.document is not None), None)
        )
        assert film.silent
        assert "Shared by player 1" in film.text
        assert len(film.content.animation or b"") < 8_000_000
        assert record.reply_to is film
        name, contents = record.content.document or ("", b"")
        assert (name, json.loads(contents)["game"]) == ("M1.1.json", "doudizhu")
        await ann.says(group, "/replay M1.1 share")
        await sim.wait_for(lambda: sim.find(ann, "Try again in a minute"))
        await ann.press(film, "▶ Step by step")
        await sim.wait_for(lambda: sim.find(group, "Step 0 of"))
        words_only = sim.group("others", [ann])
        words_only.forbidden.add("can_send_other_messages")
        await ann.says(words_only, "/replay M1.1 share")
        await sim.wait_for(lambda: sim.find(words_only, "Shared by player 1"))
        await ann.says(ann, "/replay M1.1 share")
        await sim.wait_for(lambda: any("type /replay M1.1 share there" in one.text for one in ann.inbox))


async def test_a_group_goes_on_while_a_round_that_is_shared_is_drawn(
    sim: TelegramSim, tmp_path: Path, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = sim.group("friends", [ann])
    finished = threading.Event()
    monkeypatch.setattr("bot.present.pictures.views._REELS", waiting := ThreadPoolExecutor(1))
    async with open_house(sim, tmp_path):
        await _round_over(sim, ann, group)
        waiting.submit(finished.wait)
        await ann.says(group, "/replay M1.1 share")
        await sim.wait_for(lambda: sim.called("sendChatAction"))
        await ann.says(group, "/table plain")
        await sim.wait_for(lambda: sim.find(group, "game: doudizhu"))
        assert not sim.find(group, "Shared by player 1")
        finished.set()
        await sim.wait_for(lambda: sim.find(group, "Shared by player 1"))
    waiting.shutdown()


async def test_a_group_has_a_round_judged_in_one_message(
    sim: TelegramSim, tmp_path: Path, ann: Person, cem: Person
) -> None:
    group = sim.group("friends", [ann, cem])
    async with open_house(sim, tmp_path):
        await _round_over(sim, ann, group)
        await ann.says(group, "/review M1.1")
        message = await sim.wait_for(
            lambda: next((one for one in sim.messages(group) if "Review of M1.1" in one.text), None)
        )
        await sim.wait_for(lambda: "accuracy" in message.text)  # nobody has pressed anything
        await ann.press(message, "🔎 Decisions")
        await sim.wait_for(lambda: "Decision 1 of" in message.text)
        await cem.press(message, "▶ On")
        await sim.wait_for(lambda: "Decision 2 of" in message.text)
        await ann.press(message, "🎞 Replay")
        await sim.wait_for(lambda: "Step " in message.text and "Decision" not in message.text)
        assert [one for one in sim.messages(group) if "M1.1 · " in one.text] == [message]
    assert sim.unanswered == 0
