"""Events as sentences: logs and replays say the same as the table."""

import pytest

from bot.present.words import text as catalogue
from bot.present.words.plays import deeds_by_seat, event_text, last_play
from bot.present.words.text import read_cards
from games import GAMES
from games.base.events import (
    EVERYONE,
    Called,
    Dealt,
    Event,
    HandShown,
    LeadInherited,
    MatchEnded,
    Passed,
    PileShown,
    Played,
    RoleTaken,
    RoundEnded,
    TrickWon,
    Voided,
    WentOut,
)  # fmt: skip
from tests.cases import each
from tests.present.rounds import caused, heard, match_states, people

PAIR = read_cards("7s 7h")
SENTENCES = [
    (Dealt(audience=frozenset({0}), seat=0, cards=PAIR), "Ann is dealt 7 ×2", "Ann拿到 7 ×2"),
    (Called(audience=EVERYONE, seat=0, amount=2), "Ann bids 2", "Ann叫2分"),
    (Called(audience=EVERYONE, seat=2, amount=0), "🤖 AI 3 does not bid", "🤖 电脑3不叫"),
    (RoleTaken(audience=EVERYONE, seat=0, role="landlord", stake=3), "Ann is 👑 landlord, stake 3", "Ann成为👑 地主，底分3"),
    (PileShown(audience=EVERYONE, pile="kitty", cards=PAIR, seat=0), "Kitty: 7 ×2 → Ann", "底牌：7 ×2 → Ann"),
    (PileShown(audience=EVERYONE, pile="kitty", cards=PAIR, seat=None), "Kitty: 7 ×2 → nobody", "底牌：7 ×2 → 无人"),
    (Played(audience=EVERYONE, seat=0, cards=PAIR, kind="pair", rank="7"), "Ann: pair 7", "Ann：对7"),
    (Passed(audience=EVERYONE, seat=0, auto=True), "Ann passes (automatically)", "Ann不出（自动）"),
    (TrickWon(audience=EVERYONE, seat=0, leader=0), "Ann wins the trick", "Ann赢得这一圈"),
    (LeadInherited(audience=EVERYONE, seat=2, winner=0),
     "🤖 AI 3 leads in place of Ann, who is out", "由🤖 电脑3接Ann的风"),
    (WentOut(audience=EVERYONE, seat=0, place=1), "Ann has no cards left", "Ann出完了"),
    (HandShown(audience=EVERYONE, seat=0, cards=PAIR), "Ann still held 7 ×2", "Ann还剩 7 ×2"),
    (Voided(audience=EVERYONE, why="all_passed"), "The deal is void: nobody wanted to be landlord", "此局作废：没有人叫分"),
    (MatchEnded(audience=EVERYONE, winners=(0, 2)), "The match goes to Ann, 🤖 AI 3", "Ann、🤖 电脑3赢得整场"),
]  # fmt: skip


@each(("event", "english", "chinese"), SENTENCES)
def test_an_event_is_told_in_one_sentence(event: Event, english: str, chinese: str) -> None:
    assert event_text("doudizhu", event, "player", people(), "en") == english
    assert event_text("doudizhu", event, "player", people(), "zh") == chinese


def test_points_are_told_seat_by_seat() -> None:
    event = RoundEnded(audience=EVERYONE, points=(6, -3, -3))
    assert event_text("doudizhu", event, "player", people(), "en").startswith("Points: Ann +6 · Bob")


def test_what_the_clock_or_a_stand_in_did_is_marked() -> None:
    event = Passed(audience=EVERYONE, seat=0)
    assert event_text("doudizhu", event, "clock", people(), "en") == "Ann passes ⏰ time up"
    assert event_text("doudizhu", event, "stand_in", people(), "zh") == "Ann不出 🤖 电脑"
    assert event_text("doudizhu", event, "ai", people(), "en") == "Ann passes"
    by_ai = Passed(audience=EVERYONE, seat=2)  # its name says who acts
    assert event_text("doudizhu", by_ai, "stand_in", people(), "zh") == "🤖 电脑3不出"
    assert event_text("gouji", by_ai, "ai", people(), "zh") == "🤖 电脑3不要"


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_each_seat_shows_its_last_deed_of_the_trick_alone(language: str) -> None:
    rules = GAMES["doudizhu"]
    seen_passes = seen_bids = 0
    for _, state, recent, events in match_states("deeds", rounds=1):
        view = rules.view(state, None)
        shown = deeds_by_seat(view, heard(recent, None), people(), language)
        deeds = {seat: deed.text for seat, deed in shown.items()}
        trick = [act for act in view.acts if act.trick == (view.trick if view.phase == "play" else -1)]
        assert set(deeds) == {act.seat for act in trick}
        seen_passes += any(catalogue.say(language, "deed.pass") in deed for deed in deeds.values())
        seen_bids += any(catalogue.say(language, "deed.bid", n=amount) in deeds.values() for amount in (1, 2, 3))
        if view.standing is not None:
            assert last_play(view) is None
        assert all(event_text("doudizhu", event, cause, people(), language) for event, cause in caused(events))
    assert seen_passes
    assert seen_bids


def test_a_pass_taken_by_the_clock_is_marked_in_the_seat_line() -> None:
    rules = GAMES["doudizhu"]
    for _, state, recent, events in match_states("deeds", rounds=1):
        passed = [event for event in events if isinstance(event, Passed)]
        view = rules.view(state, None)
        if passed and view.phase == "play" and view.standing is not None:
            clocked = recent[: -len(events)] + caused(events, "clock")
            assert deeds_by_seat(view, clocked, people(), "en")[passed[0].seat].text == "passes ⏰ time up"
            return
    pytest.fail("nobody passed")
