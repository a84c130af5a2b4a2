"""Whole random matches, seen by the channel and by each seat, in both languages."""

from __future__ import annotations

import re

import pytest

from bot.present import i18n, render
from bot.present.screens import Mention, Screen, plain_text
from bot.present.text import SUIT_SIGNS
from games import GAMES
from games.kit.cards import rank_counts, rank_of
from tests.present.rounds import heard, match_states, panel_of, private, public

_GAPS = re.compile(
    r"…(?!$)|\{|\}|\b(?:notice|refusal|event|kind|option|preset|button|panel|table|why|why_you)\.[a-z_]+"
)


def check_limits(screen: Screen) -> None:
    """What every platform can carry: Discord's 25 components, Telegram's text, labels for a phone."""
    text = plain_text(screen)
    assert len(text) <= 3500
    assert len(screen.title) <= 100
    assert all(len(row) <= 5 for row in screen.rows)
    buttons = [button for row in screen.rows for button in row]
    assert len(buttons) <= 25
    for button in buttons:
        assert 0 < len(button.label) <= 40, button.label
        assert "\n" not in button.label
    keys = [button.key for button in buttons]
    assert len(keys) == len(set(keys)), keys
    assert all(keys)
    for line in screen.lines:
        for part in line:
            assert "\n" not in (part.name if isinstance(part, Mention) else part.text)


def check_words(screen: Screen) -> None:
    """No field without a value, no code in place of a text."""
    text = plain_text(screen) + " ".join(button.label for row in screen.rows for button in row)
    assert not _GAPS.search(text), text


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes that were asked for and have no text."""
    asked: list[str] = []
    fall_back = i18n.humanise

    def remember(code: str) -> str:
        asked.append(code)
        return fall_back(code)

    monkeypatch.setattr(i18n, "humanise", remember)
    return asked


PRESETS = [preset.key for preset in GAMES["doudizhu"].presets]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_whole_match_reads_well_for_everybody(preset: str, language: str, missing: list[str]) -> None:
    rules = GAMES["doudizhu"]
    options = next(known.options for known in rules.presets if known.key == preset)
    for table, state, recent, last in match_states(f"read {preset}", rounds=1, **options):
        view, result = rules.view(state, None), rules.result(state)
        totals = tuple(seat.score for seat in view.seats)
        update = public(table, view, language, recent=heard(recent, None), last=last, result=result, totals=totals)
        screen = render.table(update)
        check_limits(screen)
        check_words(screen)
        for seat in range(3):
            own = rules.view(state, seat)
            panel = None if result else panel_of(rules, state, seat)
            mine = private(table, own, panel, language, recent=heard(recent, seat), result=result, totals=totals)
            check_limits(render.hand(mine))
            check_words(render.hand(mine))
    assert not missing


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_table_looks_the_same_whatever_the_hidden_cards_are(language: str) -> None:
    """Every rank and sign in a public screen comes from the kitty, plays and shown hands alone."""
    rules = GAMES["doudizhu"]
    for table, state, recent, last in match_states("secret"):
        view, result = rules.view(state, None), rules.result(state)
        assert view.hand is None
        screen = render.table(public(table, view, language, recent=heard(recent, None), last=last, result=result))
        shown = plain_text(screen)
        assert not any(sign in shown for sign in SUIT_SIGNS)
        public_cards = [card for act in view.acts for card in act.cards]
        public_cards += [card for seat in view.seats for card in seat.shown]
        kitty = view.facts["kitty"]
        assert kitty is None or isinstance(kitty, str)
        for word, rank in (("🃏小王", 13), ("🃏大王", 14), ("small joker", 13), ("BIG JOKER", 14)):
            known = any(rank_of(card) == rank for card in public_cards) or (kitty and "xX"[rank - 13] in kitty.split())
            assert known or word not in shown


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_panel_shows_every_rank_of_the_hand_with_its_number(language: str) -> None:
    rules = GAMES["doudizhu"]
    for table, state, recent, _ in match_states("panel", rounds=1):
        for waiting in rules.awaited(state):
            view = rules.view(state, waiting.seat)
            panel = panel_of(rules, state, waiting.seat)
            screen = render.hand(private(table, view, panel, language, recent=heard(recent, waiting.seat)))
            counters = {button.key: button for row in screen.rows for button in row if button.key.startswith("rank")}
            held = rank_counts(view.hand or ())
            if view.phase == "bid":
                assert not counters
                continue
            assert set(counters) == {f"rank{rank}" for rank in range(15) if held[rank]}
            for rank in range(15):
                if held[rank] > 1:
                    assert counters[f"rank{rank}"].label.endswith(f"×{held[rank]}")
