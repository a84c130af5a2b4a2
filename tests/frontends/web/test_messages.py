"""What a page says: read strictly, answered kindly, done once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.web.wire.messages import MOST_BYTES, Hello, Malformed, PageRequest, read_message
from bot.session.port import commands as c
from bot.session.port.buttons import encode
from games.base.cards import card_text, full_pack
from scripts import describe_messages
from tests.frontends.web.house import House, Visitor, assert_described
from tests.patience import patient

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_KINDS = [
    "hello", "watch", "new", "quick", "join", "leave", "ai", "deal", "ready", "settings", "kick", "end", "vote",
    "pick", "clear", "play", "say", "hint", "away", "back", "press", "language", "leaders", "stats", "history",
    "rules", "help", "privacy", "nothing",
]  # fmt: skip
_FIELDS = (
    "id", "table", "decision", "card", "text", "data", "options", "seat", "level", "game", "room", "name", "rooms",
)  # fmt: skip


def test_the_descriptions_of_all_messages_are_as_the_script_writes_them() -> None:
    told = "python scripts/describe_messages.py writes it anew"
    assert describe_messages.TYPES.read_text(encoding="utf-8") == describe_messages.types(), told
    assert describe_messages.SCHEMA.read_text(encoding="utf-8") == describe_messages.schema(), told


async def test_what_a_page_is_told_is_as_it_is_described(house: House) -> None:
    async with Visitor(house) as ann:
        await ann.play_now()
        await ann.play_round()
        for kind, said in (
            *(("learn", fields) for fields in ({}, {"game": "doudizhu"})),
            ("replay", {"round": "M1.1"}),
            *((kind, {}) for kind in ("history", "help", "rules", "stats", "leaders", "settings", "invite", "nothing")),
        ):
            await ann.ask(kind, **said)
        await ann.send_raw({"t": "watch", "room": "0123456789abcdef"})
        await ann.wait(lambda message: message["t"] == "no_table")
        await ann.send_raw("nonsense")
        await ann.wait(lambda message: message["t"] == "error")
    for message in ann.heard:
        assert_described("ToPage", message)
    acknowledged = {field for message in ann.heard if message["t"] == "ack" for field in message}
    assert acknowledged >= {"lesson", "lessons", "replay", "room", "screen", "toast"}
    assert {message["t"] for message in ann.heard} >= {"welcome", "tables", "table", "hand", "ack", "no_table", "error"}
    with pytest.raises(AssertionError, match="HandJson"):
        assert_described("ToPage", {"t": "hand", "seats": 7})


@given(
    kind=st.sampled_from(_KINDS),
    fields=st.dictionaries(st.sampled_from(_FIELDS), _JSON, max_size=8),
    known=st.booleans(),
)
def test_whatever_a_page_says_is_a_value_or_malformed(kind: str, fields: dict[str, object], known: bool) -> None:
    message = {**fields, "t": kind}
    if known:
        message["id"] = "abc-1"
    try:
        read = read_message(json.dumps(message))
    except Malformed:
        return
    assert not isinstance(read, PageRequest) or read.id == message["id"]


@given(st.text(max_size=60))
def test_text_that_is_no_message_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_message(text)


def test_deeply_nested_json_is_malformed_and_nothing_worse() -> None:
    with pytest.raises(Malformed):
        read_message("[" * (MOST_BYTES - 1))


def test_every_card_of_the_pack_can_be_named() -> None:
    for card in full_pack():
        said = {"t": "pick", "id": "abc-1", "table": 3, "decision": "1.0", "card": card_text(card)}
        read = read_message(json.dumps(said))
        assert read == PageRequest("abc-1", c.PickCard(3, "1.0", card))


@pytest.mark.parametrize("card", ["", "7", "1s", "10s", "7S", "xs", "Xx", "7s7h"])
def test_what_is_no_card_is_malformed(card: str) -> None:
    with pytest.raises(Malformed):
        read_message(json.dumps({"t": "pick", "id": "abc-1", "table": 3, "decision": "1.0", "card": card}))


def test_no_button_opens_a_table() -> None:
    """Tables are opened by a message of their own, which is counted."""
    with pytest.raises(Malformed):
        read_message(json.dumps({"t": "press", "id": "abc-1", "data": encode(c.NewTable("doudizhu"))}))
    pressed = read_message(json.dumps({"t": "press", "id": "abc-1", "data": encode(c.Ready(3))}))
    assert pressed == PageRequest("abc-1", c.Ready(3))


def test_a_greeting_keeps_only_what_has_the_shape_of_a_room() -> None:
    rooms = ["0123456789abcdef", "../etc", 7, None, "short"]
    read = read_message(json.dumps({"t": "hello", "name": "Ann", "language": "zh-CN", "room": "<b>", "rooms": rooms}))
    assert read == Hello("Ann", "zh-CN", None, ("0123456789abcdef",))


@pytest.mark.parametrize(
    "raw", ["", "[]", "7", '"x"', "{", '{"t":"play"}', '{"t":"nothing","id":"abc-1"}', '{"t":["hello"]}', "null"]
)
async def test_malformed_messages_get_an_answer_and_the_line_stays_open(house: House, raw: str) -> None:
    async with Visitor(house) as ann:
        await ann.send_raw(raw)
        answer = await ann.wait(lambda message: message["t"] in {"error", "ack"})
        assert "Load the page again" in answer.get("text", "") + answer.get("toast", "")
        assert (await ann.ask("help"))["ok"]


async def test_a_line_that_only_talks_nonsense_is_closed(house: House) -> None:
    async with Visitor(house) as ann:
        for _ in range(60):
            await ann.send_raw("nonsense")
        with pytest.raises(ConnectionError):
            await ann.wait(lambda message: False)


async def test_a_message_that_is_too_long_closes_the_line(house: House) -> None:
    async with Visitor(house) as ann:
        await ann.send_raw(json.dumps({"t": "say", "id": "abc-1", "text": "x" * MOST_BYTES}))
        with pytest.raises(ConnectionError):
            await ann.wait(lambda message: False)


async def test_who_asks_too_fast_is_asked_to_wait(house: House) -> None:
    async with Visitor(house) as ann:
        for number in range(120):
            await ann.send_raw({"t": "help", "id": f"fast-{number}"})
        answer = await ann.wait(lambda message: message["t"] == "ack" and not message["ok"])
        assert "too quick" in answer["toast"]


async def test_requests_before_the_greeting_are_not_carried_out(house: House) -> None:
    async with Visitor(house) as ann:
        room = await ann.play_now()
        socket = await ann._http.ws_connect(f"{house.address}/ws", headers={"Origin": house.address})
        await socket.send_str(json.dumps({"t": "watch", "room": room}))
        answer = await patient(socket.receive_json())
        assert [message["t"] for message in answer] == ["error"]
        await socket.close()


async def test_the_same_request_again_changes_nothing_twice(house: House) -> None:
    async with Visitor(house) as ann:
        for _ in range(2):
            await ann.send_raw({"t": "new", "id": "again-1", "game": "doudizhu"})
            first = await ann.wait(lambda message: message["t"] == "ack")
        await ann.send_raw({"t": "new", "id": "again-2", "game": "doudizhu"})
        second = await ann.wait(lambda message: message["t"] == "ack" and message["id"] == "again-2")
        assert second["room"] != first["room"]
        tables = await ann.wait(lambda message: message["t"] == "tables" and len(message["tables"]) == 2, fresh=False)
        assert {table["room"] for table in tables["tables"]} == {first["room"], second["room"]}


async def test_a_refused_play_says_why_to_its_player() -> None:
    async with House(seed=15) as house, Visitor(house) as ann:  # the first call is hers
        await ann.play_now()
        hand = await ann.my_turn()
        answer = await ann.ask("say", table=hand["table"], text="bid 9")
        assert not answer["ok"]
        assert answer["toast"]
        (rule,) = answer["links"]  # the rule that explains it is one tap away
        shown = await ann.ask("press", data=rule["data"])
        assert shown["screen"]["lines"], (rule, shown)


async def test_an_unknown_house_rule_is_refused_with_what_would_do(house: House) -> None:
    async with Visitor(house) as ann:
        answer = await ann.ask("new", game="doudizhu", options={"jokers": "seven"})
        assert not answer["ok"]
        assert "room" not in answer


async def test_the_language_is_the_readers_own(house: House) -> None:
    async with Visitor(house, "Ann", "zh-CN") as ann, Visitor(house, "Ben", "en") as ben:
        room = (await ann.ask("new", game="doudizhu"))["room"]
        await ben.send_raw({"t": "watch", "room": room})
        seen = await ben.wait(lambda message: message["t"] == "table")
        own = await ann.wait(lambda message: message["t"] == "table", fresh=False)
        assert (own["table"]["name"], seen["table"]["name"]) == ("斗地主", "Dou Dizhu")
        assert (await ben.ask("language", to="zh"))["ok"]
        after = await ben.wait(lambda message: message["t"] == "welcome" and message["language"] == "zh", fresh=False)
        assert after["games"][0]["name"] == "斗地主"
