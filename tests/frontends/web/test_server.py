"""The HTTP side: page and headers, health, metrics, further routes, start and stop."""

import asyncio
import gzip
import json
import re
import zlib
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import aiohttp
import brotli
import pytest
from PIL import Image

from bot.frontends.web import Addresses
from bot.frontends.web.windows import Connection
from bot.session.play.opening import park
from games.base.cards import card_text, full_pack
from tests.frontends.web.house import House, Visitor

STATIC = Path(str(files("bot.frontends.web") / "static"))
MODULES = sorted(path.relative_to(STATIC).as_posix() for path in (STATIC / "js").rglob("*.js"))
SHEETS = [path.read_text(encoding="utf-8") for path in (STATIC / "css").rglob("*.css")]
RULES = {rule for sheet in SHEETS for rule in re.findall(r"^\.[\w-]+", sheet, re.MULTILINE)}


async def _get(address: str) -> tuple[int, str, dict[str, str]]:
    async with aiohttp.ClientSession() as http, http.get(address) as answer:
        return answer.status, await answer.text(), {str(name): value for name, value in answer.headers.items()}


async def test_health_is_bad_while_a_frontend_is_not_connected_or_its_check_breaks(house: House) -> None:
    async def broken() -> bool:
        raise RuntimeError("secret of the platform")

    house.page.add_check("telegram", broken)
    status, text, _ = await _get(f"{house.address}/healthz")
    assert status == 503
    assert json.loads(text)["checks"] == {"database": "ok", "telegram": "failing"}
    assert "secret" not in text


async def test_metrics_count_but_tell_no_card_token_or_name(house: House) -> None:
    async with Visitor(house, "Annabelle") as ann:
        room = await ann.play_now()
        hand = await ann.my_turn()
        house.page.meter.count("updates")
        house.page.meter.observe("reply", 0.01)
        status, text, headers = await _get(f"{house.address}/metrics")
        assert status == 200
        assert headers["Content-Type"].startswith("text/plain")
        assert 'paiju_events_total{what="updates"} 1.0' in text
        assert 'paiju_now{what="web_lines"} 1.0' in text
        for secret in (ann.token, room, "Annabelle", hand["room"]):
            assert secret not in text
        words = set(text.replace('"', " ").split())
        assert not words & {card_text(card) for card in full_pack()}


async def test_every_answer_forbids_foreign_scripts_and_private_ones_are_not_kept(house: House) -> None:
    for path in ("/", "/static/js/main.js", "/texts/en.json", "/healthz", "/metrics", "/nowhere"):
        _, _, found = await _get(f"{house.address}{path}")
        assert "default-src 'none'" in found["Content-Security-Policy"]
        assert "unsafe" not in found["Content-Security-Policy"]
        assert found["X-Content-Type-Options"] == "nosniff"
        assert not found.keys() & {"Server", "Strict-Transport-Security"}
    assert (await _get(f"{house.address}/healthz"))[2]["Cache-Control"] == "no-store"


async def test_who_came_by_https_is_told_to_come_by_nothing_else() -> None:
    async with House(addresses=Addresses(public_url="https://play.example")) as house, aiohttp.ClientSession() as http:
        for headers in ({"Host": "play.example"}, {"X-Forwarded-Proto": "https"}):
            async with http.get(house.address, headers=headers) as answer:
                assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


async def test_the_page_asks_for_nothing_from_anywhere_else(house: House) -> None:
    _, text, _ = await _get(f"{house.address}/")
    assert "http://" not in text
    assert "https://" not in text
    assert "<script>" not in text
    assert "style=" not in text


async def test_the_page_loads_one_script_and_one_style_sheet_that_hold_all_the_others(house: House) -> None:
    _, text, _ = await _get(f"{house.address}/")
    loaded = re.findall(r'(?:src|stylesheet" href)="([^"?]+)', text)
    assert loaded == ["/static/page.css", "/static/first.js", "/static/page.js"]
    status, script, headers = await _get(f"{house.address}/static/page.js")
    assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert sorted(re.findall(r"^// (js/\S+)$", script, re.MULTILINE)) == MODULES
    _, styles, _ = await _get(f"{house.address}/static/page.css")
    assert not {rule for rule in RULES if rule not in styles}, "a style sheet that index.html does not name"


async def test_what_the_page_names_is_kept_for_good_and_the_page_itself_asked_for_each_time(house: House) -> None:
    _, text, headers = await _get(f"{house.address}/")
    assert headers["Cache-Control"] == "no-cache"
    named = re.findall(r'"(/[^"?]+[?]v=\w+)"', text)
    assert len(named) > 4
    for address in named:
        status, _, headers = await _get(house.address + address)
        assert (status, headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable"), address
        _, _, headers = await _get(f"{house.address}{address}0")  # another version: the newest, not for long
        assert headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("asks", "language"), [("zh-TW,zh;q=0.9,en;q=0.8", "zh"), ("en-GB,zh;q=0.5", "en"), ("fr", "en"), ("", "en")]
)
async def test_the_words_of_the_page_are_fetched_early_in_the_language_asked_for(
    house: House, asks: str, language: str
) -> None:
    async with aiohttp.ClientSession() as http, http.get(house.address, headers={"Accept-Language": asks}) as answer:
        assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language"
        text = await answer.text()
    assert re.findall(r'"preload"[^>]*href="/texts/(\w+).json', text) == [language]
    assert f'<html lang="{language}' in text


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e/server.py", "/static/", "/static/js/", "/static/js/wire/"]
)
async def test_nothing_but_the_page_is_served(house: House, path: str) -> None:
    status, _, _ = await _get(f"{house.address}{path}")
    assert status in {403, 404}


