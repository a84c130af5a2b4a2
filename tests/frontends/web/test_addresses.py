"""Under which names the page answers, who may open how many windows, and who may read the numbers."""

from collections.abc import Mapping

import aiohttp
import pytest
from multidict import CIMultiDict

from bot.frontends.web import Addresses, server, sockets
from bot.frontends.web.visitors import new_token
from tests.cases import each
from tests.frontends.web.house import House, Visitor


async def _asked(house: House, path: str, method: str = "GET", **headers: str) -> int:
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, f"{house.address}{path}", headers=headers) as answer,
    ):
        return answer.status


async def _knocks(house: House, headers: Mapping[str, str]) -> int:
    """Open a window as a browser with these headers would: 101 if it is let in."""
    async with aiohttp.ClientSession(cookies={"paiju_seat": new_token()}) as http:
        try:
            socket = await http.ws_connect(f"{house.address}/ws", headers=headers)
        except aiohttp.WSServerHandshakeError as error:
            return error.status
        await socket.close()
        return 101


def _as(place: str) -> dict[str, str]:
    """A page whose site's name leads here: the browser sees one origin."""
    return {"Host": place, "Origin": f"http://{place}"}


@pytest.mark.parametrize(
    "place",
    ["evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "203.0.113.7:8080", "[2001:db8::1]", "["],
)
async def test_a_site_that_gives_its_own_name_our_address_reaches_nothing(house: House, place: str) -> None:
    assert await _knocks(house, _as(place)) == 421
    assert await _asked(house, "/seat", "POST", **_as(place)) == 421
    for path in ("/", "/static/js/main.js", "/texts/en.json", "/nowhere"):
        assert await _asked(house, path, Host=place) == 421


async def test_the_page_answers_to_the_names_of_this_machine(house: House) -> None:
    port = house.address.rpartition(":")[2]
    for name in ("127.0.0.1", "LOCALHOST", "127.0.0.2", "[::1]"):
        assert await _knocks(house, _as(f"{name}:{port}")) == 101
        assert await _asked(house, "/", Host=f"{name}:{port}") == 200


async def test_monitoring_is_answered_by_whatever_name_it_knows_us(house: House) -> None:
    assert await _asked(house, "/healthz", Host="paiju:8080") == 200
    assert await _asked(house, "/metrics", Host="paiju:8080") == 200


async def test_the_public_address_is_known_with_and_without_its_name_forwarded() -> None:
    async with House(addresses=Addresses("127.0.0.1", "https://paiju.example.org")) as house:
        origin = {"Origin": "https://paiju.example.org"}
        assert await _knocks(house, {"Host": "paiju.example.org", **origin}) == 101
        assert await _knocks(house, origin) == 101  # a proxy that puts our address in the name's place
        assert await _knocks(house, {"Origin": "https://evil.example"}) == 403
        assert await _knocks(house, _as("evil.example")) == 421


async def test_one_address_cannot_take_all_windows(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "_ADDRESS", 2)
    ours = {"Origin": house.address}
    async with Visitor(house, "Ann"):
        async with Visitor(house, "Ben"):
            assert await _knocks(house, ours) == 429
            assert await _knocks(house, {**ours, "X-Forwarded-For": "198.51.100.4"}) == 101
        async with aiohttp.ClientSession() as http, http.get(f"{house.address}/metrics") as answer:
            text = await answer.text()
        assert 'what="web_lines"} 1.0' in text
        assert await _knocks(house, ours) == 101


class _Asked:
    """A request as far as its address counts."""

    def __init__(self, remote: str, *forwarded: str) -> None:
        self.remote = remote
        self.headers = CIMultiDict([("X-Forwarded-For", one) for one in forwarded])


@each(
    ("remote", "forwarded", "counts_as"),
    [
        ("198.51.100.4", (), "198.51.100.4"),
        ("198.51.100.4", ("203.0.113.9",), "198.51.100.4"),  # nobody has to believe that
        ("127.0.0.1", ("203.0.113.9",), "203.0.113.9"),
        ("127.0.0.1", ("1.1.1.1, 203.0.113.9",), "203.0.113.9"),  # whoever asks may have written the first
        ("127.0.0.1", ("1.1.1.1", "203.0.113.9, 172.18.0.2"), "203.0.113.9"),
        ("172.18.0.2", ("203.0.113.9",), "203.0.113.9"),
        ("127.0.0.1", ("nonsense",), "127.0.0.1"),
        ("::ffff:198.51.100.4", (), "198.51.100.4"),
        ("2001:db8:1:2:3:4:5:6", (), "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", (), "2001:db8:1:2::/64"),
        ("", ("203.0.113.9",), "None"),
    ],
)
def test_an_address_is_that_of_the_household_and_only_known_proxies_are_believed(
    remote: str, forwarded: tuple[str, ...], counts_as: str
) -> None:
    addresses = Addresses("0.0.0.0", proxies=["172.18.0.0/16"])
    assert addresses.address_of(_Asked(remote, *forwarded)) == counts_as  # type: ignore[arg-type]  # all that is looked at


async def test_the_numbers_ask_for_their_token() -> None:
    async with House(metrics_token="open-sesame-1") as house:
        assert await _asked(house, "/metrics") == 401
        assert await _asked(house, "/metrics", Authorization="Bearer open-sesame") == 401
        assert await _asked(house, "/metrics", Authorization="Bearer öpen") == 401
        assert await _asked(house, "/metrics", Authorization="Bearer open-sesame-1") == 200


async def test_the_numbers_can_be_had_on_a_port_of_their_own_alone() -> None:
    async with House(metrics_port=0) as house:
        assert await _asked(house, "/metrics") == 404
        async with aiohttp.ClientSession() as http:
            async with http.get(f"http://127.0.0.1:{house.page.metrics.port}/metrics") as answer:
                assert "paiju_now" in await answer.text()
            async with http.get(f"http://127.0.0.1:{house.page.metrics.port}/") as answer:
                assert answer.status == 404


async def test_a_port_for_the_numbers_that_is_in_use_is_one_clear_line(house: House) -> None:
    port = int(house.address.rpartition(":")[2])
    second = House(metrics_port=port)
    with pytest.raises(server.PortInUse, match=f"METRICS_PORT: port {port} .* in use"):
        await second.page.start()


@pytest.mark.parametrize(
    ("addresses", "shared"),
    [
        (Addresses("127.0.0.1"), ""),
        (Addresses("localhost"), ""),
        (Addresses("::1"), ""),
        (Addresses("192.0.2.7"), "http://192.0.2.7:8080"),
        (Addresses("2001:db8::7"), "http://[2001:db8::7]:8080"),
        (Addresses("cards.example"), "http://cards.example:8080"),
        (Addresses("127.0.0.1", "https://paiju.example.org/"), "https://paiju.example.org"),
        (Addresses("0.0.0.0", "https://paiju.example.org"), "https://paiju.example.org"),
    ],
)
def test_friends_are_sent_an_address_that_they_can_reach_or_none(addresses: Addresses, shared: str) -> None:
    assert addresses.shared(8080) == shared


def test_a_page_open_to_all_is_shared_by_this_machines_own_address_and_never_by_loopback() -> None:
    shared = Addresses("0.0.0.0").shared(8080)
    assert not shared.startswith(("http://127.", "http://0.", "http://localhost"))
