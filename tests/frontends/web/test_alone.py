"""One person with AI players on the page: no clock, and the last play can be taken back."""

from __future__ import annotations

from tests.frontends.web.house import House, Message, Visitor


def _mine(message: Message, decisions: set[str]) -> bool:
    panel = message["t"] == "hand" and message["panel"]
    return bool(panel) and panel["my_turn"] and panel["decision"] not in decisions


async def test_no_clock_is_shown_or_runs_and_a_play_is_taken_back_with_a_press() -> None:
    async with House(turn_seconds=90) as house, Visitor(house, "Ann") as ann:
        await ann.play_now()
        first = await ann.my_turn()
        table = await ann.wait(lambda message: message["t"] == "table", fresh=False)
        assert table["table"]["clock_word"] == "no clock while you are alone with AI players"
        assert (table["seconds"], first["seconds"], first["panel"]["undo"]) == ({}, None, None)
        decisions = {first["panel"]["decision"]}
        offer = first["panel"]["offers"][0]
        assert (await ann.ask("press", data=offer["data"]))["ok"]
        after = await ann.wait(lambda message: message["t"] == "hand" and message["panel"]["undo"], fresh=False)
        assert (await ann.ask("press", data=after["panel"]["undo"]))["ok"]
        back = await ann.wait(lambda message: _mine(message, decisions), fresh=False)
        assert [offer["label"] for offer in back["panel"]["offers"]] == [
            offer["label"] for offer in first["panel"]["offers"]
        ]
        assert (back["cards"], back["panel"]["undo"]) == (first["cards"], None)
        shown = await ann.wait(lambda message: message["t"] == "table" and len(message["warnings"]) == 2, fresh=False)
        assert shown["warnings"][1] == "A play was taken back: this round counts for no ratings and no statistics."


async def test_with_somebody_else_there_is_a_clock_and_nothing_to_take_back() -> None:
    async with House(turn_seconds=90) as house, Visitor(house, "Ann") as ann, Visitor(house, "Ben") as ben:
        answer = await ann.ask("new", game="doudizhu")
        table = (await ann.wait(lambda message: message["t"] == "table", fresh=False))["table"]["id"]
        await ben.send_raw({"t": "watch", "room": answer["room"]})
        assert (await ben.ask("join", table=table))["ok"]
        assert (await ann.ask("ai", table=table))["ok"]
        assert (await ann.ask("deal", table=table))["ok"]
        shown = await ann.wait(lambda message: message["t"] == "table" and message["seconds"], fresh=False)
        assert shown["table"]["clock_word"] == "90 s for each turn"
        refused = await ann.ask("undo", table=table)
        assert (refused["ok"], refused["toast"]) == (
            False,
            "A play can be taken back only while you are alone with AI players.",
        )
