"""Who plays how well: the leaderboard, a person's statistics and achievements, the post about a month in a group."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from bot.present.pictures.charts import BoardArt, ChartArt, board_png, chart_png
from bot.present.screens.elements import bold, button, game_title, in_rows, italic, line
from bot.present.screens.results import EARNED_NAMED, achievement_name, achievement_words
from bot.present.screens.screen import Button, Line, Picture, Rows, Screen, Span, pictured
from bot.present.words.text import chat_title, clean, has, humanise, say, shorten, signed
from bot.session.port.buttons import fits
from bot.session.port.commands import Leaderboard, Prefer
from bot.session.port.protocols import SeasonCard, Title
from bot.session.port.replies import AchievementLine, Leaders, Mate, RankLine, RatingLine, StatsCard, Sum

__all__ = [
    "achieved_lines", "achievements_screen", "leaders_screen", "season_screen", "season_word", "share",
    "stats_screen",
]  # fmt: skip

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_IN_A_ROW = 3


def leaders_screen(leaders: Leaders, language: str) -> Screen:
    """A page of persons by their conservative ratings, AI players apart, with buttons to turn pages and lists."""
    game = game_title(leaders.shown.game, language)
    title = say(language, "board.title", game=game, place=_place(leaders, language),
                season=season_word(leaders.shown.season, language))  # fmt: skip
    lines: list[Line] = []
    if leaders.shown.board == "ai":
        lines.append(line(italic(say(language, "board.ai"))))
    lines += [_ranked(entry, leaders, language) for entry in leaders.lines]
    if leaders.me is not None:
        lines += [line("⋮"), _ranked(leaders.me, leaders, language)]
    if leaders.ais:
        lines += [(), line(italic(say(language, "board.levels")))]
        lines += [_ranked(entry, leaders, language) for entry in leaders.ais]
    lines += [(), line(italic(say(language, "board.explain")))]
    if any(entry.provisional for entry in (*leaders.lines, *leaders.ais, *filter(None, [leaders.me]))):
        lines.append(line(italic(say(language, "board.provisional"))))
    if leaders.place == "all":
        lines.append(line(italic(say(language, "board.listed"))))
    else:
        lines.append(
            line(italic(say(language, "board.group", name=chat_title(leaders.title) or say(language, "board.here"))))
        )
    picture = _board(leaders, title, language) if leaders.shown.picture else None
    return Screen(language, title, tuple(lines), _board_rows(leaders, language), picture)


def season_word(season: str, language: str) -> str:
    """Return ``all time``, or the month."""
    if not season:
        return say(language, "season.all")
    year, month = season.split("-")
    return say(language, "season.month", year=year, month=say(language, f"season.month_name.{int(month)}"))


def share(won: int, played: int) -> str:
    """How many of the rounds were won: ``61%``."""
    return f"{round(100 * won / played)}%" if played else "–"


def _place(leaders: Leaders, language: str) -> str:
    if leaders.place == "all":
        return say(language, "board.all")
    return shorten(clean(leaders.title), 20) or say(language, "board.here")


def _name(entry: RankLine, leaders: Leaders, language: str) -> str:
    if entry.ai:
        return f"🤖 {say(language, f'level.{entry.ai}')}"
    return clean(entry.name) + (say(language, "board.you") if entry.me and leaders.private else "")


def _ranked(entry: RankLine, leaders: Leaders, language: str) -> Line:
    number = "" if entry.ai else f"{_MEDALS.get(entry.place, f'{entry.place}.')} "
    mark = "?" if entry.provisional else ""
    facts = say(language, "board.entry", rounds=entry.rounds, share=share(entry.won, entry.rounds))
    return line(
        number, bold(_name(entry, leaders, language)), " ", bold(f"{entry.rating}{mark}"), f" ±{entry.spread} · {facts}"
    )


# -- the way to other lists
def _board_rows(leaders: Leaders, language: str) -> Rows:
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


def _board(leaders: Leaders, title: str, language: str) -> Picture:
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
    return pictured("board", board_png, art, alt)


def stats_screen(card: StatsCard, language: str) -> Screen:
    if card.shown.achievements:
        return achievements_screen(card, language)
    name = clean(card.name)
    title = say(language, "stats.title", name=name)
    if card.shown.game:
        title = say(language, "stats.title_of", name=name, game=game_title(card.shown.game, language))
    place = chat_title(card.title) or say(language, "board.here")
    lines: list[Line] = [line(italic(say(language, f"stats.where.{card.where}", name=place)))]
    # Points of different games add up to nothing.
    points = (bold(signed(card.total.points)), " · ") if card.game else ()
    lines += [line(*points, _facts(card.total, language))]
    lines += _streaks(card, language)
    lines += [_rating(one, language, named=not card.game) for one in card.ratings]
    if not card.game:
        lines.append(())
        lines += [line(bold(game_title(game, language)), f" {_short(part, language)}") for game, part in card.games]
    for title_key, parts in (
        ("by_role", [(say(language, f"role.{role}", card.game), part) for role, part in card.roles]),
        ("by_seat", [(say(language, "stats.seat", n=seat + 1), part) for seat, part in card.seats]),
    ):
        if parts:
            lines += [(), line(bold(say(language, f"stats.{title_key}")))]
            lines += [line(f"    {word} {_short(part, language)}") for word, part in parts]
    if card.places:
        counts = (say(language, "stats.place_count", place=place, n=count) for place, count in card.places)
        lines.append(line(bold(say(language, "stats.places")), " " + say(language, "list.dot").join(counts)))
    lines += _company("partners", card.partners, language) + _company("opponents", card.opponents, language)
    feats = [_feat(game, feat, count, language) for game, feat, count in card.feats]
    if feats:
        lines += [(), line(say(language, "list.dot").join(feats))]
    lines += achieved_lines(card, language)
    picture = _chart(card, name, language) if card.shown.picture and _is_drawable(card) else None
    return Screen(language, title, tuple(lines), _stats_rows(card, language), picture)


def _facts(part: Sum, language: str) -> str:
    words = [say(language, "stats.sum", rounds=part.rounds, share=share(part.won, part.rounds))]
    if part.drawn:
        words.append(say(language, "stats.drawn", n=part.drawn))
    if part.matches:
        words.append(say(language, "stats.matches", of=part.matches, won=part.matches_won))
    return say(language, "list.dot").join(words)


def _short(part: Sum, language: str) -> str:
    return f"{signed(part.points)} · {_facts(part, language)}"


def _streaks(card: StatsCard, language: str) -> list[Line]:
    lines: list[Line] = []
    if abs(card.streak) > 1:
        lines.append(line(say(language, "stats.winning" if card.streak > 0 else "stats.losing", n=abs(card.streak))))
    if max(card.best_streak, card.worst_streak) > 1:
        lines.append(line(say(language, "stats.best", won=card.best_streak, lost=card.worst_streak)))
    return lines


def _rating(one: RatingLine, language: str, *, named: bool) -> Line:
    mark = "?" if one.provisional else ""
    words = [say(language, "stats.rating", rating=f"{one.rating}{mark}", spread=one.spread)]
    words.append(say(language, "stats.place", place=one.place, of=one.of))
    if one.board == "ai":
        words.append(say(language, "stats.with_ai"))
    return line("★ ", bold(game_title(one.game, language)) if named else "", " " if named else "",
                say(language, "list.dot").join(words))  # fmt: skip


def _company(kind: str, mates: tuple[Mate, ...], language: str) -> list[Line]:
    if not mates:
        return []
    words = (
        say(language, "stats.mate", name=clean(one.name), share=share(one.won, one.rounds), rounds=one.rounds)
        for one in mates
    )
    return [line(bold(say(language, f"stats.{kind}")), " " + say(language, "list.dot").join(words))]


def _feat(game: str, feat: str, count: int, language: str) -> str:
    """How often a deed was done; in plain words where the catalogue has none for it."""
    number = str(count).replace("-", "−")
    if has(f"feat.{feat}") or has(f"feat.{feat}.{game}"):
        return say(language, f"feat.{feat}", game, n=number)
    return say(language, "stats.feat", name=humanise(feat), n=number)


def _stats_rows(card: StatsCard, language: str) -> Rows:
    shown = replace(card.shown, picture=False)
    rest = [button(language, "picture", replace(shown, picture=True))] if _is_drawable(card) else []
    if card.achievements:
        rest.append(button(language, "achievements", replace(shown, picture=False, achievements=True)))
    if shown.game:
        rest.append(button(language, "all_games", replace(shown, game="")))
    elif len(card.games) > 1:
        rest += [
            Button(game_title(game, language), replace(shown, game=game), key=f"game_{game}") for game, _ in card.games
        ]
    return in_rows([one for one in rest if one.command is not None and fits(one.command)], _IN_A_ROW)


def _is_drawable(card: StatsCard) -> bool:
    """Whether anything has a course: a rating, or the points of one game."""
    return bool(card.ratings or card.points)


def _chart(card: StatsCard, name: str, language: str) -> Picture:
    """The rating of the list with most rounds, and the sum of points."""
    best = max(card.ratings, key=lambda one: one.rounds, default=None)
    art = ChartArt(
        heading=name if best is None else f"{name} · {game_title(best.game, language)}",
        curve_title=say(language, "stats.curve"),
        curve=() if best is None else best.course,
        points_title=say(language, "stats.points"),
        points=card.points,
        rounds_words=say(language, "stats.rounds", n=card.total.rounds),
        rated_rounds="" if best is None or not best.course else say(language, "stats.rounds", n=best.course[-1][0]),
        dark=card.theme != "light",
    )
    alt = say(language, "stats.chart", name=name)
    return pictured("chart", chart_png, art, alt)


def achieved_lines(card: StatsCard, language: str) -> list[Line]:
    """How many achievements the person of the card has, and the latest of them by name."""
    has = sorted((one for one in card.achievements if one.at is not None), key=lambda one: -(one.at or 0.0))
    if not has:
        return []
    names = say(language, "list.dot").join(achievement_name(one.key, language) for one in has[:EARNED_NAMED])
    count = say(language, "achievement.count", n=len(has), of=len(card.achievements))
    return [(), line("🏅 ", bold(count), f" · {names}", " …" if len(has) > EARNED_NAMED else "")]


def achievements_screen(card: StatsCard, language: str) -> Screen:
    """All achievements game by game: those that the person has, and how far it is to the others."""
    title = say(language, "achievement.title", name=clean(card.name))
    if not card.achievements:
        lines: list[Line] = [line(say(language, "achievement.hidden"))]
    else:
        has = sum(one.at is not None for one in card.achievements)
        lines = [line(say(language, "achievement.count", n=has, of=len(card.achievements)))]
    for game, group in groupby(card.achievements, key=lambda one: one.game):
        heading = game_title(game, language) if game else say(language, "achievement.any_game")
        lines += [(), line(bold(heading)), *(_achievement(one, language) for one in group)]
    back = button(language, "stats", replace(card.shown, achievements=False))
    return Screen(language, title, tuple(lines), ((back,),))


def _achievement(one: AchievementLine, language: str) -> Line:
    name, words = achievement_name(one.key, language), achievement_words(one.key, language)
    if one.at is not None:
        return line("🏅 ", bold(name), f" · {words}")
    far = f" · {min(one.done, one.goal - 1)}/{one.goal}" if one.goal > 1 else ""
    return line("▫️ ", name, f" · {words}{far}")


_SIGNS = {"champion": "👑", "win": "💰", "busiest": "🎴", "streak": "🔥", "improved": "📈", "pair": "🤝"}
_SIGNED = frozenset({"points", "gain"})


def season_screen(card: SeasonCard, language: str) -> Screen:
    """The post; the month's lists open by its button."""
    year, _, month = card.season.partition("-")
    title = say(language, "season.title_of", month=say(language, f"season.month_name.{int(month)}"), year=year)
    played = say(language, "season.played", rounds=card.rounds, persons=card.persons)
    lines: list[Line] = [line(played), (), *(_titled(one, language) for one in card.titles)]
    return Screen(language, title, tuple(lines), ((button(language, "season_list", Leaderboard(season=card.season)),),))


def _titled(one: Title, language: str) -> Line:
    """A line with the names in bold; where the text says who it is, and where several share it."""
    names = say(language, "list.and").join(clean(name) for name in one.names)
    data = {name: signed(value) if name in _SIGNED and isinstance(value, int) else value
            for name, value in one.data.items()}  # fmt: skip
    game = game_title(one.game, language) if one.game else ""
    before, _, after = say(language, f"season.title.{one.code}", game=game, names="\0", **data).partition("\0")
    parts: list[str | Span] = [f"{_SIGNS.get(one.code, '▫️')} ", before, bold(names), after]
    return line(*parts)
