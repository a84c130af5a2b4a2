"""Guandan in words: readings, levels, tributes, the panel of a hand of 27."""

from typing import Any

import pytest

from bot.present import render
from bot.present.presentation import presentation_of
from bot.present.screens.screen import plain_text
from bot.present.words.plays import play_label, play_text
from bot.session.port.replies import HistoryCard, HistoryLine, Reply
from bot.session.port.updates import Player
from games.base.cards import Cards, sort_cards
from games.base.notation import read_exact
from games.contract import Carry, Deal
from games.guandan import GAME
from tests.cases import each
from tests.present.position import Position
from tests.present.rounds import panel_of
from tests.present.test_matches import check_limits


class Four(Position):
    """A table with these hands, cards picked in exact notation."""

    def __init__(self, *hands: str, carry: Carry | None = None, **keys: Any) -> None:
        super().__init__("guandan", Deal(tuple(map(read_exact, hands)), keys=keys), carry=carry)

    def picked(self, held: Cards, text: str) -> Cards:
        return sort_cards(read_exact(text))


def levels(*both: str, **keys: Any) -> Four:
    return Four("9s 3d", "8s 4d", "7s 5d", "6s 6d", levels=list(both), **keys)


def double(second: str = "Ks 5c 5h", fourth: str = "As Ad 3c") -> Four:
    """Seats 1 and 3 owe a tribute each."""
    hands = ("4s 5d", second, "6s 7d", fourth)
    return Four(*hands, carry={"places": [0, 2, 1, 3]}, phase="tribute", levels=["Q", "2"])


WIDE = "2s 2h 3s 3d 4h 4c 5s 5d 6s 7s 8s 9s 9d Ts Jd Qc Kh Kd Ks As Ad Ac x X 7d 8c 9h"


def wide(first: str = WIDE, **more: Any) -> Four:
    return Four(first, "3c 3h", "4s 4d", "5h 5c", **more)


@each(
    ("cards", "kind", "rank", "english", "chinese"),
    [
        (
            "8h 9h Th Jh 2h",
            "straight_flush",
            "Q",
            "🌈 straight flush ♥ 8-9-10-J-Q (★♥2→Q)",
            "🌈 同花顺 ♥ 8-9-10-J-Q（★♥2→Q）",
        ),
        ("As 2d 3s 4s 5d", "straight", "5", "straight A-2-3-4-5", "顺子 A-2-3-4-5"),
        ("4s 4d 5s 5d 2h 2h", "plate", "5", "plate 444-555 (★♥2→4, 5)", "钢板 444-555（★♥2→4, 5）"),
        ("4s 4d 5s 5d 2h 2h", "tube", "6", "tube 44-55-66 (★♥2→6, 6)", "三连对 44-55-66（★♥2→6, 6）"),
        ("Ks Kd Kc 5s 2h", "full_house", "K", "full house KKK + 55 (★♥2→5)", "三带二 KKK + 55（★♥2→5）"),
        ("7s 7d x x 7c", "full_house", "7", "full house 777 + 🃏small×2", "三带二 777 + 小王×2"),
        ("Ks Kd Kc 2h", "bomb", "K", "💣 four Ks (★♥2→K)", "💣 四个K（★♥2→K）"),
        ("Ts Td Js Jd Qs Qc", "tube", "Q", "tube 10·10-JJ-QQ", "三连对 10·10-JJ-QQ"),
        ("Ts Td Tc Th", "bomb", "T", "💣 four 10s", "💣 四个10"),
        ("2h", "single", "2", "single 2", "单张2"),
        ("x x X X", "joker_bomb", "X", "💥 all four jokers", "💥 天王炸（四个王）"),
    ],
)
def test_a_play_is_named_as_it_is_meant(cards: str, kind: str, rank: str, english: str, chinese: str) -> None:
    held = read_exact(cards)
    assert play_text("guandan", "en", held, kind, rank) == english
    assert play_text("guandan", "zh", held, kind, rank) == chinese
    for language in ("en", "zh"):
        assert play_label("guandan", language, held, kind, rank, 26)


def test_both_levels_and_the_level_played_are_seen_from_each_side() -> None:
    table = levels("5", "9", declarer=1)
    assert "🔵 我方 5 · 🟠 对方 9 · 打 9" in table.told(0, "zh")
    assert "🟠 We 9 · 🔵 They 5 · level 9" in table.told(1)
    assert "🔵 5 · 🟠 9 · level 9" in table.said()
    assert "partner" in table.told(1)


