"""The round's memory on the page: a dialog that is turned, drawn and put away there; who only watches sees nobody's hand."""

from __future__ import annotations

from typing import Any

from tests.frontends.web.house import House, Visitor


def pressed(answer: dict[str, Any], key: str) -> str:
    (data,) = [one["data"] for row in answer["screen"]["rows"] for one in row if one["key"] == key]
    return str(data)


def words(answer: dict[str, Any]) -> str:
    return "\n".join("".join(part["text"] for part in line) for line in answer["screen"]["lines"])


async def test_it_is_looked_up_at_the_table_that_is_shown() -> None:
    async with House() as house, Visitor(house) as ann, Visitor(house, "Eve") as eve:
        room = await ann.play_now()
        await ann.my_turn()
        number = ann.latest("table")
        assert number is not None
        shown = await ann.ask("played", table=number["table"]["id"])
        assert shown["ok"]
        assert "Still out" in words(shown)
        drawn = await ann.ask("press", data=pressed(shown, "picture"))
        assert drawn["screen"]["picture"]["source"].startswith("data:image/png")
        closed = await ann.ask("press", data=pressed(drawn, "close"))
        assert closed["ok"]
        assert "screen" not in closed
        await eve.connect(room)
        watched = await eve.ask("played", table=number["table"]["id"])
        assert "Not played yet" in words(watched)
