"""The table message before the first deal: who sits there, what is set, who is still missing."""

from __future__ import annotations

from bot.present.reports.fairness import fair_buttons, promise_lines
from bot.present.screens.elements import (
    bold,
    clock_word,
    italic,
    line,
    preset_title,
    rules_button,
)  # fmt: skip
from bot.present.screens.screen import Deadline, Line
from bot.present.screens.table.buttons import (
    deal_button,
    extend_button,
    fill_ai_button,
    invite_button,
    invite_here_button,
    join_button,
    leave_button,
    private_chat_buttons,
    settings_button,
    vote_buttons,
)
from bot.present.screens.table.elements import (
    Rows,
    elsewhere_lines,
    filled_rows,
    unreachable_lines,
    vote_lines,
    warnings,
)
from bot.present.words.catalogue import has, say
from bot.present.words.terms import changed_rules
from bot.present.words.text import name_of, seat_no, span
from bot.session.port.updates import Player, PublicUpdate

__all__ = ["lobby_parts", "waiting_lines"]


def lobby_parts(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    """Lines and buttons of a table that waits for its first deal."""
    table, language = update.table, update.language
    preset = preset_title(table.game, table.preset, language)
    about = f"preset.{table.game}.{table.preset}.line"
    lines = [line(bold(preset), " · " + say(language, about) if has(about) else "")]
    if own := changed_rules(table, language):
        lines.append(line(say(language, "lobby.changed", rules=own)))
    lines.append(line(clock_word(table, language)))
    lines += warnings(table, language)
    lines.append(())
    lines += [_lobby_seat(update.players, player, language) for player in update.players]
    lines.append(())
    lines += unreachable_lines(update)
    alone = table.private and update.home  # in a private chat nobody else sees a button
    free = sum(player.kind == "empty" for player in update.players)
    lines.append(line(italic(say(language, _lobby_next(update, alone, free), n=free))))
    lines += elsewhere_lines(update)
    lines += waiting_lines(update)
    lines += promise_lines(update)
    lines += vote_lines(update)
    joining = [
        invite_button(table, language) if alone else join_button(table, language, "success"),
        fill_ai_button(table, language),
    ]
    starting = [
        deal_button(table, language, "start", "secondary" if free else "success"),
        leave_button(table, language),
    ]
    reading = [rules_button(table, language), settings_button(table, language)]
    if free and not alone:
        reading.insert(0, invite_here_button(table, language))
    if free and (update.lobby.ends or update.lobby.over):
        starting.append(extend_button(table, language))
    return tuple(lines), filled_rows(
        joining if free else [],
        starting,
        reading,
        fair_buttons(update),
        private_chat_buttons(update),
        vote_buttons(update),
    )


def waiting_lines(update: PublicUpdate) -> list[Line]:
    """Until when people may come, or that this time is over."""
    language, free = update.language, sum(player.kind == "empty" for player in update.players)
    if not free:
        return []
    if update.lobby.over:
        return [line(say(language, "lobby.over"))]
    if not update.lobby.ends:
        return []
    whole = say(language, "lobby.ends_after", time=span(update.lobby.limit, language))
    return [line(say(language, "lobby.ends"), Deadline(whole, at=update.lobby.ends))]


def _lobby_next(update: PublicUpdate, alone: bool, free: int) -> str:
    if not free:
        return "lobby.full_unreachable" if private_chat_buttons(update) else "lobby.full"
    return "lobby.free_private" if alone else "lobby.free"


def _lobby_seat(players: tuple[Player, ...], player: Player, language: str) -> Line:
    number = f"{seat_no(player.seat)}. "
    if player.kind == "empty":
        return line(number, italic(say(language, "seat.free")))
    extra = f" · {say(language, f'level.{player.level}')}" if player.kind == "ai" and player.level else ""
    host = " · " + say(language, "seat.host") if player.host else ""
    warn = "" if player.reachable or player.kind != "person" else " ⚠️"
    return line(number, bold(name_of(players, player.seat, language)), extra, host, warn)
