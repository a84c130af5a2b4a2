"""A table in two channels of Discord: one is deleted, with or without a word, and the code brings another."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.discord.house import House, act, turn_of
from tests.simulators.discord import DiscordSim, Message, VirtualChannel, VirtualUser


def board(channel: VirtualChannel) -> Message:
    """The newest message in a channel that shows the table."""
    return [message for message in channel.messages if "🀄" in message.text][-1]


def says(channel: VirtualChannel, words: str) -> bool:
    """Whether the newest message there says this."""
    return bool(channel.messages) and words in channel.messages[-1].text


def told(person: VirtualUser, words: str) -> int:
    return sum(words in message.text for message in person.inbox)


async def test_a_channel_that_is_deleted_takes_nobody_from_the_table(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben = sim.user("Ann"), sim.user("Ben")
    club, cousins = sim.guild("Club", members=[ann]), sim.guild("Cousins", members=[ben])
    home, guest = club.channel("friends"), cousins.channel("cards")
    async with House(sim, tmp_path) as house:
        await ann.slash(home, "new", game="doudizhu", options="deals=8")
        await sim.wait_for(lambda: any(message.has_button("Invite") for message in home.messages))
        code = (await ann.press(board(home), "Invite")).text.partition("invitation:")[2].split("`")[0]
        await ben.slash(guest, "join", invitation=code)
        await sim.wait_for(lambda: says(home, "Ben"))
        await ann.slash(home, "ai")
        await ann.slash(home, "deal")
        await sim.wait_for(lambda: turn_of([ann, ben]))

        guest.is_deleted()
        await sim.wait_for(lambda: told(ben, "Cousins"))
        await act(sim, [ann, ben])
        await house.quiet()
        assert (told(ann, "I cannot write"), told(ben, "I cannot write")) == (0, 1)
        assert not says(home, "Cousins")
        again = cousins.channel("deck")
        await ben.slash(again, "join", invitation=code)
        await sim.wait_for(lambda: says(home, "deck") and says(again, "friends"))

        home.is_deleted(announce=False)  # found out with the next edit
        await act(sim, [ann, ben])
        await sim.wait_for(lambda: told(ann, "I cannot write"))
        await house.quiet()
        assert told(ben, "I cannot write") == 1, "who has found a new channel is not of the home"
        assert not says(again, "friends")
        await act(sim, [ann, ben])
        await house.quiet()
        assert (await ben.slash(again, "settings")).response is not None
    assert sim.violations == []
