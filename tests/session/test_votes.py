"""Removing people and ending matches."""

from __future__ import annotations

from bot.session import commands as c
from bot.session.updates import Notice
from tests.session.world import World, code


async def test_the_host_ends_a_match_at_once_and_an_unfinished_round_does_not_count(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("ann", c.Deal(number))
    await world.play_on(number)
    totals = world.book(number).totals
    await world.do("ann", c.Deal(number))
    assert code(await world.do("ann", c.End(number))) == "ended"
    book = world.book(number)
    assert (book.row.state, book.totals) == ("over", totals)
    assert book.round.status == "aborted"
    assert code(await world.do("ann", c.Deal(number))) == "dealt"
    assert world.book(number).row.round == 1


async def test_everybody_else_votes_and_the_majority_decides(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("ann", c.Deal(number))
    assert code(await world.do("gus", c.End(number))) == "not_seated"
    assert code(await world.do("bob", c.Vote(number))) == "no_such_motion"
    started = await world.do("bob", c.End(number))
    assert started.body == Notice("vote_started", {"motion": "end", "votes": 1, "needed": 2, "seconds": 60})
    motion = world.chat.table(number).motion
    assert motion is not None
    assert (motion.kind, motion.votes, motion.needed, motion.seconds) == ("end", 1, 2, 60)
    assert code(await world.do("bob", c.Vote(number))) == "already_voted"
    assert code(await world.do("cat", c.Kick(number, name="1"))) == "motion_standing"
    assert code(await world.do("cat", c.Vote(number))) == "ended"
    assert world.book(number).row.state == "over"
    assert world.chat.table(number).motion is None


async def test_a_motion_lapses_after_a_minute(world: World) -> None:
    number = await world.seated("ann", "bob", "cat", clock="0")
    await world.do("ann", c.Deal(number))
    await world.do("bob", c.End(number))
    await world.advance(59)
    assert world.chat.table(number).motion is not None
    await world.advance(3)
    assert world.chat.table(number).motion is None
    assert code(await world.do("cat", c.Vote(number))) == "no_such_motion"
    assert world.book(number).playing


async def test_a_group_administrator_needs_neither_seat_nor_vote(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("ann", c.Deal(number))
    assert code(await world.do("zoe", c.Kick(number, name="Bob"), admin=True)) == "kicked"
    assert "you_were_kicked" in world.chat.codes("bob")
    assert world.chat.table(number).players[1].stand_in
    assert code(await world.do("zoe", c.End(number), admin=True)) == "ended"
    assert code(await world.do("zoe", c.End(number), admin=True)) == "table_closed"


async def test_removing_somebody_by_vote_names_them_by_mention_name_or_seat(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    assert code(await world.do("bob", c.Kick(number, name="nobody"))) == "no_such_person"
    assert code(await world.do("bob", c.Kick(number))) == "who_to_kick"
    assert code(await world.do("bob", c.Kick(number, user=c.UserRef("chat", "cat")))) == "vote_started"
    assert code(await world.do("ann", c.Vote(number, "kick"))) == "kicked"
    assert [player.kind for player in world.chat.table(number).players] == ["person", "person", "empty"]


async def test_whoever_leaves_in_a_round_is_replaced_and_may_be_followed_from_the_next(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("ann", c.Deal(number))
    assert code(await world.do("bob", c.Leave(number))) == "left_stand_in"
    assert world.chat.table(number).players[1].kind == "ai"
    assert (await world.do("dan", c.Join(number))).body == Notice("joined_next_round", {"table": number, "seat": 2})
    assert code(await world.do("eve", c.Join(number))) == "table_full"
    await world.play_on(number)
    assert world.chat.table(number).players[1].name == "Dan"
    assert "seat_is_yours" in world.chat.codes("dan")
    results = (await world.do("ann", c.Leaderboard())).body
    assert {line.name for line in results.lines} == {"Ann", "Bob", "Cat"}  # type: ignore[union-attr]


async def test_an_ai_player_is_removed_between_rounds_only(world: World) -> None:
    number = await world.seated("ann")
    await world.do("ann", c.Deal(number))
    assert code(await world.do("ann", c.Kick(number, name="2"))) == "ai_plays_on"
    await world.do("ann", c.End(number))
    assert code(await world.do("ann", c.Kick(number, name="2"))) == "kicked"
    assert world.chat.table(number).players[1].kind == "empty"
