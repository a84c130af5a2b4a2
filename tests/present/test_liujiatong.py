"""Liu Jia Tong in words: points and pot in sight, jokers named by what they stand for, ends, refusals."""

from typing import Any

import pytest

from bot.present import render
from bot.present.presentation import presentation_of
from bot.present.words import text as catalogue
from bot.present.words.plays import play_label, play_text
from bot.session.port.updates import Notice
from games.contract import Carry, Deal, Json
from games.liujiatong import GAME
from tests.cases import each
from tests.present.position import PLAYERS, Position, hand, hands_of, line_of
from tests.present.test_matches import check_limits, check_words


def table(*hands: str, options: dict[str, Any] | None = None, carry: Carry | None = None, **keys: Json) -> Position:
    """A round with these hands; seats that are not given hold next to nothing."""
    deal = Deal(hands_of((*hands, *["4 6 7 9"] * (6 - len(hands)))), keys=keys)
    return Position("liujiatong", deal, options, carry)


@each(
    ("cards", "kind", "rank", "english", "chinese", "button"),
    [
        ("9", "single", "9", "single 9", "单张9", "单张9"),
        ("x", "single", "x", "single 🃏small joker", "单张🃏小王", "单张🃏小王"),
        ("T×2", "pair", "T", "pair 10", "对10", "对10"),
        ("A X", "pair", "A", "pair A (with 🃏big)", "对A（含大王）", "对A 🃏"),
        ("7×3 3×2", "triple_pair", "7", "triple with a pair 777 + 33", "三带二 777 + 33", "三带二 777+33"),
        ("4 6 x×3", "triple_pair", "6", "triple with a pair 666 + 44 (🃏small×3 → 4 6)",
         "三带二 666 + 44（小王×3→4 6）", "三带二 666+44 🃏"),
        ("4 6 x×3", "straight", "8", "straight 4-5-6-7-8 (🃏small×3 → 5 7 8)", "顺子 4-5-6-7-8（小王×3→5 7 8）", "顺子 4–8 🃏"),
        ("A 2 3 4 5", "straight", "5", "straight A-2-3-4-5", "顺子 A-2-3-4-5", "顺子 A–5"),
        ("A×2 2×2", "pair_chain", "2", "pair chain AA-22", "连对 AA-22", "连对 AA-22"),
        ("4×2 5×2 x X", "pair_chain", "6", "pair chain 44-55-66 (🃏small＋🃏big → 6)", "连对 44-55-66（小王＋大王→6）",
         "连对 44–66 🃏"),
        ("4×2 5×2 x X", "triple_chain", "5", "triple chain 444-555 (🃏small＋🃏big → 4 5)",
         "连三张 444-555（小王＋大王→4 5）", "连三张 444-555 🃏"),
        ("A×5 K×3 Q×3 3×2 2×2", "flight", "A", "✈️ flight QQQ-KKK-AAA + AA-22-33", "✈️ 飞机 QQQ-KKK-AAA + AA-22-33",
         "✈️ 飞机 QQQ–AAA+AA–33"),
        ("J×3 Q×2 K×2 A×2 X", "flight", "Q", "✈️ flight JJJ-QQQ + KK-AA (🃏big → Q)", "✈️ 飞机 JJJ-QQQ + KK-AA（大王→Q）",
         "✈️ 飞机 JJJ-QQQ+KK-AA 🃏"),
        ("3×2 4×2 5×2 6×2 7×2 8×2 9×2", "pair_chain", "9", "pair chain 33–99", "连对 33–99", "连对 33–99"),
        ("8×3 x×2", "bomb", "8", "💣 five 8s (with 🃏small×2)", "💣 五个8（含小王×2）", "💣 五个8 🃏"),
        ("3×9", "bomb", "3", "💣 nine 3s", "💣 九个3", "💣 九个3"),
        ("x×4", "joker_bomb", "x", "💥 four 🃏small jokers", "💥 四个🃏小王", "💥 四个🃏小王"),
        ("X×3 x×2", "triple_pair", "X", "triple with a pair 🃏big×3 + 🃏small×2", "三带二 大王×3 + 小王×2",
         "三带二 大王×3+小王×2"),
    ],
)  # fmt: skip
def test_a_play_is_named_as_it_is_meant(
    cards: str, kind: str, rank: str, english: str, chinese: str, button: str
) -> None:
    held = hand(cards)
    assert play_text("liujiatong", "en", held, kind, rank) == english
    assert play_text("liujiatong", "zh", held, kind, rank) == chinese
    assert play_label("liujiatong", "zh", held, kind, rank, 24) == button


