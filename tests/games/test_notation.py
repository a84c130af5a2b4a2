"""Reading and writing cards and actions, in strict notation and as people type."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.base.actions import Action, Bid, Do, Pass, Pattern, Play, Said, action_text
from games.base.cards import Cards, cards_text, full_pack
from games.base.errors import IllegalAction, NotationError
from games.base.notation import (
    held,
    matches,
    place,
    read,
    read_action,
    read_cards,
    read_exact,
    read_step,
    said_of,
    said_text,
)
from games.typed import typed
from tests.cases import each
from tests.strategies import actions, hands, said


@given(action=actions())
def test_every_action_that_is_written_is_read_back(action: Action) -> None:
    assert read_action(action_text(action)) == action


@given(words=said())
def test_everything_said_is_written_and_read_back(words: Said) -> None:
    assert read(said_text(words)) == words


@given(action=actions())
def test_an_action_is_said_in_full(action: Action) -> None:
    assert said_text(said_of(action)) == action_text(action)


@each(
    ("text", "expected"),
    [
        ("play 7s 7h as trio_pair", Said("play", (Pattern(4, 0), Pattern(4, 1)), reading="trio_pair")),
        ("play 8s 8d 2h as 8 8 8", Said("play", (Pattern(5, 0), Pattern(5, 2), Pattern(12, 1)), reading="8 8 8")),
        ("play x X", Said("play", (Pattern(13), Pattern(14)))),
        ("bid 2", Said("bid", number=2)),
        ("bid -1", Said("bid", number=-1)),
        ("return 5 5", Said("return", (Pattern(2), Pattern(2)))),
        ("pass", Said("pass")),
        ("revolt", Said("revolt")),
        ("play As", Said("play", (Pattern(11, 0),))),
        ("play Kh As Ad", Said("play", (Pattern(10, 1), Pattern(11, 0), Pattern(11, 2)))),
    ],
)
def test_strict_notation(text: str, expected: Said) -> None:
    assert read(text) == expected


@each(
    ("text", "part"),
    [
        ("", ""), ("PLAY 3", "PLAY"), ("play 10", "10"), ("play 7S", "7S"), ("play xs", "xs"), ("play 77", "77"),
        ("play 3 as", "as"), ("play as 3", "as"), ("pass 3", "3"), ("bid", ""), ("bid two", "two"), ("bid 1 2", "1 2"),
        ("bid ٣", "٣"), ("bid +2", "+2"), ("bid 02", "02"), ("3 3", "3"), ("play 3 as 4 as 5", "as"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_an_example_that_can(text: str, part: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.part == part
    assert caught.value.example


@pytest.mark.parametrize("text", ["", "play 10", "bid two", "pass 3", "play 3 as 4 as 5"])
def test_the_example_of_a_refusal_can_be_read(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    example = caught.value.example
    read(example if example.split()[0] in {"play", "bid", "pass"} else f"play {example}")


def test_a_step_names_its_seat() -> None:
    assert read_step("0: play 3 3") == (0, "play 3 3")
    assert read_step("12:pass") == (12, "pass")
    with pytest.raises(NotationError):
        read_step("play 3")


def test_an_open_suit_is_no_exact_action() -> None:
    with pytest.raises(NotationError):
        read_action("play 3")
    with pytest.raises(NotationError):
        read_action("return 3s as 4")
    assert read_action("play x") == Play((52,))  # type: ignore[arg-type]  # a joker has no suit


def test_an_open_suit_is_the_first_of_spades_hearts_diamonds_clubs_that_is_held() -> None:
    hand = read_exact("7h 7d 7c 8s")
    assert cards_text(held(read_cards("7 7"), hand, "DZ-40")) == "7h 7d"


def test_a_suit_that_is_written_is_kept_for_it() -> None:
    hand = read_exact("7s 7h")
    assert cards_text(held(read_cards("7 7s"), hand, "DZ-40")) == "7h 7s"


def test_cards_that_are_not_held_are_named_as_they_were_written() -> None:
    with pytest.raises(IllegalAction) as caught:
        held(read_cards("7 9 9 8d X"), read_exact("7s 8s"), "DZ-40")
    assert caught.value.code == "not_in_hand"
    assert caught.value.rule == "DZ-40"
    assert caught.value.data["cards"] == "8d X 9", "each once"


@pytest.mark.parametrize(("named", "there"), [("3 3 4", "3"), ("2 2 2 2", "2 2"), ("4 3 3 5", "3 5"), ("x x", "x")])
def test_of_cards_of_which_too_few_are_held_those_that_are_held_are_named(named: str, there: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        held(read_cards(named), read_exact("3s 5s 2s 2h x"), "DZ-40")
    assert (caught.value.code, caught.value.data["cards"]) == ("too_few_held", there)


@given(hand=hands())
def test_a_hand_named_by_rank_is_the_whole_hand(hand: Cards) -> None:
    ranks = " ".join(text[0] for text in cards_text(hand).split())
    assert sorted(held(read_cards(ranks), hand, "DZ-40")) == list(hand)
    assert matches(read_cards(ranks), hand)
    assert matches(read_cards(cards_text(hand)), hand[::-1])


def test_cards_match_in_any_order_and_no_others() -> None:
    assert matches(read_cards("8 7s"), read_exact("7s 8h"))
    assert not matches(read_cards("8 7s"), read_exact("7d 8h"))
    assert not matches(read_cards("7 7"), read_exact("7d"))
    assert not matches(read_cards("7s 7s"), read_exact("7s 7d"))


def test_open_suits_of_a_position_are_dealt_out_so_that_the_deck_stays_valid() -> None:
    one, two = place([read_cards("3 3h"), read_cards("3 3s")], full_pack())
    assert sorted([*one, *two]) == list(read_exact("3s 3h 3d 3c"))
    assert cards_text(two).endswith("3s")


@pytest.mark.parametrize("text", ["3 3 3 3 3", "3s 3s", "x x", "3s 3h 3d 3c 3"])
def test_a_position_has_no_more_of_a_card_than_the_pack(text: str) -> None:
    with pytest.raises(NotationError):
        place([read_cards(text)], full_pack())


@each(
    ("text", "expected"),
    [
        ("77", "play 7 7"), ("7 7", "play 7 7"), ("10 10", "play T T"), ("1010", "play T T"), ("tt", "play T T"),
        ("♠7 ♥7", "play 7s 7h"), ("♠️7 ♥️7", "play 7s 7h"), ("7♠", "play 7s"), ("s7 h7", "play 7s 7h"),
        ("7s7h", "play 7s 7h"), ("7S 7H", "play 7s 7h"), ("777+小王", "play 7 7 7 x"), ("大王", "play X"),
        ("JJJ2", "play J J J 2"), ("７７", "play 7 7"), ("ＪＪ", "play J J"), ("xX", "play x X"),
        ("33344456", "play 3 3 3 4 4 4 5 6"), ("as", "play As"), ("As", "play As"), ("Kh As", "play Kh As"),
        ("7，7、8", "play 7 7 8"), ("红桃A", "play Ah"), ("尖尖", "play A A"), ("圈", "play Q"), ("钩", "play J"),
        ("对7", "play 7 7"), ("三个7带一张3", "play 7 7 7 3"), ("十十", "play T T"), ("出77", "play 7 7"),
        ("play 77", "play 7 7"), ("/play 77", "play 7 7"), ("Play 10JQKA", "play T J Q K A"), ("910JQK", "play 9 T J Q K"),
        ("4-4-4", "play 4 4 4"), ("3-7", "play 3 4 5 6 7"), ("10到A", "play T J Q K A"), ("33–66", "play 3 3 4 4 5 5 6 6"),
        ("7-3", "play 3 4 5 6 7"), ("A–5", "play A 2 3 4 5"), ("♠5–9", "play 5s 6s 7s 8s 9s"), ("3-4-5-6-7", "play 3 4 5 6 7"),
        ("333–555+7-9", "play 3 3 3 4 4 4 5 5 5 7 8 9"), ("10×3+44", "play T T T 4 4"), ("小王×2", "play x x"),
        ("🃏big", "play X"), ("777 + 🃏小王", "play 7 7 7 x"), ("顺子 4–J", "play 4 5 6 7 8 9 T J"), ("三张 777", "play 7 7 7"),
        ("三张 7", "play 7 7 7"), ("straight 10–A", "play T J Q K A"), ("🚀 rocket: both jokers", "play x X"),
        ("💣 bomb of 4 10×4", "play T T T T"),
        ("pair 7", "play 7 7"), ("对子 7", "play 7 7"), ("triple 10", "play T T T"),
        ("no bid", "pass"), ("Don’t bid", "pass"), ("叫 1 分", "bid 1"),
        ("7 7!", "play 7 7"),
        ("8s 8d 2h as 8 8 8", "play 8s 8d 2h as 8 8 8"), ("8s8d2h as 888", "play 8s 8d 2h as 8 8 8"),
        ("333444555666 as airplane_small", "play 3 3 3 4 4 4 5 5 5 6 6 6 as airplane_small"),
        ("333444555666 as Airplane small", "play 3 3 3 4 4 4 5 5 5 6 6 6 as airplane_small"),
        ("333444555666 当 飞机带小翼", "play 3 3 3 4 4 4 5 5 5 6 6 6 as 飞机带小翼"),
        ("jack", "play J"), ("Queen king", "play Q K"), ("ace ace", "play A A"), ("老K", "play K"),
        ("big joker", "play X"), ("777 + Small Joker", "play 7 7 7 x"), ("red joker", "play X"),
        ("紅桃A 方塊7", "play Ah 7d"), ("三個7帶一對3", "play 7 7 7 3 3"), ("對7", "play 7 7"), ("雙王", "play x X"),
        ("333444555666 當 飛機帶小翼", "play 3 3 3 4 4 4 5 5 5 6 6 6 as 飞机带小翼"),
        ("\u200b7\u200d7\ufeff", "play 7 7"), ("\u202e77\u202c", "play 7 7"), ("\u20667♠\u2069", "play 7s"),
        ("7\ufe0f\u20e37\ufe0f\u20e3", "play 7 7"), ("🔟🔟", "play T T"), ("7♠\ufe0e 7❤\ufe0f", "play 7s 7h"),
        ("過", "pass"), ("不要了", "pass"), ("过~", "pass"), ("兩分", "bid 2"), ("叫兩分", "bid 2"),
        ("pass", "pass"), ("PASS", "pass"), ("不要", "pass"), ("过", "pass"), ("要不起！", "pass"),
        ("bid 2", "bid 2"), ("叫2分", "bid 2"), ("叫三分", "bid 3"), ("3分", "bid 3"), ("BID 3", "bid 3"), ("bid 0", "bid 0"),
    ],
)  # fmt: skip
def test_what_people_type_is_understood(text: str, expected: str) -> None:
    assert said_text(typed(text).said) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("王", ["play x", "play X"]), ("777 joker", ["play 7 7 7 x", "play 7 7 7 X"]), ("鬼", ["play x", "play X"]),
        ("two jokers", ["play x X", "play x x", "play X X"]), ("一对王", ["play x X", "play x x", "play X X"]),
    ],
)  # fmt: skip
def test_a_joker_without_its_size_stays_open(text: str, expected: list[str]) -> None:
    said = typed(text)
    assert [said_text(one) for one in (said.said, *said.others)] == expected


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("炸", ("bomb", "rocket")), ("王炸", ("rocket",)), ("rocket!", ("rocket",)), ("play a straight", ("chain",)),
        ("出对子", ("pair",)), ("打个炸弹吧", ("bomb", "rocket")),
        ("最小的", ()), ("my lowest", ()),
    ],
)  # fmt: skip
def test_a_combination_named_without_cards_is_kept_as_its_name(text: str, kinds: tuple[str, ...]) -> None:
    said = typed(text, GAMES["doudizhu"])
    assert said.said == Said("play")
    assert said.word
    assert said.kinds == kinds


@each(
    ("text", "example"),
    [
        ("0", "10 J Q K A"), ("1", "10 J Q K A"), ("12", "10 J Q K A"), ("11 12 13", "10 J Q K A"), ("100", "10 J Q K A"),
        ("1 0", "10 J Q K A"), ("B", "小王 大王"), ("BJ", "小王 大王"), ("R", "小王 大王"),
        ("♠77", "♠7 ♥7"), ("♠", "♠7 ♥7"), ("7♠♥", "7 7 7 3"),
        ("hmm", "♠7 ♥7"), ("你好", "7 7 7 3"), ("", "7 7 7 3"), ("bid", "bid 2"), ("bid lots", "bid 2"), ("叫地主", "bid 2"),
        ("pass 3", "pass"), ("jokers", "小王 大王"), ("bj", "小王 大王"),
        ("sj", "♠J 小王"), ("SJ", "♠J 小王"), ("kings", "K K"), ("ask", "As K"), ("三7", "7 7 7"), ("四K", "K K K K"),
        ("\ue000", "7 7 7 3"), ("two", "7 7 7 3"),
        ("bomb 7", "7 7 7 3"), ("炸弹 77", "7 7 7 3"), ("straight 7", "7 7 7 3"), ("1️⃣0️⃣0️⃣", "10 J Q K A"),
    ],
)  # fmt: skip
def test_what_may_mean_several_things_is_asked_about(text: str, example: str) -> None:
    with pytest.raises(NotationError) as caught:
        typed(text)
    assert caught.value.example == example


@pytest.mark.parametrize("text", ["x", "X", "Ｘ", "play x", "/play X", "出x"])
def test_a_lone_joker_letter_is_confirmed_first(text: str) -> None:
    assert typed(text).needs_confirmation


@pytest.mark.parametrize("text", ["burn x", "烧 X", "return x"])
def test_a_lone_joker_letter_is_confirmed_with_other_verbs_too(text: str) -> None:
    assert typed(text, GAMES["gouji"]).needs_confirmation


@pytest.mark.parametrize("text", ["tribute x", "进贡 X"])
def test_a_tribute_is_the_highest_card_whatever_the_keyboard_made_of_it(text: str) -> None:
    assert not typed(text, GAMES["guandan"]).needs_confirmation


@pytest.mark.parametrize("text", ["小王", "大王", "xX", "777x", "3", "王炸", "pass", "bid 1"])
def test_what_no_keyboard_changes_counts_at_once(text: str) -> None:
    assert not typed(text).needs_confirmation


def test_chinese_verbs_before_cards_are_understood_where_the_game_has_them() -> None:
    game = GAMES["guandan"]
    assert typed("进贡 ♠A", game).said == read("tribute As")
    assert typed("还贡5", game).said == read("return 5")
    with pytest.raises(NotationError):
        typed("进贡 ♠A")


def test_verbs_of_the_game_at_hand_are_understood() -> None:
    game = GAMES["gouji"]
    assert typed("return 55", game).said == Said("return", (Pattern(2), Pattern(2)))
    assert typed("Revolt", game).said == Said("revolt")
    with pytest.raises(NotationError):
        typed("return 55")


@each("piece", ["7", "对", "三个", "8 张", "7 as ", "-", "大", "s", "10", "\u200b7", "3 - "])
def test_a_flood_of_text_is_refused_at_once(piece: str) -> None:
    with pytest.raises(NotationError) as caught:
        typed(piece * 100_000)
    assert len(caught.value.part) <= 40


def test_the_longest_plays_are_not_too_long() -> None:
    assert len(typed("♠10 " * 60).said.cards) == 60


@given(text=st.text(max_size=30))
def test_nothing_typed_breaks_the_parser(text: str) -> None:
    for parser in (typed, read, read_cards, read_action, read_step):
        with suppress(NotationError):
            parser(text)


@given(words=said())
def test_strict_notation_may_be_typed_too(words: Said) -> None:
    if words.verb == "play" and not words.reading:
        assert typed(said_text(words)).said == words


@given(action=actions())
def test_a_typed_action_means_the_same(action: Action) -> None:
    match action:
        case Play(_, None) | Pass() | Bid():
            assert typed(action_text(action)).said == said_of(action)
        case Play() | Do():
            pass
