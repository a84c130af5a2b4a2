"""Gou Ji in words: whose answer is awaited and why, burns, points, tributes, and a panel for 36 cards."""

from dataclasses import replace
from typing import Any

import pytest

from bot.present import render
from bot.present.pictures.table import groups_png
from bot.present.presentation import presentation_of
from bot.present.screens.screen import plain_text
from bot.present.words import text as catalogue
from bot.present.words.plays import play_label, play_text
from bot.present.words.text import signed, width
from bot.session.port import commands as c
from games.gouji import GAME
from tests.present.gouji_table import ALL_ANSWERED, burning, declaring, duel, six, tributes, yielding
from tests.present.position import PLAYERS, Position, hand, line_of
from tests.present.rounds import info, public
from tests.present.test_images import LIGHT, size_of
from tests.present.test_matches import check_limits, check_words


@pytest.mark.parametrize(
    ("cards", "kind", "rank", "english", "chinese", "button"),
    [
        ("7×2 2", "plain", "7", "77+2 (3 cards)", "77+2（3张）", "77+2"),
        ("6×4 2×2 x", "gouji", "6", "🤺 6666+22+🃏small (7 cards)", "🤺 6666+22+小王（7张）", "🤺 6666+22+🃏small"),
        (
            "J×3 2×3 x X", "gouji", "J", "🤺 JJJ+222+🃏small+🃏big (8 cards)", "🤺 JJJ+222+小王+大王（8张）",
            "🤺 JJJ+222+🃏small+🃏big",
        ),
        ("T×5", "open", "T", "🎯 five 10s", "🎯 五个10", "🎯 five 10s"),
        ("J×12", "open", "J", "🎯 twelve Js", "🎯 十二个J", "🎯 twelve Js"),
        ("x X", "gouji", "X", "🤺 🃏small+🃏big (2 cards)", "🤺 小王+大王（2张）", "🤺 🃏small+🃏big"),
        ("3×4", "threes", "3", "four 3s", "四个3", "four 3s"),
    ],
)  # fmt: skip
def test_a_set_is_named_with_its_kind_and_what_is_hung_on_it(
    cards: str, kind: str, rank: str, english: str, chinese: str, button: str
) -> None:
    held = hand(cards)
    assert play_text("gouji", "en", held, kind, rank) == english
    assert play_text("gouji", "zh", held, kind, rank) == chinese
    assert play_label("gouji", "en", held, kind, rank, 24) == button


def test_six_names_with_their_teams_fit_the_lines_of_a_phone_and_the_opposite_is_marked() -> None:
    said = duel().said()
    for seat, (name, sign) in enumerate(zip(("Ann", "Ben", "Cho"), "🔵🟠🔵", strict=True)):
        assert f"{seat + 1}. {sign}{name}" in said.replace(f"{sign} ", sign)
    mine = duel().told(3)
    assert "⇄ opposite" in line_of(mine, "Ann")
    assert "🟠 We 0 · 🔵 They 0" in mine
    assert [sign for name, sign in (("Ben", "🟠"), ("Cho", "🔵")) if sign in line_of(mine, name)] == ["🟠", "🔵"]
    full = replace(
        view := GAME.view(duel().state, None),
        seats=tuple(replace(seat, count=1, marks=("opened", "challenger")) for seat in view.seats),
    )
    for language in catalogue.LANGUAGES:
        shown = plain_text(render.table(public(info("gouji"), full, language, players=PLAYERS, seconds_left={})))
        assert "❗1" in line_of(shown, "Fay")
        assert "🎯📣" in line_of(shown, "Fay")
        assert width(line_of(shown, "Fay") + " — three 9s") <= 36


def test_a_duel_says_who_alone_may_answer_whom() -> None:
    assert "🤺 Ann出够级牌 → 只有对头Dan可以应" in duel().said("zh")
    assert "🤺 Ann laid a gouji set → only Dan, opposite, may answer" in duel().said("en")
    assert "只有你能应" in duel().told(3, "zh")
    assert "🎯 pair K" in duel().said()
    assert "🎯 pair A" in duel().labels(3)[0]
    assert "Pass" in duel().labels(3)


