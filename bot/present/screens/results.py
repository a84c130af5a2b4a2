"""The end of a round and of a match: who won what, and why so much."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.present.presentation import presentation_of
from bot.present.screens.elements import bold, line, round_sums, woven
from bot.present.screens.screen import Faces, Line, Span
from bot.present.words.plays import final_plays, hand_shown, play_shown
from bot.present.words.text import first, grouped, name_of, say, signed, team_sign
from bot.session.port.updates import Player, PrivateUpdate, PublicUpdate, TableInfo
from games.base.events import Event, HandShown
from games.contract import RoundResult, View

__all__ = [
    "achievement_name", "achievement_words", "earned_lines", "last_trick_lines", "match_line", "result_lines",
    "totals_line",
]  # fmt: skip

_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}


def result_lines(update: PublicUpdate | PrivateUpdate, last: Sequence[Event]) -> tuple[Line, ...]:
    """The last trick, what the round was worth, a line a seat (best first), and the match's winners if it has any."""
    table, view, result, players = update.table, update.view, update.play.result, update.players
    totals, language = update.score.totals, update.language
    assert result is not None
    lines = [] if view is None else last_trick_lines(view, players, language)
    lines += [line(text) for text in (round_sums(table, view, result, players, last, language) if view else ())]
    if not result.void:
        lines += _seat_lines(table, view, result, players, totals, last, language)
    if result.winner is not None:
        lines += [line("🏆 " if result.winner else "", bold(match_line(result.winner, players, language)))]
    return tuple(lines)


def match_line(winners: tuple[int, ...], players: tuple[Player, ...], language: str) -> str:
    """Who has won the match, or that nobody has."""
    names = say(language, "list.and").join(name_of(players, seat, language) for seat in winners)
    code = "result.match_won" if winners else "result.match_unwon"
    return say(language, code, n=len(winners), names=names)


def last_trick_lines(view: View, players: tuple[Player, ...], language: str) -> list[Line]:
    """Who laid what last, in order, as the message that showed it is gone."""
    parts: list[str | Span] = []
    after = False
    for act, won, alone in final_plays(view):
        name = name_of(players, act.seat, language)
        if parts:
            parts.append(say(language, "list.and" if after else "result.then") if alone else " → ")
            after = alone
        elif not act.lead:
            parts.append("… → ")
        parts += [bold(name) if won else name, " "]
        parts.append(play_shown(view.game, language, act.cards, act.kind, act.rank, style="code"))
    return [line("🃏 ", say(language, "result.last_trick", view.game), *parts)] if parts else []


def _seat_lines(
    table: TableInfo,
    view: View | None,
    result: RoundResult,
    players: tuple[Player, ...],
    totals: Sequence[int],
    last: Sequence[Event],
    language: str,
) -> list[Line]:
    left = {event.seat: event.cards for event in last if isinstance(event, HandShown)}
    if view is not None:
        left = {seat.seat: seat.shown for seat in view.seats if seat.shown} | left
    placed = dict(enumerate(result.places)) if all(result.places) else {}
    if presentation_of(table.game).by_points:
        placed = {}
    order = sorted(range(len(result.points)), key=lambda seat: (placed.get(seat) or 0, -result.points[seat], seat))
    summed = not result.scored or tuple(totals) != tuple(result.points)  # else it is the first round
    lines: list[Line] = []
    for seat in order:
        role = result.roles[seat] if seat < len(result.roles) else ""
        place = placed.get(seat)
        medal = _MEDALS.get(place or 4, "▫️ ") if placed else "🥇 " if seat in result.won else "▫️ "
        if presentation_of(table.game).by_points:
            ahead = sum(points > result.points[seat] for points in result.points)
            medal = _MEDALS.get(ahead + 1, "▫️ ") if result.points[seat] else "▫️ "
        called = first(language, (f"place.{table.game}.{place}",)) if place else None
        team = team_sign(view.seats[seat].team) if view is not None else ""
        parts: list[str | Span] = [medal, f"{called} " if called else "", team, bold(name_of(players, seat, language))]
        if role and not team:
            parts.append(say(language, "result.role", role=say(language, f"role.{role}", table.game)))
        if result.scored:
            parts += [" ", bold(signed(result.points[seat]))]
        if summed and seat < len(totals):
            parts.append(say(language, "result.total", total=signed(totals[seat])))
        lines.append(line(*parts))
        if left.get(seat):
            words = grouped(left[seat], language)
            cards = Faces(words, "", left[seat]) if view is None else hand_shown(view, left[seat], language)
            lines.append(line(*woven(say(language, "result.left", cards=chr(0)), replace(cards, style=""))))
    return lines


def totals_line(totals: Sequence[int], players: tuple[Player, ...], language: str) -> Line:
    """The score of the match, a word a seat."""
    words = (f"{name_of(players, seat, language)} {signed(score)}" for seat, score in enumerate(totals))
    return line(say(language, "table.score", scores=" · ".join(words)))


EARNED_NAMED: Final = 3  # So many are told by name at once


def achievement_name(key: str, language: str) -> str:
    return say(language, f"achievement.{key}.name")


def achievement_words(key: str, language: str) -> str:
    return say(language, f"achievement.{key}.about")


def earned_lines(keys: Sequence[str], language: str) -> list[Line]:
    """A line for each achievement that a round has brought; of very many only how many more there are."""
    lines = [
        line("🏅 ", say(language, "achievement.new"), bold(achievement_name(key, language)), " · ",
             achievement_words(key, language))
        for key in keys[:EARNED_NAMED]
    ]  # fmt: skip
    if len(keys) > EARNED_NAMED:
        lines.append(line("🏅 ", say(language, "achievement.more", n=len(keys) - EARNED_NAMED)))
    return lines
