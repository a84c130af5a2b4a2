"""Cards, names and plays as people read them."""

import pytest

from bot.present.words.plays import play_label, play_text
from bot.present.words.text import (
    LANGUAGES,
    by_suit,
    card_word,
    clean,
    grouped,
    name_of,
    names_of,
    read_cards,
    side_by_side,
    signed,
    span,
    spoken,
    width,
)
from bot.session.port.updates import Player
from games import GAMES
from games.base.actions import Play
from games.base.cards import RANKS, Cards, full_pack, make_card, sort_cards
from games.contract import Deal
from games.typed import typed
from tests.cases import each


def cards_of(ranks: str) -> Cards:
    seen: dict[str, int] = {}
    found = []
    for rank in ranks:
        found.append(make_card(RANKS.index(rank), seen.get(rank, 0)))
        seen[rank] = seen.get(rank, 0) + 1
    return sort_cards(found)


def test_a_hand_is_grouped_by_rank() -> None:
    assert grouped(cards_of("73377x"), "zh") == "3 ×2 · 7 ×3 · 🃏小王"
    assert grouped(cards_of("TTX"), "en") == "10 ×2 · 🃏big joker"
    assert grouped((), "en") == "–"


def test_a_suited_hand_is_grouped_by_suit_from_two_to_ace() -> None:
    assert by_suit(read_cards("Ts As 2s Qh 3c 5d"), "en") == "♠ 2 10 A · ♥ Q · ♣ 3 · ♦ 5"


def test_cards_have_their_suit_sign_and_ten_is_10() -> None:
    assert [card_word(card, "zh") for card in read_cards("7s Th x")] == ["♠7", "♥10", "🃏小王"]


@each(
    ("ranks", "kind", "rank", "english", "chinese", "label"),
    [
        ("7", "solo", "7", "single 7", "单张7", "单张7"),
        ("TT", "pair", "T", "pair 10", "对10", "对10"),
        ("7773", "trio_single", "7", "trio with a single 777 + 3", "三带一 777 + 3", "三带一 777+3"),
        ("34567", "chain", "7", "straight 3-4-5-6-7", "顺子 3-4-5-6-7", "顺子 3–7"),
        ("89TJQKA", "chain", "A", "straight 8-9-10-J-Q-K-A", "顺子 8-9-10-J-Q-K-A", "顺子 8–A"),
        ("334455", "pair_chain", "5", "pair straight 33-44-55", "连对 33-44-55", "连对 33–55"),
        (
            "33344479", "airplane_small", "4", "airplane with wings 333-444 + 7 9", "飞机带小翼 333-444 + 7 9",
            "飞机带小翼 333-444+7 9",
        ),
        (
            "333444555666", "airplane_small", "6", "airplane with wings 444-555-666 + 333",
            "飞机带小翼 444-555-666 + 333", "飞机带小翼 444–666+333",
        ),
        ("888835", "four_two_singles", "8", "four with two 8888 + 3 5", "四带二 8888 + 3 5", "四带二 8888+3 5"),
        ("4444", "bomb", "4", "💣 four 4s", "💣 四个4", "💣 四个4"),
        ("xX", "rocket", "X", "🚀 rocket: both jokers", "🚀 王炸", "🚀 王炸"),
    ],
)  # fmt: skip
def test_a_play_is_named_with_its_body_and_what_it_carries(
    ranks: str, kind: str, rank: str, english: str, chinese: str, label: str
) -> None:
    cards = cards_of(ranks)
    assert play_text("doudizhu", "en", cards, kind, rank) == english
    assert play_text("doudizhu", "zh", cards, kind, rank) == chinese
    assert play_label("doudizhu", "zh", cards, kind, rank) == label


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_legal_lead_of_a_rich_hand_fits_on_a_button(language: str) -> None:
    game = GAMES["doudizhu"]
    rich = cards_of("3456777888999TTTJQKA")
    rest = [card for card in full_pack() if card not in rich]
    deal = Deal((rich, sort_cards(rest[:17]), sort_cards(rest[17:34])), (), {"phase": "play", "landlord": 0})
    state = game.start(game.option_set.complete({}), deal, {}).state
    seen = 0
    for action in game.legal(state, 0):
        assert isinstance(action, Play)
        found = game.recognise(state, 0, action.cards)
        label = play_label("doudizhu", language, action.cards, found.kind or "", found.rank or "")
        assert 0 < width(label) <= 30, label
        seen += 1
    assert seen > 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_cards_can_be_typed_as_they_are_written(language: str) -> None:
    for rank in range(15):
        for count in range(1, 17):
            for written in (spoken(rank, count, language), side_by_side(rank, count, language)):
                assert [card.rank for card in typed(written).said.cards] == [rank] * count, written


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("t.me/free", "t．me/free"), ("https://evil.com", "https：//evil．com"), ("www.evil.com", "www．evil．com"),
        ("a@b.com", "a＠b．com"), ("#win", "＃win"), ("$BTC", "＄BTC"), ("J.R. Smith", "J.R. Smith"), ("3.14", "3.14"),
    ],
)  # fmt: skip
def test_a_name_leads_nowhere_when_it_is_tapped(name: str, shown: str) -> None:
    assert clean(name) == shown
    assert name_of((Player(0, "person", name),), 0, "en") == shown


