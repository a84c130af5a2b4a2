"""Removing people and ending matches."""

from bot.session.port import commands as c
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice
from tests.session.world import World, code


async def test_the_host_ends_a_match_at_once_and_an_unfinished_round_does_not_count(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    await world.play_on(number)
    totals = world.book(number).score.totals
    await world.do("ann", c.DealCards(number))
    assert code(await world.end("ann", number)) == "ended"
    book = world.book(number)
    assert (book.row.state, book.score.totals) == ("over", totals)
    assert book.round.status == "aborted"
    assert code(await world.do("ann", c.DealCards(number))) == "dealt"
    assert world.book(number).row.round == 1


async def test_everybody_else_votes_and_the_majority_decides(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    assert code(await world.do("gus", c.End(number))) == "not_seated"
    assert code(await world.do("bob", c.Vote(number))) == "no_such_motion"
    started = await world.do("bob", c.End(number))
    assert started.body == Notice("vote_started", {"motion": "end", "votes": 1, "needed": 2, "seconds": 60})
    motion = world.chat.table(number).motion
    assert motion is not None
    assert (motion.kind, motion.votes, motion.needed, motion.seconds) == ("end", 1, 2, 60)
    assert {name: world.chat.codes(name)[-1] for name in ("ann", "cat")} == dict.fromkeys(
        ("ann", "cat"), "vote_asked_end"
    )
    assert "vote_asked_end" not in world.chat.codes("bob")
    assert code(await world.do("bob", c.Vote(number))) == "already_voted"
    assert code(await world.do("cat", c.Kick(number, name="1"))) == "motion_standing"
    assert code(await world.do("cat", c.Vote(number))) == "ended"
    assert [world.chat.codes(name)[-1] == "ended" for name in ("ann", "bob", "cat")] == [True, True, False]
    assert world.book(number).row.state == "over"
    assert world.chat.table(number).motion is None


async def test_a_motion_lapses_after_a_minute(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", clock="0")
    await world.do("bob", c.End(number))
    await world.advance(59)
    assert world.chat.table(number).motion is not None
    await world.advance(3)
    assert world.chat.table(number).motion is None
    assert "vote_lapsed" in world.chat.codes("bob")
    assert "vote_lapsed" not in world.chat.codes("cat")
    assert code(await world.do("cat", c.Vote(number))) == "no_such_motion"
    assert world.book(number).playing


async def test_a_group_administrator_needs_neither_seat_nor_vote(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    assert code(await world.do("zoe", c.Kick(number, name="Bob"), admin=True)) == "kicked"
    assert "you_were_kicked" in world.chat.codes("bob")
    assert world.chat.table(number).players[1].stand_in
    assert code(await world.end("zoe", number, admin=True)) == "ended"
    assert code(await world.end("zoe", number, admin=True)) == "table_closed"


async def test_removing_somebody_by_vote_names_them_by_mention_name_or_seat(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    assert code(await world.do("bob", c.Kick(number, name="nobody"))) == "no_such_person"
    assert code(await world.do("bob", c.Kick(number))) == "who_to_kick"
    assert code(await world.do("bob", c.Kick(number, user=c.UserRef("chat", "cat")))) == "vote_started"
    assert code(await world.do("ann", c.Vote(number, "kick"))) == "kicked"
    assert [player.kind for player in world.chat.table(number).players] == ["person", "person", "empty"]


async def test_whoever_leaves_in_a_round_is_replaced_and_may_be_followed_from_the_next(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    assert code(await world.do("bob", c.Leave(number))) == "left_stand_in"
    assert world.chat.table(number).players[1].kind == "ai"
    assert (await world.do("dan", c.Join(number))).body == Notice("joined_next_round", {"table": number, "seat": 2})
    assert code(await world.do("eve", c.Join(number))) == "table_full"
    await world.play_on(number)
    assert world.chat.table(number).seated[1].name == "Dan"
    assert "seat_is_yours" in world.chat.codes("dan")
    results = (await world.do("ann", c.Leaderboard())).body
    assert {line.name for line in results.lines} == {"Ann", "Bob", "Cat"}  # type: ignore[union-attr]


async def test_an_ai_player_is_removed_between_rounds_only(world: World) -> None:
    number = await world.dealt("ann")
    assert code(await world.do("ann", c.Kick(number, name="2"))) == "ai_plays_on"
    await world.end("ann", number)
    assert code(await world.do("ann", c.Kick(number, name="2"))) == "kicked"
    assert world.chat.table(number).seated[1].kind == "empty"


def asked(world: World, name: str) -> c.Command:
    """The command on the button with which somebody was asked to vote, wherever they are reached."""
    notice = [notice for user, notice in world.chat.told if user.external == name][-1]
    ((label, command),) = notice.actions
    assert label == f"vote_{notice.code.rpartition('_')[2]}"
    return command


async def test_whoever_is_to_be_removed_has_no_vote_and_does_not_count_but_is_told(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", "dan", game="guandan")
    started = await world.do("bob", c.Kick(number, name="Dan"))
    assert started.body == Notice("vote_started", {"motion": "kick", "votes": 1, "needed": 2, "seconds": 60})
    assert world.chat.codes("dan")[-1] == "vote_about_you"
    assert code(await world.do("dan", c.Vote(number, "kick"))) == "no_vote_on_oneself"
    assert code(await world.do("cat", asked(world, "cat"), private=True)) == "kicked"
    assert world.chat.codes("dan")[-1] == "you_were_kicked"


async def test_one_person_alone_does_not_vote_another_out(world: World) -> None:
    number = await world.seated("ann", "bob")
    assert code(await world.do("bob", c.Kick(number, name="Ann"))) == "no_vote_alone"
    assert world.chat.table(number).motion is None
    assert code(await world.do("ann", c.Kick(number, name="Bob"))) == "kicked"


async def test_a_vote_is_counted_anew_when_somebody_leaves(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    await world.do("cat", c.Leave(number))
    assert code(await world.do("bob", c.End(number))) == "vote_started"
    await world.do("ann", c.Leave(number))
    assert world.chat.table(number).motion is None
    assert world.book(number).row.state == "over"


async def test_a_vote_to_remove_somebody_is_over_when_nobody_else_could_agree(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await world.do("bob", c.Kick(number, name="Cat"))
    await world.do("ann", c.Leave(number))
    assert world.chat.table(number).motion is None
    assert "cat" in {row.external for row in world.book(number).seats.values()}


async def test_an_old_button_removes_nobody_else(world: World) -> None:
    number = await world.seated("ann", "bob", "cat", "dan", game="guandan")
    await world.do("bob", c.Kick(number, name="Dan"))
    button = asked(world, "cat")
    await world.do("dan", c.Leave(number))
    await world.do("bob", c.Kick(number, name="Ann"))
    assert code(await world.do("cat", button)) == "no_such_motion"
    assert len(world.book(number).persons) == 3


async def test_the_host_is_asked_once_before_a_round_is_given_up(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    asked = await world.do("ann", c.End(number))
    assert asked.private
    assert isinstance(asked.body, Menu)
    assert asked.body.notice == Notice("end_sure", {"table": number, "round": 1})
    end, keep = (entry.command for entry in asked.body.entries)
    assert world.book(number).playing
    assert code(await world.do("ann", keep)) == "closed"
    assert world.book(number).playing
    assert code(await world.do("ann", end, private=True)) == "ended"
    assert world.book(number).row.state == "over"


async def test_end_typed_again_ends_but_not_much_later_and_not_in_another_round(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", clock="0")
    old = (await world.do("ann", c.End(number))).body
    await world.advance(120)
    assert isinstance((await world.do("ann", c.End(number))).body, Menu)
    await world.play_on(number)
    await world.do("ann", c.DealCards(number))
    assert isinstance((await world.do("ann", c.End(number))).body, Menu)
    assert isinstance(old, Menu)
    assert world.book(number).playing
    assert code(await world.do("ann", c.End(number))) == "ended"


async def test_an_old_button_that_ends_an_old_round_does_not_end_this_one(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", clock="0")
    old = await world.shown(Menu, "ann", c.End(number))
    await world.play_on(number)
    await world.do("ann", c.DealCards(number))
    assert isinstance((await world.do("ann", old.entries[0].command)).body, Menu)
    assert world.book(number).playing


async def test_an_administrator_may_answer_in_private_but_nobody_elses_press_ends_anything(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    asked = await world.shown(Menu, "zoe", c.End(number), admin=True)
    yes = asked.entries[0].command
    assert code(await world.do("gus", yes, private=True)) == "not_seated"
    assert code(await world.do("bob", yes, private=True)) == "vote_started"
    assert code(await world.do("zoe", yes, private=True)) == "ended"


async def test_between_rounds_nothing_is_lost_so_nothing_is_asked(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", deals="4")
    await world.play_on(number)
    assert code(await world.do("ann", c.End(number))) == "ended"
    assert [world.chat.codes(name)[-1] for name in ("bob", "cat")] == ["ended", "ended"]
    assert code(await world.do("ann", c.End(number))) == "table_closed"
    assert [world.chat.codes(name)[-1] for name in ("bob", "cat")] == ["table_closed", "table_closed"]


async def test_of_two_people_with_one_name_the_seat_says_who_is_meant(world: World) -> None:
    number = await world.seated("ann", "bob", "cat", game="guandan")
    assert (await world.do("bob", c.Join(number), user=c.UserRef("chat", "bob2"))).ok
    asked_back = await world.shown(Menu, "ann", c.Kick(number, name="bob"))
    assert [(entry.label, entry.command) for entry in asked_back.entries] == [
        ("2. bob", c.Kick(number, name="2")), ("4. bob", c.Kick(number, name="4")),
    ]  # fmt: skip
    assert len(world.book(number).persons) == 4
    assert code(await world.do("ann", asked_back.entries[1].command)) == "kicked"
    assert {held.external for held in world.book(number).persons.values()} == {"ann", "bob", "cat"}


async def test_the_host_is_told_of_a_player_who_has_left_the_group_and_may_give_the_seat_away(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", clock="0")
    await world.do("bob", c.MyHand(number), private=True)
    assert world.chat.looked_for == [], "whoever has just sat down is there"
    await world.advance(601)
    await world.do("bob", c.MyHand(number), private=True)
    await world.do("bob", c.MyHand(number), private=True)
    assert world.chat.looked_for == ["bob"]
    assert "player_left_group" not in world.chat.codes("ann")
    world.chat.gone.add("bob")
    await world.advance(601)
    await world.do("bob", c.MyHand(number), private=True)
    await world.advance(601)
    await world.do("bob", c.MyHand(number), private=True)
    told = [notice for user, notice in world.chat.told if notice.code == "player_left_group"]
    assert [(user.external, notice) for user, notice in world.chat.told if notice in told] == [("ann", told[0])]
    assert (told[0].data["name"], told[0].data["seat"]) == ("Bob", 2)
    ((_, give),) = told[0].actions
    assert code(await world.do("cat", give)) == "vote_started"
    assert code(await world.do("ann", give, private=True)) == "kicked"
    assert world.chat.table(number).players[1].stand_in


async def test_of_a_host_who_has_left_the_group_whoever_has_sat_longest_is_told(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", clock="0")
    world.chat.gone.add("ann")
    await world.advance(601)
    await world.do("ann", c.MyHand(number), private=True)
    assert {user.external for user, notice in world.chat.told if notice.code == "player_left_group"} == {"bob"}
