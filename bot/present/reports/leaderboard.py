"""The leaderboard: a page of ratings, with buttons to the other lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import blake2s

from bot.present.pictures.charts import BoardArt, board_png
from bot.present.screens.elements import bold, button, game_title, in_rows, italic, line
from bot.present.screens.screen import Button, Line, Picture, Rows, Screen
from bot.present.words.catalogue import say
from bot.present.words.text import chat_title, clean, shorten
from bot.session.port.commands import Prefer
from bot.session.port.replies import Leaders, RankLine

__all__ = ["leaders_screen", "season_word", "share"]

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_IN_A_ROW = 3


def leaders_screen(leaders: Leaders, language: str) -> Screen:
    """Return a page of persons by their conservative ratings, AI players apart, with buttons to turn pages and lists."""
    game = game_title(leaders.shown.game, language)
    title = say(language, "board.title", game=game, place=_place(leaders, language),
                season=season_word(leaders.shown.season, language))  # fmt: skip
    lines: list[Line] = []
    if leaders.shown.board == "ai":
        lines.append(line(italic(say(language, "board.ai"))))
    lines += [_entry(entry, leaders, language) for entry in leaders.lines]
    if leaders.me is not None:
        lines += [line("⋮"), _entry(leaders.me, leaders, language)]
    if leaders.ais:
        lines += [(), line(italic(say(language, "board.levels")))]
        lines += [_entry(entry, leaders, language) for entry in leaders.ais]
    lines += [(), line(italic(say(language, "board.explain")))]
    if any(entry.provisional for entry in (*leaders.lines, *leaders.ais, *filter(None, [leaders.me]))):
        lines.append(line(italic(say(language, "board.provisional"))))
    if leaders.place == "all":
        lines.append(line(italic(say(language, "board.listed"))))
    else:
        lines.append(
            line(italic(say(language, "board.group", name=chat_title(leaders.title) or say(language, "board.here"))))
        )
    picture = _picture(leaders, title, language) if leaders.shown.picture else None
    return Screen(language, title, tuple(lines), _rows(leaders, language), picture)


def season_word(season: str, language: str) -> str:
    """Return ``all time``, or the month."""
    if not season:
        return say(language, "season.all")
    year, month = season.split("-")
    return say(language, "season.month", year=year, month=say(language, f"season.month_name.{int(month)}"))


def share(won: int, played: int) -> str:
    """Return how many of the rounds were won: ``61%``."""
    return f"{round(100 * won / played)}%" if played else "–"


def _place(leaders: Leaders, language: str) -> str:
    if leaders.place == "all":
        return say(language, "board.all")
    return shorten(clean(leaders.title), 20) or say(language, "board.here")


def _name(entry: RankLine, leaders: Leaders, language: str) -> str:
    if entry.ai:
        return f"🤖 {say(language, f'level.{entry.ai}')}"
    return clean(entry.name) + (say(language, "board.you") if entry.me and leaders.private else "")


def _entry(entry: RankLine, leaders: Leaders, language: str) -> Line:
    number = "" if entry.ai else f"{_MEDALS.get(entry.place, f'{entry.place}.')} "
    mark = "?" if entry.provisional else ""
    facts = say(language, "board.entry", rounds=entry.rounds, share=share(entry.won, entry.rounds))
    return line(
        number, bold(_name(entry, leaders, language)), " ", bold(f"{entry.rating}{mark}"), f" ±{entry.spread} · {facts}"
    )


# -- the way to other lists


def _rows(leaders: Leaders, language: str) -> Rows:
    shown = replace(leaders.shown, picture=False)
    turning: list[Button] = []
    if shown.page > 0:
        turning.append(Button("‹", replace(shown, page=shown.page - 1), key="earlier"))
    if shown.page + 1 < leaders.pages:
        turning.append(Button("›", replace(shown, page=shown.page + 1), key="later"))
    turning.append(button(language, "picture", replace(shown, picture=True)))
    rest = [*_seasons(leaders, language), *_boards(leaders, language), *_scopes(leaders, language)]
    rest += [
        Button(game_title(key, language), replace(shown, game=key, page=0, season="", board=""), key=f"game_{key}")
        for key in leaders.games
        if key != shown.game
    ]
    return (tuple(turning), *in_rows(rest, _IN_A_ROW))


def _seasons(leaders: Leaders, language: str) -> Iterator[Button]:
    shown = replace(leaders.shown, picture=False, page=0)
    if shown.season:
        yield button(language, "all_time", replace(shown, season=""))
    for season in leaders.seasons:
        if season and season != shown.season:
            yield Button(season_word(season, language), replace(shown, season=season), key=f"season_{season}")


def _boards(leaders: Leaders, language: str) -> Iterator[Button]:
    shown = replace(leaders.shown, picture=False, page=0)
    for board in leaders.boards:
        if board != shown.board:
            yield button(language, "people" if board == "people" else "with_ai", replace(shown, board=board))


def _scopes(leaders: Leaders, language: str) -> Iterator[Button]:
    shown = replace(leaders.shown, picture=False, page=0, board="", season="")
    if leaders.place != "all":
        yield button(language, "everywhere", replace(shown, scope="all"))
    elif not leaders.listed:
        yield button(language, "list_me", Prefer("global", "on"), "primary")
    for chat, title in leaders.chats:
        if str(chat) != leaders.shown.scope and clean(title):
            yield Button(shorten(clean(title), 20), replace(shown, scope=str(chat)), key=f"chat_{chat}")
    if leaders.place == "all" and not leaders.private:
        yield button(language, "this_group", replace(shown, scope=""))


def _picture(leaders: Leaders, title: str, language: str) -> Picture:
    lines = (*leaders.lines, *filter(None, [leaders.me]))
    art = BoardArt(
        heading=title,
        rows=tuple(
            (
                entry.place,
                _name(entry, leaders, language),
                entry.rating,
                entry.spread,
                entry.provisional,
                entry.me and leaders.private,
            )
            for entry in lines
        ),
        note=say(language, "board.explain"),
        dark=leaders.theme != "light",
    )
    alt = say(language, "board.alt", game=game_title(leaders.shown.game, language), page=leaders.shown.page + 1)
    return Picture(partial(board_png, art), alt, f"board-{blake2s(repr(art).encode(), digest_size=12).hexdigest()}")
