"""Gan Deng Yan at the table: whoever comes or goes between rounds makes a new match, and the tally goes on."""

from bot.session.port import commands as c
from storage.api import Store
from tests.session.world import RecordingFrontend, World, code

NAMES = ("ann", "bob", "cat", "dan")


async def after_a_round(world: World, names: tuple[str, ...] = NAMES, **options: str) -> int:
    """A table of these people that has finished its first round."""
    opened = await world.do(names[0], c.NewTable("gandengyan", options={"clock": "0", **options}, players=len(names)))
    assert code(opened) == "table_opened"
    number = world.chat.tables[-1].table.id
    for name in names[1:]:
        assert code(await world.do(name, c.Join(number))) == "joined"
    assert (await world.do(names[0], c.DealCards(number))).ok
    await world.play_on(number)
    assert not world.book(number).playing
    return number


def tally(world: World, number: int) -> dict[str, int]:
    book = world.book(number)
    return {row.external: book.score.tally.get(row.user, 0) for row in book.seats.values() if row.user is not None}


async def test_a_fifth_who_joins_between_rounds_plays_the_next_deal_in_a_new_match(world: World) -> None:
    number = await after_a_round(world)
    first = world.book(number)
    won = tally(world, number)
    assert sum(won.values()) == 0
    assert any(won.values())
    reply = await world.do("eve", c.Join(number))
    assert code(reply) == "joined_new_match"
    assert world.chat.table(number).next_players == 5
    assert world.chat.table(number).play.result is not None, "the result stays to be read until the next deal"
    assert (await world.do("ann", c.DealCards(number))).ok
    book = world.book(number)
    assert book.row.players == 5
    assert [len(hand) for hand in book.game.hands(book.play.state)].count(5) == 4
    assert book.match.id != first.match.id
    assert book.row.round == 1
    assert book.score.totals == (0,) * 5
    assert tally(world, number) == {**won, "eve": 0}
    shown = world.chat.table(number)
    assert shown.next_players is None
    assert [player.name for player in shown.players] == ["Ann", "Bob", "Cat", "Dan", "Eve"]
    await world.play_on(number)
    after = world.book(number)
    gained = dict(zip([*NAMES, "eve"], after.play.result.points, strict=True))
    assert tally(world, number) == {name: won.get(name, 0) + gained[name] for name in gained}
    assert world.chat.table(number).score.tally == tuple(tally(world, number).values())


async def test_who_leaves_between_rounds_makes_the_table_smaller(world: World) -> None:
    number = await after_a_round(world)
    won = tally(world, number)
    reply = await world.do("bob", c.Leave(number))
    assert code(reply) == "left_smaller"
    assert world.chat.table(number).next_players == 3
    assert (await world.do("ann", c.DealCards(number))).ok
    book = world.book(number)
    assert [row.external for _, row in sorted(book.seats.items())] == ["ann", "cat", "dan"]
    assert len(book.game.hands(book.play.state)) == 3
    assert not book.people.stand_ins
    await world.do("bob", c.Join(number))
    await world.play_on(number)
    assert (await world.do("ann", c.DealCards(number))).ok
    assert world.book(number).row.players == 4
    assert tally(world, number)["bob"] == won["bob"], "who comes back goes on with what they had"


async def test_two_are_the_fewest_so_an_ai_player_stays_for_who_left(world: World) -> None:
    number = await after_a_round(world, ("ann", "bob"))
    match = world.book(number).match.id
    assert code(await world.do("bob", c.Leave(number))) == "left_between"
    assert world.chat.table(number).next_players is None
    assert (await world.do("ann", c.DealCards(number))).ok
    book = world.book(number)
    assert book.row.players == 2
    assert book.match.id == match
    assert book.seats[1].ai == "normal"


async def test_one_goes_and_one_comes_and_the_match_goes_on(world: World) -> None:
    number = await after_a_round(world)
    match = world.book(number).match.id
    await world.do("bob", c.Leave(number))
    assert code(await world.do("eve", c.Join(number))) == "joined"
    assert (await world.do("ann", c.DealCards(number))).ok
    book = world.book(number)
    assert book.match.id == match
    assert [row.external for _, row in sorted(book.seats.items())] == ["ann", "eve", "cat", "dan"]


async def test_a_seventh_finds_no_room(world: World) -> None:
    number = await after_a_round(world)
    for name in ("eve", "fay"):
        assert code(await world.do(name, c.Join(number))) == "joined_new_match"
    assert code(await world.do("gus", c.Join(number))) == "table_full"
    assert code(await world.do("eve", c.Leave(number))) == "left"
    assert code(await world.do("gus", c.Join(number))) == "joined_new_match"
    assert (await world.do("ann", c.DealCards(number))).ok
    names = [row.external for _, row in sorted(world.book(number).seats.items())]
    assert names == ["ann", "bob", "cat", "dan", "fay", "gus"]


async def test_who_joins_during_a_round_waits_for_its_end(world: World) -> None:
    number = await after_a_round(world)
    assert (await world.do("ann", c.DealCards(number))).ok
    assert code(await world.do("eve", c.Join(number))) == "joined_new_match"
    assert len(world.book(number).game.hands(world.book(number).play.state)) == 4
    await world.play_on(number)
    assert world.chat.table(number).next_players == 5
    assert (await world.do("ann", c.DealCards(number))).ok
    assert world.book(number).row.players == 5


async def test_before_the_first_deal_a_table_has_the_seats_that_were_asked_for(world: World) -> None:
    await world.do("ann", c.NewTable("gandengyan", players=2))
    number = world.chat.tables[-1].table.id
    assert code(await world.do("bob", c.Join(number))) == "joined"
    assert code(await world.do("cat", c.Join(number))) == "table_full"


async def test_a_restart_keeps_who_comes_and_the_tally(world: World) -> None:
    number = await after_a_round(world)
    won = tally(world, number)
    await world.do("eve", c.Join(number))
    world = await world.restarted()
    assert tally(world, number) == won
    assert world.chat.table(number).next_players == 5
    assert (await world.do("ann", c.DealCards(number))).ok
    world = await world.restarted()
    book = world.book(number)
    assert book.row.players == 5
    assert [row.external for _, row in sorted(book.seats.items())][-1] == "eve"
    await world.play_on(number)
    assert sum(tally(world, number).values()) == 0


async def test_who_waits_for_a_seat_is_known_after_a_restart_where_people_must_have_written_first(store: Store) -> None:
    world = await World(store, frontends=(RecordingFrontend(needs_start=True),)).start()
    for name in (*NAMES, "eve"):
        await world.do(name, c.Started(), private=True)
    number = await after_a_round(world)
    await world.do("eve", c.Join(number))
    world = await world.restarted()
    assert (await world.do("ann", c.DealCards(number))).ok
    assert world.chat.hand("eve", number).panel is not None


async def test_a_match_of_ten_deals_ends_and_the_next_counts_on(world: World) -> None:
    number = await after_a_round(world, deals="2")
    await world.play_on(number)
    book = world.book(number)
    assert book.row.state == "over"
    assert book.play.result.winner is not None
    won = tally(world, number)
    assert tuple(won.values()) == book.score.totals
    await world.do("eve", c.Join(number))
    assert (await world.do("ann", c.DealCards(number))).ok
    assert world.book(number).row.players == 5
    assert tally(world, number) == {**won, "eve": 0}
