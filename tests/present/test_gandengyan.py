"""Gan Deng Yan in words: what jokers stand for, what follows, multiplier and stock, the payments of a round."""

import pytest

from bot.present.presentation import game_of_rule, presentation_of
from bot.present.words.plays import play_label, play_text
from games.base.cards import Cards, ranks_text
from games.base.notation import place, read_cards, read_exact
from games.contract import Deal, Json
from games.gandengyan import GAME
from tests.cases import each
from tests.present.position import Position


class Four(Position):
    """A table of four (or fewer) in some position, and what is said at it."""

    def __init__(self, *hands: str, stock: str = "", carry: dict[str, Json] | None = None,
                 options: dict[str, Json] | None = None, **keys: Json) -> None:  # fmt: skip
        groups = [read_cards(hand) for hand in (*hands, stock)]
        *placed, rest = place(groups, GAME.pack(GAME.option_set.complete(options or {}), len(hands)))
        super().__init__("gandengyan", Deal(tuple(placed), rest, keys), options, carry)

    def picked(self, held: Cards, text: str) -> Cards:
        return read_exact(text)


@each(
    ("cards", "kind", "rank", "english", "chinese", "button"),
    [
        ("7s", "solo", "7", "single 7", "单张7", "single 7"),
        ("Ts Th", "pair", "T", "pair 10", "对10", "pair 10"),
        ("7s x", "pair", "7", "pair 7 🃏", "对7 🃏", "pair 7 🃏"),
        ("7s 8s x", "chain", "9", "straight 7-8-9 (🃏=9)", "顺子 7-8-9（🃏=9）", "straight 7–9 🃏"),
        ("7s 8s x", "chain", "8", "straight 6-7-8 (🃏=6)", "顺子 6-7-8（🃏=6）", "straight 6–8 🃏"),
        ("3s x X", "chain", "5", "straight 3-4-5 (🃏=4 5)", "顺子 3-4-5（🃏=4 5）", "straight 3–5 🃏"),
        ("9s Ts Js", "chain", "J", "straight 9-10-J", "顺子 9-10-J", "straight 9–J"),
        ("9s Ts Th X", "pair_chain", "T", "pair straight 99-10·10 (🃏=9)", "连对 99-10·10（🃏=9）", "99-10·10 🃏"),
        ("7s 7h X", "bomb", "7", "💣 three 7s 🃏", "💣 三个7 🃏", "💣 three 7s 🃏"),
        ("Ts Th Td Tc x", "bomb", "T", "💣 five 10s 🃏", "💣 五个10 🃏", "💣 five 10s 🃏"),
        ("5s 5h 5d", "trio", "5", "three 5s", "三个5", "three 5s"),
        ("x X", "rocket", "X", "🚀 rocket: two jokers", "🚀 双王", "🚀 rocket: two jokers"),
    ],
)
def test_a_play_is_named_with_what_its_jokers_stand_for(
    cards: str, kind: str, rank: str, english: str, chinese: str, button: str
) -> None:
    held = read_exact(cards)
    assert play_text("gandengyan", "en", held, kind, rank) == english
    assert play_text("gandengyan", "zh", held, kind, rank) == chinese
    assert play_label("gandengyan", "en", held, kind, rank, 22) == button


@pytest.mark.parametrize(
    ("cards", "kind", "rank", "laid"),
    [
        ("7s 8s x", "chain", "9", "7 8 x"), ("7s 8s x", "chain", "8", "x 7 8"), ("7s 9s X", "chain", "9", "7 X 9"),
        ("7s 8s x X", "pair_chain", "8", "7 x 8 X"), ("7s 8s 8d x", "pair_chain", "8", "7 x 8 8"),
        ("7s x X", "bomb", "7", "7 x X"), ("x X", "rocket", "X", "x X"),
    ],
)  # fmt: skip
def test_jokers_lie_where_they_stand_for_something(cards: str, kind: str, rank: str, laid: str) -> None:
    assert ranks_text(presentation_of("gandengyan").lay(read_exact(cards), kind, rank)) == laid


def test_multiplier_stock_and_cards_left_are_always_in_sight() -> None:
    table = Four("5 5 5 9 J", "6 6 6 Q", "7 8 9 T", "3 4", stock="K A")
    assert "💥 ×1 · 🎴 stock 2" in table.said()
    table.does("0 play 5 5 5", "1 play 6 6 6")
    for text in (table.said(), *(table.told(seat) for seat in range(4))):
        assert "💥 ×4 · 🎴 stock 2" in text
    said = table.said("zh")
    assert "💥 ×4 · 🎴 牌堆 2" in said
    assert "❗1张" in said
    assert "4张" in said


def test_the_running_score_is_in_sight_from_the_second_round_on() -> None:
    table = Four("5 5 5 9", "6 6 Q", carry={"scores": [12, -12], "deals": 1})
    assert "📊 Ann +12 · Ben −12" in table.said()
    assert "📊 Ann +12 · Ben −12" in table.told(1)
    assert "📊" not in Four("5 5 5 9", "6 6 Q").said()


