"""The winning play is seen: a result tells who laid what last, in words and in the picture."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.present import render
from bot.present.pictures.views import _trick_art, table_picture
from bot.present.presentation import presentation_of
from bot.present.screens.screen import plain_text
from bot.present.words.plays import final_plays, play_text
from bot.present.words.text import name_of
from bot.session.port.updates import PublicUpdate
from games import GAMES
from games.base.events import Played
from games.contract import View
from tests.cases import each
from tests.present.rounds import match_states, private, public

LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])
WORDS = {"en": ("Last trick: ",), "zh": ("最后一圈：", "最后一墩：")}


def ended(game: str, language: str = "en", seed: str = "3") -> tuple[PublicUpdate, View]:
    """The end of a round of easy AI players, and what the last seat sees of it."""
    table, state, recent, events = list(match_states(seed, game=game, rounds=1, level="easy"))[-1]
    result = GAMES[game].result(state)
    assert result is not None
    view = GAMES[game].view(state, None)
    update = public(table, view, language, result=result, recent=recent, last=events, totals=result.points)
    return update, GAMES[game].view(state, table.seats - 1)


@LANGUAGES
@each("game", GAMES)
def test_the_result_names_the_plays_of_the_last_trick_in_order(game: str, language: str) -> None:
    update, mine = ended(game, language)
    assert update.view is not None
    last = final_plays(update.view)[-1].act
    play = play_text(game, language, last.cards, last.kind, last.rank)
    told = f"{name_of(update.players, last.seat, language)} {play}"
    for screen in (
        render.table(update),
        render.past(update),
        render.hand(private(update.table, mine, None, language, result=update.play.result, totals=update.score.totals)),
    ):
        (line,) = [row for row in plain_text(screen).splitlines() if any(words in row for words in WORDS[language])]
        assert line.endswith(told)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_trick_is_all_that_was_laid_since_it_began(game: str) -> None:
    update, _ = ended(game)
    assert update.view is not None
    laid = [event for event, _ in update.play.recent if isinstance(event, Played)]
    told = final_plays(update.view)
    assert (told[-1].act.seat, told[-1].act.cards) == (laid[-1].seat, laid[-1].cards)
    assert told[0].act.lead


@pytest.mark.parametrize("game", GAMES)
def test_what_the_rules_lay_by_themselves_after_the_last_trick_is_no_part_of_it(game: str) -> None:
    """However a round ends: one lead, one winner, and the rest of a hand told apart."""
    for seed in "34567":
        _, state, _, _ = list(match_states(seed, game=game, rounds=1, level="easy"))[-1]
        view = GAMES[game].view(state, None)
        plays = final_plays(view)
        if not plays:  # everybody passed the bidding
            continue
        trick = [one.act for one in plays if not one.alone]
        assert len({act.trick for act in trick}) == 1
        assert sum(act.lead for act in trick) <= 1
        assert [one.act for one in plays if one.won] == [presentation_of(game).winning(view, trick)]
        assert all(one.act.auto and one.act.lead for one in plays if one.alone)


@LANGUAGES
def test_the_rest_of_a_hand_is_told_apart_from_the_last_trick(language: str) -> None:
    update, _ = ended("gouji", language, "6")
    assert update.view is not None
    plays = final_plays(update.view)
    assert [one.alone for one in plays[-2:]] == [True, True], "two are left with what cannot be played"
    words = plain_text(render.table(update))
    assert words.count({"en": "; the rest: ", "zh": "；余下的牌："}[language]) == 1
    art = _trick_art(update, update.view)
    assert [(one.won, one.alone) for one in art] == [(one.won, one.alone) for one in plays]
    assert not art[-1].won


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_of_a_result_shows_the_last_trick_below_the_table(game: str) -> None:
    update, _ = ended(game)
    assert update.view is not None
    with_trick = table_picture(update)
    without = table_picture(public(update.table, update.view, "en", recent=update.play.recent))
    assert with_trick is not None
    assert without is not None
    heights = [Image.open(BytesIO(picture.make())).height for picture in (with_trick, without)]
    assert heights[0] > heights[1] + 150


@pytest.mark.parametrize("game", GAMES)
def test_a_chinese_result_has_chinese_colons(game: str) -> None:
    update, _ = ended(game, "zh")
    assert ": " not in plain_text(render.table(update))


@LANGUAGES
def test_a_result_of_the_past_waits_for_nobody(language: str) -> None:
    update, _ = ended("doudizhu", language)
    now, past = plain_text(render.table(update)), plain_text(render.past(update))
    assert set(past.splitlines()) < set(now.splitlines())
    assert render.past(update).rows == ()
    for name in ("Ann", "李雷"):
        assert not [row for row in past.splitlines() if name in row and ("Waiting" in row or "还在等" in row)]


@LANGUAGES
def test_how_long_the_others_have_is_told_in_words_that_stay_true(language: str) -> None:
    update, _ = ended("doudizhu", language)
    told = plain_text(render.table(update))
    assert {"en": "From the first Ready on", "zh": "有人点“准备好了”之后"}[language] in told
    off = replace(update, table=replace(update.table, clock=0))
    assert "⏳" not in plain_text(render.table(off))
