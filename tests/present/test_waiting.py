"""The panel of somebody who only waits is told apart before it is made: the same digest always means the same screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.present.words.text import say
from games import GAMES
from tests.present.rounds import heard, match_states, panel_of, private


@pytest.mark.parametrize("game", sorted(GAMES))
def test_equal_digests_mean_equal_screens_in_whole_rounds(game: str) -> None:
    rules, language = GAMES[game], "zh" if len(game) % 2 else "en"
    screens: dict[str, object] = {}
    same = waiting = 0
    for table, state, recent, _ in match_states(f"waits {game}", game=game, rounds=1):
        result = rules.result(state)
        for seat in range(rules.seats[0]):
            panel = None if result is not None else panel_of(rules, state, seat)
            view = rules.view(state, seat)
            update = private(table, view, panel, language, recent=heard(recent, seat), result=result)
            update = replace(update, players=tuple(replace(one, kind="person", level="") for one in update.players))
            digest = render.waiting(update)
            if not digest:
                continue
            screen = render.hand(update)
            shown = screen.title, screen.lines, screen.rows, screen.picture and (screen.picture.key, screen.picture.alt)
            waiting += 1
            same += digest in screens
            assert screens.setdefault(digest, shown) == shown
    assert len(screens) > rules.seats[0], "hands change, and their digests with them"
    assert same > waiting / 3, "mostly nothing changes for somebody who waits"


def test_whatever_a_panel_says_besides_has_no_digest_or_another() -> None:
    rules = GAMES["doudizhu"]
    state = next(one for _, one, _, _ in match_states("besides") if rules.view(one, None).phase == "play")
    seat = (rules.awaited(state)[0].seat + 1) % 3
    panel, view = panel_of(rules, state, seat), rules.view(state, seat)
    update = private(replace(next(match_states("besides"))[0]), view, panel)
    digest = render.waiting(update)
    assert digest
    hand = view.hand or ()
    others = {
        render.waiting(one)
        for one in (
            replace(update, language="zh"),
            replace(update, place=replace(update.place, title="Foes")),
            replace(update, others=(4,)),
            replace(update, page=True),
            replace(update, panel=replace(panel, advance_on=True)),
            replace(update, panel=replace(panel, decision="3.2", advance=None)),
        )
    }
    assert len(others - {digest, ""}) == 6
    assert not render.waiting(replace(update, panel=panel_of(rules, state, seat, picked=hand[:1])))
    away = tuple(replace(one, away=True) for one in update.players)
    assert not render.waiting(replace(update, players=away))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_waits_at_a_table_that_no_group_shows_reads_what_the_others_do(language: str) -> None:
    rules = GAMES["doudizhu"]
    table, state, *_ = next(one for one in match_states("besides") if rules.view(one[1], None).acts[2:])
    seat = (rules.awaited(state)[0].seat + 1) % 3
    update = private(table, rules.view(state, seat), panel_of(rules, state, seat), language)
    led_to_the_group = say(language, "panel.in_the_group")
    assert led_to_the_group in plain_text(render.hand(update))
    for alone in (replace(table, private=True), replace(table, adrift=True)):
        text = plain_text(render.hand(replace(update, table=alone)))
        assert led_to_the_group not in text
        assert "Ann" in text