def test_an_opened_point_is_told_once_and_marked_and_the_4s_are_the_openers_secret() -> None:
    table = duel().does("3 play A A", "0 pass")
    said = table.said("zh")
    assert "🎯 Dan开点！" in said
    assert "🎯" in line_of(said, "Dan")
    assert "4" not in line_of(said, "Dan").split("·", 1)[1]
    assert "🎯 对A" in said, "the set that nobody beat"
    assert "下一手出全部 4（1 张）" in table.told(3, "zh")
    for seat in (0, 1, 2, 4, 5):
        assert "全部 4" not in table.told(seat, "zh")
    voided = table.does("3 play 9").said("zh")
    assert "Dan没有出 4，开点作废" in voided
    assert "开点作废" in line_of(voided, "Dan")


def test_the_opposite_is_asked_to_yield_first_and_has_the_last_word() -> None:
    table = yielding()
    assert "🤝 Dan sits opposite Ann and may yield" in table.said()
    assert table.labels(3, "zh")[0] == "🤝 让"
    assert "不要" in table.labels(3, "zh")
    table.does("3 yield")
    said = table.said()
    assert line_of(said, "Dan").count("yields") == 1, "said once, not as a mark and as a deed"
    table.does("4 pass", "5 pass")
    assert "让过牌的Dan最后说话" in table.said("zh")
    assert "🤝" in line_of(table.said("zh"), "Dan")
    assert "没有人管" in table.told(3, "zh")


def test_a_pass_is_said_once_and_the_mark_comes_back_when_the_seat_is_asked_again() -> None:
    table = six("7 9", "8 9", "T 9", "5 A×2", "5 6", "K×2 9").does("0 play 7", "1 pass")
    assert line_of(table.said(), "Ben").count("pass") == 1
    barred = six("7×2 9", "8 9", "K×2 9", "5 6", "5 6", "A×2 9 8").does("0 play 7 7", "1 pass", "2 pass", "3 pass")
    barred.does("4 pass", "5 play A A")
    assert line_of(barred.said(), "Cho").startswith("▶")
    assert "passed" in line_of(barred.said(), "Cho"), "asked in a duel although it has passed before"


def test_burn_offers_name_both_and_are_one_press_each() -> None:
    table = duel().does("3 pass")
    assert "开点" in table.said("zh"), "an open set: no burn"
    table = six("A 2 9 4", "7 X×2 9", "7 9", "6 9 4", "7 8 9", "5 6×2 x X 9").does("0 play A 2", "3 pass")
    assert "🔥 Ann won the duel → Ben may burn" in table.said()
    shown = table.labels(1, "zh")
    assert any(label.startswith("🔥 烧") and "7+大王" in label for label in shown)
    assert "不烧" in shown
    assert all("🔥" not in label for label in table.labels(2, "zh"))


def test_who_cannot_burn_is_told_so_alone() -> None:
    table = six("A 2 9 4", "7 8 9", "7 9", "6 9 4", "7 8 9", "5 9").does("0 play A 2", "3 pass")
    assert "No burn of yours could succeed" in table.told(1)
    assert "could succeed" not in table.said()
    assert "Don't burn" in table.labels(1)


def test_a_burn_is_announced_with_burner_and_victim_until_it_is_over() -> None:
    table = burning()
    said = table.said("zh")
    assert "🔥 Fay正在烧Ann" in said
    assert "💧 只有烧牌者的对头Cho可以解烧" in said
    assert "🔥" in line_of(said, "Fay")
    assert "被烧" in line_of(said, "Ann")
    assert "解烧" in table.told(2, "zh")
    on = burning().does("2 pass")
    assert "🤺 6+🃏small" in on.said(), "what the burner has just laid"
    assert "🔥 Fay must lead on with jokers until the hand is empty" in on.said()


def test_a_burn_that_fails_leaves_the_burner_dead_with_the_cards() -> None:
    table = six("A 2 9 4", "7 8 9", "7 X 9", "6 9 4", "7 8 9", "5 6×2 x 9").does(
        "0 play A 2", "3 pass", "1 pass", "5 burn 6 x", "2 play 7 X"
    )
    said = table.said("zh")
    assert "💧 Cho解烧：Fay烧死" in said
    assert "💀" in line_of(said, "Fay")
    assert "💀" in line_of(table.told(0, "zh"), "Fay")
    alone = six("A 2 9 4", "7 8 9", "7 9", "6 9 4", "7 8 9", "5 6×2 x 9").does(
        "0 play A 2", "3 pass", "1 pass", "5 burn 6 x", "2 pass"
    )
    assert "Fay has no jokers left: the burn failed" in alone.said()