def test_people_with_one_name_are_told_apart_by_their_seats() -> None:
    players = (
        Player(0, "person", "Bob"), Player(1, "person", "ＢＯＢ"), Player(2, "person", "Bobby"), Player(3, "ai"),
        Player(4, "person", "x" * 30 + "1"), Player(5, "person", "x" * 30 + "2"),
    )  # fmt: skip
    assert names_of(players, (0, 1, 2), "en") == "Bob (1), ＢＯＢ (2), Bobby"
    assert name_of(players, 4, "en").endswith("… (5)")
    assert name_of(players, 5, "zh").endswith("… (6)")


def test_a_run_of_tens_can_be_read_and_typed() -> None:
    cards = read_cards("9s 9h 9d Ts Th Td Js Jh Jd")
    label = play_label("doudizhu", "en", cards[:6], "airplane", "T")
    assert label == "airplane 999-10·10·10"
    assert [card.rank for card in typed(label).said.cards] == [6, 6, 6, 7, 7, 7]
    assert play_text("doudizhu", "zh", cards, "airplane", "J") == "飞机 999-10·10·10-JJJ"


def test_a_kind_or_rank_that_is_not_known_is_shown_plainly() -> None:
    assert play_text("doudizhu", "en", cards_of("77"), "new_kind", "?") == "new kind 77"
    assert play_text("doudizhu", "zh", cards_of("7773"), "trio_single", "7") == "三带一 777 + 3"


def test_names_stay_on_one_line_and_cannot_turn_the_text_around() -> None:
    assert clean("Ann\n\u202eevil\x00") == "Ann evil"
    assert width(clean("很长很长很长很长很长很长很长的名字")) <= 20
    assert clean("👩‍👩‍👧 Mo") == "👩‍👩‍👧 Mo"


def test_a_nameless_person_is_called_by_the_seat_counted_from_one() -> None:
    assert name_of((Player(0, "person", "\u202e"),), 0, "en") == "Player 1"
    assert name_of((Player(1, "ai"),), 1, "zh") == "🤖 电脑2"
    assert name_of((), 2, "zh") == "3号位"


def test_points_and_times_in_words() -> None:
    assert [signed(points) for points in (3, 0, -12)] == ["+3", "0", "−12"]
    assert [span(seconds, "en") for seconds in (14, 62, 90, 120, 150, 3599.8, 7200, 86340, 259_200)] == [
        "14 s", "62 s", "90 s", "2 min", "2 min 30 s", "1 h", "2 h", "23 h 59 min", "72 h",
    ]  # fmt: skip
    assert span(150, "zh") == "2分钟30秒"


@each("name", ["AI 2", "ai2", "Ａ Ｉ 3", "🤖 AI 4", "电脑2", "电脑", "AI", "AI D", "电脑D"])
@each("language", ["en", "zh"])
def test_a_person_is_not_called_like_an_ai_player(name: str, language: str) -> None:
    persons = tuple(Player(0, "person", one) for one in (name, ""))
    assert name_of(persons[:1], 0, language) == name_of(persons[1:], 0, language)


@pytest.mark.parametrize("name", ["Aiko", "Aid", "AI Weiwei", "电脑迷", "2"])
def test_names_that_only_begin_like_an_ai_players_stay(name: str) -> None:
    assert name_of((Player(0, "person", name),), 0, "en") == name
