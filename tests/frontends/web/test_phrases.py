"""Phrases between people on the page: who hears them, who may not speak."""

from __future__ import annotations

from typing import Any

from tests.frontends.web.house import House, Visitor


async def _opened(ann: Visitor) -> tuple[str, int]:
    answer = await ann.ask("new", game="doudizhu")
    table = await ann.wait(lambda message: message["t"] == "table", fresh=False)
    return str(answer["room"]), int(table["table"]["id"])


async def test_everybody_who_looks_at_the_table_hears_a_phrase_and_nobody_else(house: House) -> None:
    async with Visitor(house, "Ann") as ann, Visitor(house, "Ben") as ben, Visitor(house, "Eve") as eve:
        room, table = await _opened(ann)
        other, _ = await _opened(eve)
        await ben.send_raw({"t": "watch", "room": room})
        await ben.wait(lambda message: message["t"] == "table" and message["room"] == room)
        assert (await ann.ask("phrase", table=table, phrase="nice"))["ok"]
        for visitor in (ann, ben):
            said: dict[str, Any] = await visitor.wait(lambda message: message["t"] == "said", fresh=False)
            assert said == {"t": "said", "room": room, "seat": 0, "phrase": "nice"}
        refused = await ben.ask("phrase", table=table, phrase="nice")
        assert not refused["ok"]
        assert (await eve.ask("tables"))["ok"] is False  # whatever is underway to Eve is there before this answer
        assert all(message["t"] != "said" for message in eve.heard), other


async def test_who_says_too_much_is_told_to_wait_in_one_sentence(house: House) -> None:
    async with Visitor(house, "Ann") as ann:
        _, table = await _opened(ann)
        answers = [await ann.ask("phrase", table=table, phrase="laugh") for _ in range(4)]
        assert [answer["ok"] for answer in answers] == [True, True, True, False]
        assert str(answers[-1]["toast"]).startswith("Not so fast: the next word in ")
