"""The pictures: right size, light, drawable in every language, and equal for equal tables."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.present import render
from bot.present.pictures.drawing import RATIO, card_face, drawable
from bot.present.pictures.table import _SIX_SEATS, HandArt, SeatArt, TableArt, _laid_out, hand_png, table_png
from bot.present.pictures.views import drawn
from bot.present.screens.screen import Picture
from bot.present.words import text as catalogue
from bot.session.port.updates import Player
from games import GAMES
from games.base.cards import Card, full_pack
from tests.cases import each
from tests.patience import patience
from tests.present.rounds import ANN, heard, match_states, panel_of, private, public

LIGHT = 150_000  # Bytes that a picture may weigh


def size_of(data: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(data)) as picture:
        assert picture.format == "PNG"
        return picture.size


def is_pictogram(letter: str) -> bool:
    """Emoji, arrows of buttons and joiners: pictures leave them out."""
    return unicodedata.category(letter) in {"So", "Sk", "Cf", "Mn", "Cc", "Sm"} and letter not in "♠♥♦♣×−+=<>|~"


def test_the_font_draws_every_letter_of_both_languages() -> None:
    texts = "".join(text for language in catalogue.LANGUAGES for text in catalogue.catalogue(language).values())
    marks = {" ", "⟨", "⟩"}  # around what each platform writes in its own way
    letters = {letter for letter in texts if not is_pictogram(letter)} - marks
    assert "牌" in letters
    assert not {letter for letter in letters if drawable(letter) != letter}


def test_names_lose_their_emoji_and_keep_their_letters() -> None:
    assert drawable("Ann 🎉") == "Ann"
    assert drawable("陳小明") == "陳小明"
    assert drawable("กข ok") == "□□ ok"
    assert drawable("👩‍👩‍👧") == ""
    assert drawable("Ann、🤖 电脑3") == "Ann、电脑3", "no hole is left"
    assert drawable("Cafe\u0301 bar 🤖") == "Cafe bar"


@pytest.mark.parametrize("count", [1, 2, 5, 17, 20, 27, 36, 54])
def test_a_hand_of_any_length_is_a_light_picture_of_phone_width(count: int) -> None:
    data = hand_png(HandArt(full_pack(2)[:count]))
    assert size_of(data)[0] == 1080
    assert len(data) < LIGHT


def test_no_hand_draws_an_empty_cloth() -> None:
    assert size_of(hand_png(HandArt(())))[0] == 1080


def test_all_54_cards_look_different_even_without_colour() -> None:
    grey = [
        card_face(Card(card), 104).convert("L").point(lambda level: 255 if level > 160 else 0) for card in range(54)
    ]
    assert len({face.tobytes() for face in grey}) == 54


def test_jokers_of_which_only_the_edge_shows_are_told_apart_without_colour() -> None:
    """As the one under the other in the picture of a result."""
    small, big = (
        card_face(Card(card), 104, whole=False).convert("L").point(lambda level: 255 if level > 160 else 0)
        for card in (52, 53)
    )
    assert ImageChops.difference(small, big).getbbox() is not None


@each("count", range(2, 37))
def test_the_index_of_every_card_that_is_left_shows(count: int) -> None:
    """As many as a hand of Gou Ji may have, between the plates of six seats."""
    width, rows = _laid_out(count, _SIX_SEATS.side, _SIX_SEATS.card)
    in_row = -(-count // rows)
    assert (_SIX_SEATS.side - width) / max(1, in_row - 1) >= 0.36 * width, "beside it the next one"
    assert width * (RATIO + 0.74 * (rows - 1)) <= 172, "the seat below"
    assert width >= 52


def test_equal_hands_make_equal_bytes_from_any_thread() -> None:
    hand = full_pack()[7:27]
    once = hand_png(HandArt(hand))
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: hand_png(HandArt(hand)), range(24))) == {once}


def seat_art(seat: int) -> SeatArt:
    cards = full_pack()[seat : seat + 20]
    return SeatArt(f"{seat + 1}. 名字很长很长很长的玩家", "农民", 20, acts=seat == 1, cards=cards, word="飞机带大翼")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_table_of_any_number_of_seats_is_drawn(seats: int) -> None:
    art = TableArt(
        "够级 · #12", "底分 2", "底牌", full_pack()[:3], 3,
        tuple(
            seat_art(seat)
            for seat in range(seats)
        ),
    )  # fmt: skip
    data = table_png(art)
    assert size_of(data) == (1080, 740 if seats <= 3 else 880)
    assert len(data) < LIGHT


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_every_position_of_a_round_has_a_picture_and_its_key_changes_with_it(language: str) -> None:
    rules = GAMES["doudizhu"]
    drawn: dict[str, bytes] = {}
    entries = list(match_states("pictures", rounds=1))
    for table, state, recent, _ in [*entries[:8], *entries[-3:]]:
        view = rules.view(state, None)
        update = public(
            table, view, language, recent=heard(recent, None), result=rules.result(state), totals=(1, 2, -3)
        )
        picture = render.table(update).picture
        assert picture is not None
        assert picture.alt
        data = picture.make()
        assert len(data) < LIGHT
        assert drawn.setdefault(picture.key, data) == data
    assert len(drawn) == len(set(drawn.values())) > 5


def test_a_lobby_has_no_picture_and_a_hand_has_its_own() -> None:
    rules = GAMES["doudizhu"]
    table, state, _, _ = next(match_states("pictures"))
    seats = (Player(0, "person", "Ann", ANN), Player(1, "empty"), Player(2, "empty"))
    assert render.table(public(table, None, players=seats)).picture is None
    hands = [
        render.hand(private(table, rules.view(state, seat), panel_of(rules, state, seat))).picture for seat in range(3)
    ]
    assert all(picture is not None for picture in hands)
    assert len({picture.key for picture in hands if picture is not None}) == 3


def test_long_names_and_large_totals_are_made_smaller_before_anything_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text that is drawn on a result with the longest names is whole, in pictures of two to six seats."""
    drawn: list[str] = []
    draw_text = ImageDraw.ImageDraw.text

    def text(self: ImageDraw.ImageDraw, place: Any, words: str, **more: Any) -> None:
        drawn.append(words)
        draw_text(self, place, words, **more)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    for count in range(2, 7):
        for name in ("欧阳娜娜的小号哈哈", "Christopher Wang-Li"):
            seats = tuple(
                SeatArt(f"{seat + 1}. {name}", "累计 −12980", 0, points="−1360", team=seat % 2) for seat in range(count)
            )
            drawn.clear()
            table_png(TableArt(f"🔵 {name}、{name} +6", "🔵 +1200 · 🟠 −1200 · 到 2000 分", "", (), 0, seats))
            assert f"{count}. {name}" in drawn
            assert drawn.count("累计 −12980") == count
            assert not any("…" in words for words in drawn)


@pytest.mark.parametrize("error", [StopIteration, ValueError])
async def test_nobody_waits_for_ever_for_a_picture_that_cannot_be_drawn(error: type[Exception]) -> None:
    def make() -> bytes:
        raise error("secret cards")

    async with patience():
        assert await drawn(Picture(make, "", "broken")) is None
        assert await drawn(Picture(lambda: b"fine", "", "whole")) == b"fine"
