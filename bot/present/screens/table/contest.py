"""The message of a table of a tournament: who plays there. No card and no result, as other tables play the same cards."""

from __future__ import annotations

from bot.present.screens.elements import bold, italic, line, my_hand
from bot.present.screens.screen import Line
from bot.present.screens.table.buttons import leave_button, private_chat_buttons, ready_button, vote_buttons
from bot.present.screens.table.elements import Rows, filled_rows, ping_lines, unreachable_lines, vote_lines, warnings
from bot.present.words.catalogue import say
from bot.present.words.text import name_of, seat_no
from bot.session.port.updates import Player, PublicUpdate
from bot.tournaments import TournamentTable

__all__ = ["contest_parts"]


def contest_parts(update: PublicUpdate, contest: TournamentTable) -> tuple[tuple[Line, ...], Rows]:
    """Lines and buttons."""
    table, language = update.table, update.language
    place = say(language, "tournament.at", number=contest.number, stage=contest.stage, tournament=contest.tournament)
    lines: list[Line] = [line(bold(place)), *warnings(table, language)]
    lines += [_seat(update.seated, player, language) for player in update.seated]
    lines.append(())
    if table.parked or table.state in ("over", "closed"):
        key = "tournament.parked" if table.parked else f"tournament.table_{table.state}"
        lines.append(line(italic(say(language, key))))
        return tuple(lines), ()
    lines.append(line(say(language, f"tournament.table_{table.state}", deal=table.round, deals=contest.deals)))
    if not table.private:
        lines.append(line(italic(say(language, "tournament.hidden"))))
    lines += [*unreachable_lines(update), *ping_lines(update), *vote_lines(update)]
    acting = [my_hand(table, language)]
    if table.state == "between":
        acting.append(ready_button(table, language))
    return tuple(lines), filled_rows(
        acting, [leave_button(table, language)], private_chat_buttons(update), vote_buttons(update)
    )


def _seat(players: tuple[Player, ...], player: Player, language: str) -> Line:
    away = f" · {say(language, 'tournament.away')}" if player.away else ""
    return line(f"{seat_no(player.seat)}. ", bold(name_of(players, player.seat, language)), away)