@each(
    ("lead", "answers", "options"),
    [
        ("4", "5, 2, bombs", {}), ("K", "A, 2, bombs", {}), ("A", "2, bombs", {}), ("2", "bombs", {}),
        ("8 8", "99, 22, bombs", {}), ("8 9 T", "9-10-J, bombs", {}), ("Q K A", "bombs", {}),
        ("5 5 6 6", "66-77, bombs", {}), ("4 4 4", "higher bombs, 🚀 rocket", {}),
        ("4 4 4 4", "higher bombs", {"rocket": "trio"}), ("4 4 4", "higher bombs, 🚀 rocket", {"rocket": "trio"}),
        ("4 4 4", "higher trios, bombs", {"trio": "set"}), ("x X", "bombs of 4 and more", {"rocket": "trio"}),
    ],
)  # fmt: skip
def test_it_is_said_what_beats_the_standing_play(lead: str, answers: str, options: dict[str, Json]) -> None:
    table = Four(f"{lead} 3 3", "6 7 9", "6 7 9", options=options).does(f"0 play {lead}")
    assert f"➡️ Beaten by: {answers}\n" in table.said()
    assert f"➡️ Beaten by: {answers}\n" in table.told(1)


def test_who_has_not_played_yet_is_marked_once_it_can_matter() -> None:
    table: Position = Four("4 8 8", "6 7 9", "6 7 9")
    assert "not played" not in table.said()
    table.does("0 play 4", "1 pass", "2 pass")
    lines = table.said().splitlines()
    assert ["not played yet" in line for line in lines if line[:1] in ("▫", "▶")] == [False, True, True]
    table = Four("4 8 8", "6 7 9", "6 7 9", options={"unplayed": "off"}).does("0 play 4", "1 pass", "2 pass")
    assert "not played" not in table.said()


def test_a_lone_joker_on_lead_is_told_to_pass_and_nobody_else_hears_of_it() -> None:
    table = Four("A x", "6 7", "9 T", plays=[1, 1, 1]).does("0 play A", "1 pass", "2 pass")
    assert "A lone joker cannot be led: pass." in table.told(0)
    assert "Pass" in table.labels(0)
    assert "joker" not in table.said()
    assert "joker" not in table.told(1)
    assert "• Ann cannot lead: Ben does" in table.does("0 pass").said()


def test_the_other_readings_are_offered_beside_the_strongest() -> None:
    table = Four("7 8 x X 9", "6 7", "9 T")
    labels = table.labels(0, picked="7s 8s x")
    assert "▶ Play: straight 7–9 🃏" in labels
    assert "as straight 6–8 🃏" in labels
    labels = table.labels(0, "zh", picked="7s x X")
    assert "▶ 出牌：💣 三个7 🃏🃏" in labels
    assert "当作 顺子 7–9 🃏" in labels


def test_the_payments_of_a_round_are_laid_out() -> None:
    table = Four("9", "3 4 5", "6 6 7 7 8", "K", multiplier=4, plays=[1, 1, 0, 1]).does("0 play 9")
    said = table.said()
    assert "🏁 Ann is out: +56 · next banker" in said
    assert "💸 Ben: 3 cards ×4 = 12" in said
    assert "💸 Cho: 5 cards ×4 ×2 (never played) = 40" in said
    assert "💸 Dan: 1 card ×4 = 4" in said
    assert "💸 Cho：5张 ×4 ×2（没出过牌） = 40" in table.said("zh")
    assert "left: 6 ×2 · 7 ×2 · 8" in said


def test_house_rules_on_a_payment_are_named() -> None:
    rules: dict[str, Json] = {
        "leftover": ["jokers", "twos", "bombs"],
        "alarm_free": True,
        "cap": 50,
        "unplayed": "banker",
    }
    table = Four("x X 2 7 7 7", "9", "2 2 8", "K", options=rules, plays=[1, 1, 1, 1], leader=1).does("1 play 9")
    said, chinese = table.said(), table.said("zh")
    assert "💸 Ann: 6 cards ×2 (banker, one play) ×4 (2 jokers) ×2 (2s: 1) ×2 (1 bomb kept) = 50 (cap)" in said
    assert "💸 Cho: 3 cards ×4 (2s: 2) = 12" in said
    assert "💸 Dan: 1 card, free" in said
    assert "💸 Dan：1张，报单免付" in chinese
    assert "= 50（封顶）" in chinese


def test_without_the_events_of_the_end_the_amounts_are_still_told() -> None:
    table = Four("9", "3 4 5", "6 6", plays=[1, 1, 1]).does("0 play 9")
    table.recent = []
    assert "💸 Ben: 3" in table.said()


def test_a_void_round_says_why_and_shows_no_hands() -> None:
    table = Four("x", "X").does("0 pass", "1 pass")
    assert "Nobody can lead any more" in table.said()
    assert "left:" not in table.said()
    assert "谁都领不出牌了" in table.said("zh")


def test_no_drawn_card_is_told_to_the_table() -> None:
    table = Four("K 9 9", "6 T", "8 J", stock="Q 7").does("0 play K", "1 pass", "2 pass")
    assert "stock 1" in table.said()
    for text in (table.said(), table.told(1), table.told(2)):
        assert "Q" not in text.replace("QQ", "")
    assert "🎴 You drew Q." in table.told(0)
    assert "🎴 你摸到 Q。" in table.told(0, "zh")
    assert "摸到" not in table.told(1, "zh")


def test_a_refusal_names_the_game_by_its_rule() -> None:
    assert game_of_rule("GY-20") == "gandengyan"
