"""Guandan in words: readings, levels, tributes, the panel of a hand of 27."""

from dataclasses import replace
from typing import Any

import pytest

from bot.present import render
from bot.present.presentation import presentation_of
from bot.present.screens.screen import plain_text
from bot.present.words.plays import play_label, play_text
from bot.session.port import commands as c
from bot.session.port.replies import HistoryCard, HistoryLine, Reply
from bot.session.port.updates import CardCounter, Counter, Offered, Panel, Player
from games.base.actions import Do
from games.base.cards import rank_counts, sort_cards
from games.base.notation import read_action, read_exact
from games.contract import Carry, Deal, Json
from games.guandan import GAME
from tests.cases import each
from tests.present.rounds import info, panel_of, private, public

OPTIONS = GAME.option_set.complete({})
TABLE = replace(info("guandan"), seats=4)
PLAYERS = tuple(Player(seat, "person", name, c.UserRef("telegram", str(seat))) for seat, name in enumerate(
    ("Ann", "Ben", "Cat", "Dan")))  # fmt: skip


def position(hands: tuple[str, ...], carry: dict[str, Json] | None = None, **keys: Json) -> Any:
    return GAME.start(OPTIONS, Deal(tuple(read_exact(hand) for hand in hands), keys=keys), carry or {}).state


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
    state = position(("9s 3d", "8s 4d", "7s 5d", "6s 6d"), levels=["5", "9"], declarer=1)
    own = render.hand(private(TABLE, GAME.view(state, 0), None, "zh", players=PLAYERS))
    other = render.hand(private(TABLE, GAME.view(state, 1), None, "en", players=PLAYERS))
    assert "🔵 我方 5 · 🟠 对方 9 · 打 9" in plain_text(own)
    assert "🟠 We 9 · 🔵 They 5 · level 9" in plain_text(other)
    assert "🔵 5 · 🟠 9 · level 9" in plain_text(render.table(public(TABLE, GAME.view(state, None), players=PLAYERS)))
    assert "partner" in plain_text(other)


def test_failed_tries_stand_behind_the_level() -> None:
    state = position(("9s 3d", "8s 4d", "7s 5d", "6s 6d"), levels=["A", "9"], declarer=0, tries=[2, 0])
    assert "🔵 A（A 第 2/3 次未过）" in presentation_of("guandan").stake(GAME.view(state, None), "zh")


DOUBLE = ("4s 5d", "Ks 5c 5h", "6s 7d", "As Ad 3c")


def test_who_owes_and_what_moved_is_told_in_one_line_each() -> None:
    state = position(DOUBLE, {"places": [0, 2, 1, 3]}, phase="tribute", levels=["Q", "2"])
    said = plain_text(render.table(public(TABLE, GAME.view(state, None), players=PLAYERS)))
    assert "Tribute owed: Ben · Dan" in said
    state = GAME.apply(state, 3, read_action("tribute Ad")).state
    said = plain_text(render.table(public(TABLE, GAME.view(state, None), players=PLAYERS)))
    assert "Dan✓" in said
    assert "♦A" not in said
    mine = plain_text(render.hand(private(TABLE, GAME.view(state, 3), None, "en", players=PLAYERS)))
    assert "You chose ♦A" in mine
    state = GAME.apply(state, 1, read_action("tribute Ks")).state
    said = plain_text(render.table(public(TABLE, GAME.view(state, None), "zh", players=PLAYERS)))
    assert "进贡：Dan → Ann ♦A · Ben → Cat ♠K" in said
    assert "应还贡：Ann → Dan · Cat → Ben" in said


def test_a_resisted_tribute_names_who_holds_the_jokers() -> None:
    state = position(("4s 5d", "X 5c", "6s 7d", "X 3c"), {"places": [0, 2, 1, 3]}, phase="tribute", levels=["Q", "2"])
    said = plain_text(render.table(public(TABLE, GAME.view(state, None), players=PLAYERS)))
    assert "Ben ×1, Dan ×1" in said