def test_failed_tries_stand_behind_the_level() -> None:
    assert "🔵 A（A 第 2/3 次未过）" in levels("A", "9", declarer=0, tries=[2, 0]).said("zh")


def test_who_owes_and_what_moved_is_told_in_one_line_each() -> None:
    table = double()
    assert "Tribute owed: Ben · Dan" in table.said()
    table.does("3 tribute Ad")
    assert "Dan✓" in table.said()
    assert "♦A" not in table.said()
    assert "You chose ♦A" in table.told(3)
    said = table.does("1 tribute Ks").said("zh")
    assert "进贡：Dan → Ann ♦A · Ben → Cho ♠K" in said
    assert "应还贡：Ann → Dan · Cho → Ben" in said


def test_a_resisted_tribute_names_who_holds_the_jokers() -> None:
    assert "Ben ×1, Dan ×1" in double("X 5c", "X 3c").said()


def test_the_level_race_is_a_small_chart_on_the_table_and_in_the_history() -> None:
    course: tuple[Carry, ...] = tuple({"levels": both} for both in (("5", "2"), ("5", "4"), ("8", "4")))
    said = levels("8", "4", declarer=0).said(course=course)
    assert "🔵 ▰▰▰▰▰▰▰▱▱▱▱▱▱ 2→5→5→8" in said
    assert "🟠 ▰▰▰▱▱▱▱▱▱▱▱▱▱ 2→2→4→4" in said
    line = HistoryLine("M3", "guandan", "open", 3, 0.0, (Player(0, "person", "Ann"),), (1,), course=course)
    card = render.reply(Reply("zh", True, HistoryCard((line,), 0, False)))
    assert card is not None
    assert "🔵 ▰▰▰▰▰▰▰▱▱▱▱▱▱ 5→5→8" in plain_text(card)


def test_a_straight_flush_is_a_button_in_the_panel_of_a_full_hand() -> None:
    shown = wide().labels(0)
    assert any("🌈" in label and "♠" in label for label in shown)
    assert {"♠", "♥", "♦", "♣"} <= set(shown)
    assert any(label.startswith("▲2") for label in shown), "the level's rank is marked"


def test_the_open_suit_lists_its_cards_one_by_one() -> None:
    table = wide()
    open_suit = panel_of(GAME, table.state, 0, picked=read_exact("3s"), suit=0)
    shown = table.labels(0, suit=0, cards=open_suit.cards)
    assert {"♠3 ▸", "★♥2"} <= set(shown)
    assert "♠" not in shown
    assert any("ranks" in label for label in shown)


def test_the_default_reading_is_named_before_it_is_played_and_the_others_beside_it() -> None:
    shown = wide("5s 6s 7s 8s 2h 9d 3c").labels(0, "zh", picked="5s 6s 7s 8s 2h")
    assert any(label.startswith("▶") and "♠5–9" in label for label in shown)
    assert any(label.startswith("当作") and "♠4–8" in label for label in shown)
    assert any(label.startswith("当作") and "顺子" in label for label in shown)


def test_a_picked_tribute_is_named_on_the_play_button() -> None:
    assert {"进贡 ♠A", "进贡 ♦A"} <= set(double().labels(3, "zh", picked="As"))


def test_a_hand_is_shown_as_cards_count_with_level_and_wild_cards_marked() -> None:
    assert "2 · A · ▲9 ×2 (★♥9) · 🃏small joker" in wide("9s 9h 2s As x", level="9").told(0)


