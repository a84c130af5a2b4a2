"""How long a table of a group waits for players, and seats that are exchanged or drawn before a match."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.present import render
from bot.present.screens.elements import seat_buttons
from bot.ratings import EVERYWHERE, PEOPLE
from bot.session.host.clocks import DEAL_SECONDS, LOBBY_SECONDS
from bot.session.play.partners import fairest
from bot.session.port import commands as c
from bot.session.port.updates import Notice
from games import GAMES
from storage.themes.ratings import RatingRow
from tests.memory import MemoryStore
from tests.session.world import World, code


async def test_a_table_of_a_group_says_until_when_it_waits_and_keeps_that_over_a_restart(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    ends = world.chat.table().lobby.ends
    assert ends == round(world.clock.now() + LOBBY_SECONDS)
    await world.advance(200)
    assert code(await world.do("ann", c.Extend())) == "extended"
    assert world.chat.table().lobby.ends == ends + LOBBY_SECONDS
    world = await world.restarted()
    await world.do("bob", c.Join(1))
    assert world.chat.table().lobby.ends == ends + LOBBY_SECONDS
    assert world.chat.table().lobby.limit == 2 * LOBBY_SECONDS
    await world.advance(2 * LOBBY_SECONDS - 300)
    await world.do("cat", c.Join(1))
    await world.advance(DEAL_SECONDS / 2)
    assert code(await world.do("cat", c.Leave(1))) == "left"
    assert world.chat.table().lobby.ends > world.clock.now() + 100  # nobody finds it over at once


async def test_a_full_table_is_dealt_by_itself_unless_somebody_says_wait(world: World) -> None:
    number = await world.seated("ann", "bob")
    deals = world.chat.table(number).lobby
    assert (deals.ends, deals.limit) == (round(world.clock.now() + DEAL_SECONDS), DEAL_SECONDS)
    assert code(await world.do("zoe", c.Extend(number))) == "not_seated"
    assert code(await world.do("bob", c.Extend(number))) == "deal_put_off"
    assert code(await world.do("bob", c.Extend(number))) == "extend_full"
    world = await world.restarted()
    await world.advance(5 * DEAL_SECONDS)
    assert world.book(number).row.state == "lobby"
    await world.do("cat", c.NewTable("doudizhu", fresh=True))
    await world.do("dan", c.Join(2))
    await world.do("eve", c.Join(2))
    await world.advance(DEAL_SECONDS - 2)
    await world.do("eve", c.Leave(2))
    await world.advance(DEAL_SECONDS)
    assert world.book(2).row.state == "lobby", "who leaves undoes it"
    await world.do("eve", c.Join(2))
    await world.advance(DEAL_SECONDS - 2)
    world = await world.restarted()
    assert world.chat.table(2).lobby.ends == round(world.clock.now() + DEAL_SECONDS), "it begins anew when it is shown"
    await world.advance(DEAL_SECONDS + 2)
    assert world.book(2).playing
    assert code(await world.do("eve", c.Extend(2))) == "extend_too_late"
    assert len([one for one in world.chat.hands if one.table.id == 2]) == 3


async def test_when_the_time_is_over_the_host_is_asked_once_and_nobody_loses_a_seat(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    await world.do("bob", c.Join(1))
    await world.advance(LOBBY_SECONDS + 5)
    assert world.chat.table().lobby.over
    assert world.chat.codes("ann").count("lobby_over") == 1
    await world.advance(4 * LOBBY_SECONDS)
    assert world.chat.codes("ann").count("lobby_over") == 1
    assert [player.kind for player in world.chat.table().players] == ["person", "person", "empty"]
    assert not world.chat.table().table.parked
    asked = next(notice for user, notice in world.chat.told if notice.code == "lobby_over")
    extend = next(command for label, command in asked.actions if label == "extend")
    assert code(await world.do("ann", extend, private=True)) == "extended"
    assert world.chat.table().lobby.ends > world.clock.now()
    assert not world.chat.table().lobby.over


async def test_a_table_to_which_nobody_comes_is_put_aside_and_one_press_brings_it_back(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    await world.advance(LOBBY_SECONDS + 5)
    assert not world.chat.table().table.parked
    await world.advance(LOBBY_SECONDS + 5)
    assert world.chat.table().table.parked
    assert code(await world.do("bob", c.DealCards(1))) == "resumed"
    assert [player.kind for player in world.chat.table().players] == ["person", "empty", "empty"]
    await world.do("bob", c.Join(1))
    assert world.book().seat_of(world.book().row.host) == 0


async def test_whoever_does_something_at_a_table_keeps_it_where_it_is(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    await world.advance(LOBBY_SECONDS + 5)
    await world.advance(LOBBY_SECONDS - 60)
    await world.do("ann", c.TableSettings(1, "spring", "3"))
    await world.advance(120)
    assert not world.chat.table().table.parked


async def test_a_table_waits_without_an_end_if_that_is_wanted_and_always_in_private_or_for_days(world: World) -> None:
    await world.do("ann", c.NewTable("doudizhu"))
    assert code(await world.do("bob", c.Extend(1, 0))) == "not_seated"
    assert code(await world.do("zoe", c.Extend(1, 0), admin=True)) == "extended_for_ever"
    await world.do("dan", c.NewTable("doudizhu", options={"clock": "24h"}))
    home = c.ChatRef("chat", "eve")
    await world.do("eve", c.NewTable("doudizhu"), private=True, home=home)
    assert [world.chat.table(number).lobby.ends for number in (1, 2, 3)] == [0, 0, 0]
    await world.advance(3 * LOBBY_SECONDS)
    assert not any(world.chat.table(number).table.parked for number in (1, 2, 3))
    assert code(await world.do("eve", c.Extend(3), private=True, home=home)) == "extend_nobody"


def seated(world: World, number: int = 1) -> list[str]:
    return [player.name or player.level for player in world.chat.table(number).seated]


async def test_the_host_exchanges_two_seats_by_number_or_name(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    assert code(await world.do("bob", c.Swap(number, "1", "3"))) == "host_only"
    assert code(await world.do("ann", c.Swap(number, "1", "3"))) == "swapped"
    assert seated(world) == ["Cat", "Bob", "Ann"]
    assert code(await world.do("zoe", c.Swap(number, "bob", "@Ann"), admin=True)) == "swapped"
    assert seated(world) == ["Cat", "Ann", "Bob"]
    assert code(await world.do("ann", c.Swap(number, "1", "1"))) == "swap_two"
    assert code(await world.do("ann", c.Swap(number, "1", "gus"))) == "no_such_person"
    await world.do("ann", c.DealCards(number))
    assert code(await world.do("ann", c.Swap(number, "1", "2"))) == "swap_too_late"
    assert code(await world.do("ann", c.Shuffle(number))) == "swap_too_late"


async def test_after_a_match_partners_change_at_the_same_table_and_what_was_dealt_stays_told_of_who_had_it(
    world: World,
) -> None:
    number = await world.dealt("ann", "bob", "cat", deals="1")
    await world.play_on(number)
    assert world.book(number).row.state == "over"
    before = world.chat.table(number)
    assert code(await world.do("ann", c.Swap(number, "1", "2"))) == "swapped"
    world = await world.restarted()
    after = world.chat.table(number)
    assert [player.name for player in after.players] == [player.name for player in before.players]
    assert [player.name for player in after.coming] == ["Bob", "Ann", "Cat"]
    assert (after.play.result, after.score.totals) == (before.play.result, before.score.totals)
    # Whose seat it is now has not had the cards that were dealt there.
    await world.shown(Notice, "bob", c.MyHand(number), private=True)
    assert (await world.do("ann", c.DealCards(number))).ok
    assert [player.name for player in world.chat.table(number).players] == ["Bob", "Ann", "Cat"]
    assert {world.chat.hand("bob", number).seat, world.chat.hand("ann", number).seat} == {0, 1}


async def test_seats_are_drawn_with_the_dice_of_the_session(world: World) -> None:
    drawn = []
    for seed in (7, 7, 8):
        other = await World(MemoryStore(), seed=seed).start()
        number = await other.seated("ann", "bob", "cat")
        orders = []
        for _ in range(6):
            assert code(await other.do("ann", c.Shuffle(number))) == "seats_drawn"
            orders.append(tuple(seated(other)))
        drawn.append(orders)
        await other.stop()
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(set(drawn[0])) > 1


@pytest.mark.parametrize("game", ["guandan", "gouji", "gongzhu", "doudizhu"])
async def test_balanced_sides_are_as_equal_as_ratings_know_where_there_are_sides(game: str) -> None:
    store = MemoryStore()
    world = await World(store).start()
    players = GAMES[game].seats[0]
    names = ["ann", "bob", "cat", "dan", "eve", "fay"][:players]
    options = {"teams": "on"} if game == "gongzhu" else {}
    reply = await world.do("ann", c.NewTable(game, options=options))
    assert reply.ok, reply
    for name in names[1:]:
        await world.do(name, c.Join(1))
    if game == "doudizhu":
        assert code(await world.do("ann", c.Shuffle(1, balanced=True))) == "seats_drawn_alone"
        await world.stop()
        return
    assert code(await world.do("ann", c.Shuffle(1, balanced=True))) == "seats_drawn_unrated"
    strengths = {user: 20.0 + 3.0 * user**1.7 for user in range(1, players + 1)}
    async with store.change() as unit:
        await unit.ratings.put(
            [
                RatingRow(game, PEOPLE, EVERYWHERE, "", f"u{user}", user, mu, 2.0, 50, 25, 1.0)
                for user, mu in strengths.items()
            ]
        )
    best = {frozenset(side) for side in fairest(sorted(strengths), players // 2, strengths)}
    first: Counter[int] = Counter()
    for _ in range(12):
        assert code(await world.do("ann", c.Shuffle(1, balanced=True))) == "seats_balanced"
        users = [world.book().seats[seat].user for seat in range(players)]
        assert sorted(users) == sorted(strengths)
        assert frozenset(users[::2]) in best
        first[users[0]] += 1
    assert len(first) > 1  # within what is fair it is a draw
    await world.stop()


async def test_nobody_is_ready_any_more_and_ai_players_are_drawn_too(world: World) -> None:
    number = await world.dealt("ann", "bob", deals="1")
    await world.play_on(number)
    await world.do("ann", c.Ready(number))
    for _ in range(4):
        await world.do("ann", c.Shuffle(number))
    book = world.book(number)
    assert sorted(book.seats) == [0, 1, 2]
    assert sum(held.ai is not None for held in book.seats.values()) == 1
    assert not any(held.ready for held in book.seats.values())
    assert all(held.seat == seat for seat, held in book.seats.items())


@pytest.mark.parametrize(("game", "labels"), [("guandan", ["shuffle", "balance"]), ("doudizhu", ["shuffle"])])
async def test_after_a_match_the_table_message_offers_what_fits_the_game(
    world: World, game: str, labels: list[str]
) -> None:
    await world.do("ann", c.NewTable(game))
    await world.do("ann", c.FillAi(1))
    await world.do("ann", c.DealCards(1))
    playing = world.chat.table()
    over = replace(playing, table=replace(playing.table, state="over"))
    assert [button.key for button in seat_buttons(over)] == labels
    assert {button.key for row in render.table(playing).rows for button in row}.isdisjoint(labels)
    shown = [button for row in render.table(over).rows for button in row if button.key in labels]
    assert [button.command for button in shown] == [c.Shuffle(1), c.Shuffle(1, balanced=True)][: len(labels)]
