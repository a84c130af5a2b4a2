"""What the page is told of lobbies and tables beyond the view: sides of a result, plays that can be felt, places."""

from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from bot.frontends.web.windows import LatestUpdates
from bot.frontends.web.wire.lobby import lobby_games
from bot.frontends.web.wire.values import to_you
from bot.present.presentation import picture_of, presentation_of
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.updates import Player, PublicUpdate
from games import GAMES
from games.base.cards import make_card
from games.contract import Act
from games.lesson import lesson_of
from tests.cases import each
from tests.frontends.web.house import House, Visitor
from tests.present.rounds import info, public


async def test_a_result_names_the_sides_with_the_winners_first(house: House) -> None:
    async with Visitor(house) as ann:
        await ann.play_now()
        await ann.play_round()
        message = await ann.wait(lambda found: found["t"] == "table" and found["result"] is not None, fresh=False)
    result = message["result"]
    assert result["names"] == ["You", "AI 2", "AI 3"]
    news = [text for found in ann.heard if found["t"] == "table" for text in found["news"]]
    assert any(text.startswith(("You pass", "You bid")) for text in news), news
    assert not [text for text in news if "Ann" in text or "You passes" in text]
    assert {side["name"] for side in result["sides"]} == {"landlord", "peasant"}
    assert [side["won"] for side in result["sides"]] == [True, False]
    assert sorted(result["sides"][0]["seats"]) == sorted(result["won"])
    assert sorted(seat for side in result["sides"] for seat in side["seats"]) == [0, 1, 2]


@each(
    "written, said",
    [
        ("You passes", "You pass"), ("AI 2 → You ♥A", "AI 2 → you ♥A"), ("You is out: +3", "You are out: +3"),
        ("You took the pig and leads the next round.", "You took the pig and lead the next round."),
        ("You, first last time, leads.", "You, first last time, lead."), ("AI 2 burns You", "AI 2 burns you"),
        ("AI 3 paid the tribute and leads", "AI 3 paid the tribute and leads"), ("你不出", "你不出"),
        ("AI 2 passes · You passes", "AI 2 passes · You pass"), ("Youssef passes", "Youssef passes"),
        ("The landlord You wins.", "The landlord you win."),
    ],
)  # fmt: skip
def test_sentences_with_the_reader_in_them_speak_to_the_reader(written: str, said: str) -> None:
    assert to_you(written) == said


@pytest.mark.parametrize(
    ("game", "verb", "kind", "impact"),
    [
        ("doudizhu", "play", "rocket", "rocket"), ("doudizhu", "play", "chain", ""),
        ("guandan", "play", "straight_flush", "bomb"), ("guandan", "play", "joker_bomb", "rocket"),
        ("gouji", "burn", "gouji", "bomb"), ("gouji", "play", "gouji", ""),
    ],
)  # fmt: skip
def test_bombs_and_rockets_are_told_as_such(game: str, verb: str, kind: str, impact: str) -> None:
    act = Act(0, verb, (make_card(12, 0),), kind, "")
    assert presentation_of(game).impact(act) == impact
    assert presentation_of(game).impact(Act(0, "pass", (), kind, "")) == "", "a question that was declined is no bomb"


def test_games_with_long_hands_stack_them() -> None:
    assert {game for game in GAMES if presentation_of(game).stacked} == {"guandan", "gouji", "liujiatong"}


@pytest.mark.parametrize("game", ["doudizhu", "guandan", "liujiatong", "gandengyan"])
async def test_a_suggestion_says_its_kind_once(house: House, game: str) -> None:
    """Never ``pair`` and beside it ``pair 4``."""
    async with Visitor(house) as ann:
        assert (await ann.ask("quick", game=game, level="easy"))["ok"]
        await ann.play_round()
        panels = [message["panel"] for message in ann.heard if message["t"] == "hand" and message["panel"]]
    offers = [offer for panel in panels for offer in panel["offers"] if offer["ranks"]]
    assert offers
    for offer in offers:
        assert not offer["kind"] or not any(word in offer["ranks"] for word in ("single", "pair", "three ", "four ")), (
            offer
        )