COURSE: tuple[Carry, ...] = tuple({"levels": levels} for levels in (("5", "2"), ("5", "4"), ("8", "4")))


def test_the_level_race_is_a_small_chart_on_the_table_and_in_the_history() -> None:
    state = position(("9s 3d", "8s 4d", "7s 5d", "6s 6d"), levels=["8", "4"], declarer=0)
    said = plain_text(render.table(public(TABLE, GAME.view(state, None), players=PLAYERS, course=COURSE)))
    assert "🔵 ▰▰▰▰▰▰▰▱▱▱▱▱▱ 2→5→5→8" in said
    assert "🟠 ▰▰▰▱▱▱▱▱▱▱▱▱▱ 2→2→4→4" in said
    line = HistoryLine("M3", "guandan", "open", 3, 0.0, (Player(0, "person", "Ann"),), (1,), course=COURSE)
    card = render.reply(Reply("zh", True, HistoryCard((line,), 0, False)))
    assert card is not None
    assert "🔵 ▰▰▰▰▰▰▰▱▱▱▱▱▱ 5→5→8" in plain_text(card)


def panel(state: Any, seat: int, **more: Any) -> Panel:
    """A panel as the session makes it, for the parts that are looked at here."""
    view = GAME.view(state, seat)
    held = rank_counts(view.hand or ())
    counters = tuple(Counter(rank, held[rank], 0, c.Pick(12, "d", rank)) for rank in view.order if held[rank])
    offers = []
    for number, action in enumerate(GAME.suggest(state, seat)):
        cards = getattr(action, "cards", ())
        seen = GAME.recognise(state, seat, cards)
        named = {other: (kind, rank) for other, kind, rank in seen.others}
        kind, rank = named.get(action, (seen.kind, seen.rank))
        offers.append(Offered(action, c.Offer(12, "d", f"{number:08}"), kind or "", rank or ""))
    tabs = tuple((suit, c.Arrange(12, "d", suit)) for suit in range(-1, 4))
    given: dict[str, Any] = {
        "decision": "d", "my_turn": True, "why": GAME.awaited(state)[0].why, "offers": tuple(offers[:8]), "counters": counters,
        "picked": (), "recognised": None, "play": None, "pass_now": None, "advance": None, "advance_on": False,
        "hint": c.Hint(12), "suits": tabs,
    }  # fmt: skip
    return Panel(**{**given, **more})


WIDE = "2s 2h 3s 3d 4h 4c 5s 5d 6s 7s 8s 9s 9d Ts Jd Qc Kh Kd Ks As Ad Ac x X 7d 8c 9h"


def labels(state: Any, seat: int, shown: Panel, language: str = "en") -> list[str]:
    screen = render.hand(private(TABLE, GAME.view(state, seat), shown, language, players=PLAYERS))
    buttons = [button for row in screen.rows for button in row if not button.form]
    assert len(buttons) <= 25
    assert all(len(row) <= 5 for row in screen.rows)
    return [button.label for button in buttons]


def test_a_straight_flush_is_a_button_in_the_panel_of_a_full_hand() -> None:
    state = position((WIDE, "3c 3h", "4s 4d", "5h 5c"))
    shown = labels(state, 0, panel(state, 0))
    assert any("🌈" in label and "♠" in label for label in shown)
    assert {"♠", "♥", "♦", "♣"} <= set(shown)
    assert any(label.startswith("▲2") for label in shown), "the level's rank is marked"


def test_the_open_suit_lists_its_cards_one_by_one() -> None:
    state = position((WIDE, "3c 3h", "4s 4d", "5h 5c"))
    hand = GAME.view(state, 0).hand or ()
    spades = [card for card in dict.fromkeys(hand) if card < 52 and card & 3 == 0]
    counters = tuple(
        CardCounter(card, 1, int(card == spades[0]), c.PickCard(12, "d", card)) for card in (*spades, *read_exact("2h"))
    )
    shown = labels(state, 0, panel(state, 0, suit=0, cards=counters))
    assert "♠3 ▸" in shown or "♠2 ▸" in shown
    assert "★♥2" in shown
    assert "♠" not in shown
    assert any("ranks" in label for label in shown)