@pytest.mark.parametrize(
    ("cards", "kind", "rank", "order"),
    [
        ("4 6 x×3", "straight", "8", "4 x 6 x x"),
        ("A 2 3 4 5", "straight", "5", "A 2 3 4 5"),
        ("A×5 2×5", "flight", "2", "A A A 2 2 2 A A 2 2"),
        ("3×2 7×3", "triple_pair", "7", "7 7 7 3 3"),
        ("X×4", "joker_bomb", "X", "X X X X"),
    ],
)
def test_the_cards_of_a_play_lie_in_the_order_in_which_they_are_meant(
    cards: str, kind: str, rank: str, order: str
) -> None:
    laid = presentation_of("liujiatong").lay(hand(cards), kind, rank)
    assert [("3456789TJQKA2xX")[(card >> 2) if card < 52 else card - 39] for card in laid] == order.split()


def test_a_play_of_several_readings_offers_the_others_beside_the_first() -> None:
    shown = table("4 6 x×3 9").labels(0, "zh", picked="4 6 x×3")
    assert "▶ 出牌：三带二 666+44 🃏" in shown
    assert "当作 顺子 4–8 🃏" in shown
    answering = table("3 4 5 6 7 9", "4 6 x×3 9").does("0 play 3 4 5 6 7").labels(1, "zh", picked="4 6 x×3")
    assert "▶ 出牌：顺子 4–8 🃏" in answering
    assert not any(label.startswith("当作") for label in answering)


def test_a_named_reading_stands_as_it_was_named() -> None:
    said = table("4 6 x×3 9").does("0 play 4 6 x x x as 3 4 5 6 7").said("zh")
    assert "要管的牌（Ann）：顺子 3-4-5-6-7（小王×3→3 5 7）" in said


def trick() -> Position:
    """Seat 2 has won 25 points, seat 5 30; seat 2 has led a king, 10 points lie on the table."""
    hands = ("3 4 5 9", "3 4 T 9", "K 6 7 9", "3 5 9 9", "3 8 8 9", "3 8 8 9")
    return table(*hands, leader=2, taken=[0, 0, 25, 0, 0, 30]).does("2 play K")


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_points_of_both_sides_and_the_pot_are_always_in_sight(language: str) -> None:
    shown = trick()
    public = {"en": "🔵 25 · 🟠 30 · 💰 pot 10", "zh": "🔵 25 · 🟠 30 · 💰 台面 10 分"}
    blue = {"en": "🔵 We 25 · 🟠 They 30 · 💰 pot 10", "zh": "🔵 我方 25 · 🟠 对方 30 · 💰 台面 10 分"}
    orange = {"en": "🟠 We 30 · 🔵 They 25 · 💰 pot 10", "zh": "🟠 我方 30 · 🔵 对方 25 · 💰 台面 10 分"}
    assert public[language] in shown.said(language)
    for seat in range(6):
        assert (orange if seat % 2 else blue)[language] in shown.told(seat, language)
    assert "Cho 25 · Fay 30" in shown.said(language)


def test_who_takes_a_pot_is_told() -> None:
    shown = trick().does("3 pass", "4 pass", "5 pass", "0 pass", "1 pass")
    assert "💰 Cho收下台面的 10 分" in shown.said("zh")
    assert "💰 Cho takes 10 points" in shown.said()
    assert "🔵 35 · 🟠 30 · 💰 pot 0" in shown.said()


