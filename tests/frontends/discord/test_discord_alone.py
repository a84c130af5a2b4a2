"""Tables in the private chat with the bot, invitations, and commands in places where only the person has installed it."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.discord.house import House, over, panel_of, play_out, texts
from tests.simulators.discord import DiscordSim, VirtualUser


async def _opens(sim: DiscordSim, person: VirtualUser) -> None:
    await person.slash(person.dm, "new", game="doudizhu", options="deals=1")
    await sim.wait_for(lambda: next((m for m in person.inbox if m.has_button("Invite a friend")), None))


async def test_somebody_alone_plays_a_whole_match_in_the_private_chat(sim: DiscordSim, tmp_path: Path) -> None:
    person = sim.user("player 1")
    async with House(sim, tmp_path) as house:
        await _opens(sim, person)
        await person.slash(person.dm, "settings", name="bombs", value="on")
        await person.slash(person.dm, "ai")
        await person.slash(person.dm, "deal")
        await sim.wait_for(lambda: panel_of(person))
        await person.slash(person.dm, "table", plain=True)
        await sim.wait_for(lambda: any("state: playing" in m.text for m in person.inbox))
        await play_out(sim, [person])
        await house.quiet()
        assert over([person])
    assert sim.violations == []


async def test_plays_and_verbs_are_typed_in_the_private_chat(sim: DiscordSim, tmp_path: Path) -> None:
    person = sim.user("player 1")
    async with House(sim, tmp_path) as house:
        await _opens(sim, person)
        await person.talks(person.dm, "ai")
        await sim.wait_for(lambda: next((m for m in person.inbox if "AI" in m.text), None))
        await person.talks(person.dm, "发牌")
        await sim.wait_for(lambda: panel_of(person))
        await person.talks(person.dm, "nonsense")
        await sim.wait_for(lambda: any("nonsense" in m.text for m in person.inbox if m.author is None))
        await person.talks(person.dm, "bid 3")
        await sim.wait_for(lambda: any("You bid 3" in m.text for m in person.inbox))
        hand = (await person.slash(person.dm, "hand", plain=True)).text.partition("Hand: ")[2].split()
        await person.talks(person.dm, hand[0][0])
        await sim.wait_for(lambda: any(m.text.startswith("Played:") for m in person.inbox))
        await house.quiet()


async def test_a_friend_joins_from_another_server_with_the_code(sim: DiscordSim, tmp_path: Path) -> None:
    ann, ben = sim.user("player 1"), sim.user("player 2")
    elsewhere = sim.guild("another server", members=[ben]).channel("cards")
    async with House(sim, tmp_path) as house:
        await _opens(sim, ann)
        await ann.slash(ann.dm, "invite")
        told = await sim.wait_for(lambda: next((m for m in ann.inbox if "/join 1-" in m.text), None))
        code = told.text.partition("/join ")[2].split()[0].strip("*`")
        await ben.slash(elsewhere, "join", invitation=code)
        await sim.wait_for(lambda: any("seat 2" in m.text for m in ben.ephemerals))
        assert "seat 2" not in texts(elsewhere)
        await ann.slash(ann.dm, "ai")
        await ann.slash(ann.dm, "deal")
        await play_out(sim, [ann, ben])
        await house.quiet()
    assert sim.violations == []


async def test_where_the_bot_is_not_a_member_everything_is_for_the_person_alone(
    sim: DiscordSim, tmp_path: Path
) -> None:
    person = sim.user("player 1")
    foreign = sim.guild("somebody else's server", members=[person], has_bot=False).channel("talk")
    async with House(sim, tmp_path) as house:
        refused = await person.slash(foreign, "new", game="doudizhu")
        assert refused.ephemeral
        assert "in our private chat" in refused.text
        await _opens(sim, person)
        await person.slash(person.dm, "ai")
        await person.slash(foreign, "deal")
        await sim.wait_for(lambda: panel_of(person))
        hand = await person.slash(foreign, "hand")
        assert hand.ephemeral
        rules = await person.slash(foreign, "rules")
        assert rules.ephemeral
        await house.quiet()
        assert foreign.messages == []
    assert sim.violations == []
