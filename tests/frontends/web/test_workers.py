"""The page at any worker: windows, tables and people at different ones, and what happens when a table or a worker goes."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.session.port import commands as c
from tests.frontends.web.doors import Guest, init_data
from tests.frontends.web.house import Visitor
from tests.frontends.web.workers import (
    Town,
    all_closed,
    dealt,
    hides,
    hold_each_version_once,
    of_kind,
    opened,
    played_on_the_way,
)


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with Town() as town:
        yield town


async def test_a_round_is_played_from_two_workers_while_the_table_is_at_a_third_and_moves(town: Town) -> None:
    async with Visitor(town["a"], "Ann") as ann, Visitor(town["b"], "Ben") as ben:
        room, number = await opened(town, ann, at="c")
        await dealt(ann, ben, room, number)
        assert town.owner(number) == "c"

        await played_on_the_way(town, ann, ben, number)
        assert hold_each_version_once(ann, ben)
        assert hides(ann, ben)
        assert hides(ben, ann)
        assert len({message["version"] >> 24 for message in of_kind(ann, "table")}) > 2, (
            "it has been at several workers"
        )
        results = [message["result"] for message in (ann.latest("table"), ben.latest("table")) if message is not None]
        assert results[0]
        assert len(results) == 2
        told = [(worker, hand) for house in town.workers.values() for worker, hand in house.courier.told("hand")]
        seats = {"a": 0, "b": 1}
        assert told
        assert all(seats[worker] == hand.seat for worker, hand in told), "no hand goes where its person has no window"


async def test_who_has_windows_at_two_workers_sees_everything_once_in_each_and_only_who_looks_hears_phrases(
    town: Town,
) -> None:
    async with Visitor(town["a"], "Ann") as ann, Visitor(town["b"], "Ben") as ben, Visitor(town["c"], "Eve") as eve:
        room, number = await opened(town, ann, at="c")
        await dealt(ann, ben, room, number)
        async with ann.again(town["b"], room) as again:
            mine = await again.wait(lambda message: message["t"] == "hand", fresh=False)
            assert mine["cards"] == of_kind(ann, "hand")[-1]["cards"]
            assert (await ben.ask("phrase", table=number, phrase="nice"))["ok"]
            for visitor in (ann, ben, again):
                said = await visitor.wait(lambda message: message["t"] == "said", fresh=False)
                assert said == {"t": "said", "room": room, "seat": 1, "phrase": "nice"}
            await asyncio.gather(ann.play_round(), ben.play_round(), again.watch_round())
            assert hold_each_version_once(ann, ben, again)
            await ann.send_raw({"t": "hello", "name": "Anna", "language": "en", "room": room})
            for visitor in (ann, ben, again):
                named = await visitor.wait(lambda message: message["t"] == "table" and "Anna" in json.dumps(message))
                assert named["players"][0]["name"] == "Anna"
            assert len(of_kind(again, "said")) == len(of_kind(ann, "said")) == 1
        await eve.ask("rules", game="doudizhu")
        assert not of_kind(eve, "said")
        assert not of_kind(eve, "table")
        assert {worker for worker, _ in town["c"].courier.told("said")} == {"a", "b"}


async def test_what_is_kept_of_a_table_elsewhere_goes_with_the_last_window_and_who_comes_back_sees_it_as_it_is(
    town: Town,
) -> None:
    async with Visitor(town["a"], "Ann") as ann, Visitor(town["c"], "Ben") as ben:
        room, number = await opened(town, ann, at="c")
        await dealt(ann, ben, room, number)
        await ann.leave()
        ann.heard.clear()
        await all_closed(town, "a")
        town["a"].page.drop_distant()
        assert town["a"].page._latest.table(room) is None
        before = len(town["c"].courier.told("table"))
        assert (await ben.ask("away", table=number))["ok"]
        assert len(town["c"].courier.told("table")) == before, "nobody elsewhere wants to see it"
        await ann.connect(room)
        table = await ann.wait(lambda message: message["t"] == "table", fresh=False)
        assert table["players"][1]["away"]
        assert (await ann.wait(lambda message: message["t"] == "hand"))["seat"] == 0
        welcome = ann.latest("welcome")
        assert welcome is not None
        assert [one["room"] for one in welcome["tables"]] == [room]


async def test_after_a_gap_every_window_is_shown_what_it_has_missed(town: Town) -> None:
    async with Visitor(town["a"], "Ann") as ann, Visitor(town["b"], "Ben") as ben:
        room, number = await opened(town, ann, at="b")
        await dealt(ann, ben, room, number)
        town["a"].courier.cut = True
        assert (await ben.ask("away", table=number))["ok"]
        answer = await ann.ask("away", table=number)
        assert not answer["ok"]
        assert answer["toast"].startswith("This table cannot be reached at the moment")
        town["a"].courier.cut = False
        await ann.wait(lambda message: message["t"] == "table" and message["players"][1]["away"])
        assert (await ann.ask("away", table=number))["ok"]
        assert hold_each_version_once(ann, ben)


async def test_a_press_whose_answer_was_lost_is_carried_out_once(town: Town) -> None:
    async with Visitor(town["a"], "Ann") as ann, Visitor(town["b"], "Ben") as ben:
        room, number = await opened(town, ann, at="c")
        await dealt(ann, ben, room, number)
        waits = ann if any(message["panel"]["my_turn"] for message in of_kind(ann, "hand")) else ben
        turn = await waits.my_turn()
        town["a"].courier.lost = town["b"].courier.lost = 2
        assert (await waits.ask("press", data=turn["panel"]["pass"]))["ok"]
        async with town.store.begin() as unit:
            (mine,) = [row for row in await unit.matches.actions(1) if row.seat == turn["seat"]]
        assert mine.cause == "player"
        town["a"].courier.lost = 2
        assert (await ann.ask("phrase", table=number, phrase="nice"))["ok"]
        await ben.ask("rules", game="doudizhu")
        assert len(of_kind(ben, "said")) == 1


async def test_a_window_stays_at_its_table_while_the_worker_that_had_it_is_dead(town: Town) -> None:
    async with Visitor(town["a"], "Ann") as ann, Visitor(town["a"], "Ben") as ben:
        room, number = await opened(town, ann, at="c")
        await dealt(ann, ben, room, number)
        hand = of_kind(ann, "hand")[-1]
        dead = town.kill("c")
        await ann.move(town["b"])
        await ann.connect(room)
        note = await ann.wait(lambda message: message["t"] in {"note", "no_table"}, fresh=False)
        assert note["text"].startswith("This table cannot be reached at the moment")
        await town.claim("a")
        assert (await ann.wait(lambda message: message["t"] == "hand", fresh=False))["cards"] == hand["cards"]
        await asyncio.gather(ann.play_round(), ben.play_round())
        assert town.owner(number) == "a"
        await dead.__aexit__()


async def test_a_sentence_for_somebody_who_is_nowhere_is_said_by_the_worker_to_which_they_come(town: Town) -> None:
    async with Visitor(town["a"], "Ann") as ann, Visitor(town["b"], "Ben") as ben:
        room, number = await opened(town, ann, at="c")
        await dealt(ann, ben, room, number)
        await ben.leave()
        await all_closed(town, "b")
        assert (await ann.ask("kick", table=number, seat=1))["ok"]
        await ben.move(town["a"])
        await ben.connect()
        assert (await ben.wait(lambda message: message["t"] == "note", fresh=False))["text"]
        await ben.move(town["b"])
        await ben.connect()
        await ben.ask("rules", game="doudizhu")
        assert ben.latest("note") is None, "it has been said"


async def test_a_table_of_a_chat_is_opened_at_any_worker_by_who_sits_there_and_by_nobody_else(town: Town) -> None:
    me, group = c.UserRef("telegram", "7"), c.ChatRef("telegram", "-100")
    for step, command in enumerate((c.NewTable("doudizhu"), c.FillAi(1, level="easy"), c.DealCards(1))):
        origin = c.Origin(f"s{step}", me, "Ann", group, "Friends", reachable=True)
        assert (await town["c"].manager.handle(origin, command)).ok
    async with Guest(town["a"], "Ann") as ann, Visitor(town["b"], "Eve") as eve:
        await ann.come_by("/api/link/session", code=await town["b"].link_of(me, 1))
        welcome = await ann.connect("table-1")
        assert [one["room"] for one in welcome["tables"]] == ["table-1"]
        await town.move(1, "b")
        await eve.send_raw({"t": "watch", "room": "table-1"})
        await eve.wait(lambda message: message["t"] == "no_table")
        await ann.play_round()
        assert hold_each_version_once(ann)
        assert not of_kind(eve, "table")
        assert not of_kind(eve, "hand")


async def test_links_and_proofs_are_good_once_and_sessions_everywhere(town: Town) -> None:
    me = c.UserRef("telegram", "7")
    async with Guest(town["a"], "Ann") as ann, Guest(town["b"], "Eve") as eve, Guest(town["c"], "Ann") as again:
        code = await town["a"].link_of(me)
        answers = await asyncio.gather(*(guest.post("/api/link/session", code=code) for guest in (ann, eve)))
        assert sorted(answer.status for answer in answers) == [200, 401]
        shown = init_data(7)
        token = (await again.come_by("/api/telegram/session", init_data=shown))["token"]
        assert (await eve.come_by("/api/telegram/session", init_data=shown))["token"] != token, "its answer was lost"
        await again.take_token()
        await again.move(town["b"])
        await again.connect()
        assert again.latest("welcome")["you"]["proved"]  # type: ignore[index]
        await town["a"].manager.pages.sign_out(token)
        with pytest.raises(ConnectionError, match="4003"):
            await again.wait(lambda message: False)


async def test_each_worker_names_itself_to_monitoring(town: Town) -> None:
    async with Visitor(town["a"], "Ann") as ann, aiohttp.ClientSession() as http:
        await opened(town, ann, at="b")
        async with http.get(f"{town['b'].address}/healthz") as answer:
            found: dict[str, Any] = await answer.json()
        assert found == {"status": "ok", "worker": "b", "tables": 1, "checks": {"database": "ok"}}
        async with http.get(f"{town['b'].address}/metrics") as answer:
            assert 'paiju_worker_info{worker="b"} 1.0' in await answer.text()