@pytest.mark.parametrize(
    ("option", "words"),
    [("random", "Ann先出（抽签）"), ("same", "Eve先出（首家不变）"), ("first_out", "Cho先出（上局头科）")],
)
def test_who_leads_first_is_told_with_the_reason(option: str, words: str) -> None:
    carry: dict[str, Any] = {"scores": [0] * 6, "leader": 4, "first_out": 2}
    assert words in table("3 4 5 9", carry=carry, options={"first_lead": option}).said("zh")


def test_six_names_with_the_colour_of_their_side() -> None:
    said = trick().said()
    for seat, (name, sign) in enumerate(zip(("Ann", "Ben", "Cho", "Dan", "Eve", "Fay"), "🔵🟠🔵🟠🔵🟠", strict=True)):
        assert f"{seat + 1}. {sign} {name}" in said
    mine = trick().told(0)
    assert "🔵" in line_of(mine, "Cho")
    assert "🟠" in line_of(mine, "Ben")
    assert "🔵 We" in mine


def test_totals_and_the_target_of_a_series_are_shown_and_an_open_one_starts_without() -> None:
    assert "总分" not in table("3 4 5 9").said("zh")
    carry: dict[str, Any] = {"scores": [100, 50, 200, 60, 0, 70]}
    shown = table("3 4 5 9", carry=carry, options={"target": 1000})
    assert "📊 总分：🔵 300 · 🟠 180 · 到 1000 分" in shown.said("zh")
    assert "📊 Totals: 🟠 We 180 · 🔵 They 300 · to 1000" in shown.told(1)


def test_the_picture_tells_the_pot_in_its_middle_and_points_beside_the_seats() -> None:
    view = GAME.view(trick().state, None)
    assert presentation_of("liujiatong").centre(view, PLAYERS, "zh") == ("💰 台面 10 分",)
    assert presentation_of("liujiatong").brief(view, view.seats[2], "zh") == "🏅 25 分"
    assert not presentation_of("liujiatong").brief(view, view.seats[0], "zh")
    for language in catalogue.LANGUAGES:
        picture = trick().table(language).picture
        assert picture is not None
        assert picture.make()


WIDE = "3×2 4×3 5×2 6×4 7 8×3 9×4 T×2 J×3 Q×2 K×2 A×3 2×2 x×2 X"


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_36_cards_of_every_rank_fit_and_suits_are_never_asked_for(language: str) -> None:
    shown = table("7 9", "8 9", "T 9", WIDE, "9 8", "J 9").does("0 play 7", "1 pass", "2 play 9")
    screen = shown.panel(3, language, picked="A 2")
    check_limits(screen)
    check_words(screen)
    labels = shown.labels(3, language)
    assert not set("♠♥♦♣") & set("".join(labels))
    assert "不出" in labels or "Pass" in labels


def ended(**more: Any) -> Position:
    """Seats 2 and 0 are out, seat 4 goes out on a pair of 5s: side 0 is out."""
    hands = ("", "5 T K", "", "5×2 8", "T×2", "9×2 K")
    return table(*hands, finished=[2, 0], leader=3, **more).does("3 play 5 5", "4 play T T")


def test_the_end_tells_who_won_by_what_and_which_side_is_out() -> None:
    said = ended(taken=[100, 40, 60, 50, 20, 0]).said("zh")
    assert "🏆 🔵 Ann、Cho、Eve赢，210 比 90" in said
    assert "🏁 🔵三家都出完了：Cho、Ann、Eve" in said
    assert "🂠 手里剩的 35 分不算" in said
    assert "总分" not in said, "those of a first round are its points"
    assert "📊 总分：🔵 257 · 🟠 117" in ended(taken=[100, 40, 60, 50, 40, 0], carry={"scores": [9] * 6}).said("zh")
    order = [said.index(line) for line in ("🥇 🔵 Ann", "🥈 🔵 Cho", "🥉 🟠 Dan", "🥉 🔵 Eve", "▫️ 🟠 Ben")]
    assert order == sorted(order), "medals follow the points"
    english = ended(taken=[100, 40, 60, 50, 20, 0]).told(1)
    assert "🏆 🔵 They win, 210 to 90" in english


