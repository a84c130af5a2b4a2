"""Whole matches of Dou Dizhu on Discord, with three people, a real store and the unmodified client library."""

import re
from pathlib import Path
from typing import Any

from tests.frontends.discord.clocks import SimClock
from tests.frontends.discord.house import House, act, deal, offers, panel_of, play_out, seat_all, seat_and_deal, turn_of
from tests.simulators.discord import DiscordSim, Message, VirtualChannel, VirtualUser


async def test_somebody_with_closed_dms_is_warned_and_plays_through_my_hand(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    alice = people[0]
    alice.closes_dms()
    await alice.slash(channel, "prefer", name="hand", value="private")
    await seat_all(sim, people, channel)
    warning = await sim.wait_for(lambda: next((m for m in alice.ephemerals if "private messages" in m.text), None))
    assert warning.has_button("My hand")
    await people[0].slash(channel, "deal")
    await sim.wait_for(lambda: any(m.has_button("My hand") for m in channel.messages))
    await house.quiet()
    table = sim.table_message(channel, "My hand")
    opened = await alice.press(table, "My hand")
    assert opened.ephemeral
    assert panel_of(alice) is opened.response
    await play_out(sim, people)
    assert alice.inbox == []
    assert alice.notifications, "rung in the channel, since no private message arrives"
    assert sum(call.status == 403 for call in sim.calls) <= 3


async def test_an_old_button_is_told_kindly_that_its_question_is_over(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    found = turn_of(people)
    assert found is not None
    person, panel = found
    old = offers(panel)[0].custom_id or ""
    hint = next(button.custom_id or "" for button in panel.buttons if "Hint" in (button.label or ""))
    await person.press(panel, old)
    state = (await person.slash(channel, "table", plain=True)).text
    again = await person.press_id(panel, old)
    assert (await person.slash(channel, "table", plain=True)).text == state
    assert again.response is panel, "the panel that was pressed tells how it stands now"
    assert "That question is over" in panel.text
    assert not offers(panel)
    assert (await person.press_id(panel, hint)).response is panel


async def test_the_gateway_drops_in_the_middle_and_nothing_is_lost(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    for _ in range(4):
        found = await sim.wait_for(lambda: turn_of(people))
        await sim.drop_gateway()
        person, panel = found
        await person.press(panel, offers(panel)[0].custom_id or "")
    assert sim.gateway.resumes >= 4
    assert sim.gateway.identifies == 1
    await play_out(sim, people)


async def test_a_hand_opened_in_the_group_stays_right_though_its_process_has_died(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    for person in people:
        person.closes_dms()
    async with House(sim, tmp_path):
        await seat_all(sim, people, channel)
        await people[0].slash(channel, "deal")
        for person in people:
            await person.slash(channel, "hand")
        turn = await sim.wait_for(lambda: turn_of(people))
    person, panel = turn
    await sim.wait_for(lambda: panel_of(person) is panel)
    async with House(sim, tmp_path) as house:
        await person.slash(channel, "pass")  # typed: the panel hears of it by what was kept of it
        await house.quiet()
        assert not offers(panel)
        assert panel_of(person) is panel
        assert turn_of([person]) is None


async def test_legal_plays_are_completed_and_typed_plays_are_understood(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    leader: VirtualUser | None = None
    choices: list[tuple[str, object]] = []
    for _ in range(10):
        found = await sim.wait_for(lambda: turn_of(people))
        leader, panel = found
        choices = list(await leader.autocomplete(channel, "play", cards=""))
        if choices:
            break
        await leader.press(panel, offers(panel)[0].custom_id or "")
    assert leader is not None
    assert choices
    assert len(choices) <= 25
    for other in people:
        if other is not leader:
            assert not set(await other.autocomplete(channel, "play", cards="")) & set(choices)
    played = await leader.slash(channel, "play", cards=str(choices[0][1]))
    assert played.ephemeral
    wrong = await leader.slash(channel, "play", cards="qwertz")
    assert wrong.ephemeral
    assert wrong.text


async def test_tapping_ranks_uploads_no_picture(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_and_deal(sim, people, channel)
    assert [value for _, value in await turn(people)[0].autocomplete(channel, "bid", amount="")] == [1, 2, 3]
    await turn(people)[0].slash(channel, "bid", amount=3)
    await sim.wait_for(lambda: turn(people)[1].selects)
    owner, panel = turn(people)
    await house.quiet()
    before, pictures = len(sim.calls), panel.current.attachments
    for _, value in panel.selects[0].options[:5]:
        await owner.select(panel, value)
    assert len(panel.versions) > 5
    assert pictures
    assert panel.current.attachments == pictures
    assert not any(call.files for call in sim.calls[before:])


def turn(people: list[VirtualUser]) -> tuple[VirtualUser, Message]:
    found = turn_of(people)
    assert found is not None
    return found


async def test_a_table_speaks_the_language_that_its_server_has_chosen(sim: DiscordSim, house: House) -> None:
    opener = sim.user("player 1")
    chosen = sim.guild("茶馆", members=[opener], locale="zh-CN").channel("牌局")
    unchosen = sim.guild("Tea house", members=[opener]).channel("cards")
    for channel, word in ((chosen, "斗地主"), (unchosen, "Dou Dizhu")):
        await opener.slash(channel, "new", game="doudizhu")
        await house.quiet()
        assert word in channel.messages[-1].text


async def test_what_can_be_meant_is_offered_while_it_is_typed(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    who = people[0]

    async def offered(command: str, **options: Any) -> list[Any]:
        return [value for _, value in await who.autocomplete(channel, command, **options)]

    assert (await offered("new", game="doudizhu", options="clo"))[:2] == ["clock=0", "clock=30"]
    every = await offered("new", game="doudizhu", options="deals=2 ")
    assert {"deals=2 clock=0", "deals=2 ai=easy", "deals=2 ratings=on"} <= set(every)
    assert not any(value.startswith("deals=2 deals") for value in every)
    assert await who.autocomplete(channel, "deal", table="") == [("#1 Dou Dizhu · not dealt yet", 1)]
    assert await offered("swap", one="", other=people[1].name) == ["2"]
    assert await offered("swap", one="") == ["1", "2", "3"]
    assert {"reminders", "quiet", "zone", "language"} <= set(await offered("prefer", name=""))
    assert await offered("prefer", name="pictures", value="li") == ["light"]
    assert "Asia/Shanghai" in await offered("prefer", name="zone", value="")
    assert "3d" in await offered("away", until="")
    assert any(
        value.startswith("deals=") for value in await offered("tournament open", game="doudizhu", options="deals")
    )
    await deal(sim, people, channel)
    await play_out(sim, people)
    for command in ("replay", "review", "fair"):
        assert await offered(command, id="M1") == ["M1.1"]


async def test_house_rules_are_chosen_from_lists(sim: DiscordSim, house: House, channel: VirtualChannel) -> None:
    person = sim.user("player 1")
    sim.world.guilds[channel.raw.guild_id or 0].members[person.id] = 0
    await person.slash(channel, "new", game="gouji")
    card = (await person.slash(channel, "settings")).response
    assert card is not None
    await person.select(card, "Score to reach")
    await person.select(card, "50")
    assert re.search(r"Score to reach: \*\*50\*\*", card.text)
    assert not card.has_button("→")


async def test_commands_in_texts_can_be_tapped(sim: DiscordSim, house: House, channel: VirtualChannel) -> None:
    person = sim.user("/new or old")
    sim.world.guilds[channel.raw.guild_id or 0].members[person.id] = 0
    known = {command["name"]: command["id"] for command in sim.world.commands[None]}
    text = (await person.slash(channel, "help")).text
    assert f"</new:{known['new']}>" in text
    assert not re.search(r"(?<!<)/[a-z]{3}", text)
    await person.slash(channel, "new", game="doudizhu")
    await house.quiet()
    assert "</" not in channel.messages[-1].text, "a name leads nowhere"


async def test_who_plays_from_the_hand_in_the_channel_is_not_called_in_private(sim: DiscordSim, tmp_path: Path) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    channel = sim.guild(members=people).channel("friends")
    async with House(sim, tmp_path) as house:
        await seat_and_deal(sim, people, channel)
        found = turn_of(people)
        assert found is not None
        first, others = found[0], [person for person in people if person is not found[0]]
        hand = await (await first.slash(channel, "hand")).message()
        rung = len(first.notifications)
        await first.press(hand, "Bid 3")
        for _ in range(2):
            await sim.wait_for(lambda: offers(hand) and hand.has_button("Hint"))
            await first.press(hand, offers(hand)[0].custom_id or "")
            for _ in others:
                assert await act(sim, others)
        await house.quiet()
        assert hand.ephemeral
        assert len(first.notifications) == rung


CARDS = re.compile(r"Your \d+ cards: (.+)")


def hands_in(messages: list[Message]) -> list[str]:
    return [found[1] for one in messages for state in one.versions if (found := CARDS.search("\n".join(state.texts())))]


async def test_who_wants_their_hand_in_the_channel_plays_a_round_there_and_gets_none_in_private(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    for person in people:
        await person.slash(channel, "prefer", name="hand", value="here")
    await seat_and_deal(sim, people, channel)  # for all that they have pressed, hands open there by themselves
    await play_out(sim, people)
    await house.rests()
    assert [hands_in(person.inbox) for person in people] == [[], [], []]
    hands = {hand for person in people for hand in hands_in(person.ephemerals)}
    public = [
        message for message in sim.world.messages.values() if not message.ephemeral and "is over" not in message.text
    ]
    assert len(hands) > 10
    assert not {hand for hand in hands if len(hand) > 40} & set(hands_in(public))


async def test_a_panel_in_the_channel_that_was_pressed_of_late_is_edited_there_and_rings_nowhere_else(
    sim: DiscordSim, tmp_path: Path, sim_clock: SimClock, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path, clock=sim_clock) as house:
        await people[1].slash(channel, "prefer", name="hand", value="both")
        await people[2].slash(channel, "prefer", name="hand", value="private")
        await seat_and_deal(sim, people, channel)
        table = sim.table_message(channel, "My hand")
        opened = [await person.press(table, "My hand") for person in people]
        news = [len(hands_in(person.inbox)) for person in people]
        for _ in range(6):
            await house.rests()
            (played,) = house.manager.session.tables.values()
            person = people[played.book.awaited[0].seat]
            panel = opened[people.index(person)].response
            if person is people[2]:
                panel = next(one for one in reversed(person.inbox) if offers(one))
            assert panel is not None
            await person.press(panel, offers(panel)[0].custom_id or "")
        await house.rests()
        told = [len(hands_in(person.inbox)) - before for person, before in zip(people, news, strict=True)]
        assert told[0] == 0, "there alone, where it was pressed"
        assert told[1] > 0
        assert told[2] > 0