async def test_each_game_has_a_drawing_of_its_own_its_length_and_how_hard_it_is(house: House) -> None:
    async with Visitor(house) as ann, aiohttp.ClientSession() as http:
        games = ann.heard[-1]["games"]
        drawings = set()
        for game in games:
            assert game["about"].endswith(".")
            assert game["minutes"] > 0
            assert game["difficulty"] in {1, 2, 3}
            assert game["lesson"] is (lesson_of(game["key"]) is not None)
            async with http.get(house.address + game["picture"]) as answer:
                assert (answer.status, answer.content_type) == (200, "image/svg+xml")
                assert "immutable" in answer.headers["Cache-Control"]
                drawings.add(await answer.text())
        assert len(drawings) == len(games) == len(GAMES)
        assert max(map(len, drawings)) < 2_000, "small: six of them come with the lobby"
        assert [game["difficulty"] for game in games if game["start"]] == [1], "one of the easiest is where to begin"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_games_are_described_in_the_readers_language(language: str) -> None:
    other = {"en": "zh", "zh": "en"}[language]
    said = {game["about"] for game in lobby_games(language)}
    assert len(said) == len(GAMES)
    assert not said & {game["about"] for game in lobby_games(other)}


def test_a_game_without_a_drawing_is_shown_with_cards() -> None:
    assert picture_of("a game that nobody knows").startswith(b"<svg")


GROUP, ROOM, OTHER = ChatRef("telegram", "-7"), ChatRef("web", "room"), ChatRef("web", "other")
ANN, BEN = UserRef("telegram", "1"), UserRef("web", "w1")
PLAYERS = (Player(0, "person", "Ann", ANN), Player(1, "person", "Ben", BEN), Player(2, "empty"))


def seen_in(chat: ChatRef, version: int = 1, number: int = 12, **more: Any) -> PublicUpdate:
    table = replace(info(state="lobby"), id=number)
    return replace(public(table, None, players=PLAYERS, version=version, **more), chat=chat, home=chat is GROUP)


def test_a_table_with_a_room_and_a_group_is_one_table_with_two_keys() -> None:
    latest = LatestUpdates()
    assert latest.put_table(seen_in(GROUP))
    assert latest.put_table(seen_in(ROOM))
    assert latest.keys(12) == {"table-12", "room"}
    home = latest.table("room")
    assert home is latest.table("table-12")
    assert home is not None
    assert home.chat == GROUP, "what its home says of it goes before what a guest place says"
    assert [update.table.id for update in latest.of_person({ANN})] == [12]
    assert latest.key_for(home, {ANN}) == "table-12", "who came by a chat is not handed the key of a room"
    assert latest.key_for(home, {BEN}) == "room"


def test_a_room_that_the_table_has_left_opens_nothing_and_the_table_goes_on() -> None:
    latest = LatestUpdates()
    for chat in (GROUP, ROOM, OTHER):
        latest.put_table(seen_in(chat))
    assert latest.put_table(seen_in(ROOM, left=True))
    assert latest.table("room") is None
    assert latest.table("other") is latest.table("table-12") is not None
    assert latest.key_for(latest.of_person({BEN})[0], {BEN}) == "other"


def test_an_older_state_of_one_place_takes_nothing_back() -> None:
    latest = LatestUpdates()
    latest.put_table(seen_in(GROUP, version=5))
    assert not latest.put_table(seen_in(ROOM, version=4))
    assert latest.table("room") is None, "it may have been left since"


def test_a_room_shows_the_newer_of_two_tables() -> None:
    latest = LatestUpdates()
    latest.put_table(seen_in(ROOM, number=12))
    latest.put_table(seen_in(ROOM, number=13))
    assert not latest.put_table(seen_in(ROOM, version=9, number=12))
    shown = latest.table("room")
    assert shown is not None
    assert shown.table.id == 13
    assert len(latest) == 1
