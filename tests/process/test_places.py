"""One table in three places through the real program: Telegram, Discord and the page, each kept current, killed in between."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.present.words.text import grouped
from games.base.notation import read_exact
from tests.process.conftest import Starter
from tests.process.evening import no_hand_was_logged
from tests.process.three_places import ThreePlaces
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process
KILLS = {4, 17}
"""Before which deeds the program is killed: in the play of the first round, and of the second."""
PACE = 60.0
"""Both platforms hold their published limits, so many times as fast as the clock; people press as fast as they see."""


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramSim]:
    async with TelegramSim(pace=PACE) as sim:
        yield sim
        assert sim.violations == []


@pytest.fixture
async def discord() -> AsyncIterator[DiscordSim]:
    async with DiscordSim(rate_factor=PACE) as sim:
        yield sim
        assert sim.violations == []


async def test_a_match_in_a_group_a_channel_and_at_the_page(
    telegram: TelegramSim, discord: DiscordSim, program: Starter, tmp_path: Path
) -> None:
    three = ThreePlaces(telegram, discord, program, tmp_path, PACE)
    await three.start()
    await three.come_together("gandengyan players=3 deals=2")
    spent: list[tuple[int, int]] = []
    for deed in range(400):
        if deed in KILLS:
            await three.settled()
            await three.power_cut()
        await three.settled()
        before, playing = three.group_calls(), bool(three.asked())
        if not await three.act():
            break
        after = three.group_calls()
        if playing and three.on_page()["result"] is None:
            spent.append((after[0] - before[0], after[1] - before[1]))
    assert three.over()
    assert "Gan Deng Yan" in three.on_telegram().text
    assert "干瞪眼" in three.on_discord().text, "each place in its own language"
    assert max(calls for calls, _ in spent) == 1, Counter(spent)
    assert max(calls for _, calls in spent) == 1, Counter(spent)
    assert three.refused() == []
    assert len(spent) > 10
    await three.eve.__aexit__()
    assert await three.running.stop() == 0
    _nobody_saw_a_strangers_hand(three)
    no_hand_was_logged([*three.said, *three.running.output, *three.running.errors], tmp_path)


def _nobody_saw_a_strangers_hand(three: ThreePlaces) -> None:
    """Nothing that somebody was sent holds what another seat was dealt, in any way in which hands are shown."""
    chats = {0: _unfinished(three.ann.sees()), 1: _unfinished(three.bob.sees())}
    lists = [cards for frame in three.eve.frames for message in json.loads(frame) for cards in _lists(message)]
    rounds = three.rows("SELECT deal FROM rounds")
    assert len(rounds) == 2
    for (deal,) in rounds:
        for owner, text in enumerate(json.loads(deal)["hands"]):
            cards = read_exact(text)
            shown = {text, *(grouped(cards, language) for language in ("en", "zh"))}
            for seat, seen in chats.items():
                assert (seat == owner) is any(way in seen for way in shown), (seat, owner)
            assert (owner == 2) is (sorted(text.split()) in lists), owner


def _unfinished(seen: list[str]) -> str:
    """All that somebody saw but for what a result shows of everybody."""
    lines = (line for text in seen for line in text.splitlines())
    return "\n".join(line for line in lines if "left: " not in line and "剩牌：" not in line)


def _lists(found: Any) -> list[list[str]]:
    """All lists of texts in what the page was sent, each in order; but for what a result shows of everybody."""
    if isinstance(found, dict):
        return [] if found.get("result") else [each for value in found.values() for each in _lists(value)]
    if isinstance(found, list):
        own = [sorted(found)] if found and all(isinstance(one, str) for one in found) else []
        return own + [each for value in found for each in _lists(value)]
    return []