def test_a_burn_that_succeeds_says_what_is_owed() -> None:
    table = six("A 2 9 4", "7 8 9", "7 9", "6 9 4", "7 8 9", "6 x 9 X").does(
        "0 play A 2", "3 pass", "1 pass", "5 burn 6 x", "2 pass", "5 play 9 X"
    )
    said = table.said("zh")
    assert "🔥 Fay烧成了：Ann欠 1 张烧贡" in said
    assert "头科" in line_of(said, "Fay")


def test_entanglement_is_said_as_long_as_it_lasts() -> None:
    table = six("7 9 K×2", "8 9", "", "T 9", "", "6 9").does("0 play 7")
    for language, words in (("zh", "🕸 四户乱缠"), ("en", "🕸 Entangled")):
        assert words in table.said(language)
        assert words in table.told(3, language)


def test_declarations_count_who_has_answered_and_nothing_else() -> None:
    table = declaring()
    assert "0 of 6 have answered" in table.said()
    before = [line_of(table.said(), name) for name in ("Ann", "Cho", "Dan", "Eve", "Fay")]
    answers = ("1 challenge", "1 revolt", "1 decline")
    seen = {declaring().does(answer).said() for answer in answers}
    assert len(seen) == 1, "whatever was answered, the group sees the same"
    said = seen.pop()
    assert "1 of 6 have answered" in said
    assert "✓" in line_of(said, "Ben")
    assert [line_of(said, name) for name in ("Ann", "Cho", "Dan", "Eve", "Fay")] == before
    assert "你的回答：📣 宣点" in declaring().does("1 challenge").told(1, "zh")
    assert "你的回答" not in declaring().does("1 challenge").told(2, "zh")


def test_only_what_a_hand_may_declare_is_on_its_buttons() -> None:
    assert declaring().labels(0, "zh")[:3] == ["📣 宣点", "🏳 革命", "不宣"]
    assert declaring().labels(2, "zh")[0] == "不宣"
    assert not any("×" in label for label in declaring().labels(0, "zh")), "ranks need not be picked"


def test_answers_are_shown_together_void_challenges_as_void_and_the_lone_pair_is_asked_again() -> None:
    table = declaring().does(*ALL_ANSWERED)
    said = table.said("zh")
    assert "📣 已宣点：Ben。Eve可以反宣" in said
    assert "无效" in line_of(said, "Ann")
    assert "无效" not in line_of(said, "Ben")
    assert line_of(said, "Ben").count("📣") == 1
    assert line_of(said, "Dan").endswith("不宣")
    assert {"📣 宣点", "不反宣"} <= set(table.labels(4, "zh"))
    english = table.said()
    assert "void" in line_of(english, "Ann")


def test_who_has_answered_the_second_question_does_not_show_the_first_answer_as_the_second() -> None:
    hands = ("4 5 9", "4 5 8", "5 6 2", "4 7 2", "4 9 2", "6 7 8")
    table = six(*hands, phase="declare").does(*ALL_ANSWERED)
    assert {question.seat for question in GAME.view(table.state, None).awaited} == {3, 4}
    table.does("3 challenge")
    line = line_of(table.said("zh"), "Dan")
    assert line.endswith("✓")
    assert line_of(table.told(0, "zh"), "Dan").endswith("✓")


def test_a_revolter_is_marked_for_everybody() -> None:
    table = declaring().does("0 decline", "1 decline", "2 decline", "3 decline", "4 decline", "5 revolt")
    assert "🏳 革命" in line_of(table.said("zh"), "Fay")
    assert "🏳 revolution" in line_of(table.told(1), "Fay")


def test_a_try_names_who_alone_may_beat_it() -> None:
    hands = ("4 5 9", "4 5 8", "A×2 6", "5 7 2", "4 9 2", "K×2 6 7")
    table = six(*hands, options={"revolt_try": True}, phase="declare")
    table.does(*(f"{seat} decline" for seat in range(5)), "5 revolt K K")
    assert "🏳 Fay革命亮牌 → 只有对头Cho可以压" in table.said("zh")
    assert "对K" in table.said("zh")
    assert "Fay革命并开点" in table.does("2 pass").said("zh")


def test_a_tribute_tells_what_was_taken_and_who_still_owes_what() -> None:
    said = tributes().said()
    assert "🎁 point tribute: Dan → Ann (🃏big joker); Ann gives 1 back, face down" in said
    assert "🎁 Still owed:\n· drop tribute: Eve → Ben, Fay → Ann ×2" in said
    assert "还欠：\n· 落贡：Eve → Ben、Fay → Ann ×2" in tributes().said("zh")
    shown = tributes().labels(0, "zh")
    assert shown[0] == "↩️ 还最小的：4"


