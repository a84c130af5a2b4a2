"""Promised deals as people read them, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.present import render
from bot.present.i18n import LANGUAGES, say
from bot.present.screens import Screen, plain_text
from bot.session.commands import ChatRef, Luck, UserRef
from bot.session.updates import FairCard, Fairness, Player, PublicUpdate, Reply, TableInfo

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
    assert say(language, "fair.next") + PROMISE in text
    assert f"Ann dragon · {say(language, 'fair.someone')} 88" in text
    assert Luck(12) in buttons(screen)


@pytest.mark.parametrize("state", ["between", "over"])
def test_after_a_round_the_secret_stands_above_the_next_promise(state: str) -> None:
    screen = render.table(lobby(state, Fairness(NEXT, (), "M17.3", PROMISE, SECRET)))
    text = plain_text(screen)
    assert f"{SECRET} · check: /fair M17.3" in text
    assert text.index(SECRET) < text.index(NEXT)
    assert Luck(12) in buttons(screen)


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
    assert "Ann: dragon" in text
    assert "＠all ／leave: 88" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verdict", ["fits", "differs", "old_rules"])
def test_a_finished_round_shows_its_secret_and_the_verdict(language: str, verdict: str) -> None:
    screen = render.reply(Reply(language, True, replace(CARD, verdict=verdict, secret=SECRET, words=())))
    assert screen is not None
    text = plain_text(screen)
    assert {PROMISE, SECRET, say(language, f"fair.{verdict}"), say(language, "fair.no_words")} <= set(text.split("\n"))
