"""Tables in the private chat with the bot, invitations, and commands in places where only the person has installed it."""

from functools import partial
from pathlib import Path

from bot.clock import SystemClock
from tests.frontends.discord.clocks import SimClock
from tests.frontends.discord.house import House, over, panel_of, play_out, texts, turn_of
from tests.simulators.discord import DiscordSim, Message, VirtualChannel, VirtualUser
from tests.simulators.discord.world import PERMISSIONS


async def _opens(sim: DiscordSim, person: VirtualUser) -> None:
    await person.slash(person.dm, "new", game="doudizhu", options="deals=1")
    await sim.wait_for(lambda: next((m for m in person.inbox if m.has_button("Invite a friend")), None))


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


async def test_of_two_tables_words_mean_the_one_whose_message_they_answer(sim: DiscordSim, tmp_path: Path) -> None:
    person = sim.user("player 1")

    async def nothing() -> None:
        """Take a turn in line."""

    def board(number: int) -> Message:
        return next(m for m in person.inbox[::-1] if f"#{number}" in m.text and m.has_button("Invite a friend"))

    async with House(sim, tmp_path) as house:
        for number in (1, 2):
            await person.slash(person.dm, "new", game="doudizhu", options="deals=1")
            await sim.wait_for(lambda n=number: any(f"#{n}" in m.text for m in person.inbox))  # type: ignore[misc]
        await person.talks(person.dm, "ai")
        await sim.wait_for(lambda: any("Which table" in m.text for m in person.inbox))
        for number in (2, 1):
            await house.quiet()
            await house.manager.session.tables[number].mailbox.call(
                nothing
            )  # behind the note of which message shows it
            await person.talks(person.dm, "ai", answering=board(number).id)
            await sim.wait_for(lambda n=number: any(f"#{n}" in m.text and "🤖 AI" in m.text for m in person.inbox))  # type: ignore[misc]


async def test_who_writes_chinese_is_answered_in_chinese(sim: DiscordSim, tmp_path: Path) -> None:
    person = sim.user("player 1")
    async with House(sim, tmp_path):
        await person.talks(person.dm, "怎么玩")
        await sim.wait_for(lambda: any("我只懂指令和牌" in message.text for message in person.inbox))


def _is_told(person: VirtualUser, words: str) -> bool:
    return any(words in message.text for message in person.ephemerals)


async def _plays_where_the_bot_is_no_member(
    sim: DiscordSim, house: House, people: list[VirtualUser], where: VirtualChannel
) -> None:
    for person in people[1:]:
        person.closes_dms()  # they have never had to do with the bot
    opened = await people[0].slash(where, "new", game="doudizhu", options="deals=1")
    (card,) = where.messages
    assert opened.response is card
    for person in people[1:]:
        await person.press(card, "Join")
        await sim.wait_for(partial(_is_told, person, "seat"))
    await house.quiet()
    assert all(person.name in card.text for person in people)
    await people[0].press(card, "Start")
    await sim.wait_for(lambda: turn_of(people))
    await house.quiet()
    assert all(panel_of(person) in person.ephemerals for person in people)
    await play_out(sim, people)
    await house.quiet()
    assert over(people)
    assert "is over" in texts(where)
    assert not any(person.inbox for person in people)


async def test_a_table_is_opened_and_played_in_a_server_without_the_bot(sim: DiscordSim, tmp_path: Path) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    foreign = sim.guild("somebody else's server", members=people, has_bot=False).channel("talk")
    async with House(sim, tmp_path) as house:
        await _plays_where_the_bot_is_no_member(sim, house, people, foreign)


async def test_a_table_is_opened_and_played_in_a_group_chat(sim: DiscordSim, tmp_path: Path) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    async with House(sim, tmp_path) as house:
        await _plays_where_the_bot_is_no_member(sim, house, people, sim.group_chat(*people))


async def test_a_card_that_nobody_touched_for_long_is_right_again_with_the_next_press(
    sim: DiscordSim, tmp_path: Path
) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    chat = sim.group_chat(*people)
    clock = SimClock(sim)
    async with House(sim, tmp_path, clock=clock, time=SystemClock()) as house:
        await people[0].slash(chat, "new", game="doudizhu", options="deals=1")
        (card,) = chat.messages
        sim.clock.advance(1000)
        await people[0].slash(people[0].dm, "ai")
        await house.quiet()
        assert "AI 2" not in card.text
        await people[1].press(card, "Rules")
        await sim.wait_for(lambda: "AI 2" in card.text)
        await house.stop()
        await house.start()
        await people[0].press(card, "Start")
        await sim.wait_for(lambda: "Round 1" in card.text)
        again = await people[2].slash(chat, "table")
        await house.quiet()
        assert again.response is chat.messages[-1]
        assert chat.messages == [card, again.response]


async def test_a_server_that_hides_what_own_apps_answer_gets_no_table(sim: DiscordSim, tmp_path: Path) -> None:
    person = sim.user("player 1")
    guild = sim.guild("somebody else's server", members=[person], has_bot=False)
    guild.raw.members[person.id] &= ~PERMISSIONS["use_external_apps"]
    foreign = guild.channel("talk")
    async with House(sim, tmp_path) as house:
        refused = await person.slash(foreign, "new", game="doudizhu")
        assert refused.ephemeral
        assert "in our private chat" in refused.text
        await _opens(sim, person)
        await person.slash(person.dm, "ai")
        await person.slash(foreign, "deal")
        await sim.wait_for(lambda: panel_of(person))
        assert (await person.slash(foreign, "hand")).ephemeral
        assert (await person.slash(foreign, "rules")).ephemeral
        await house.quiet()
        assert foreign.messages == []