def test_returned_cards_are_seen_by_the_two_alone() -> None:
    table = tributes().does("0 return 9")
    assert "↩️ Ann gave you back: 9" in table.told(3)
    assert "↩️ You gave Dan back: 9" in table.told(0)
    for seat in (1, 2, 4, 5):
        assert "back: 9" not in table.told(seat)
    other = tributes().does("0 return 5")
    assert table.said() == other.said(), "the group learns how many, never which"
    assert "gave back 1 card" in line_of(table.said(), "Ann")


def test_buying_fours_is_asked_of_all_in_private() -> None:
    table = six("4 5 9", "4×3 5 8", "5 6 2", "5 7 2", "4 9 2", "6 7 8", options={"buy_fours": True}, phase="buy")
    assert "🛒 买不买四：已答 0/6" in table.said("zh")
    assert {"买四", "不买"} <= set(table.labels(2, "zh"))
    assert "买四" not in table.labels(0, "zh")


def swept() -> Position:
    """Seat 0 opens; 0, 2 and 4 are out first: a sweep, with seat 1 left with 3s."""
    table = six("K×2 9", "8 3", "T", "7 9", "J", "6×2 5", leader=0).does("0 play K K", "3 pass")
    return table.does("0 play 9", "1 pass", "2 play T", "3 pass", "4 play J")


def test_a_verdict_tells_the_team_s_points_from_one_s_own() -> None:
    """Both stand in one message; under one name they would contradict each other."""
    table = swept()
    points = GAME.view(table.state, None).public.points
    assert points is not None
    told = [table.told(seat).splitlines()[0] for seat in (2, 5)]
    assert f"You win: your team +6, you {signed(points[2])}" in told[0]
    assert f"You lose: your team −6, you {signed(points[5])}" in told[1]
    assert "本队 +6，你 " in table.told(2, "zh")


def ended(language: str) -> str:
    return swept().said(language)


def test_the_end_tells_sides_sweep_points_places_and_dues() -> None:
    said = ended("en")
    assert "🧹 Sweep: 🔵 Ann, Cho, Eve took the first three places!" in said
    assert "🏆 🔵 Ann, Cho, Eve +6 · 🟠 −6" in said
    assert "🎯 Points opened: Ann" in said
    order = [said.index(place) for place in ("🥇 1st", "🥈 2nd", "🥉 3rd", "▫️ 4th", "▫️ 5th", "▫️ 6th")]
    assert order == sorted(order)
    assert "point tribute: Dan → Ann\n" in said
    assert said.count("sweep tribute") == 1, "each kind of due is named once"
    assert "Totals" not in said, "those of a first round are its points"
    assert "leads the next round" in said
    chinese = ended("zh")
    for word in ("串三户", "头科", "二科", "三科", "四科", "二落", "大落", "点贡", "串贡"):
        assert word in chinese


def test_a_new_deal_after_two_revolutions_is_one_sentence() -> None:
    hands = ("4 5 9", "4 5 8", "5 6 2", "5 7 2", "4 9 2", "6 7 8")
    table = six(*hands, phase="declare").does("0 revolt", *(f"{seat} decline" for seat in range(1, 5)), "5 revolt")
    assert "🏳 两人以上革命：重新发牌，本局不算" in table.said("zh")
    assert "🏳 Two or more revolted: new cards, nothing counts" in table.said()


WIDE = "3×2 4×3 5×2 6×4 7 8×3 9×4 T×2 J×3 Q×2 K×2 A×3 2×2 x×2 X"


def test_36_cards_of_every_rank_fit_and_what_is_hung_has_its_own_row() -> None:
    table = six("7 9", "8 9", "T 9", WIDE, "9 8", "J 9").does("0 play 7", "1 pass", "2 play 9")
    for language in ("en", "zh"):
        screen = table.panel(3, language, picked="A 2")
        check_limits(screen)
        check_words(screen)
    rows = [[one.label for one in row] for row in table.panel(3, "zh", picked="A 2").rows]
    assert ["＋2 ▸1/2", "＋小王 ×2", "＋大王"] in rows
    assert any("A ▸1/3" in row for row in rows)
    assert sum(row.count("2 ×2") for row in rows) == 0, "what can be hung is not among the ranks as well"


