"""What the lobby says of each game: its drawing, how long and how hard it is, and where to begin."""

from __future__ import annotations

import aiohttp
import pytest

from bot.frontends.web.wire.lobby import lobby_games
from bot.present.presentation import picture_of
from games import GAMES
from games.lesson import lesson_of
from tests.frontends.web.house import House, Visitor


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
