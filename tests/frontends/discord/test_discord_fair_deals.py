"""A promised deal on Discord: promise and words in the channel's message, the secret and /fair after the round."""

from __future__ import annotations

import re
from pathlib import Path

from tests.fairness.by_hand import promise
from tests.frontends.discord.house import House, seat_all
from tests.simulators.discord import DiscordSim

HEX = re.compile(r"\b[0-9a-f]{64}\b")
BEGINNING = re.compile(r"🔒.*`([0-9a-f]{20})`")


async def test_the_promise_words_and_the_secret_in_a_channel(sim: DiscordSim, tmp_path: Path) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2)]
    channel = sim.guild(members=people).channel("friends")
    ann, ben = people
    async with House(sim, tmp_path, seed=None) as house:
        table = await seat_all(sim, people, channel)
        (begun,) = BEGINNING.findall(table.text)
        (promised,) = HEX.findall((await ben.press(table, "Fair deal")).text)
        assert promised.startswith(begun)
        pressed = await ann.press(table, "Add luck")
        assert "luck" in pressed.text
        await ben.slash(channel, "luck", word="`@everyone` **88**")
        await ann.slash(channel, "ai", level="easy")
        await house.quiet()
        assert "`@everyone **88**`" in table.text
        assert table.text.count("player 1") == 2
        await ann.slash(channel, "deal")
        await house.quiet()
        shown = "\n".join(message.text for message in channel.messages)
        assert set(BEGINNING.findall(shown)) == {begun}
        assert not HEX.findall(shown)
        late = await ben.slash(channel, "luck", word="late")
        assert "dealt already" in late.text
        open_round = await ben.slash(channel, "fair", id="M1.1")
        assert HEX.findall(open_round.text) == [promised]
        sure = await ann.slash(channel, "end")
        assert sure.ephemeral
        await ann.press(await sure.message(), "End the match")
        await house.quiet()
        shown = "\n".join(message.text for message in channel.messages)
        assert not HEX.findall(shown)
        answer = await ben.press(table, "Fair deal")
        assert "It fits" in answer.text
        commitment, secret, following = HEX.findall(answer.text)
        assert commitment == promised == promise(1, 1, secret)
        assert BEGINNING.findall(shown)[-1] == following[:20]
