"""Whole matches by commands."""

from __future__ import annotations

from bot.session.port import commands as c
from bot.session.port.replies import Leaders
from bot.session.port.updates import Notice
from tests.session.world import World, code


async def test_friends_open_a_table_join_deal_and_play_a_whole_match(world: World) -> None:
    number = await world.seated("ann", "bob", "cat", deals="2")
    assert code(await world.do("bob", c.DealCards(number))) == "dealt"
    await world.play_on(number, rounds=8)
    book = world.book(number)
    assert book.row.state == "over"
    assert sum(book.score.totals) == 0
    shown = world.chat.table(number)
    assert shown.table.state == "over"
    assert shown.play.result is not None
    assert shown.play.result.winner
    board = (await world.do("ann", c.Leaderboard())).body
    assert isinstance(board, Leaders)
    assert {line.name for line in board.lines} == {"Ann", "Bob", "Cat"}
    assert all(line.provisional for line in board.lines)


async def test_one_person_plays_against_ai_players(world: World) -> None:
    number = await world.seated("ann")
    assert (await world.do("ann", c.DealCards(number))).ok
    await world.play_on(number)
    book = world.book(number)
    assert book.row.state == "between"
    assert [row.round for row in book.writes.new_rounds] == []
    board = (await world.do("ann", c.Leaderboard())).body
    assert isinstance(board, Leaders)
    assert [line.ai for line in board.ais] == ["easy"]


async def test_a_play_is_echoed_as_understood(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("ann", c.DealCards(number))
    first = world.book(number).awaited[0].seat
    name = ("ann", "bob", "cat")[first]
    reply = await world.do(name, c.PlayText("叫 3 分"), private=True)
    assert reply.body == Notice("bid", {"amount": 3})