async def test_the_icons_of_the_app_are_as_large_as_it_says(house: House) -> None:
    _, page, _ = await _get(house.address)
    _, text, headers = await _get(f"{house.address}/static/app.webmanifest")
    assert headers["Content-Type"].startswith("application/manifest+json")
    icons = {icon["src"]: icon["sizes"] for icon in json.loads(text)["icons"]}
    icons["/static/icons/apple.png"] = "180x180"
    assert all(f'href="{path}' in page for path in ("/static/icons/apple.png", "/static/app.webmanifest"))
    async with aiohttp.ClientSession() as http:
        for path, size in icons.items():
            async with http.get(house.address + path) as answer:
                drawing = await answer.read()
            if path.endswith(".png"):
                assert "{0.width}x{0.height}".format(Image.open(BytesIO(drawing))) == size
                assert len(drawing) < 10_000


async def test_unknown_languages_have_no_texts(house: House) -> None:
    assert (await _get(f"{house.address}/texts/fr.json"))[0] == 404
    status, text, _ = await _get(f"{house.address}/texts/zh.json")
    assert status == 200
    assert json.loads(text)["web.lobby.play_now"] == "马上开局"
    assert all(code.startswith("web.") for code in json.loads(text))


async def test_stopping_says_goodbye_to_every_browser() -> None:
    async with House() as house, Visitor(house) as ann:
        await house.page.stop()
        with pytest.raises(ConnectionError, match="1001"):
            await ann.wait(lambda message: False)


async def test_a_window_that_can_be_told_nothing_is_sent_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Visitor(house) as ann:
        monkeypatch.setattr(Connection, "_states", lambda *_: 1 / 0)
        with pytest.raises(ConnectionError, match="1013"):
            await ann.play_now()


async def test_after_a_restart_the_table_is_found_again_and_goes_on() -> None:
    house = House(seed=None)
    async with house, Visitor(house, "Ann") as ann:
        room = await ann.play_now()
        hand = await ann.my_turn()
        await house.page.stop()
        await house.manager.stop()
        async with House(house.store, seed=None) as again:
            await ann.move(again)
            await ann.connect(room)
            shown = await ann.my_turn()
            assert shown["cards"] == hand["cards"]
            assert shown["panel"]["decision"] == hand["panel"]["decision"]


async def test_a_table_that_was_put_aside_is_taken_up_again_from_its_page(house: House) -> None:
    async with Visitor(house, "Ann") as ann:
        room = await ann.play_now()
        hand = await ann.my_turn()
        table = house.manager.session.tables[hand["table"]]
        await table.mailbox.call(lambda: park(house.manager.session, table))
        shown = await ann.wait(lambda message: message["t"] == "table" and message["table"]["parked"])
        assert shown["room"] == room
        assert (await ann.ask("deal"))["ok"]
        again = await ann.wait(lambda message: message["t"] == "table" and not message["table"]["parked"], fresh=False)
        assert again["table"]["state"] == "playing"
        assert (await ann.my_turn())["cards"] == hand["cards"]


async def test_what_the_page_loads_first_comes_compressed_and_once(house: House) -> None:
    _, text, _ = await _get(f"{house.address}/")
    paths = ["/", "/texts/zh.json", "/static/page.css", "/static/page.js"]
    assert all(path in text for path in paths[2:])
    plain = sent = best = 0
    async with aiohttp.ClientSession(auto_decompress=False) as http:
        for path in paths:
            async with http.get(house.address + path, headers={"Accept-Encoding": "identity"}) as answer:
                whole = await answer.read()
                assert "Content-Encoding" not in answer.headers
            async with http.get(house.address + path, headers={"Accept-Encoding": "gzip"}) as answer:
                packed = await answer.read()
                assert answer.headers["Vary"].startswith("Accept-Encoding")
                if answer.headers.get("Content-Encoding") == "gzip":
                    packed, sent = gzip.decompress(packed), sent + len(packed)
                else:
                    sent += len(packed)
                assert packed == whole, path
            async with http.get(house.address + path, headers={"If-None-Match": answer.headers["ETag"]}) as again:
                assert (again.status, await again.read()) == (304, b"")
            async with http.get(house.address + path, headers={"Accept-Encoding": "gzip, deflate, br"}) as answer:
                assert answer.headers["Content-Encoding"] == "br"
                shorter = await answer.read()
                assert brotli.decompress(shorter) == whole, path
            best += len(shorter)
            plain += len(whole)
    assert sent < min(plain / 2.5, 100_000), "with the lobby's games, which come later, 120 kB at most"
    assert best < min(sent * 0.95, 80_000), "90 kB at most"


@pytest.mark.parametrize("offers", [True, False])
async def test_what_the_page_is_told_comes_compressed_if_the_browser_takes_that(house: House, offers: bool) -> None:
    async with Visitor(house) as ann:
        place = house.address.removeprefix("http://")
        head = [
            "GET /ws HTTP/1.1", f"Host: {place}", f"Origin: {house.address}", f"Cookie: paiju_seat={ann.token}",
            "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]  # fmt: skip
        if offers:
            head.append("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")
        reader, writer = await asyncio.open_connection(*place.split(":"))
        hello = b'{"t":"hello","name":"Ann","language":"en"}'
        writer.write("\r\n".join([*head, "", ""]).encode() + bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        await reader.readuntil(b"\r\n\r\n")
        first, length = await reader.readexactly(2)
        assert length == 126, "a longer message, its length in two bytes"
        message = await reader.readexactly(int.from_bytes(await reader.readexactly(2)))
        writer.close()
        assert bool(first & 0x40) is offers
        told = zlib.decompressobj(-15).decompress(message) if offers else message
        assert json.loads(told)[0]["t"] == "welcome"
        assert (len(message) < len(told) / 3) is offers
