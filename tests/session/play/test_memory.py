"""/played: the tricks of the round and what is still out, for who plays it and for who watches."""

from collections import Counter
from typing import Any

import pytest

from bot.present import render
from bot.present.screens.screen import Screen, plain_text
from bot.session.port import commands as c
from bot.session.port.buttons import decode, encode
from bot.session.port.replies import Menu, PlayedCard, Reply, SettingsCard
from bot.session.port.updates import Notice
from games import GAMES
from tests.memory import MemoryStore
from tests.session.world import OTHER_GROUP, World, code


async def opened(*names: str, game: str = "doudizhu", **options: str) -> tuple[World, int]:
    world = await World(MemoryStore()).start()
    number = await world.seated(*names, game=game, **options)
    if world.book(number).free_seats:
        await world.do(names[0], c.FillAi(number, level="easy"))
    assert (await world.do(names[0], c.DealCards(number))).ok
    return world, number


async def steps(world: World, number: int, plays: int) -> None:
    """So many cards-on-the-table more."""
    goal = len([act for act in world.book(number).public_view.acts if act.verb == "play"]) + plays
    while world.book(number).playing and len(laid(world, number)) < goal:
        await world.one_step(number)


def laid(world: World, number: int) -> list[Any]:
    return [act for act in world.book(number).public_view.acts if act.verb == "play"]


def card(reply: Reply) -> PlayedCard:
    assert isinstance(reply.body, PlayedCard), reply
    return reply.body


def screen(reply: Reply) -> Screen:
    shown = render.reply(reply)
    assert shown is not None
    return shown


def pressed(shown: Screen, key: str) -> c.Command:
    """What a button stands for, once it has been through the wire."""
    (found,) = [one for row in shown.rows for one in row if one.key == key]
    assert found.command is not None
    command = decode(encode(found.command))
    assert command is not None
    return command


@pytest.mark.parametrize("game", GAMES)
async def test_each_sees_what_is_out_from_their_own_seat(game: str) -> None:
    world, number = await opened("ann", "bob", game=game)
    await steps(world, number, 5)
    book = world.book(number)
    assert book.playing
    hands = book.game.hands(book.play.state)
    for seat, name in ((0, "ann"), (1, "bob")):
        reply = await world.do(name, c.PlayedCards(), private=True)
        assert reply.private
        others = Counter(one for at, hand in enumerate(hands) if at != seat for one in hand)
        out = Counter(card(reply).out)
        assert not others - out
        assert card(reply).view.viewer == seat
    watched = card(await world.do("eve", c.PlayedCards()))  # in the group, where she sits at no table
    assert (watched.view.viewer, watched.view.hand, watched.seated) == (None, None, False)
    assert not Counter(hands[0]) - Counter(watched.out)
    await world.stop()


async def test_a_table_without_counter_shows_the_tricks_alone() -> None:
    world, number = await opened("ann", "bob", "cat", counter="off")
    await steps(world, number, 3)
    reply = await world.do("ann", c.PlayedCards())
    assert card(reply).out is None
    assert "📊 This table keeps no count" in plain_text(screen(reply))
    world = await world.restarted()
    assert card(await world.do("ann", c.PlayedCards())).out is None
    assert code(await world.do("ann", c.TableSettings(number, "counter", "on"))) == "settings_locked"
    await world.stop()


