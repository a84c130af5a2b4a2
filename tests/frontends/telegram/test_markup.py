"""Screens as Telegram's HTML: whatever somebody is called is text, and lengths are counted as the platform counts them."""

import pytest

from bot.frontends.telegram.outgoing.markup import Links, draw
from bot.present.screens.screen import Mention, Screen, Span
from bot.present.words.plays import play_shown
from games.base.cards import Card
from tests.simulators.telegram.entities import parse_html, utf16_length

MOST = 4096  # UTF-16 units that a message may have, mark-up aside


@pytest.mark.parametrize("platform", ["telegram", "discord", "web"])
def test_a_name_is_shown_as_it_is_wherever_its_owner_plays(platform: str) -> None:
    name = "<i>Ann</i> & <b>co"
    (page,) = draw(Screen("en", "", ((Mention(name, platform, "5"),),)), Links("paiju_bot")).pages
    assert parse_html(page).text == name


def test_signs_that_count_twice_do_not_make_a_page_too_long() -> None:
    lines = tuple((Span("😀" * 100),) for _ in range(40))
    pages = draw(Screen("en", "", lines), Links("paiju_bot")).pages
    assert [utf16_length(parse_html(page).text) <= MOST for page in pages] == [True] * len(pages)
    assert "".join(parse_html(page).text for page in pages).count("😀") == 4000


def test_the_play_to_beat_shows_its_suits_in_colour_where_they_matter() -> None:
    cards = (Card(0), Card(1))
    shown = [play_shown(game, "en", cards, "pair", "3", style="code", large=True) for game in ("doudizhu", "gouji")]
    beside = play_shown("doudizhu", "en", cards, "pair", "3")
    drawn = draw(Screen("en", "", tuple((one,) for one in (*shown, beside))), Links("bot"))
    assert drawn.single.split("\n") == ["<b>♠\ufe0f3 ♥\ufe0f3</b>", "<code>pair 3</code>", "pair 3"]
