"""Promised deals as people read them, in both languages."""

import re
from dataclasses import replace

import pytest

from bot.present import render
from bot.present.screens.screen import Screen, plain_text
from bot.present.words.text import LANGUAGES, say
from bot.session.port.commands import ChatRef, Fair, Luck, UserRef
from bot.session.port.replies import FairCard, Reply
from bot.session.port.updates import Fairness, Player, PublicUpdate, TableInfo

PROMISE, SECRET, NEXT = "a1" * 32, "b2" * 32, "c3" * 32
CARD = FairCard(
    "M17.3", "doudizhu", 12, 3, PROMISE, (("Ann", "dragon"), ("@all /leave", "88"), ("", "sha256:00")), "open"
)


def lobby(state: str, told: Fairness | None, language: str = "en") -> PublicUpdate:
    players = tuple(Player(seat, "person", f"P{seat}", UserRef("telegram", str(seat))) for seat in range(3))
    table = TableInfo(12, "doudizhu", "standard", {}, 60, state, 3)
    return PublicUpdate(table, ChatRef("telegram", "g"), language, players, None, fairness=told)


def buttons(screen: Screen) -> list[object]:
    return [button.command for row in screen.rows for button in row]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_shows_promise_words_and_the_button(language: str) -> None:
    told = Fairness(PROMISE, (("Ann", "dragon"), ("", "88")))
    screen = render.table(lobby("lobby", told, language))
    text = plain_text(screen)
    assert say(language, "fair.next") + PROMISE[:20] + "…" in text
    assert PROMISE not in text
    assert Fair("", 12) in buttons(screen)
    assert f"Ann dragon · {say(language, 'fair.someone')} 88" in text
    assert Luck(12) in buttons(screen)


@pytest.mark.parametrize("state", ["between", "over"])
def test_under_a_result_there_is_one_short_promise_and_a_button_for_the_rest(state: str) -> None:
    screen = render.table(lobby(state, Fairness(NEXT, (), "M17.3", PROMISE, SECRET)))
    text = plain_text(screen)
    assert NEXT[:20] in text
    assert not re.search("[0-9a-f]{21}", text)
    assert {Luck(12), Fair("M17.3", 12)} <= set(buttons(screen))


def test_a_closed_table_still_leads_to_how_its_last_round_was_dealt() -> None:
    screen = render.table(lobby("closed", Fairness("", (), "M17.3", PROMISE, SECRET)))
    assert buttons(screen) == [Fair("M17.3", 12)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_promise_of_the_next_deal_is_a_press_away(language: str) -> None:
    coming = replace(CARD, id="", verdict="promised")
    finished = replace(CARD, verdict="fits", secret=SECRET, following=NEXT)
    shown = [render.reply(Reply(language, True, card)) for card in (coming, finished)]
    texts = [plain_text(screen) for screen in shown if screen is not None]
    assert "#12" in texts[0]
    assert "M17" not in texts[0]
    assert PROMISE in texts[0].split("\n")
    assert texts[1].split("\n")[-2:] == [say(language, "fair.following"), NEXT]


def test_without_a_promise_nothing_is_said_and_nothing_offered() -> None:
    for told in (None, Fairness("", (), "M17.3", PROMISE, "")):
        screen = render.table(lobby("lobby", told))
        assert "🔒" not in plain_text(screen)
        assert Luck(12) not in buttons(screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_open_round_shows_what_was_promised_and_says_when_the_secret_comes(language: str) -> None:
    screen = render.reply(Reply(language, True, CARD))
    assert screen is not None
    text = plain_text(screen)
    assert PROMISE in text
    assert say(language, "fair.hidden") in text
    for who, what in (("Ann", "dragon"), ("＠all ／leave", "88")):
        assert say(language, "list.told", who=who, what=what) in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verdict", ["fits", "differs", "old_rules"])
def test_a_finished_round_shows_its_secret_and_the_verdict(language: str, verdict: str) -> None:
    screen = render.reply(Reply(language, True, replace(CARD, verdict=verdict, secret=SECRET, words=())))
    assert screen is not None
    text = plain_text(screen)
    assert {PROMISE, SECRET, say(language, f"fair.{verdict}"), say(language, "fair.no_words")} <= set(text.split("\n"))
