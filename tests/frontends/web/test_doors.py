"""Coming to the page as somebody of a chat: proofs that are good, forged, stale or shown twice, and what they open."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

import aiohttp
import pytest

from bot.frontends.web.proofs import NoProof, read_init_data
from bot.session.port import commands as c
from games.base.cards import card_text
from tests.cases import each
from tests.frontends.web.doors import PUBLIC, TOKEN, Guest, OpenHouse, init_data
from tests.memory import MemoryStore
from tests.session.world import RecordingFrontend
from tests.simulators.discord import DiscordSim

NOW = 1_800_000_000.0
ANN = c.UserRef("telegram", "7")
GROUP = c.ChatRef("telegram", "-100")
TELEGRAM, LINK, DISCORD = "/api/telegram/session", "/api/link/session", "/api/discord/session"


@pytest.fixture
async def house() -> AsyncIterator[OpenHouse]:
    async with OpenHouse(frontends=(RecordingFrontend("telegram", silent=True),)) as house:
        yield house


async def table_of_chat(house: OpenHouse) -> int:
    """A table of a Telegram group at which Ann plays with AI players, and it is her turn to bid."""
    steps = [c.NewTable("doudizhu"), c.FillAi(1, level="easy"), c.DealCards(1)]
    for number, command in enumerate(steps):
        origin = c.Origin(f"s{number}", ANN, "Ann", GROUP, "Friends", reachable=True)
        assert (await house.manager.handle(origin, command)).ok
    return 1


# -- what Telegram signs
def test_what_was_signed_within_the_hour_names_its_person() -> None:
    proof = read_init_data(init_data(7, at=NOW), [TOKEN], NOW + 3600)
    assert (proof.account, proof.name, proof.locale) == (ANN, "Ann Lee", "en")
    assert proof.expires_at == NOW + 3600
    opened_by_link = init_data(7, at=NOW, start_param="t12", chat_type="group", chat_instance="-77")
    assert read_init_data(opened_by_link, [TOKEN], NOW).account == ANN


def _swapped(text: str, **fields: str) -> str:
    return urlencode({**dict(parse_qsl(text)), **fields})


@each(
    "text",
    [
        init_data(at=NOW, token=TOKEN[:-1] + "c"),
        _swapped(init_data(at=NOW), user='{"id": 8, "first_name": "Eve"}'),
        _swapped(init_data(at=NOW), auth_date=str(int(NOW) + 1)),
        _swapped(init_data(at=NOW), signature="other"),
        _swapped(init_data(at=NOW), hash="0" * 64),
        _swapped(init_data(at=NOW), hash=""),
        _swapped(init_data(at=NOW), extra="1"),
        init_data(at=NOW).partition("&hash=")[0],
        f"{init_data(at=NOW)}&auth_date={int(NOW)}",
        init_data(at=NOW - 3601),
        init_data(at=NOW + 60),
        init_data(at=NOW, auth_date="soon"),
        init_data(at=NOW, user="[]"),
        init_data(at=NOW, user='{"id": "7"}'),
        init_data(at=NOW, user='{"id": 7, "is_bot": true}'),
        init_data(at=NOW, start_param="x" * 9000),
        "",
        "hash",
        "%ff=%ff&hash=" + "0" * 64,
    ],
)
def test_what_is_forged_stale_or_malformed_proves_nothing(text: str) -> None:
    with pytest.raises(NoProof):
        read_init_data(text, [TOKEN], NOW)


# -- the exchange
async def test_a_good_proof_opens_the_page_as_that_person_and_is_good_once(house: OpenHouse) -> None:
    shown = init_data()
    async with Guest(house) as ann:
        await ann.take_token()
        answer = await ann.post(TELEGRAM, init_data=shown)
        assert answer.status == 200
        assert "HttpOnly" in answer.headers["Set-Cookie"]
        welcome = await ann.connect()
        assert welcome["you"] == {"name": "Ann Lee", "platform": "telegram", "proved": True}
        assert (await ann.post(TELEGRAM, init_data=shown)).status == 200, "a reload of the same browser"
        async with aiohttp.ClientSession() as http:
            held = {"X-Forwarded-For": "198.51.100.4", "Authorization": f"Bearer {(await answer.json())['token']}"}
            for headers, status in (
                ({"X-Forwarded-For": "198.51.100.4"}, 401),
                (held, 200),  # where cookies do not travel
                ({}, 200),  # from here an answer may have been lost
            ):
                async with http.post(house.address + TELEGRAM, json={"init_data": shown}, headers=headers) as again:
                    assert again.status == status


async def test_behind_https_the_cookie_travels_in_frames_and_only_there(house: OpenHouse) -> None:
    async with aiohttp.ClientSession() as http:
        secure = {"X-Forwarded-Proto": "https", "Origin": PUBLIC}
        async with http.post(house.address + TELEGRAM, json={"init_data": init_data()}, headers=secure) as answer:
            cookie = answer.headers["Set-Cookie"]
            assert all(word in cookie for word in ("SameSite=None", "Partitioned", "Secure", "HttpOnly"))
        code = await house.link_of(ANN)
        async with http.post(house.address + LINK, json={"code": code}, headers=secure) as answer:
            cookie = answer.headers["Set-Cookie"]
            assert "SameSite=Strict" in cookie
            assert "Secure" in cookie
        foreign = {"Origin": "https://evil.example"}
        async with http.post(house.address + TELEGRAM, json={"init_data": init_data()}, headers=foreign) as answer:
            assert answer.status == 403


async def test_a_link_opens_the_page_once_and_says_which_table_was_meant(house: OpenHouse) -> None:
    number = await table_of_chat(house)
    code = await house.link_of(ANN, number)
    async with Guest(house) as ann, Guest(house) as eve:
        assert (await ann.come_by(LINK, code=code))["room"] == "table-1"
        assert (await eve.post(LINK, code=code)).status == 401
        welcome = await ann.connect()
        assert [table["room"] for table in welcome["tables"]] == ["table-1"]


async def test_five_wrong_proofs_a_minute_and_no_more_are_looked_at_whereas_right_ones_do_not_count(
    house: OpenHouse,
) -> None:
    async with Guest(house) as guest:
        for at in range(5):
            assert (await guest.post(TELEGRAM, init_data=init_data(at + 1))).status == 200
        wrong: list[Any] = ["x", "", None, {"a": 1}, "x" * 20_000]
        for shown in wrong:
            assert (await guest.post(TELEGRAM, init_data=shown)).status == 401
        answer = await guest.post(LINK, code=await house.link_of(ANN))
        assert answer.status == 429
        assert "Set-Cookie" not in answer.headers
        async with aiohttp.ClientSession() as http:
            headers = {"X-Forwarded-For": "198.51.100.4"}
            async with http.post(house.address + TELEGRAM, data=b"\xff{", headers=headers) as other:
                assert other.status == 401


async def test_where_cookies_do_not_travel_the_first_message_says_for_whom_the_window_speaks(house: OpenHouse) -> None:
    async with Guest(house) as ann:
        token = (await ann.come_by(TELEGRAM, init_data=init_data()))["token"]
        async with aiohttp.ClientSession() as http:
            for key, heard in ((token, aiohttp.WSMsgType.TEXT), ("x" * 43, aiohttp.WSMsgType.CLOSE)):
                socket = await http.ws_connect(f"{house.address}/ws?key=first", headers={"Origin": house.address})
                await socket.send_json({"t": "hello", "name": "", "language": "en", "key": key})
                frame = await socket.receive()
                assert frame.type is heard
                await socket.close()
                if heard is aiohttp.WSMsgType.TEXT:
                    assert json.loads(frame.data)[0]["you"]["platform"] == "telegram"
                else:
                    assert frame.data == 4003


# -- what it opens
async def test_a_hand_of_a_chat_is_played_on_the_page_and_shows_in_the_chat_once(house: OpenHouse) -> None:
    number = await table_of_chat(house)
    chat = house.manager.session.frontends["telegram"]
    assert isinstance(chat, RecordingFrontend)
    async with Guest(house) as ann:
        await ann.come_by(LINK, code=await house.link_of(ANN, number))
        await ann.connect("table-1")
        hand = await ann.wait(lambda message: message["t"] == "hand", fresh=False)
        assert sorted(hand["cards"]) == sorted(_texts(chat.hand("7").view.hand or ()))
        turn = await ann.wait(lambda one: one["t"] == "hand" and one["panel"] and one["panel"]["my_turn"], fresh=False)
        offer, before = turn["panel"]["offers"][0], house.manager.session.tables[number].book.play.seq
        done = await ann.ask("press", data=offer["data"])
        assert done["ok"], done
        book = house.manager.session.tables[number].book
        versions = [update.version for update in chat.tables if update.table.id == number]
        assert len(versions) == len(set(versions)), "no state goes out twice"
        assert book.play.seq > before
        assert book.row.message is None, "the page reports no messages of a chat"
        assert all(held.message is None for held in book.seats.values())
        for wish in ("rules", "settings", "hand", "table", "help", "prefer", "away", "back", "leave"):
            assert (await ann.ask(wish))["ok"], wish
        gone = {"t": "no_table", "room": "table-1"}
        await ann.wait(lambda message: message == gone, fresh=False)


def _texts(cards: Any) -> list[str]:
    return [card_text(card) for card in cards]


async def test_nobody_else_sees_a_table_of_a_chat_whatever_they_send(house: OpenHouse) -> None:
    number = await table_of_chat(house)
    async with Guest(house, "Eve") as eve, Guest(house, "Vic") as visitor:
        await eve.come_by(TELEGRAM, init_data=init_data(8))
        await eve.connect()
        await visitor.take_token()
        await visitor.connect()
        for guest in (eve, visitor):
            await guest.send_raw({"t": "watch", "room": f"table-{number}"})
            missing = await guest.wait(lambda message: message["t"] in ("no_table", "table"))
            assert missing["t"] == "no_table"
            for t in ("table", "hand", "hint", "pass"):
                answer = await guest.ask(t, table=number)
                assert not answer["ok"]
            assert not [one for one in guest.heard if one["t"] in ("hand", "table")]


async def test_forgetting_somebody_and_leaving_close_what_speaks_for_them(house: OpenHouse) -> None:
    async with Guest(house) as ann, Guest(house) as other:
        await ann.come_by(TELEGRAM, init_data=init_data())
        await ann.connect()
        forget = c.Origin("f1", ANN, "Ann", reachable=True)
        assert (await house.manager.handle(forget, c.Forget(sure=True))).ok
        with pytest.raises(ConnectionError, match="4003"):
            await ann.wait(lambda message: False)
        token = (await other.come_by(TELEGRAM, init_data=init_data(8)))["token"]
        await other.connect()
        assert (await other.post("/api/session/end")).status == 204
        with pytest.raises(ConnectionError, match="4003"):
            await other.wait(lambda message: False)
        assert await house.manager.pages.account_of(token) is None


async def test_accounts_that_are_joined_and_parted_change_what_an_open_page_shows(house: OpenHouse) -> None:
    await table_of_chat(house)
    dan = c.UserRef("discord", "70000")

    async def says(user: c.UserRef, update: str, command: c.Command) -> Any:
        reply = await house.manager.handle(c.Origin(update, user, "Dan", reachable=True), command)
        assert reply.ok, reply
        return reply.body

    async with Guest(house) as guest:
        await guest.come_by(LINK, code=await house.link_of(dan))
        assert (await guest.connect("table-1"))["tables"] == []
        code = (await says(dan, "d1", c.Link())).data["code"]
        await says(ANN, "a1", c.Link(code))
        await guest.wait(lambda one: one["t"] == "welcome" and [each["room"] for each in one["tables"]] == ["table-1"])
        await guest.send_raw({"t": "watch", "room": "table-1"})
        shown = await guest.wait(lambda one: one["t"] == "hand")
        assert shown["cards"]
        table = next(one for one in reversed(guest.heard) if one["t"] == "table")
        assert table["seat"] == 0
        await says(ANN, "a2", c.Leave(1))
        await guest.wait(lambda one: one["t"] == "no_table", fresh=False)
        await says(dan, "d2", c.Unlink())
        await guest.wait(lambda one: one["t"] == "welcome")
        assert [one.accounts for one in house.page.windows.all()] == [{dan}]


async def test_no_secret_reaches_the_log_or_the_numbers(house: OpenHouse, capsys: pytest.CaptureFixture[str]) -> None:
    shown, code = init_data(), await house.link_of(ANN)
    async with Guest(house) as guest:
        tokens = [
            (await guest.come_by(TELEGRAM, init_data=shown))["token"],
            (await guest.come_by(LINK, code=code))["token"],
        ]
        for wrong in (shown + "0", init_data(token="1:" + "x" * 40)):
            assert (await guest.post(TELEGRAM, init_data=wrong)).status == 401
        async with aiohttp.ClientSession() as http, http.get(f"{house.address}/metrics") as answer:
            told = await answer.text() + "".join(capsys.readouterr())
        assert not [
            secret for secret in (*tokens, code, TOKEN, shown, dict(parse_qsl(shown))["hash"]) if secret in told
        ]
        async with aiohttp.ClientSession() as http, http.get(f"{house.address}/app") as answer:
            assert answer.headers["Referrer-Policy"] == "same-origin"


async def test_a_session_lasts_over_a_restart_with_all_tables(house: OpenHouse) -> None:
    await table_of_chat(house)
    async with Guest(house) as ann:
        token = (await ann.come_by(TELEGRAM, init_data=init_data()))["token"]
        assert isinstance(house.store, MemoryStore)
        async with OpenHouse(house.store) as next_house, aiohttp.ClientSession(cookies={"paiju_page": token}) as http:
            socket = await http.ws_connect(f"{next_house.address}/ws", headers={"Origin": next_house.address})
            await socket.send_json({"t": "hello", "name": "", "language": "en"})
            welcome = json.loads((await socket.receive()).data)[0]
            assert [table["room"] for table in welcome["tables"]] == ["table-1"]
            await socket.close()


# -- inside the chats
async def test_only_the_pages_inside_chats_may_be_framed_each_by_its_own_and_only_where_it_is_on() -> None:
    async def policy(house: OpenHouse, path: str) -> str | int:
        async with aiohttp.ClientSession() as http, http.get(house.address + path) as answer:
            return answer.headers["Content-Security-Policy"] if answer.status == 200 else answer.status

    async with OpenHouse(discord_secret="not-so-secret", discord_app=lambda: 4242424242) as house:
        inside, activity, page = [await policy(house, path) for path in ("/app", "/activity/", "/")]
        assert "frame-ancestors https://web.telegram.org" in str(inside)
        assert "script-src 'self' https://telegram.org/js/telegram-web-app.js" in str(inside)
        frames = str(activity).partition("frame-ancestors ")[2]
        assert frames == "https://discord.com https://*.discord.com https://4242424242.discordsays.com"
        assert "telegram" not in str(activity)
        assert "frame-ancestors 'none'" in str(page)
        assert "telegram" not in str(page)
        async with aiohttp.ClientSession() as http:
            for origin, status in (("https://4242424242.discordsays.com", 401), ("https://7.discordsays.com", 403)):
                headers = {"Origin": origin}
                async with http.post(house.address + LINK, json={"code": "x"}, headers=headers) as answer:
                    assert answer.status == status
    async with OpenHouse() as house:
        assert await policy(house, "/activity") == 404
        async with aiohttp.ClientSession() as http, http.post(house.address + DISCORD, json={"code": "x"}) as answer:
            assert answer.status == 404


async def test_discord_says_whose_a_code_is_and_takes_it_once() -> None:
    async with DiscordSim() as sim:
        account = sim.user("dan").account
        hosts: dict[str, Any] = {
            "discord_secret": sim.oauth.secret,
            "discord_api": sim.base_url,
            "discord_app": lambda: sim.world.bot.id,
        }
        async with OpenHouse(**hosts) as house, Guest(house) as dan:
            code = sim.oauth.code(account)
            found = await asyncio.gather(*(dan.post(DISCORD, code=code) for _ in range(2)))
            assert sorted(answer.status for answer in found) == [200, 401]
            welcome = await dan.connect()
            assert welcome["you"] == {"name": "dan", "platform": "discord", "proved": True}
            assert (await dan.post(f"/activity{DISCORD}", code="nonsense")).status == 401
            sim.oauth.is_down = True
            for _ in range(6):  # not the person's fault: nothing is counted
                assert (await dan.post(DISCORD, code=sim.oauth.code(account))).status == 401
            sim.oauth.is_down = False
            assert (await dan.post(DISCORD, code=sim.oauth.code(account))).status == 200
            assert not sim.violations
