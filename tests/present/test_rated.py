"""Leaderboards and statistics as screens and as pictures."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.present.screens.screen import plain_text
from bot.present.words import text as catalogue
from bot.session.port import commands as c
from bot.session.port.buttons import decode, encode
from bot.session.port.replies import Body, RatingLine, Sum
from tests.present.rated import leaders, rank_line, stats
from tests.present.test_matches import check_limits, check_words
from tests.present.test_screens import LANGUAGES, answer

LIGHT = 150_000  # Bytes that a picture may weigh


def commands(body: Body, language: str) -> dict[str, c.Command | None]:
    return {one.key: one.command for row in answer(body, language).rows for one in row}


@LANGUAGES
def test_the_leaderboard_is_in_order_and_marks_who_is_not_sure_yet(language: str) -> None:
    lines = (rank_line(11, "Ben", me=True), rank_line(12, "Cai", provisional=True))
    machine = rank_line(1, "", ai="normal", rating=1200)
    screen = answer(leaders(*lines, ais=(machine,), shown=c.Leaderboard("doudizhu", 1, board="ai"), pages=3), language)
    check_words(screen)
    check_limits(screen)
    text = plain_text(screen)
    assert text.index("Ben") < text.index("Cai") < text.index("🤖")
    assert "11. Ben" in text
    assert "1380?" in text
    assert "1390?" not in text
    assert catalogue.say(language, "board.provisional") in text
    assert catalogue.say(language, "board.provisional") not in plain_text(answer(leaders(lines[0]), language))


@LANGUAGES
def test_ones_own_line_is_there_on_every_page(language: str) -> None:
    text = plain_text(answer(leaders(rank_line(1, "Cai"), me=rank_line(41, "Ben", me=True)), language))
    assert text.index("Cai") < text.index("⋮") < text.index("41. Ben")


@LANGUAGES
def test_buttons_turn_pages_and_lead_to_the_other_lists(language: str) -> None:
    shown = c.Leaderboard("doudizhu", 1, "2026-11", "", "people")
    found = commands(
        leaders(
            rank_line(), shown=shown, pages=3, games=("doudizhu", "gouji"), boards=("people", "ai"),
            seasons=("", "2026-10", "2026-11"),
        ),
        language,
    )  # fmt: skip
    assert found == {
        "earlier": replace(shown, page=0),
        "later": replace(shown, page=2),
        "picture": replace(shown, picture=True),
        "all_time": replace(shown, page=0, season=""),
        "season_2026-10": replace(shown, page=0, season="2026-10"),
        "with_ai": replace(shown, page=0, board="ai"),
        "everywhere": c.Leaderboard("doudizhu", scope="all"),
        "game_gouji": c.Leaderboard("gouji"),
    }
    assert all(decode(encode(command)) == command for command in found.values() if command is not None)


@LANGUAGES
def test_the_list_of_everywhere_says_who_is_named_and_how_to_be(language: str) -> None:
    shown = c.Leaderboard("doudizhu", scope="all", board="people")
    body = leaders(rank_line(), place="all", shown=shown, chats=((7, "Friends"),))
    assert catalogue.say(language, "board.listed") in plain_text(answer(body, language))
    found = commands(body, language)
    assert found["list_me"] == c.Prefer("global", "on")
    assert found["chat_7"] == c.Leaderboard("doudizhu", scope="7")
    assert "list_me" not in commands(replace(body, listed=True), language)
    assert commands(replace(body, chats=()), language)["this_group"] == c.Leaderboard("doudizhu")
    alone = replace(body, chats=(), private=True, lines=(rank_line(me=True),))
    assert "this_group" not in commands(alone, language)
    you = catalogue.say(language, "board.you")
    assert you in plain_text(answer(alone, language))
    assert you not in plain_text(answer(replace(alone, private=False), language))  # a group reads it together


@LANGUAGES
def test_statistics_tell_roles_streaks_company_and_feats(language: str) -> None:
    screen = answer(stats(), language)
    check_words(screen)
    check_limits(screen)
    text = plain_text(screen)
    for said in (
        catalogue.say(language, "stats.losing", n=3), catalogue.say(language, "stats.best", won=7, lost=4),
        catalogue.say(language, "role.landlord"), catalogue.say(language, "feat.rockets", n=1), "+41", "1234", "75%", "Cai",
        "Dan", catalogue.say(language, "stats.place", place=2, of=9),
    ):  # fmt: skip
        assert said in text, said
    assert text.count("Ben") == 1


@LANGUAGES
def test_statistics_of_all_games_lead_to_each(language: str) -> None:
    games = (("doudizhu", Sum(3, 1, 5)), ("guandan", Sum(4, 2, -5)))
    ratings = (RatingLine("guandan", "ai", 990, 300, True, 4, 1, 1),)
    body = stats(game="", games=games, roles=(), seats=(), ratings=ratings, places=((1, 3),))
    text = plain_text(answer(body, language))
    assert "990?" in text
    assert "+41" not in text, "points of different games add up to nothing"
    drawn = stats(total=Sum(34, 20, 41, drawn=3), points=())
    assert {"en": "3 drawn", "zh": "平3局"}[language] in plain_text(answer(drawn, language))
    assert "picture" not in commands(replace(drawn, ratings=()), language), "there is nothing to draw"
    assert catalogue.say(language, "stats.with_ai") in text
    found = commands(body, language)
    assert found["game_guandan"] == replace(body.shown, game="guandan")
    one = replace(body, shown=replace(body.shown, game="guandan"), game="guandan")
    assert commands(one, language)["all_games"] == body.shown


def test_what_a_game_counts_without_words_of_its_own_is_still_told() -> None:
    body = stats(feats=(("later", "golden_geese", 3), ("doudizhu", "bombs", 2)))
    assert "golden geese ×3" in plain_text(answer(body, "en"))


def test_every_feat_of_a_game_that_has_words_uses_its_number() -> None:
    codes = catalogue.codes("feat.")
    assert codes
    for code in codes:
        for language in catalogue.LANGUAGES:
            assert catalogue.fields(catalogue.catalogue(language)[code]) == {"n"}, code


def test_a_button_that_would_not_fit_is_left_out() -> None:
    body = stats(shown=c.Stats(name="一二三四五六七八九十" * 3))
    assert answer(body, "zh").rows == ()


@LANGUAGES
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_pictures_are_drawn_when_they_are_asked_for(language: str, theme: str) -> None:
    assert answer(stats(), language).picture is None
    assert answer(leaders(rank_line()), language).picture is None
    asked: list[Body] = [
        stats("陈小明", shown=c.Stats(picture=True), theme=theme),
        stats(shown=c.Stats(picture=True), theme=theme, ratings=(), points=(0,)),
        leaders(*(rank_line(place, f"P{place}") for place in range(1, 11)),
                shown=c.Leaderboard("doudizhu", picture=True), theme=theme),
        leaders(rank_line(), shown=c.Leaderboard("doudizhu", picture=True), theme=theme, me=rank_line(41, me=True)),
    ]  # fmt: skip
    keys = set()
    for body in asked:
        picture = answer(body, language).picture
        assert picture is not None
        assert picture.alt
        keys.add(picture.key)
        data = picture.make()
        assert len(data) < LIGHT
        with Image.open(BytesIO(data)) as drawn:
            assert drawn.format == "PNG"
            assert drawn.size[0] == 1080
            corner = drawn.convert("RGB").getpixel((4, 4))
        assert isinstance(corner, tuple)
        assert (sum(corner) < 300) is (theme == "dark")
    assert len(keys) == len(asked)
