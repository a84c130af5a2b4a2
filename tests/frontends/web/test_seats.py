"""Who may see and do what: tokens, origins, foreign seats."""

import json

import aiohttp
import pytest

from bot.frontends.web.visitors import code_of, is_token, new_token, sealed, table_chat, user_of
from bot.session.club.members.page_keys import digest_of
from tests.frontends.web.house import House, Message, Visitor
from tests.memory import MemoryStore


async def _hello(house: House, origin: str, cookie: str | None) -> aiohttp.WSServerHandshakeError | None:
    cookies = {"paiju_seat": cookie} if cookie is not None else None
    async with aiohttp.ClientSession(cookies=cookies) as http:
        try:
            socket = await http.ws_connect(f"{house.address}/ws", headers={"Origin": origin} if origin else {})
        except aiohttp.WSServerHandshakeError as error:
            return error
        await socket.close()
        return None


async def test_a_browser_without_a_token_is_not_let_in(house: House) -> None:
    error = await _hello(house, house.address, None)
    assert error is not None
    assert error.status == 401


@pytest.mark.parametrize("token", ["", "guess", "a" * 42, "ä" * 43, "a" * 44])
async def test_a_made_up_token_of_another_shape_is_not_let_in(house: House, token: str) -> None:
    error = await _hello(house, house.address, token)
    assert error is not None
    assert error.status == 401


@pytest.mark.parametrize(
    "origin", ["", "null", "https://evil.example", "http://127.0.0.1:1", "http://127.0.0.1.evil.example", "http://["]
)
async def test_a_page_of_another_origin_is_not_let_in(house: House, origin: str) -> None:
    error = await _hello(house, origin, new_token())
    assert error is not None
    assert error.status == 403


async def test_a_token_is_given_once_in_a_cookie_that_no_script_reads(house: House) -> None:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        async with http.post(f"{house.address}/seat", headers={"Origin": house.address}) as answer:
            cookie = answer.cookies["paiju_seat"]
            assert is_token(cookie.value)
            assert cookie["httponly"]
            assert cookie["samesite"] == "Strict"
        async with http.post(f"{house.address}/seat", headers={"Origin": house.address}) as again:
            assert "paiju_seat" not in again.cookies


async def test_another_site_cannot_make_the_browser_fetch_a_token(house: House) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{house.address}/seat", headers={"Origin": "https://evil.example"}) as answer,
    ):
        assert answer.status == 403
        assert "paiju_seat" not in answer.cookies


async def test_opening_the_page_by_a_link_from_elsewhere_never_replaces_a_token(house: House) -> None:
    async with aiohttp.ClientSession() as http, http.get(f"{house.address}/") as answer:
        assert answer.status == 200
        assert not answer.cookies


def test_neither_account_nor_room_tells_the_token() -> None:
    token = new_token()
    for known in (user_of(token).external, table_chat(token, "a-1").external):
        assert known not in token
        assert token not in known
    assert user_of(token) == user_of(token)
    assert user_of(token) != user_of(new_token())
    assert table_chat(token, "a-1") == table_chat(token, "a-1") != table_chat(token, "a-2")


async def test_a_watcher_sees_the_table_but_no_hand(house: House) -> None:
    async with Visitor(house, "Ann") as ann, Visitor(house, "Eve") as eve:
        room = await ann.play_now()
        hand = await ann.my_turn()
        await eve.send_raw({"t": "watch", "room": room})
        table = await eve.wait(lambda message: message["t"] == "table" and message["view"] is not None)
        assert table["seat"] is None
        assert [seat["count"] for seat in table["view"]["seats"]]
        await eve.ask("rules", game="doudizhu")
        assert eve.latest("hand") is None
        _holds_none_of(eve.frames, hand, table)


def _holds_none_of(frames: list[str], hand: Message, table: Message) -> None:
    """No frame has a card of the hand that the table does not show to everybody (kitty, played cards)."""
    shown = json.dumps(table["view"])
    for card in hand["cards"]:
        if f'"{card}"' not in shown:
            assert all(f'"{card}"' not in frame for frame in frames)


async def test_a_stranger_cannot_act_for_a_seat(house: House) -> None:
    async with Visitor(house, "Ann") as ann, Visitor(house, "Eve") as eve:
        room = await ann.play_now()
        hand = await ann.my_turn()
        await eve.send_raw({"t": "watch", "room": room})
        await eve.wait(lambda message: message["t"] == "table")
        table, panel = hand["table"], hand["panel"]
        decision = panel["decision"]
        tries: list[dict[str, object]] = [
            {"t": "press", "data": panel["offers"][0]["data"]} if panel["offers"] else {"t": "hint", "table": table},
            {"t": "pick", "table": table, "decision": decision, "card": hand["cards"][0]},
            {"t": "play", "table": table, "decision": decision},
            {"t": "clear", "table": table, "decision": decision},
            {"t": "say", "table": table, "text": "pass"},
            {"t": "hint", "table": table},
            {"t": "away", "table": table},
            {"t": "end", "table": table},
            {"t": "kick", "table": table, "seat": 0},
        ]
        for one in tries:
            answer = await eve.ask(str(one.pop("t")), **one)
            assert not answer["ok"], one
        assert eve.latest("hand") is None
        await ann.send_raw({"t": "watch", "room": room})
        after = await ann.my_turn()
        assert after["panel"]["decision"] == decision
        assert after["panel"]["picked"] == []


