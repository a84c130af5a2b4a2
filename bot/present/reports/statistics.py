"""A person's statistics: numbers, and the course of rating and points as a picture."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from hashlib import blake2s

from bot.present.pictures.charts import ChartArt, chart_png
from bot.present.reports.achievements import achieved_lines, achievements_screen
from bot.present.reports.leaderboard import share
from bot.present.screens.elements import bold, button, game_title, in_rows, italic, line
from bot.present.screens.screen import Button, Line, Picture, Rows, Screen
from bot.present.words.catalogue import has, humanise, say
from bot.present.words.text import chat_title, clean, signed
from bot.session.port.buttons import fits
from bot.session.port.replies import Mate, RatingLine, StatsCard, Sum

__all__ = ["stats_screen"]

_IN_A_ROW = 3


def stats_screen(card: StatsCard, language: str) -> Screen:
    """Return one person, in all or in one game."""
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
    picture = _picture(card, name, language) if card.shown.picture and _is_drawable(card) else None
    return Screen(language, title, tuple(lines), _rows(card, language), picture)


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
    """Return how often a deed was done; in plain words where the catalogue has none for it."""
    number = str(count).replace("-", "−")
    if has(f"feat.{feat}") or has(f"feat.{feat}.{game}"):
        return say(language, f"feat.{feat}", game, n=number)
    return say(language, "stats.feat", name=humanise(feat), n=number)


def _rows(card: StatsCard, language: str) -> Rows:
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
    """Tell whether anything has a course: a rating, or the points of one game."""
    return bool(card.ratings or card.points)


def _picture(card: StatsCard, name: str, language: str) -> Picture:
    """Return the rating of the list with most rounds, and the sum of points."""
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
    return Picture(partial(chart_png, art), alt, f"chart-{blake2s(repr(art).encode(), digest_size=12).hexdigest()}")
