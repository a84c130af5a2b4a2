"""Whole matches of Dou Dizhu over the wire: real library, real manager, real database."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.patience import patience
from tests.simulators.telegram import Person, TelegramSim

from .house import House, Table, command_of, gather, moves, open_house, panel_of


async def test_three_friends_play_a_match_from_new_to_the_leaderboard(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=None):
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan])
        lobby = await table.opens()
        await ann.press(lobby, "Start")
        await table.plays_out()
        assert table.acted > 20
        await ann.says(group, "/leaderboard")
        await sim.wait_for(lambda: sim.find(group, "player 1") and "🀄" not in sim.messages(group)[-1].text)
    assert sim.violations == []
    assert sim.unanswered == 0


async def test_the_match_goes_on_where_it_was_after_a_restart(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan], seed=3)
        lobby = await table.opens("/new doudizhu deals=1")
        await ann.press(lobby, "Start")
        for n in range(60):
            if n in (2, 9, 17):
                person, panel = await sim.wait_for(table.to_act)
                stale = panel.frozen()
                await house.restart()
                await person.press(stale, moves(stale)[0])
            if not await table.one_move():
                break
        await table.plays_out()
    assert sim.violations == []


async def test_two_race_for_the_last_seat_and_one_is_told_kindly(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    eve, fay = sim.user("player 5", started=True), sim.user("player 6", started=True)
    group = sim.group("friends", [ann, ben, dan, eve, fay])
    async with open_house(sim, tmp_path):
        for person in (ann, ben, dan, eve, fay):
            await person.starts()
        table = Table(sim, group, [ann, ben])
        lobby = await table.opens()
        shown = lobby.frozen()
        answers = await asyncio.gather(*(person.press(shown, "Join") for person in (dan, eve, fay)))
        assert sorted(answer.show_alert for answer in answers) == [False, True, True]
        assert all("full" in answer for answer in answers if answer.show_alert)
    assert sim.violations == []


@pytest.mark.parametrize("supergroup", [False, True])
async def test_who_never_pressed_start_is_seated_by_it_and_led_back(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, cem: Person, supergroup: bool
) -> None:
    group = sim.group("friends", [ann, ben, cem], supergroup=supergroup)
    async with open_house(sim, tmp_path):
        for person in (ann, ben):
            await person.starts()
        table = Table(sim, group, [ann, ben])
        lobby = await table.opens()
        answer = await cem.press(lobby, "Join")
        assert not answer  # a text would hide the way into the private chat
        assert answer.url is not None
        refusal = await ann.press(lobby, "▶ Start")
        assert "player 3" in refusal
        assert panel_of(ann) is None
        await cem.follows(answer.url)
        told = await sim.wait_for(lambda: sim.find(cem, "You sit at table #1 (Dou Dizhu) in friends"))
        there = f"https://t.me/c/{str(group.id).removeprefix('-100')}/{lobby.message_id}"
        assert [button.url for button in told.buttons] == [there] * supergroup  # messages of others have no address
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(lambda: panel_of(cem))
    assert sim.violations == []


async def test_who_blocks_the_bot_in_the_middle_is_called_in_the_group(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=None):
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan])
        lobby = await table.opens()
        await ann.press(lobby, "▶ Start")
        first, _ = await sim.wait_for(table.to_act)
        other = next(person for person in table.people if person is not first)
        other.blocks()
        await sim.wait_for(lambda: "⚠️" in table.table_message().text)
        called = len(other.notifications)
        for _ in range(8):
            turn = await sim.wait_for(lambda: table.to_act() or len(other.notifications) > called)
            if turn is True:
                break
            await table.one_move()
        assert other.notifications[-1].chat is group
        other.unblocks()
        await other.starts()
        await sim.wait_for(lambda: panel_of(other))
    assert sim.violations == []


async def test_stale_and_foreign_buttons_change_nothing(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=None):
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan])
        lobby = await table.opens()
        await ann.press(lobby, "▶ Start")
        person, message = await sim.wait_for(table.to_act)
        stale = message.frozen()
        bid = moves(stale)[-1]
        await table.one_move()
        answer = await person.press(stale, bid)
        assert answer
        stranger = next(other for other in table.people if other is not person)
        mine = panel_of(stranger)
        assert mine is not None
        answered = stranger.presses(mine, bid)
        async with patience():
            assert (await answered).show_alert
        old_lobby = await ann.press(lobby.frozen(), lobby.history[0].buttons[0])
        assert old_lobby
    assert sim.violations == []


async def test_a_redelivered_press_changes_nothing_twice(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan])
        lobby = await table.opens()
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(table.to_act)
        for _ in range(4):
            sim.updates.duplicate_next()
            await table.one_move()
        await sim.wait_for(lambda: not sim.updates.unconfirmed)
        await house.restart()
        done = await lines_of(house)
        sim.updates.redeliver(1)
        await sim.wait_for(lambda: not sim.updates.unconfirmed)
        await sim.wait_for(table.to_act)
        assert await lines_of(house) == done


async def lines_of(house: House) -> int:
    """How many actions are on record at the first table."""
    return sum(table.book.play.seq for table in house.manager.session.tables.values())


async def test_two_tables_in_two_groups_play_at_once_while_one_chat_is_flooded(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    others = [sim.user(f"guest {n}", started=True) for n in range(3)]
    first, second = sim.group("friends", [ann, ben, dan]), sim.group("guests", others)
    async with open_house(sim, tmp_path):
        for person in (ann, ben, dan, *others):
            await person.starts()
        one, two = Table(sim, first, [ann, ben, dan], seed=5), Table(sim, second, others, seed=6)
        lobby_one, lobby_two = await one.opens("/new doudizhu deals=1"), await two.opens("/new doudizhu deals=1")
        await ann.press(lobby_one, "▶ Start")
        await others[0].press(lobby_two, "▶ Start")
        sim.faults.next("flood", "editMessageText", chat=first.id, retry_after=2)
        sim.faults.next("flood", "sendMessage", chat=ben.id, retry_after=2)
        await gather(one.plays_out(), two.plays_out())
    assert sim.violations == []


async def test_a_group_that_becomes_a_supergroup_keeps_its_table(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path):
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan], seed=8)
        lobby = await table.opens("/new doudizhu deals=1")
        await ann.press(lobby, "▶ Start")
        for _ in range(5):
            await table.one_move()
        table.group = group.migrates()
        await sim.wait_for(lambda: sim.find(table.group, "🀄"))
        await table.plays_out()
        assert len(sim.called("sendMessage", group)) <= 3
    assert sim.violations == []


async def test_a_table_in_a_topic_stays_there(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("forum", [ann, ben, dan], forum=True)
    topic = group.topic("cards")
    async with open_house(sim, tmp_path):
        await ann.starts()
        await ann.says(group, "/new doudizhu deals=1", topic=topic)
        lobby = await sim.wait_for(lambda: sim.find(group, "🀄"))
        await ann.press(lobby, "Fill with AI")
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(lambda: panel_of(ann))
        assert {message.thread for message in sim.messages(group)} == {topic}
    assert sim.violations == []


def hand_line(person: Person) -> str:
    """What /hand plain has shown to this person."""
    return next((text for text in person.sees() if text.startswith("Hand: ")), "")


def hands_shown(person: Person) -> set[str]:
    """Every longer hand that a panel of this person has shown."""
    return {
        found[1] for text in person.sees() for found in re.finditer(r"(?:Your \d+ cards: |手牌\d+张：)(.{30,})", text)
    }


def seen_in_play(person: Person) -> str:
    """All that a person saw, but for results: there the hands that were left lie open."""
    return "\n".join(text for text in person.sees() if "left: " not in text and "剩" not in text)


async def test_nobody_ever_sees_a_card_that_is_not_theirs(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan], seed=9)
        lobby = await table.opens("/new doudizhu deals=1")
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(table.to_act)
        for person in table.people:
            await person.says(group, "/hand plain")
        await sim.wait_for(lambda: all(hand_line(person) for person in table.people))
        hands = {person: hand_line(person) for person in table.people}
        assert len(set(hands.values())) == 3
        for person in table.people:
            for other in table.people:
                seen = person.sees()
                assert (hands[other] in seen) == (person is other)
        watcher = sim.user("watcher")
        group.joins(watcher)
        await table.plays_out()
        assert not any(text.startswith("Hand: ") for text in watcher.sees())
        for person in table.people:
            shown = hands_shown(person)
            assert len(shown) >= 3
            for other in (*table.people, watcher):
                if other is not person:
                    assert not any(hand in seen_in_play(other) for hand in shown)
        assert house.frontend.connected
    assert sim.violations == []


async def test_rank_counters_pick_cards_and_play_names_them(sim: TelegramSim, tmp_path: Path, ann: Person) -> None:
    group = sim.group("friends", [ann])
    async with open_house(sim, tmp_path):
        await ann.starts()
        await ann.says(group, "/new doudizhu deals=1")
        lobby = await sim.wait_for(lambda: sim.find(group, "🀄"))
        await ann.press(lobby, "Fill with AI")
        await ann.press(lobby, "▶ Start")
        panel = await sim.wait_for(lambda: panel_of(ann))
        counter = next((b for b in panel.buttons if type(command_of(b)).__name__ == "Pick"), None)
        if counter is not None:
            before = panel.content
            await ann.press(panel, counter)
            await sim.wait_for(lambda: panel.content != before)
    assert sim.violations == []


async def test_no_call_asks_for_a_message_that_is_gone_after_leaving_and_ending(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path) as house:
        for person in (ann, ben, dan):
            await person.starts()
        lobby = await Table(sim, group, [ann, ben, dan]).opens()
        await ann.press(lobby, "▶ Start")
        await sim.wait_for(lambda: all(panel_of(person) for person in (ann, ben, dan)))
        await dan.says(dan, "/leave")
        await sim.wait_for(lambda: panel_of(dan) is None)
        for _ in range(2):
            await ann.says(group, "/end")
        await sim.wait_for(lambda: panel_of(ann) is None and panel_of(ben) is None)
        await house.restart()
        await ann.says(group, "/deal")
        await sim.wait_for(lambda: panel_of(ann) and panel_of(ben))
    assert [call for call in sim.calls if "not found" in (call.error or "")] == []
