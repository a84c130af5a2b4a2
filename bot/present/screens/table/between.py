"""The table message between rounds and after the match: how it came out, who plays on."""

from __future__ import annotations

from bot.present.reports.fairness import fair_buttons, promise_lines
from bot.present.screens.elements import (
    bold,
    italic,
    line,
    my_hand,
    round_word,
    rules_button,
)  # fmt: skip
from bot.present.screens.results import result_lines, result_title, totals_line
from bot.present.screens.screen import Line
from bot.present.screens.table.buttons import (
    deal_button,
    join_button,
    leave_button,
    must_be_ready,
    private_chat_buttons,
    ready_button,
    seat_buttons,
    substitute_buttons,
    vote_buttons,
)
from bot.present.screens.table.elements import (
    Rows,
    elsewhere_lines,
    filled_rows,
    ping_lines,
    race_lines,
    unreachable_lines,
    vote_lines,
    warnings,
)
from bot.present.words.catalogue import say
from bot.present.words.text import name_of, seat_no, signed, span
from bot.session.port.updates import PublicUpdate
from games.base.events import Event

__all__ = ["between_parts", "left_parts", "outcome_lines", "put_away_parts"]


def between_parts(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    """Lines and buttons between two rounds, or after the match."""
    table, language = update.table, update.language
    lines = [*outcome_lines(update), (), *_coming(update)]
    over = table.state == "over"
    if update.next_players is not None:
        lines.append(line(bold(say(language, "between.new_number", n=update.next_players))))
    if over:
        lines.append(line(italic(say(language, "between.match_over"))))
    elif table.state == "between":
        waiting = [name_of(update.seated, player.seat, language) for player in update.seated if must_be_ready(player)]
        here = any(player.kind == "person" and not player.away for player in update.seated)
        code = "between.waiting" if waiting else "between.all_ready" if here else "between.all_away"
        lines.append(line(italic(say(language, code, names=say(language, "list.and").join(waiting)))))
        if (
            waiting
            and table.clock
            and sum(player.kind == "person" and not player.away for player in update.players) > 1
        ):
            lines.append(line(italic(say(language, "between.clock", time=span(table.clock, language)))))
    lines += promise_lines(update)
    lines += ping_lines(update)
    lines += unreachable_lines(update)
    lines += elsewhere_lines(update)
    lines += vote_lines(update)
    first = [deal_button(table, language, "another_match", "success")]
    if not over:
        first = [ready_button(table, language), deal_button(table, language, "deal")]
    if any(player.kind == "empty" for player in update.seated):
        first.append(join_button(table, language))
    second = [rules_button(table, language), leave_button(table, language)]
    second.insert(0, my_hand(table, language))
    return tuple(lines), filled_rows(
        first,
        seat_buttons(update) if over else [],
        substitute_buttons(update),
        second,
        fair_buttons(update),
        private_chat_buttons(update),
        vote_buttons(update),
    )


def put_away_parts(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    """Lines and buttons of a table that is closed, or whose match was put aside."""
    table, language = update.table, update.language
    lines: list[Line] = []
    if update.play.result is not None:
        lines += result_lines(update, update.play.last)
    elif any(update.score.totals):
        lines.append(totals_line(update.score.totals, update.players, language))
    lines += promise_lines(update)
    if table.state == "closed":
        return (*lines, line(say(language, "table.closed"))), filled_rows(fair_buttons(update))
    again = deal_button(table, language, "resume", "success")
    return (*lines, line(say(language, "table.parked"))), filled_rows([again], fair_buttons(update))


def left_parts(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    """The last words about a table in a place where it is not shown any more; a result stays to be read."""
    lines = [*outcome_lines(update), ()] if update.play.result is not None else []
    key = "places.left" if update.table.contest is None else "tournament.left"
    return (*lines, line(say(update.language, key))), ()


def outcome_lines(update: PublicUpdate) -> list[Line]:
    """How the round or the match came out."""
    table, language = update.table, update.language
    lines: list[Line] = []
    if update.play.result is not None:
        lines.append(line(bold(result_title(table, update.play.result, language, update.view))))
        events: tuple[Event, ...] = update.play.last or tuple(event for event, _ in update.play.recent)
        lines += result_lines(update, events)
        lines += race_lines(update)
    else:
        if table.state == "over" and update.view is None:
            lines.append(line(bold(say(language, "result.cut_off"))))
        elif table.round:
            lines.append(line(round_word(table, language, update.view)))
        if any(update.score.totals):
            lines.append(totals_line(update.score.totals, update.players, language))
    lines += _tally(update)
    if table.match is not None and table.round and update.play.result is not None and not update.play.result.void:
        lines.append(line(say(language, "result.replay", id=f"M{table.match}.{table.round}")))
    return [*lines, *warnings(table, language)]


def _coming(update: PublicUpdate) -> list[Line]:
    """Who sits there for the next round, where that is others than who played the last one, and as many."""
    if not update.coming or update.next_players is not None or update.table.state == "closed":
        return []
    names = (
        f"{seat_no(one.seat)}. "
        + (
            say(update.language, "seat.free")
            if one.kind == "empty"
            else name_of(update.coming, one.seat, update.language)
        )
        for one in update.coming
    )
    code = "between.coming_match" if update.table.state == "over" else "between.coming"
    return [line(say(update.language, code, names=" · ".join(names)))]


def _tally(update: PublicUpdate) -> list[Line]:
    """What each person has at this table, over all matches."""
    words = [
        f"{name_of(update.seated, seat, update.language)} {signed(points)}"
        for seat, points in enumerate(update.score.tally)
        if points is not None
    ]
    return [line(say(update.language, "table.tally", scores=" · ".join(words)))] if words else []
