"""The table message, by phase. It holds public things only."""

from __future__ import annotations

from bot.present.pictures.views import table_picture
from bot.present.reports.fairness import promise_lines
from bot.present.screens.screen import Screen
from bot.present.screens.table.between import between_parts, left_parts, outcome_lines, put_away_parts
from bot.present.screens.table.contest import contest_parts
from bot.present.screens.table.elements import (
    table_heading,
)
from bot.present.screens.table.lobby import lobby_parts
from bot.present.screens.table.round import round_parts
from bot.session.port.updates import PublicUpdate

__all__ = ["past_screen", "table_screen"]


def table_screen(update: PublicUpdate, *, pictured: bool = True) -> Screen:
    """The table as the channel sees it."""
    table, language = update.table, update.language
    if update.post.left:
        lines, rows = left_parts(update)
    elif table.contest is not None and update.view is None:
        lines, rows = contest_parts(update, table.contest)
    elif table.state == "closed" or table.parked:
        lines, rows = put_away_parts(update)
    elif table.state == "lobby":
        lines, rows = lobby_parts(update)
    elif table.state == "playing" and update.play.result is None and update.view is not None:
        lines, rows = round_parts(update, update.view)
    else:
        lines, rows = between_parts(update)
    picture = table_picture(update) if pictured else None
    return Screen(language, table_heading(table, language), lines, rows, picture)


def past_screen(update: PublicUpdate) -> Screen:
    """A result as it stays to be read when the next round is on: nothing is waited for any more, nothing to
    press.
    """
    lines = (*outcome_lines(update), *promise_lines(update))
    return Screen(update.language, table_heading(update.table, update.language), lines, (), table_picture(update))
