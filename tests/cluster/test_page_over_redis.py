"""The page at any worker, with everything between the workers going over a real Redis."""

from tests.cluster.conftest import Join
from tests.frontends.web.house import Visitor
from tests.frontends.web.workers import Town, dealt, hides, hold_each_version_once, opened, played_on_the_way


async def test_a_round_is_played_from_two_workers_while_the_table_is_at_a_third_and_moves(join: Join) -> None:
    couriers = {name: (await join(name)).courier for name in "abc"}
    async with Town(couriers=couriers) as town, Visitor(town["a"], "Ann") as ann, Visitor(town["b"], "Ben") as ben:
        room, number = await opened(town, ann, at="c")
        await dealt(ann, ben, room, number)
        await played_on_the_way(town, ann, ben, number)
        assert hold_each_version_once(ann, ben)
        assert hides(ann, ben)
        assert hides(ben, ann)
        result = await ben.wait(lambda message: message["t"] == "table" and message["result"] is not None, fresh=False)
        assert result["room"] == room