def test_the_end_tells_places_levels_and_a_failed_try() -> None:
    table = Four(
        "", "3s 3d", "6s 6d 6c 7d", "Ks Kd", leader=3, levels=["A", "9"], declarer=0, tries=[1, 0]
    ).does("3 play Ks Kd", "1 pass", "2 pass", "1 play 3s 3d")  # fmt: skip
    said = table.said()
    assert "first and fourth" in said
    order = ["🥇 first 🔵 Ann", "🥈 second 🟠 Dan", "🥉 third 🟠 Ben", "▫️ fourth 🔵 Cho"]
    places = [said.index(one) for one in order]
    assert places == sorted(places)
    assert "did not make it at A (2/3)" in said
    assert "Tribute owed: Cho → Ann" in said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_with_every_rank_in_the_hand_all_that_matters_still_fits_a_message(language: str) -> None:
    table = wide()
    check_limits(table.panel(0, language, picked="6s 7s 8s 9s 2h"))
    shown = table.labels(0, language, picked="6s 7s 8s 9s 2h")
    assert {"3 ×2", "A ×3", "▲2 ▸1/2"} <= set(shown)
    assert any("♠6–10" in label for label in shown)
    assert any(label.startswith(("as ", "当作")) for label in shown)


def test_a_wild_card_can_be_picked_by_itself_beside_the_ranks() -> None:
    assert {"▲2 ×2", "★♥2"} <= set(wide("2s 2h 7s 7d 9c").labels(0))


def test_a_return_offers_the_cards_as_buttons_and_more_of_them_by_suit() -> None:
    hands = (WIDE, "Kc 3h", "4s 4d", "Ah 5c")
    table = Four(*hands, carry={"places": [0, 1, 2, 3]}, phase="tribute", levels=["2", "2"]).does("3 tribute Ah")
    shown = table.labels(0, "zh")
    assert "还贡 ♠3" in shown
    assert "♠" in shown, "what is not among the buttons is found by suit"
    assert not any("×" in label for label in shown), "ranks need not be picked"


@pytest.mark.parametrize(
    ("third", "fourth", "sentence"),
    [
        ("x", "X", "Dan paid the higher card and leads."),
        ("Ks", "Kd", "Equal tributes: Dan, left of the first, leads."),
    ],
)
def test_who_leads_after_the_tribute_and_why_is_one_sentence(third: str, fourth: str, sentence: str) -> None:
    table = double(f"{third} 5c", f"{fourth} 3c")
    said = table.does(f"1 tribute {third}", f"3 tribute {fourth}", "0 return 4s", "2 return 6s").said()
    assert sentence in said
    assert "(back: ♠4)" in said


def test_at_equal_levels_it_is_said_whose_level_is_played() -> None:
    assert "🔵 我方 9 · 🟠 对方 9 · 打 9（🟠 对方坐庄）" in levels("9", "9", declarer=1).told(0, "zh")


def test_the_cards_of_a_play_lie_in_the_picture_as_they_are_meant() -> None:
    laid = presentation_of("guandan").lay(sort_cards(read_exact("8h 9h Jh Qh 2h")), "straight_flush", "Q")
    assert laid == read_exact("8h 9h 2h Jh Qh")
    low = presentation_of("guandan").lay(sort_cards(read_exact("As 2d 3s 4s 5d")), "straight", "5")
    assert low == read_exact("As 2d 3s 4s 5d")


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("5s 6s 7s 8s 9s Ts 3d 3c", "🌈 ♠5–10"),
        ("Ah 2h 3h 4h 5h Td Jd Qd Kd Ad", "🌈 ♥A–5 · ♦10–A"),
        ("4c 5c 7c 8c 9h Qs", "🌈 ♣4–8 ★"),
        ("4c 5c 7c 9c 9h 9h", "🌈 ♣5–9 ★★"),
        ("4c 5c 7c 8c 9d 6h", ""),
    ],
)
def test_the_straight_flushes_of_a_hand_are_seen_without_opening_a_suit(cards: str, told: str) -> None:
    table = Four(cards, "8s 4d", "7s 5d", "6s 6d", levels=["9", "5"], declarer=0, leader=1)
    assert [line for line in table.told(0).splitlines() if line.startswith("🌈")] == [told] * bool(told)


@pytest.mark.parametrize(
    ("cards", "counted", "names"),
    [("9s 9h 9h 4d", "4 · ▲9 ×3 (★♥9 ×2)", {"▲9 ×3", "★♥9 ×2"}), ("9h 4d", "4 · ★♥9", {"★♥9"})],
)
def test_a_rank_is_counted_alike_in_the_hand_and_on_its_button(cards: str, counted: str, names: set[str]) -> None:
    table = Four(cards, "8s 4c", "7s 5d", "6s 6d", levels=["9", "5"], declarer=0)
    assert counted in table.told(0)
    assert names <= set(table.labels(0))