async def test_the_counter_is_set_like_other_words_of_a_table(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    assert (await world.do("ann", c.TableSettings(number, "counter", "关"))).ok
    shown = await world.shown(SettingsCard, "ann", c.TableSettings(number))
    assert not shown.table.counter
    assert pressed(screen(await world.do("ann", c.TableSettings(number))), "set_counter") == c.TableSettings(
        number, "counter", "on"
    )
    assert code(await world.do("ann", c.TableSettings(number, "counter", "maybe"))) == "option_refused"
    assert code(await world.do("ann", c.NewTable("doudizhu", options={"counter": "never"}))) == "option_refused"
    assert code(await world.do("ann", c.PlayedCards(number))) == "not_dealt_yet"


async def test_pages_stay_where_they_were_while_the_round_goes_on() -> None:
    world, number = await opened("ann", "bob", "cat", game="gongzhu")
    while world.book(number).playing and world.book(number).public_view.trick < 10:
        await world.one_step(number)
    first = screen(await world.do("ann", c.PlayedCards(number), private=True))
    older = pressed(first, "played_older")
    then = screen(await world.do("ann", older, private=True))
    assert "📊" not in plain_text(then)
    for trick in (1, 2):
        assert f"Trick {trick}\n" in plain_text(then)
    await steps(world, number, 5)
    assert (
        plain_text(screen(await world.do("ann", older, private=True))).split("\n")[2:]
        == plain_text(then).split("\n")[2:]
    )
    assert isinstance(pressed(then, "played_newer"), c.TurnPlayed)
    await world.play_on(number)
    over = await world.do("ann", c.PlayedCards(number), private=True)
    assert card(over).out is None
    assert len(laid(world, number)) == 52
    assert (await world.do("ann", c.DealCards(number))).ok
    stale = await world.do("ann", older, private=True)  # of a round that is gone: the one that is on
    assert card(stale).upto is None
    await world.stop()


async def test_it_is_told_nowhere_else_and_to_nobody_from_afar() -> None:
    world, number = await opened("ann", "bob", "cat")
    shown = (len(world.chat.tables), len(world.chat.hands), len(world.chat.told))
    book = world.book(number)
    assert (await world.do("ann", c.PlayedCards())).ok
    assert world.book(number) is book
    assert (len(world.chat.tables), len(world.chat.hands), len(world.chat.told)) == shown
    assert code(await world.do("eve", c.PlayedCards(number), private=True)) == "not_seated"
    assert code(await world.do("eve", c.TurnPlayed(number), private=True)) == "not_seated"
    assert code(await world.do("eve", c.PlayedCards(number), chat=OTHER_GROUP)) == "table_elsewhere"
    assert (await world.do("eve", c.PlayedCards(number))).ok  # where it stands
    turned = await world.do("eve", c.TurnPlayed(number), private=True)  # and on, where nobody is disturbed
    assert card(turned).view.hand is None
    assert (await world.do("ann", c.PlayedCards(), chat=OTHER_GROUP)).ok  # anywhere, her own table is meant
    await world.stop()


async def test_who_came_after_the_deal_sees_what_everybody_saw() -> None:
    world, number = await opened("ann", "bob")
    await world.do("cat", c.Join(number))
    await steps(world, number, 3)
    reply = await world.do("cat", c.PlayedCards())
    assert card(reply).view.hand is None
    await world.play_on(number)
    assert not any(world.book(number).seat_of(waiter.user) for waiter in world.book(number).people.waiters[:1])
    reply = await world.do("cat", c.PlayedCards())
    assert (card(reply).seated, card(reply).out) == (False, None)
    await world.stop()


async def test_it_is_looked_up_in_every_place_where_the_table_is_shown(world: World) -> None:
    number = await world.seated("ann", "bob", counter="on")
    invitation = await world.shown(Notice, "ann", c.Invite(number), private=True)
    for name in ("bob", "cat"):
        await world.do(name, c.Leave(number))
    assert (await world.do("eve", c.Join(code=str(invitation.data["code"])), chat=OTHER_GROUP)).ok
    await world.do("ann", c.FillAi(number, level="easy"))
    assert (await world.do("ann", c.DealCards(number))).ok
    mine = card(await world.do("eve", c.PlayedCards(), chat=OTHER_GROUP))
    assert mine.view.hand is not None
    watched = card(await world.do("dan", c.PlayedCards(), chat=OTHER_GROUP))
    assert (watched.table.id, watched.view.hand) == (number, None)


async def test_with_several_tables_it_asks_which_one() -> None:
    world, first = await opened("ann", "bob")
    second = await world.dealt("ann", "bob")
    asks = [{seat.seat for seat in world.book(number).awaited} for number in (first, second)]
    seat = next(seat for seat in (0, 1) if (seat in asks[0]) == (seat in asks[1]))
    asked = await world.shown(Menu, ("ann", "bob")[seat], c.PlayedCards(), private=True)
    assert [entry.command for entry in asked.entries] == [c.PlayedCards(first), c.PlayedCards(second)]
    assert card(await world.do("ann", asked.entries[0].command, private=True)).table.id == first
    await world.stop()
