"""The message of a tournament in both languages, with as many people as can come: it fits on every platform."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.present.words.catalogue import LANGUAGES
from bot.session.port.commands import ChatRef
from bot.session.port.updates import Contestant, StageTable, StandingsLine, StandingsUpdate
from games import GAMES

TELEGRAM, DISCORD = 4096, 4000


def players(entry: int) -> tuple[Contestant, ...]:
    if entry > 20:
        return (Contestant("", "normal"), Contestant("", "normal"))
    return (Contestant(f"A person with a long name {entry}"), Contestant(f"somebody_else_{entry}"))


LINES = tuple(StandingsLine(entry, entry, players(entry), 1000 - entry, 6, open=entry > 18) for entry in range(1, 25))
UPDATE = StandingsUpdate(
    tournament=3, chat=ChatRef("chat", "g1"), language="en", game="guandan", preset="standard",
    options=GAMES["guandan"].option_set.complete({}), state="playing", opener="Ann", members=2, clock=90, stages=5, deals=2,
    stage=2, everybody=False, finished=1, lines=LINES, vacant=8, commitment="ab" * 32,
    tables=tuple(
        StageTable(n, 40 + n, ((2 * n - 1, players(2 * n - 1)), (2 * n, players(2 * n))), n % 3) for n in range(1, 13)
    ),
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", ["sign_up", "playing", "over", "ended"])
def test_it_fits_and_nothing_is_left_blank(language: str, state: str) -> None:
    screen = render.standings(replace(UPDATE, language=language, state=state))
    text = plain_text(screen)
    assert len(text) < min(TELEGRAM, DISCORD)
    assert "{" not in text
    assert all(0 < len(one.label) <= 40 for row in screen.rows for one in row)
    assert len(screen.rows) <= 5
    assert (len(screen.rows) == 0) == (state in ("over", "ended"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_called_off_says_so(language: str) -> None:
    screen = render.standings(replace(UPDATE, language=language, state="ended", stage=0))
    assert len(screen.lines) == 1
