"""Whole matches of Dou Dizhu on Discord, with three people, a real store and the unmodified client library."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.session.port.commands import Pick
from tests.frontends.discord.house import (
    House,
    act,
    deal,
    meaning,
    offers,
    panel_of,
    play_out,
    seat_all,
    texts,
    turn_of,
)
from tests.simulators.discord import Button, DiscordSim, Message, VirtualChannel, VirtualUser, together


async def test_three_friends_play_a_match_to_its_end(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    await play_out(sim, people)
    await house.quiet()
    told = await people[0].slash(channel, "leaderboard")
    assert "No rated round" in told.text, "a demonstration"
    stats = await people[1].slash(channel, "stats")
    assert "player 2" in stats.text


async def test_one_person_fills_the_table_with_ai_players(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    alice = people[:1]
    await seat_all(sim, alice, channel)
    await alice[0].slash(channel, "ai")
    await deal(sim, alice, channel)
    await play_out(sim, alice)


async def test_everybody_sees_their_own_hand_and_nobody_elses(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    stranger = sim.user("stranger")
    sim.world.guilds[channel.raw.guild_id or 0].members[stranger.id] = 0
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    hands: dict[int, list[str]] = {person.id: [] for person in people}
    for _ in range(12):
        for person in people:
            line = (await person.slash(channel, "hand", plain=True)).text
            assert line.startswith("Hand: ")
            hands[person.id].append(line)
        if not await act(sim, people):
            break
    await house.quiet()
    for person in [*people, stranger]:
        seen = "\n".join(person.sees())
        for owner, lines in hands.items():
            if owner != person.id:
                assert not any(line in seen for line in lines if len(line.split()) > 3)
    panels = {message.text for owner in people for message in owner.inbox}
    assert not panels & set(stranger.sees())
    assert stranger.ephemerals == []


async def test_somebody_with_closed_dms_is_warned_and_plays_through_my_hand(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    alice = people[0]
    alice.closes_dms()
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


async def test_two_people_race_for_the_last_seat(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    late = sim.user("player 4")
    sim.world.guilds[channel.raw.guild_id or 0].members[late.id] = 0
    table = await seat_all(sim, people[:2], channel)
    first, second = await together(
        people[2].press(table, "Join", history=True), late.press(table, "Join", history=True)
    )
    assert first.ephemeral
    assert second.ephemeral
    assert first.text != second.text
    await house.quiet()
    assert sum(name in texts(channel) for name in ("player 3", "player 4")) == 1


async def test_a_press_delivered_twice_counts_once(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    found = turn_of(people)
    assert found is not None
    person, panel = found
    before = await person.slash(channel, "table", plain=True)
    sim.faults.duplicate_next()
    await person.press(panel, offers(panel)[0].custom_id or "")
    after = await person.slash(channel, "table", plain=True)
    assert before.text != after.text
    assert [call.status for call in sim.calls if call.kind == "callback" and call.status >= 400] == []


async def test_an_old_button_is_told_kindly_that_its_question_is_over(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
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


async def test_nobody_can_press_for_somebody_else(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    table = await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    found = turn_of(people)
    assert found is not None
    person, panel = found
    other = next(one for one in people if one is not person)
    state = (await person.slash(channel, "table", plain=True)).text
    forged = await other.press_id(table, offers(panel)[0].custom_id or "")
    assert forged.ephemeral
    assert (await person.slash(channel, "table", plain=True)).text == state


async def test_the_gateway_drops_in_the_middle_and_nothing_is_lost(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    for _ in range(4):
        found = await sim.wait_for(lambda: turn_of(people))
        await sim.drop_gateway()
        person, panel = found
        await person.press(panel, offers(panel)[0].custom_id or "")
    assert sim.gateway.resumes >= 4
    assert sim.gateway.identifies == 1
    await play_out(sim, people)


async def test_the_bot_restarts_in_the_middle_and_old_buttons_are_still_right(
    sim: DiscordSim, tmp_path: Path, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    async with House(sim, tmp_path):
        await seat_all(sim, people, channel)
        await deal(sim, people, channel)
        for _ in range(5):
            await act(sim, people)
        await sim.wait_for(lambda: turn_of(people))
        public = texts(channel)
    found = turn_of(people)
    assert found is not None
    person, panel = found
    async with House(sim, tmp_path) as house:
        await house.quiet()
        assert texts(channel) == public
        assert not panel.deleted or panel_of(person) is not None
        current = panel_of(person)
        assert current is not None
        await person.press(current, offers(current)[0].custom_id or "")
        await play_out(sim, people)


async def test_a_hand_opened_in_the_group_is_right_again_after_one_press_though_its_process_has_died(
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
        await person.slash(channel, "pass")  # typed: the panel, whose token died with the process, hears nothing of it
        await house.quiet()
        assert turn_of([person]) == turn
        pressed = await person.press(panel, offers(panel)[0].custom_id or "")
        assert pressed.response is panel
        assert turn_of([person]) is None


async def test_legal_plays_are_completed_and_typed_plays_are_understood(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
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
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    assert [value for _, value in await turn(people)[0].autocomplete(channel, "bid", amount="")] == [1, 2, 3]
    await turn(people)[0].slash(channel, "bid", amount=3)
    await sim.wait_for(lambda: ranks(turn(people)[1]))
    owner, panel = turn(people)
    await house.quiet()
    before, pictures = len(sim.calls), panel.current.attachments
    for custom_id in [button.custom_id for button in ranks(panel)][:5]:
        await owner.press(panel, custom_id or "")
    assert len(panel.versions) > 5
    assert pictures
    assert panel.current.attachments == pictures
    assert not any(call.files for call in sim.calls[before:])


def turn(people: list[VirtualUser]) -> tuple[VirtualUser, Message]:
    """Who is asked now, and the panel."""
    found = turn_of(people)
    assert found is not None
    return found


def ranks(panel: Message) -> list[Button]:
    """The rank counters of a panel."""
    return [button for button in panel.buttons if isinstance((said := meaning(button)) and said.command, Pick)]


async def test_options_and_presets_are_completed_for_a_new_table(
    house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    alice = people[0]
    presets = await alice.autocomplete(channel, "new", game="doudizhu", preset="cards")
    assert "cards_left" in [value for _, value in presets]
    options = await alice.autocomplete(channel, "new", game="doudizhu", options="deals=1 sco")
    assert "deals=1 scoring=cards_left" in [value for _, value in options]


async def test_commands_have_names_in_both_scripts(sim: DiscordSim, house: House) -> None:
    new = sim.commands["new"]
    assert new["name_localizations"] == {"zh-CN": "开桌", "zh-TW": "開桌"}
    assert set(new["description_localizations"]) == {"zh-CN", "zh-TW"}


async def test_an_administrator_may_end_a_table_at_which_they_do_not_sit(
    sim: DiscordSim, house: House, people: list[VirtualUser]
) -> None:
    boss, stranger = sim.user("boss"), sim.user("stranger")
    channel = sim.guild(members=[*people, stranger], managers=(boss,)).channel("friends")
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    refused = await stranger.slash(channel, "end")
    assert refused.ephemeral
    assert (await boss.slash(channel, "end")).ephemeral
    ended = await boss.slash(channel, "end")
    assert ended.interaction.callback_type is not None
    await house.quiet()
    assert (await people[0].slash(channel, "pass")).ephemeral


async def test_an_administrator_removes_a_person_by_name(
    sim: DiscordSim, house: House, people: list[VirtualUser]
) -> None:
    boss = sim.user("boss")
    channel = sim.guild(members=people, admins=(boss,)).channel("friends")
    await seat_all(sim, people, channel)
    await house.quiet()
    assert "player 3" in texts(channel)
    await boss.slash(channel, "kick", user=people[2])
    await house.quiet()
    assert "player 3" not in texts(channel)


async def test_a_press_that_arrives_late_after_a_deed_changes_nothing(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    found = turn_of(people)
    assert found is not None
    person, panel = found
    first = offers(panel)[0].custom_id or ""
    sim.faults.delay_next(0.3)
    late = await person.press(panel, first, wait=False)
    await person.press(panel, first)
    state = (await person.slash(channel, "table", plain=True)).text
    await late.wait()
    assert (await person.slash(channel, "table", plain=True)).text == state


async def test_the_reader_is_spoken_to_in_their_language(
    sim: DiscordSim, house: House, channel: VirtualChannel
) -> None:
    xiaoming = sim.user("小明", locale="zh-CN")
    sim.world.guilds[channel.raw.guild_id or 0].members[xiaoming.id] = 0
    answer = await xiaoming.slash(channel, "help")
    assert any("\u4e00" <= letter <= "\u9fff" for letter in answer.text)


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
    assert sim.violations == []


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


async def test_every_deed_is_acknowledged_and_none_twice(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    await play_out(sim, people)
    done = list(sim.world.interactions.values())
    assert all(item.acknowledged_at is not None for item in done)
    assert not any(item.refusals for item in done)


async def test_who_plays_from_the_hand_in_the_channel_is_not_called_in_private(sim: DiscordSim, tmp_path: Path) -> None:
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    channel = sim.guild(members=people).channel("friends")
    async with House(sim, tmp_path) as house:
        await seat_all(sim, people, channel)
        await deal(sim, people, channel)
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
