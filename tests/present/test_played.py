"""What has been played, as people read it: every page fits one message, and the table message keeps the last trick."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.frontends.telegram.outgoing.markup import Links, draw
from bot.present import render
from bot.present.screens.screen import Screen, plain_text
from bot.present.words.plays import last_finished, trick_shown, tricks_of
from bot.present.words.text import LANGUAGES, name_of
from bot.session.port.commands import TurnPlayed
from bot.session.port.replies import PlayedCard, Reply
from bot.session.port.updates import TableInfo
from games import GAMES
from games.contract import View
from games.kit.memory import still_out
from tests.cases import each
from tests.present.rounds import match_states, people, public
from tests.present.test_matches import check_limits, check_words

EVERY = 9  # Each so many deeds people look
LAST = {"en": "Last trick: ", "zh": "上一圈："}


def card(table: TableInfo, view: View, upto: int | None = None) -> PlayedCard:
    out = still_out(view, GAMES[table.game].pack(view.options, table.seats)) if view.phase != "over" else None
    return PlayedCard(table, view, people(table.seats), "17-1", upto, out, view.viewer is not None)


def pages(table: TableInfo, view: View, language: str) -> list[Screen]:
    """The newest page and all that its buttons lead back to."""
    found = []
    upto: int | None = None
    while True:
        screen = render.reply(Reply(language, True, card(table, view, upto)))
        assert screen is not None
        found.append(screen)
        older = [one.command for row in screen.rows for one in row if one.key == "played_older"]
        if not older:
            return found
        assert isinstance(older[0], TurnPlayed)
        upto = older[0].upto


@each("language", LANGUAGES)
@each("game", GAMES)
def test_each_trick_stands_on_one_page_and_each_page_in_one_message(game: str, language: str) -> None:
    states = list(match_states("5", game=game, rounds=1, level="easy"))
    for table, state, _, _ in [*states[::EVERY], states[-1]]:
        for viewer in (None, 0):
            view = GAMES[game].view(state, viewer)
            shown = pages(table, view, language)
            for screen in shown:
                check_limits(screen)
                check_words(screen)
                assert len(draw(screen, Links("paiju_bot")).pages) == 1
            text = "\n".join(plain_text(screen) for screen in shown)
            word = {"en": "Trick {}", "zh": "第{}墩" if game == "gongzhu" else "第{}圈"}[language]
            headings = [row.partition(" · ")[0] for row in text.splitlines()]
            for number, _ in tricks_of(view):
                assert number < 0 or headings.count(word.format(number + 1)) == 1


@each("language", LANGUAGES)
@each("game", [game for game in GAMES if game != "gongzhu"])  # whose table lists all tricks
def test_the_table_keeps_the_last_trick_in_one_line(game: str, language: str) -> None:
    kept = 0
    for table, state, _, _ in list(match_states("5", game=game, rounds=1, level="easy"))[::EVERY]:
        view = GAMES[game].view(state, None)
        trick = last_finished(view)
        lines = plain_text(render.table(public(table, view, language))).splitlines()
        if view.phase != "play" or trick is None:
            assert not any(LAST[language] in row for row in lines)
            continue
        update = public(table, view, language)
        parts = trick_shown(view, trick, update.players, language)
        words = "".join(part if isinstance(part, str) else part.text for part in parts)
        if view.standing is not None:  # it has gone from the seats
            assert lines.count(LAST[language] + words) == 1
            assert all(name_of(update.players, act.seat, language) in words for act in trick[1][-4:])
            assert trick[0] < view.trick
        else:
            assert sum(words.rpartition(" → ")[2].rpartition(" ")[2] in row for row in lines) >= 1
        kept += 1
    assert kept


@pytest.mark.parametrize("game", GAMES)
def test_what_is_out_is_drawn_as_well_for_who_would_rather_look(game: str) -> None:
    states = list(match_states("5", game=game, rounds=1, level="easy"))
    table, state, _, _ = states[len(states) // 2]
    for theme in ("dark", "light"):
        asked = replace(card(table, GAMES[game].view(state, 0)), picture=True, theme=theme)
        screen = render.reply(Reply("en", True, asked))
        assert screen is not None
        assert screen.picture is not None
        assert screen.picture.alt.startswith("📊 Still out")
        size = Image.open(BytesIO(screen.picture.make())).size
        assert size[0] == 1080
        assert 300 < size[1] < 600
