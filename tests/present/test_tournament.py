"""The message of a tournament in both languages, with as many people as can come: it fits on every platform."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.present.words.text import LANGUAGES
from bot.session.port.commands import ChatRef
from bot.session.port.updates import Contestant, StageTable, StandingsLine, StandingsUpdate, TournamentTerms
from games import GAMES

TELEGRAM, DISCORD = 4096, 4000


def players(entry: int) -> tuple[Contestant, ...]:
    if entry > 20:
        return (Contestant("", "normal"), Contestant("", "normal"))
    return (Contestant(f"A person with a long name {entry}"), Contestant(f"somebody_else_{entry}"))


LINES = tuple(StandingsLine(entry, entry, players(entry), 1000 - entry, 6, open=entry > 18) for entry in range(1, 25))
MET = [(n, ((2 * n - 1, players(2 * n - 1)), (2 * n, players(2 * n)))) for n in range(1, 13)]
TABLES = tuple(StageTable(n, 40 + n, met, n % 3) for n, met in MET)
TERMS = TournamentTerms("guandan", "standard", GAMES["guandan"].option_set.complete({}), 2, 90, 5, 2, everybody=False)
UPDATE = StandingsUpdate(
    3, ChatRef("chat", "g1"), "en", TERMS, "playing", "Ann", 2, 1, LINES, tables=TABLES, vacant=8, commitment="ab" * 32
)


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


def test_medals_are_for_the_end() -> None:
    """After the first deal each of three may have won all that there was."""
    level = tuple(replace(entry, place=1, share=1000) for entry in LINES[:3])
    update = replace(UPDATE, lines=(*level, *LINES[3:]))
    assert "🥇" not in plain_text(render.standings(update))
    assert plain_text(render.standings(replace(UPDATE, state="over"))).count("🥇") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_called_off_says_so(language: str) -> None:
    screen = render.standings(replace(UPDATE, language=language, state="ended", stage=0))
    assert len(screen.lines) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_it_has_ended_is_drawn_once_and_not_while_it_goes_on(language: str) -> None:
    over = render.standings(replace(UPDATE, language=language, state="over"))
    assert over.picture is not None
    with Image.open(BytesIO(over.picture.make())) as drawn:
        assert drawn.width == 1080
        assert drawn.height > 90 * len(LINES)
    other = replace(UPDATE.lines[0], share=1)
    changed = render.standings(replace(UPDATE, language=language, state="over", lines=(other, *UPDATE.lines[1:])))
    assert changed.picture is not None
    assert changed.picture.key != over.picture.key
    for state in ("sign_up", "playing"):
        assert render.standings(replace(UPDATE, language=language, state=state)).picture is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guest_signs_up_and_sends_it_away_but_does_not_start_it(language: str) -> None:
    home = render.standings(replace(UPDATE, language=language, state="sign_up", code="T3-ABCDEFGH"))
    guest = replace(UPDATE, language=language, state="sign_up", home=False, elsewhere=("Friends",), code="T3-ABCDEFGH")
    text = plain_text(render.standings(guest))
    assert "Friends" in text
    assert "T3-ABCDEFGH" in text
    keys = [[one.key for row in screen.rows for one in row] for screen in (home, render.standings(guest))]
    assert {"tournament_enter", "tournament_start", "tournament_end"} <= set(keys[0])
    assert {"tournament_enter", "tournament_leave", "tournament_invite"} <= set(keys[1])
    assert "tournament_start" not in keys[1]
    left = render.standings(replace(guest, post=replace(guest.post, left=True)))
    assert (len(left.lines), left.rows) == (1, ())
