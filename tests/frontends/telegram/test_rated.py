"""Leaderboard, statistics and history over the wire: pages are turned in place, pictures come when they are asked for."""

from pathlib import Path

from tests.simulators.telegram import Person, TelegramSim

from .house import Table, open_house


async def test_a_group_looks_at_its_ratings(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=None):
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan])
        lobby = await table.opens("/new doudizhu deals=1")
        await ann.press(lobby, "Start")
        await table.plays_out()
        panels = [message.text for person in (ann, ben, dan) for message in person.inbox]
        assert any("🏅 New: First win" in text or "🏅 新成就：开门红" in text for text in panels)
        await ann.says(group, "/leaderboard")
        board = await sim.wait_for(lambda: sim.find(group, "all time"))
        for name in ("player 1", "player 2", "player 4"):
            assert name in board.text
        assert "?" in board.text
        await dan.press(board, "Everywhere")
        await sim.wait_for(lambda: "everywhere" in board.text)  # the same message, as everybody sees it now
        assert "player 4" in board.text
        assert "player 1" not in board.text
        await dan.press(board, "This group")
        await sim.wait_for(lambda: "friends · all time" in board.text)
        await ann.press(board, "Picture")
        await sim.wait_for(lambda: [m for m in group.messages if m.content.photo and "leaderboard" in m.text])
        assert "player 1" in board.text
        await ann.says(group, "/stats")
        stats = await sim.wait_for(lambda: sim.find(group, "📊 player 1"))
        assert "Rating" in stats.text
        await dan.press(stats, "Picture")  # hers, although he presses
        await sim.wait_for(
            lambda: [m for m in group.messages if m.content.photo and "player 1, round by round" in m.text]
        )
        await ann.press(stats, "Achievements")
        await sim.wait_for(lambda: "play 100 rounds · 1/100" in stats.text)
        await ann.press(stats, "Statistics")
        await sim.wait_for(lambda: "Rating" in stats.text)
        await ann.says(group, "/history")
        await sim.wait_for(lambda: sim.find(group, "M1"))
    assert sim.violations == []
    assert sim.unanswered == 0


async def test_somebody_alone_sees_their_groups_in_their_language(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=None):
        for person in (ann, ben, dan):
            await person.starts()
        table = Table(sim, group, [ann, ben, dan])
        lobby = await table.opens("/new doudizhu deals=1")
        await ann.press(lobby, "Start")
        await table.plays_out()
        await ben.says(ben, "/leaderboard")
        board = await sim.wait_for(lambda: next((m for m in ben.inbox if "不限时间" in m.text), None))
        assert "friends" in board.text
        await ben.press(board, "总榜")
        await sim.wait_for(lambda: "总榜" in board.text.splitlines()[0])
        assert "上总榜" in await ben.press(board, "让我上榜")
        await dan.says(dan, "/leaderboard doudizhu global")
        seen = await sim.wait_for(lambda: next((m for m in dan.inbox if "everywhere" in m.text), None))
        assert "player 2" in seen.text
        assert "player 1" not in seen.text
        await ben.says(ben, "/stats")
        stats = await sim.wait_for(lambda: next((m for m in ben.inbox if "📊" in m.text), None))
        await ben.press(stats, "图片")
        await sim.wait_for(lambda: [m for m in ben.inbox if m.content.photo and "等级分与得分" in m.text])
    assert sim.violations == []


async def test_the_host_hears_of_a_player_who_has_left_the_group(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person, dan: Person
) -> None:
    group = sim.group("friends", [ann, ben, dan])
    async with open_house(sim, tmp_path, seed=None) as house:
        for person in (ann, ben, dan):
            await person.starts()
        lobby = await Table(sim, group, [ann, ben, dan]).opens("/new doudizhu deals=1")
        await ann.press(lobby, "Start")
        group.leaves(ben)
        told = await sim.wait_for(lambda: sim.find(ann.chat, "has left the group"))
        assert "player 2 (seat 2)" in told.text
        group.members.remove(dan)  # without a word to the bot
        (table,) = house.manager.session.tables.values()
        table.since -= 601  # it was opened ten minutes ago: until then nobody is asked after
        await dan.says(dan.chat, "/hand")
        await sim.wait_for(lambda: sim.find(ann.chat, "player 4 (seat 3) has left the group"))
        await ann.press(told, "Give the seat away")
        await sim.wait_for(lambda: sim.find(ben.chat, "请离"))
    assert sim.violations == []