async def test_who_leaves_the_table_is_shown_no_hand_any_more(house: House) -> None:
    async with Visitor(house, "Ann") as ann, Visitor(house, "Ben") as ben:
        room = (await ann.ask("new", game="doudizhu"))["room"]
        await ben.send_raw({"t": "watch", "room": room})
        number = (await ben.wait(lambda message: message["t"] == "table"))["table"]["id"]
        await ben.ask("join", table=number)
        await ann.ask("ai", table=number, level="easy")
        await ann.ask("deal", table=number)
        await ben.wait(lambda message: message["t"] == "hand", fresh=False)
        assert (await ben.ask("leave", table=number))["ok"]
        before = len(ben.heard)
        await ben.send_raw({"t": "watch", "room": room})
        await ben.wait(lambda message: message["t"] == "table" and message["seat"] is None)
        await ben.ask("rules", game="doudizhu")
        assert all(message["t"] != "hand" for message in ben.heard[before:])


async def _ask(house: House, path: str, cookie: str = "", **said: str) -> aiohttp.ClientResponse:
    headers = {"Origin": house.address} | ({"Cookie": f"paiju_seat={cookie}"} if cookie else {})
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{house.address}{path}", json=said, headers=headers) as answer,
    ):
        await answer.read()
        return answer


async def test_a_code_brings_another_browser_to_the_same_token_and_the_store_keeps_neither() -> None:
    token = new_token()
    async with House() as house:
        shown = await _ask(house, "/seat/code", token)
        code = (await shown.json())["code"]
        assert (await (await _ask(house, "/seat/code", token)).json())["code"] == code, "one can look again"
        assert code == code_of(token) != code_of(new_token())
        for typed in (code, code.lower().replace("-", " "), code.replace("0", "o").replace("1", "l").replace("-", "")):
            assert (await _ask(house, "/seat/take", code=typed)).cookies["paiju_seat"].value == token
        async with house.store.begin() as unit:
            row = await unit.people.page_key(digest_of("code", sealed(code.replace("-", ""), b"")[0]))
        assert row is not None
        kept = repr(row)
        assert code.replace("-", "") not in kept
        assert token.encode().hex() not in kept
        assert token not in kept


async def test_codes_are_not_guessed() -> None:
    async with House() as house:
        taken = [await _ask(house, "/seat/take", code=code) for code in ("", "?", "0000-0000-0000", "7" * 12, "A" * 12)]
        assert [answer.status for answer in taken] == [401] * 5
        assert not any(answer.cookies for answer in taken)
        token = new_token()
        code = (await (await _ask(house, "/seat/code", token)).json())["code"]
        assert (await _ask(house, "/seat/take", code=code)).status == 429, "not even the right one any more"
        assert (await _ask(house, "/seat/code")).status == 401
    async with House() as house, aiohttp.ClientSession() as http:
        for path in ("/seat/code", "/seat/take"):
            async with http.post(f"{house.address}{path}", headers={"Origin": "https://evil.example"}) as answer:
                assert answer.status == 403


async def test_who_is_forgotten_has_no_code_any_more() -> None:
    async with House() as house, Visitor(house) as ann:
        code = (await (await _ask(house, "/seat/code", ann.token)).json())["code"]
        await ann.play_now()
        assert (await ann.ask("leave"))["ok"]
        assert (await ann.ask("forgetme", sure=True))["ok"]
        assert (await _ask(house, "/seat/take", code=code)).status == 401


async def test_a_code_leads_to_the_table_after_a_restart_too() -> None:
    store = MemoryStore()
    async with House(store) as house, Visitor(house) as ann:
        room = await ann.play_now()
        hand = (await ann.my_turn())["panel"]
        code = (await (await _ask(house, "/seat/code", ann.token)).json())["code"]
    async with House(store) as house:
        answer = await _ask(house, "/seat/take", code=code)
        found = await answer.json()
        assert found["name"] == "Ann"
        assert found["room"] == room
        async with Visitor(house) as there:
            there.hold(answer.cookies["paiju_seat"].value)
            await there.connect(found["room"])
            assert (await there.my_turn())["panel"]["decision"] == hand["decision"]
