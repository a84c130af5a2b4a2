"""What people stumble over when they read: numbers, names and what stands twice."""

from dataclasses import replace
from typing import Any

import pytest

from bot.frontends.web.wire.hand import _panel as page_panel
from bot.present import render
from bot.present.presentation import presentation_of
from bot.present.screens.elements import round_number
from bot.present.screens.screen import plain_text
from bot.present.words import text as catalogue
from bot.present.words.plays import event_text
from bot.present.words.text import card_word, width
from bot.session.port.replies import HelpCard, Lobby, SettingsCard
from bot.session.port.updates import Notice
from games import GAMES
from games.base.actions import Bid
from games.base.cards import Cards
from games.base.events import EVERYONE, Called, Voided
from tests.present.rounds import info, match_states, panel_of, people, private, public
from tests.present.test_screens import LANGUAGES, RULES, answer, result_of, states


class Sorted:
    """Chance that changes nothing."""

    def shuffled(self, cards: Cards) -> Cards:
        return cards

    def below(self, limit: int) -> int:
        return 0


def nobody_bids() -> tuple[Any, Any]:
    """A deal that nobody wanted, and the next one of the same match."""
    options = RULES.option_set.complete({})
    state = RULES.start(options, RULES.deal(options, 3, {}, Sorted()), {}).state
    while RULES.result(state) is None:
        state = RULES.apply(state, RULES.awaited(state)[0].seat, Bid(0)).state
    carry = result_of(state).carry
    return state, RULES.start(options, RULES.deal(options, 3, carry, Sorted()), carry).state


def test_a_deal_that_nobody_wanted_is_not_counted_among_the_rounds() -> None:
    void, again = nobody_bids()
    assert round_number(info(number=1), RULES.view(void, None)) == 1
    screen = render.table(public(info(number=2), RULES.view(again, None)))
    assert "Round 1 of 6" in plain_text(screen)
    finished = states()[-1][1]
    assert round_number(info(number=1), RULES.view(finished, None)) == 1
    assert round_number(info(number=7), None) == 7


def test_who_acted_is_said_of_deeds_only_and_in_words() -> None:
    void = Voided(audience=EVERYONE, why="all_passed")
    assert event_text("doudizhu", void, "auto", people(), "en") == "The deal is void: nobody wanted to be landlord"
    called = Called(audience=EVERYONE, seat=0, amount=0)
    assert event_text("doudizhu", called, "clock", people(), "en") == "Ann does not bid ⏰ time up"


@LANGUAGES
def test_a_preset_that_was_chosen_is_called_by_its_name(language: str) -> None:
    told = Notice("setting_changed", {"option": "preset", "value": "cards_left"})
    assert catalogue.say(language, "preset.doudizhu.cards_left.title") in render.toast(told, language)


@LANGUAGES
def test_a_match_that_was_cut_off_says_so_and_offers_no_replay(language: str) -> None:
    text = plain_text(render.table(public(info(state="over"), None, language, totals=(0, 0, 0))))
    assert catalogue.say(language, "result.cut_off") in text
    assert "/replay" not in text


@LANGUAGES
@pytest.mark.parametrize("body", [SettingsCard(info(), False), Lobby(tuple(GAMES))], ids=["settings", "presets"])
def test_no_label_loses_its_end_beside_another_on_a_phone(language: str, body: Any) -> None:
    for row in answer(body, language).rows:
        assert len(row) == 1 or all(width(one.label) <= 20 for one in row[:2])


@LANGUAGES
def test_help_does_not_offer_the_hand_twice(language: str) -> None:
    screen = answer(HelpCard("group", ("play", "hand", "rules"), 12), language)
    commands = [one.command for row in screen.rows for one in row]
    assert len(commands) == len(set(commands))


def test_a_picture_is_described_without_doubled_stops() -> None:
    table, state, _, events = states()[-1]
    update = public(replace(table, state="between"), RULES.view(state, None), result=result_of(state), last=events)
    picture = render.table(update).picture
    assert picture is not None
    assert ".." not in picture.alt


@pytest.mark.parametrize(
    ("language", "holds", "lacks"), [("en", "follow with a", "you have none"), ("zh", "请跟一张", "你没有")]
)
def test_where_nobody_passes_the_suit_to_follow_is_said(language: str, holds: str, lacks: str) -> None:
    """In Gong Zhu, on the panel and at the page: never that one may beat a card, or pass."""
    rules, told = GAMES["gongzhu"], set()
    for table, state, _, _ in match_states("suit", game="gongzhu", rounds=1):
        for asked in rules.awaited(state):
            view = rules.view(state, asked.seat)
            panel = panel_of(rules, state, asked.seat)
            screen = render.hand(private(table, view, panel, language))
            page: Any = page_panel(panel, view, language)
            shown = [line for line in plain_text(screen).split("\n") if line.startswith("👉")]
            labels = [one.label for row in screen.rows for one in row]
            for text in (*shown, *labels, page["why_text"], page["pass_label"]):
                assert not any(word in text.lower() for word in ("pass", "beat", "管上", "不出", "过"))
            if asked.why != "follow":
                continue
            led = "♠♥♦♣"[state.trick[0] % 4]
            has = any(card % 4 == state.trick[0] % 4 for card in view.hand or ())
            for text in (shown[0], page["why_text"]):
                assert led in text
                assert (holds if has else lacks) in text
            told.add(has)
    assert told == {True, False}


def test_a_card_thrown_off_does_not_lend_its_suit_to_the_next_one() -> None:
    """Read from left to right, the tricks that are over name the cards that were played."""
    rules, thrown = GAMES["gongzhu"], 0
    for _, state, _, _ in match_states("thrown", game="gongzhu", rounds=1):
        view = rules.view(state, None)
        played = [act.cards[0] for act in view.acts if act.verb == "play"]
        lines = presentation_of("gongzhu").history(view, people(4), "en")[1:]
        for at, told in enumerate(lines):
            sign, read = "", []
            for word in told.rpartition(" → ")[0].split()[-4:]:
                sign = word[0] if word[0] in "♠♥♦♣" else sign
                read.append(sign + word.lstrip("♠♥♦♣"))
            trick = played[4 * at : 4 * at + 4]
            assert read == [card_word(card, "en") for card in trick]
            thrown += len({card % 4 for card in trick}) > 1
    assert thrown


@LANGUAGES
def test_who_holds_nothing_to_expose_is_told_so(language: str) -> None:
    rules, told = GAMES["gongzhu"], set()
    for table, state, _, _ in match_states("expose", game="gongzhu", rounds=2):
        for asked in rules.awaited(state):
            if asked.why != "expose":
                continue
            view = rules.view(state, asked.seat)
            screen = plain_text(render.hand(private(table, view, panel_of(rules, state, asked.seat), language)))
            can = bool({card_word(card, "en") for card in view.hand or ()} & {"♠Q", "♦J", "♣10", "♥A"})
            assert (catalogue.say(language, "panel.nothing_exposed") in screen) is not can
            told.add(can)
    assert told == {True, False}
