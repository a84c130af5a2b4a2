"""A world whose deals are promised, and the published recipe, run as it stands in the docs."""

from pathlib import Path
from typing import Any

from bot.session.port import commands as c
from bot.session.port.updates import Notice
from storage.themes.tables import SeatRow
from tests.session.world import World

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


def published() -> dict[str, Any]:
    """All code of ``docs/fairness.md``, executed."""
    blocks = PAGE.read_text(encoding="utf-8").split("```python\n")[1:]
    names: dict[str, Any] = {}
    exec("\n".join(block.split("```")[0] for block in blocks), names)  # the page itself is under test
    return names


class FairWorld(World):
    """The same world without a seed: every deal comes out of a promise."""

    def __init__(self, store: Any, **more: Any) -> None:
        super().__init__(store, **more)
        self.manager.session.dice = None

    async def opened(self, game: str = "doudizhu", *names: str, **options: str) -> int:
        """A table with these people (``ann`` if none), the rest AI players; returns its id."""
        people = names or ("ann",)
        reply = await self.do(people[0], c.NewTable(game, options=dict(options), fresh=True))
        assert isinstance(reply.body, Notice), reply
        number = int(str(reply.body.data["table"]))
        for name in people[1:]:
            assert (await self.do(name, c.Join(number))).ok
        if self.book(number).free_seats:
            assert (await self.do(people[0], c.FillAi(number, level="easy"))).ok
        return number

    async def finish_round(self, number: int, name: str = "ann") -> None:
        """AI players play to the end of the round, void deals before it included."""
        if not self.book(number).seats[self.seat(number, name)].away:
            assert (await self.do(name, c.Away(number))).ok
        for _ in range(5000):
            if not self.book(number).playing:
                return
            await self.advance(2.0)
        raise AssertionError("the round does not end")

    def seat(self, number: int, name: str) -> int:
        seats: dict[int, SeatRow] = self.book(number).seats
        return next(seat for seat, held in seats.items() if held.external == name)

    def promise(self, number: int = 1) -> str:
        told = self.chat.table(number).fairness
        assert told is not None
        return told.commitment
