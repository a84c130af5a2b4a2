"""One table in three places through the real program, opened on Telegram or at the page and shown on Discord too: each kept
current, killed in between."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.process.conftest import Starter
from tests.process.secrecy import Secrecy
from tests.process.three_places import Home, ThreePlaces
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process
KILLS = {4, 17}  # Before which deeds the program is killed: in the play of the first round, and of the second
PACE = 60.0
"""Both platforms hold their published limits, so many times as fast as the clock; people press as fast as they see."""


@pytest.mark.parametrize("home", ["ann", "eve"])
async def test_a_match_in_a_group_a_channel_and_at_the_page(
    home: Home, telegram: TelegramSim, discord: DiscordSim, program: Starter, tmp_path: Path
) -> None:
    three = ThreePlaces(telegram, discord, program, tmp_path, PACE, home)
    await three.start()
    await three.come_together("deals=2")
    secrecy = Secrecy(three)
    spent: list[tuple[int, int]] = []
    for deed in range(400):
        if home == "ann" and deed in KILLS:
            await three.settled()
            await three.power_cut()
        await three.settled()
        secrecy.look()
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
    assert len(spent) > 10
    assert min(secrecy.own.values()) > 5, "whoever holds a hand is shown it"
    await three.overrule()
    secrecy.look()
    assert three.refused() == []
    await three.eve.__aexit__()
    assert await three.running.stop() == 0
    said = "\n".join([*three.said, *three.running.output, *three.running.errors])
    dealt = [hand for (deal,) in three.rows("SELECT deal FROM rounds") for hand in json.loads(deal)["hands"]]
    assert dealt
    assert not [found for found in ("Traceback", *dealt) if found in said]
