"""Tables in several places where several workers share them: whichever worker hears of a place, the table's owner knows it."""

from bot.session.port import commands as c
from bot.session.port.protocols import ChatMoved, Delivered, Gone, PublicTarget
from bot.session.port.updates import Notice
from tests.session.workers import Crew
from tests.session.world import GROUP, OTHER_GROUP, code


async def brought(crew: Crew) -> int:
    """A table of worker ``a``, brought to another group by a code that came in at ``b``."""
    table = await crew.seated("a", "ann", "bob")
    assert (await crew.do("a", "ann", c.Kick(table, name="3"))).ok
    reply = await crew.do("c", "ann", c.Invite(table), private=True)
    assert isinstance(reply.body, Notice)
    joined = await crew.do("b", "dan", c.Join(code=str(reply.body.data["code"])), chat=OTHER_GROUP, chat_title="Cards")
    assert code(joined) == "place_joined"
    return table


def places(crew: Crew, table: int) -> dict[c.ChatRef, str | None]:
    """Where the owner of a table shows it, with the messages there."""
    (owner,) = [world for world in crew.worlds.values() if table in world.manager.session.tables]
    return {place.ref: place.message for place in owner.manager.session.tables[table].places}


async def test_a_code_that_comes_in_anywhere_brings_the_place_to_the_owner(crew: Crew) -> None:
    table = await brought(crew)
    assert crew.carried >= 2
    assert set(places(crew, table)) == {GROUP, OTHER_GROUP}
    assert {update.chat for update in crew.worlds["a"].chat.tables} == {GROUP, OTHER_GROUP}
    assert crew.worlds["b"].chat.tables == []
    assert (await crew.do("c", "dan", c.ShowTable(), chat=OTHER_GROUP)).ok, (
        "found by its place, wherever it is asked for"
    )
    assert code(await crew.do("c", "eve", c.Join(), chat=OTHER_GROUP)) in ("table_full", "joined_next_round")


async def test_places_come_along_when_a_table_moves(crew: Crew) -> None:
    table = await brought(crew)
    before = places(crew, table)
    assert None not in before.values()
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    for home in "bca":
        await crew.move(table, home)
        assert set(places(crew, table)) == set(before)
        await crew.one_step(table, "c")
    crew.worlds["b"].manager.report(Delivered(PublicTarget(table, OTHER_GROUP), "late", "x y"))
    await crew.settle()
    assert places(crew, table)[OTHER_GROUP] == "late", "what another worker hears is handed to the owner"


async def test_a_place_that_another_worker_finds_lost_or_moved_is_so_for_the_owner(crew: Crew) -> None:
    table = await brought(crew)
    new = c.ChatRef("chat", "g9")
    crew.worlds["b"].manager.report(ChatMoved("chat", "g2", "g9"))
    await crew.settle()
    assert set(places(crew, table)) == {GROUP, new}
    crew.worlds["c"].manager.report(Gone(GROUP))
    await crew.settle()
    assert set(places(crew, table)) == {new}
    assert crew.worlds["a"].chat.table(table).home