def test_points_left_in_hands_go_to_who_ended_the_round_where_that_is_the_rule() -> None:
    said = ended(options={"leftover": "out_side"}).said()
    assert "🂠 35 points left in hands go to Eve" in said
    assert "🏆 🔵 Ann, Cho, Eve win, 65 to 0" in said


def test_a_side_that_is_out_first_may_lose_and_wins_a_tie() -> None:
    lost = ended(taken=[0, 200, 0, 0, 0, 0]).said("zh")
    assert "🏆 🟠 Ben、Dan、Fay赢，200 比 30" in lost
    assert "🏁 🔵三家先出完（Cho、Ann、Eve），但分少" in lost
    tied = ended(taken=[0, 30, 0, 0, 0, 0]).said()
    assert "🏆 30 to 30: a tie goes to the side that is out, 🔵 Ann, Cho, Eve" in tied


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("random", ""),
        ("same", "Dan leads the next round again"),
        ("first_out", "Cho, who was first out, leads the next round"),
    ],
)
def test_who_leads_next_is_told_where_it_is_not_drawn(option: str, words: str) -> None:
    said = ended(options={"first_lead": option}).said()
    assert words in said
    assert ("leads the next round" in said) == bool(words)


def test_the_end_of_a_series_names_the_winning_side() -> None:
    said = ended(taken=[0, 200, 0, 0, 0, 0], options={"target": 100}).said("zh")
    assert "Ben、Dan、Fay赢得整场" in said
    assert "下一局" not in said.split("赢得整场")[0]


REFUSALS = [
    (lambda: table("x X 3 4"), "0 play x X", "mixed_jokers", "do not mix"),
    (lambda: table("8×3 x×2 3"), "0 play 8 8 8 x x as 8 8 8 9 9", "one_rank", "a 💣 bomb"),
    (lambda: table("3 4 5"), "0 play 3 4", "no_combination", "no combination"),
    (lambda: table("7×2 9", "3×2 9").does("0 play 7 7"), "1 play 3 3", "does_not_beat", "higher, or a bomb"),
    (lambda: table("4 6 x×3 9"), "0 play 4 6 x x x as 5 6 7 8 9", "no_such_reading", "5 6 7 8 9"),
    (lambda: table("3 4 5"), "0 pass", "must_lead", "cannot pass"),
    (lambda: table("3 4 5"), "1 play 4", "not_your_turn", "not your turn"),
    (lambda: table("3 4 5"), "0 play 9", "not_in_hand", "do not hold"),
    (lambda: table("3 4 5"), "0 burn 3", "wrong_verb", "plays or passes"),
    (lambda: table("", "3 4 5", leader=1), "0 pass", "out", "no cards left"),
    (ended, "1 play K", "round_over", "/deal"),
]


@each(("shown", "said", "code", "words"), REFUSALS)
def test_a_refusal_says_what_stands_in_the_way_and_what_would_be_possible(
    shown: Any, said: str, code: str, words: str
) -> None:
    error = shown().refusal(said)
    assert str(error.code) == code
    for language in catalogue.LANGUAGES:
        notice = Notice(f"refusal.{error.code}", {**error.data, "rule": error.rule})
        screen = render.notice(notice, language)
        check_words(screen)
        text = "".join(str(part) for line in screen.lines for part in line)
        assert error.rule not in text, "a number tells a player nothing"
        assert language == "zh" or words in text, text


def test_the_rule_card_is_short_enough_for_one_message_and_names_every_kind() -> None:
    for language in catalogue.LANGUAGES:
        card = [text for key, text in catalogue.catalogue(language).items() if key.startswith("rules.liujiatong.")]
        assert sum(map(len, card)) < 3000
    english = " ".join(text for key, text in catalogue.catalogue("en").items() if key.startswith("rules.liujiatong."))
    for word in ("single", "pair", "triple", "straight", "pair chain", "triple chain", "flight", "Bombs", "Jokers"):
        assert word in english
