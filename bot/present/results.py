"""The end of a round and of a match: who won what, and why so much."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present.flavour import flavour
from bot.present.i18n import say
from bot.present.parts import bold, line, round_number
from bot.present.screens import Line
from bot.present.text import grouped, name_of, signed
from bot.session.updates import Player, TableInfo
from games.contract import RoundResult, View
from games.events import Event, HandShown

__all__ = ["result_lines", "result_title", "totals_line"]


def result_title(table: TableInfo, result: RoundResult, language: str, view: View | None = None) -> str:
    """``Round 3 is over``, ``The deal is void``, ``The match is over``."""
    if result.void:
        return say(language, "result.void", n=round_number(table, view))
    if result.winner is not None:
        return say(language, "result.match_over")
    return say(language, "result.round_over", n=round_number(table, view))


def result_lines(
    table: TableInfo,
    view: View | None,
    result: RoundResult,
    players: tuple[Player, ...],
    totals: Sequence[int],
    last: Sequence[Event],
    language: str,
) -> tuple[Line, ...]:
    """What the round was worth, a line a seat (best first), and the match's winners if it has any."""
    lines = [line(text) for text in (flavour(table.game).sums(view, result, players, language) if view else ())]
    if not result.void:
        lines += _seat_lines(table, view, result, players, totals, last, language)
    if result.winner is not None:
        names = say(language, "list.and").join(name_of(players, seat, language) for seat in result.winner)
        lines += [line("🏆 ", bold(say(language, "result.match_won", n=len(result.winner), names=names)))]
    return tuple(lines)


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
    order = sorted(range(len(result.points)), key=lambda seat: (-result.points[seat], seat))
    lines = []
    for seat in order:
        role = result.roles[seat] if seat < len(result.roles) else ""
        parts = ["🥇 " if seat in result.won else "▫️ ", bold(name_of(players, seat, language))]
        if role:
            parts.append(say(language, "result.role", role=say(language, f"role.{role}", table.game)))
        parts += [" ", bold(signed(result.points[seat]))]
        if seat < len(totals):
            parts.append(say(language, "result.total", total=signed(totals[seat])))
        lines.append(line(*parts))
        if left.get(seat):
            lines.append(line(say(language, "result.left", cards=grouped(left[seat], language))))
    return lines


def totals_line(totals: Sequence[int], players: tuple[Player, ...], language: str) -> Line:
    """The score of the match, a word a seat."""
    words = (f"{name_of(players, seat, language)} {signed(score)}" for seat, score in enumerate(totals))
    return line(say(language, "table.score", scores=" · ".join(words)))