def test_the_default_reading_is_named_before_it_is_played_and_the_others_beside_it() -> None:
    state = position(("5s 6s 7s 8s 2h 9d 3c", "3c 3h", "4s 4d", "5h 5c"))
    picked = sort_cards(read_exact("5s 6s 7s 8s 2h"))
    seen = GAME.recognise(state, 0, picked)
    readings = tuple(
        Offered(action, c.Offer(12, "d", f"{n:08}"), kind, rank) for n, (action, kind, rank) in enumerate(seen.others)
    )
    shown = labels(
        state, 0, panel(state, 0, picked=picked, recognised=seen, play=c.PlayPicked(12, "d"), readings=readings), "zh"
    )
    assert any(label.startswith("▶") and "♠5–9" in label for label in shown)
    assert any(label.startswith("当作") and "♠4–8" in label for label in shown)
    assert any(label.startswith("当作") and "顺子" in label for label in shown)


def test_a_picked_tribute_is_named_on_the_play_button() -> None:
    state = position(DOUBLE, {"places": [0, 2, 1, 3]}, phase="tribute", levels=["Q", "2"])
    picked = read_exact("As")
    seen = GAME.recognise(state, 3, picked)
    assert isinstance(seen.action, Do)
    shown = labels(state, 3, panel(state, 3, picked=picked, recognised=seen, play=c.PlayPicked(12, "d")), "zh")
    assert "进贡 ♠A" in shown
    assert "进贡 ♦A" in shown


def test_a_hand_is_shown_as_cards_count_with_level_and_wild_cards_marked() -> None:
    state = position(("9s 9h 2s As x", "3c 3h", "4s 4d", "5h 5c"), level="9")
    said = plain_text(render.hand(private(TABLE, GAME.view(state, 0), panel(state, 0), "en", players=PLAYERS)))
    assert "2 · A · ▲9 ×2 (★♥9) · 🃏small joker" in said


def test_the_end_tells_places_levels_and_a_failed_try() -> None:
    state = position(("", "3s 3d", "6s 6d 6c 7d", "Ks Kd"), leader=3, levels=["A", "9"], declarer=0, tries=[1, 0])
    events: list[Any] = []
    for seat, text in ((3, "play Ks Kd"), (1, "pass"), (2, "pass"), (1, "play 3s 3d")):
        step = GAME.apply(state, seat, read_action(text))
        state, events = step.state, [*step.events]
    result = GAME.result(state)
    table = replace(TABLE, state="between")
    said = plain_text(
        render.table(public(table, GAME.view(state, None), players=PLAYERS, result=result, last=tuple(events)))
    )
    assert "first and fourth" in said
    order = ["🥇 first 🔵 Ann", "🥈 second 🟠 Dan", "🥉 third 🟠 Ben", "▫️ fourth 🔵 Cat"]
    places = [said.index(one) for one in order]
    assert places == sorted(places)
    assert "did not make it at A (2/3)" in said
    assert "Tribute owed: Cat → Ann" in said


def test_with_every_rank_in_the_hand_all_that_matters_still_fits_a_message() -> None:
    state = position((WIDE, "3c 3h", "4s 4d", "5h 5c"))
    picked = sort_cards(read_exact("6s 7s 8s 9s 2h"))
    seen = GAME.recognise(state, 0, picked)
    readings = tuple(
        Offered(action, c.Offer(12, "d", f"{n:08}"), kind, rank) for n, (action, kind, rank) in enumerate(seen.others)
    )
    assert readings
    whole = panel(
        state, 0, picked=picked, recognised=seen, play=c.PlayPicked(12, "d"), readings=readings,
        pass_now=c.Offer(12, "d", "p"),
    )  # fmt: skip
    assert len(whole.counters) == 15
    for language in ("en", "zh"):
        shown = labels(state, 0, whole, language)
        assert {"3 ×2", "A ×3", "▲2 ×2"} <= set(shown)
        assert any("♠6–10" in label for label in shown)
        assert any(label.startswith(("as ", "当作")) for label in shown)


