"""Whole random matches, seen by the channel and by each seat, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from bot.present import render
from bot.present.screens.screen import Mention, Screen, plain_text
from bot.present.words import catalogue
from bot.present.words.text import read_cards
from bot.session.port.buttons import fits
from games import GAMES
from games.base.actions import Bid, Do, Pass, Play
from games.base.cards import Cards, rank_counts, sort_cards
from games.contract import Carry, Deal, Json
from tests.present.rounds import caused, heard, info, match_states, panel_of, private, public
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
    assert len(buttons) <= 25
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
    """What the channel and the seats see of a moment, in both languages."""
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


def dealt(hands: Sequence[str], kitty: str) -> Any:
    """A round of Dou Dizhu in its bidding, with these ranks in the hands."""
    cards = tuple(sort_cards(read_cards(hand)) for hand in hands)
    return Deal(cards, read_cards(kitty), {"phase": "bid", "leader": 0})


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_swapping_hidden_cards_changes_nothing_that_the_channel_sees(language: str) -> None:
    rules = GAMES["doudizhu"]
    mine = "3s 3h 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s 2h 2d 2c"
    theirs = ["3d 3c 4h 4d 4c 5h 5d 5c 6h 6d 6c 7h 7d 7c 8h 8d X", "9h 9d 9c Th Td Tc Jh Jd Jc Qh Qd Qc Kh Kd Kc Ah x"]
    swapped = [theirs[0].replace("X", "x"), theirs[1].replace("x", "X")]
    rounds = []
    for others in (theirs, swapped):
        step = rules.start(rules.option_set.complete({}), dealt([mine, *others], "8c Ad Ac"), {})
        seen = [public(info(), rules.view(step.state, None), language, recent=heard(caused(step.events), None))]
        for action in (Bid(3), Play(read_cards("2s 2h 2d 2c")), Pass(), Pass(), Play(read_cards("8c"))):
            step = rules.apply(step.state, rules.awaited(step.state)[0].seat, action)
            seen.append(public(info(), rules.view(step.state, None), language, recent=heard(caused(step.events), None)))
        rounds.append(seen)
    for one, other in zip(*rounds, strict=True):
        first, second = render.table(one), render.table(other)
        assert (first.title, first.lines, first.rows) == (second.title, second.lines, second.rows)
        assert first.picture is not None
        assert second.picture is not None
        assert first.picture.key == second.picture.key
        assert first.picture.alt == second.picture.alt
    shown = plain_text(render.table(rounds[0][-1]))
    assert "🃏" not in shown.replace(catalogue.say(language, "button.my_hand"), "")


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


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_no_screen_of_guandan_tells_a_seat_what_others_hold(language: str) -> None:
    """Two cards change places between two hands: whoever holds neither sees the very same screens."""
    rules = GAMES["guandan"]
    hands = ["4s 5d 9c 9d", "Ks 5c 5h Jh", "6s 7d Qc Qd", "As Ad 3c Jd"]
    swapped = [hands[0], hands[1].replace("Jh", "Jd"), hands[2], hands[3].replace("Jd", "Jh")]
    seen = []
    for dealt_hands in (hands, swapped):
        keys: dict[str, Json] = {"phase": "tribute", "levels": ["8", "2"]}
        deal = Deal(tuple(sort_cards(read_cards(hand)) for hand in dealt_hands), keys=keys)
        step = rules.start(rules.option_set.complete({}), deal, {"places": [0, 2, 1, 3]})
        shown = [screens_of(rules, step, language)]
        for seat, action in ((1, Do("tribute", read_cards("Ks"))), (3, Do("tribute", read_cards("Ad")))):
            step = rules.apply(step.state, seat, action)
            shown.append(screens_of(rules, step, language))
        seen.append(shown)
    assert seen[0] == seen[1]
    named = seen[0][1]
    assert "♠K" not in "".join(map(str, named)), "a tribute that only one of two has named stays hidden"
    assert "♠K" in str(seen[0][2][0])


def screens_of(rules: Any, step: Any, language: str) -> list[tuple[Any, ...]]:
    """What the channel and the two seats that pay nothing see, with their pictures' keys."""
    table, recent = info("guandan", number=2), caused(step.events)
    made = [render.table(public(table, rules.view(step.state, None), language, recent=heard(recent, None)))]
    for seat in (0, 2):
        panel = panel_of(rules, step.state, seat)
        own = rules.view(step.state, seat)
        made.append(render.hand(private(table, own, panel, language, recent=heard(recent, seat))))
    return [(one.title, one.lines, one.rows, one.picture and (one.picture.key, one.picture.alt)) for one in made]