def test_the_picked_set_is_named_and_whether_it_beats() -> None:
    table = six("7×2 9", "8×2 9 x", "T 9", "A 9", "J 9", "J 9").does("0 play 7 7")
    assert "对8" in table.told(1, "zh", picked="8×2")
    good = table.labels(1, "zh", picked="8×2")
    assert "▶ 出牌：对8" in good
    assert "▶ 出牌：🤺 9+小王" in table.labels(1, "zh", picked="9 x")
    low = table.labels(1, "zh", picked="8 9")
    assert not any(label.startswith("▶ 出牌：对") for label in low)


def test_burns_can_be_declined_in_advance_in_words_of_their_own() -> None:
    table = six("A 2 9 4", "7 X 9", "7 9", "6 9 4", "7 8 9", "5 x 9").does("0 play A 2")
    ahead: dict[str, Any] = {"advance": c.AdvancePass(12, True, "burn@1"), "advance_why": "burn"}
    assert "⏭ 先答：不烧" in table.labels(1, "zh", **ahead)
    assert "⏭ 收回“不烧”" in table.labels(1, "zh", advance_on=True, **ahead)


def test_with_burns_first_the_table_says_who_is_asked_now_and_who_answers_then() -> None:
    hands = ("A 2 9 4", "7 X 9 3", "7 9", "6 9 4", "7 8 9", "5 x 9")
    table = six(*hands, options={"burn_window": "before"}).does("0 play A 2")
    assert "🔥 Ann laid a gouji set → Ben may burn it first, then Dan, opposite, answers" in table.said()
    assert "🔥 Ann出够级牌 → 先问Ben烧不烧，再由对头Dan应" in table.said("zh")
    assert "不烧" in table.labels(1, "zh")
    table.does("1 pass", "5 pass")
    assert "🤺 Ann laid a gouji set → only Dan, opposite, may answer" in table.said()
    assert line_of(table.said("zh"), "Ben").endswith("不烧"), "who declines a burn has not passed the sequence"
    assert line_of(table.said(), "Fay").endswith("no burn")
    table.does("3 pass")
    assert "won the duel" not in table.said(), "nobody is asked for a burn after the duel"


def test_where_a_joker_fills_up_no_number_a_duel_says_so() -> None:
    options = {"joker_gouji": "threshold", "joker_base": "free"}
    table = six("K×2 x 9 4", "7 8", "7 8", "4×2 X 9", "7 8", "7 8 6", options=options).does("0 play K K x")
    told = table.refusal("3 play 4 4 X")
    assert told.code == "not_gouji_by_number"
    assert "带王的牌" not in catalogue.say("zh", f"refusal.gouji.{told.code}")


@pytest.mark.parametrize(
    "cards", ["7", "3×5", WIDE, WIDE.replace("4×3 ", "K 4×2 "), "4×16 5×16 6×4", "x×4 X×4 2×16 A×13"]
)
def test_a_hand_is_drawn_by_rank_in_a_light_picture_of_phone_width(cards: str) -> None:
    data = groups_png(hand(cards))
    assert size_of(data)[0] == 1080
    assert len(data) < LIGHT
    assert data != groups_png(hand("5"))


def test_the_panel_carries_the_picture_by_rank() -> None:
    table = duel()
    picture = table.panel(3, "zh").picture
    assert picture is not None
    assert picture.make() == groups_png(GAME.view(table.state, 3).hand or ())
    assert picture.key != (duel().panel(1).picture or picture).key


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_every_mode_has_a_picture_with_short_words_in_the_middle(language: str) -> None:
    tables = (duel(), yielding(), burning(), tributes(), declaring(), declaring().does(*ALL_ANSWERED))
    keys = set()
    for table in tables:
        picture = table.table(language).picture
        assert picture is not None
        keys.add(picture.key)
        assert picture.make()
        view = GAME.view(table.state, None)
        middle = presentation_of("gouji").centre(view, (), language)
        assert 1 <= len(middle) <= 4
        assert all(text and text.count("(") == text.count(")") and "）" not in text for text in middle)
    assert len(keys) == len(tables)


def test_the_middle_of_the_picture_tells_a_tribute_line_by_line() -> None:
    told = presentation_of("gouji").centre(GAME.view(tributes().state, None), PLAYERS, "en")
    assert told == ("point tribute", "Dan → Ann", "🃏big joker", "Ann gives 1 back")