def test_a_wild_card_can_be_picked_by_itself_beside_the_ranks() -> None:
    state = position(("2s 2h 7s 7d 9c", "3c 3h", "4s 4d", "5h 5c"))
    shown = labels(state, 0, panel(state, 0))
    assert "▲2 ×2" in shown
    assert "★♥2" in shown


def test_a_return_offers_the_cards_as_buttons_and_more_of_them_by_suit() -> None:
    carry: dict[str, Json] = {"places": [0, 1, 2, 3]}
    state = position((WIDE, "Kc 3h", "4s 4d", "Ah 5c"), carry, phase="tribute", levels=["2", "2"])
    state = GAME.apply(state, 3, read_action("tribute Ah")).state
    shown = labels(state, 0, panel(state, 0), "zh")
    assert "还贡 ♠3" in shown
    assert "♠" in shown, "what is not among the buttons is found by suit"
    assert not any("×" in label for label in shown), "ranks need not be picked"


@pytest.mark.parametrize(
    ("jokers", "sentence"),
    [
        (("x", "X"), "Dan paid the higher card and leads."),
        (("Ks", "Kd"), "Equal tributes: Dan, left of the first, leads."),
    ],
)
def test_who_leads_after_the_tribute_and_why_is_one_sentence(jokers: tuple[str, str], sentence: str) -> None:
    third, fourth = jokers
    state = position(("4s 5d", f"{third} 5c", "6s 7d", f"{fourth} 3c"), {"places": [0, 2, 1, 3]}, phase="tribute",
                     levels=["Q", "2"])  # fmt: skip
    for seat, text in ((1, f"tribute {third}"), (3, f"tribute {fourth}"), (0, "return 4s"), (2, "return 6s")):
        state = GAME.apply(state, seat, read_action(text)).state
    said = plain_text(render.table(public(TABLE, GAME.view(state, None), players=PLAYERS)))
    assert sentence in said
    assert "(back: ♠4)" in said


def test_at_equal_levels_it_is_said_whose_level_is_played() -> None:
    state = position(("9s 3d", "8s 4d", "7s 5d", "6s 6d"), levels=["9", "9"], declarer=1)
    assert presentation_of("guandan").stake(GAME.view(state, 0), "zh") == "🔵 我方 9 · 🟠 对方 9 · 打 9（🟠 对方坐庄）"


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
    state = position((cards, "8s 4d", "7s 5d", "6s 6d"), levels=["9", "5"], declarer=0, leader=1)
    said = plain_text(render.hand(private(TABLE, GAME.view(state, 0), None, players=PLAYERS)))
    assert [line for line in said.splitlines() if line.startswith("🌈")] == [told] * bool(told)


def test_a_rank_is_counted_alike_in_the_hand_and_on_its_button() -> None:
    state = position(("9s 9h 9h 4d", "8s 4c", "7s 5d", "6s 6d"), levels=["9", "5"], declarer=0)
    panel = panel_of(GAME, state, 0)
    screen = render.hand(private(TABLE, GAME.view(state, 0), panel, players=PLAYERS))
    assert "4 · ▲9 ×3 (★♥9 ×2)" in plain_text(screen)
    assert {"▲9 ×3", "★♥9 ×2"} <= {one.label for row in screen.rows for one in row}
    alone = position(("9h 4d", "8s 4c", "7s 5d", "6s 6d"), levels=["9", "5"], declarer=0)
    screen = render.hand(private(TABLE, GAME.view(alone, 0), panel_of(GAME, alone, 0), players=PLAYERS))
    assert "4 · ★♥9" in plain_text(screen)
    assert "★♥9" in {one.label for row in screen.rows for one in row}
