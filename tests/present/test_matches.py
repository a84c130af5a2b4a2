"""Whole random matches, seen by the channel and by each seat, in both languages."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

from bot.present import render
from bot.present.screens.screen import Mention, Screen, plain_text
from bot.present.words import text as catalogue
from bot.session.port.buttons import fits
from games import GAMES
from games.base.cards import Cards, rank_counts
from games.contract import Carry
from tests.present.rounds import heard, match_states, panel_of, private, public
from tests.seeds import ALL

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
    assert sum(not button.form for button in buttons) <= 25, "a form comes with lists, which take many buttons away"
    for button in buttons:
        assert 0 < len(button.label) <= 40, button.label
        assert "\n" not in button.label
        assert button.command is None or fits(button.command), button
        assert button.command is not None or button.start is not None or button.key == "group"
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
    fall_back = catalogue.humanise

    def remember(code: str) -> str:
        asked.append(code)
        return fall_back(code)

    monkeypatch.setattr(catalogue, "humanise", remember)
    return asked


PRESETS = [(game, preset.key) for game, rules in GAMES.items() for preset in rules.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_whole_match_reads_well_for_everybody(game: str, preset: str, missing: list[str]) -> None:
    """Every moment under the standard rules; under others each kind of moment and a sixteenth of the rest (in the long
    run every one). The match is played once and told in both languages."""
    rules = GAMES[game]
    every, kinds = ALL or preset == "standard", set()
    options = next(known.options for known in rules.presets if known.key == preset)
    course: tuple[Carry, ...] = ()
    rounds = 1 if game == "doudizhu" else 2  # the second begins with what the first left behind
    states = match_states(f"read {preset}", game=game, rounds=rounds, options=options)
    for number, (table, state, recent, last) in enumerate(states):
        result, awaited = rules.result(state), rules.awaited(state)
        course += () if result is None else (result.carry,)
        kind = (rules.phase(state), *sorted(f"{one.why}" for one in awaited), *sorted({event.code for event in last}))
        if every or number % 16 == 0 or kind not in kinds:
            reads_well(rules, state, table, recent, last, course)
        kinds.add(kind)
    assert not missing


def reads_well(rules: Any, state: Any, table: Any, recent: Any, last: Any, course: tuple[Carry, ...]) -> None:
    view, result = rules.view(state, None), rules.result(state)
    totals = tuple(seat.score for seat in view.seats)
    told: dict[str, Any] = {"result": result, "totals": totals}
    public_told = {"recent": heard(recent, None), "last": last, "course": course, **told}
    check_screens(render.table(public(table, view, language, **public_told)) for language in catalogue.LANGUAGES)
    acting = {waiting.seat for waiting in view.awaited} | {len(view.acts) % table.seats}
    for seat in range(table.seats) if result else sorted(acting):
        own = rules.view(state, seat)
        picked = best_of(rules, state, seat)
        told["recent"] = heard(recent, seat)
        for suit in (None, seat) if own.wild else (None,):
            panel = None if result else panel_of(rules, state, seat, picked=picked, suit=suit)
            check_screens(render.hand(private(table, own, panel, language, **told)) for language in catalogue.LANGUAGES)


def check_screens(screens: Iterable[Screen]) -> None:
    for screen in screens:
        check_limits(screen)
        check_words(screen)


def best_of(rules: Any, state: Any, seat: int) -> Cards:
    """The cards of the first suggestion, as somebody who follows it picks them."""
    return next((cards for action in rules.suggest(state, seat) if (cards := getattr(action, "cards", ()))), ())


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
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
