"""The table message: the lobby, the round in play, the time between rounds. It holds public things only."""

from __future__ import annotations

from bot.present.games import presentation_of
from bot.present.pictures.views import table_picture
from bot.present.reports.fairness import dealt_lines, fair_buttons, promise_lines
from bot.present.screens.elements import (
    bold,
    button,
    code,
    count_word,
    deadline,
    game_title,
    italic,
    line,
    motion_line,
    my_hand,
    pile_line,
    place_word,
    preset_title,
    round_word,
    rules_button,
    team_sign,
)  # fmt: skip
from bot.present.screens.results import result_lines, result_title, totals_line
from bot.present.screens.screen import Button, Line, Mention, Screen, Span
from bot.present.screens.seat_marks import asked_together, is_crowded, mark_words
from bot.present.words.catalogue import has, say
from bot.present.words.events import deeds_by_seat, event_text, last_play
from bot.present.words.plays import play_text
from bot.present.words.terms import changed_rules
from bot.present.words.text import duration, name_of, seat_no, signed
from bot.session.port.commands import Deal, FillAi, Invite, Join, Leave, Ready, Settings, Substitute, Vote
from bot.session.port.updates import Player, PublicUpdate, TableInfo
from games.base.events import Event, LeadInherited, Voided, WentOut
from games.contract import Awaited, View

__all__ = ["past_screen", "seat_marks", "table_heading", "table_screen", "warnings"]

Rows = tuple[tuple[Button, ...], ...]
_TOLD = (WentOut, LeadInherited, Voided)
"""Events that the seat lines do not show by themselves."""


def table_heading(table: TableInfo, language: str) -> str:
    """Return the heading ``🀄 Dou Dizhu · #12``."""
    return say(language, "table.heading", game=game_title(table.game, language), id=table.id)


def table_screen(update: PublicUpdate) -> Screen:
    """Return the table as the channel sees it."""
    table, language = update.table, update.language
    if table.state == "closed" or table.parked:
        lines, rows = _put_away(update)
    elif table.state == "lobby":
        lines, rows = _lobby(update)
    elif table.state == "playing" and update.result is None and update.view is not None:
        lines, rows = _playing(update, update.view)
    else:
        lines, rows = _between(update)
    picture = table_picture(update)
    return Screen(language, table_heading(table, language), lines, rows, picture)


def warnings(table: TableInfo, language: str) -> tuple[Line, ...]:
    """Return what everybody must know about this table: its deals are not secret."""
    return (line("⚠️ ", italic(say(language, "table.open_deals"))),) if table.open_deals else ()


def seat_marks(player: Player, language: str) -> str:
    """Return why a seat is not simply a person who plays: away, stand-in."""
    if player.stand_in:
        return say(language, "seat.stand_in")
    return say(language, "seat.away") if player.kind == "person" and player.away else ""


# -- the lobby


def _lobby(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    table, language = update.table, update.language
    preset = preset_title(table.game, table.preset, language)
    about = f"preset.{table.game}.{table.preset}.line"
    lines = [line(bold(preset), " · " + say(language, about) if has(about) else "")]
    if own := changed_rules(table, language):
        lines.append(line(say(language, "lobby.changed", rules=own)))
    lines.append(line(_clock(table, language)))
    lines += warnings(table, language)
    lines.append(())
    lines += [_lobby_seat(update.players, player, language) for player in update.players]
    lines.append(())
    lines += _unreachable(update)
    free = sum(player.kind == "empty" for player in update.players)
    lines.append(line(italic(say(language, _lobby_next(table, free), n=free))))
    lines += promise_lines(update)
    lines += _motion(update)
    joining = [
        button(language, "invite", Invite(table.id), "success")
        if table.private
        else button(language, "join", Join(table.id), "success"),
        button(language, "fill_ai", FillAi(table.id), "secondary"),
    ]
    starting = [
        button(language, "start", Deal(table.id), "secondary" if free else "success"),
        button(language, "leave", Leave(table.id)),
    ]
    reading = [rules_button(table, language), button(language, "settings", Settings(table.id))]
    return tuple(lines), _rows(
        joining if free else [], starting, reading, fair_buttons(update), _private_chat(update), _voting(update)
    )


def _lobby_next(table: TableInfo, free: int) -> str:
    if not free:
        return "lobby.full"
    return "lobby.free_private" if table.private else "lobby.free"


def _lobby_seat(players: tuple[Player, ...], player: Player, language: str) -> Line:
    number = f"{seat_no(player.seat)}. "
    if player.kind == "empty":
        return line(number, italic(say(language, "seat.free")))
    extra = f" · {say(language, f'level.{player.level}')}" if player.kind == "ai" and player.level else ""
    host = " · " + say(language, "seat.host") if player.host else ""
    warn = "" if player.reachable or player.kind != "person" else " ⚠️"
    return line(number, bold(name_of(players, player.seat, language)), extra, host, warn)


def _clock(table: TableInfo, language: str) -> str:
    if not table.clock:
        return say(language, "table.no_clock")
    return say(language, "table.clock", time=duration(table.clock, language))


def _unreachable(update: PublicUpdate) -> list[Line]:
    names = [player for player in update.seated if player.kind == "person" and not player.reachable]
    if not names:
        return []
    joined = say(update.language, "list.and").join(
        name_of(update.seated, player.seat, update.language) for player in names
    )
    return [line("⚠️ ", say(update.language, "table.unreachable", names=joined))]


def _private_chat(update: PublicUpdate) -> list[Button]:
    if all(player.reachable for player in update.seated if player.kind == "person"):
        return []
    return [
        Button(say(update.language, "button.private_chat"), key="private_chat", start=update.table.id, style="primary")
    ]


# -- in play


def _playing(update: PublicUpdate, view: View) -> tuple[tuple[Line, ...], Rows]:
    table, language = update.table, update.language
    head = [round_word(table, language, view), presentation_of(table.game).stake(view, language)]
    lines = [line(" · ".join(part for part in head if part))]
    lines += warnings(table, language)
    lines += [
        pile_line(table.game, pile.name, pile.cards, language)
        for pile in presentation_of(view.game).piles(view)
        if pile.cards
    ]
    lines += [line(text) for text in presentation_of(view.game).notes(view, update.players, language)]
    lines.append(())
    lines += _seat_lines(update, view)
    lines.append(())
    lines += _what_stands(update, view)
    told = [event_text(table.game, event, cause, update.players, language) for event, cause in update.recent
            if isinstance(event, _TOLD) or event.code in presentation_of(table.game).told]  # fmt: skip
    lines += [line("• ", text) for text in told[-2:]]
    lines += [line(text) for text in presentation_of(view.game).history(view, language)]
    lines += _race(update)
    lines += dealt_lines(update)
    lines += _pings(update)
    lines += _unreachable(update)
    lines += _motion(update)
    rows = _rows(
        [my_hand(table, language), rules_button(table, language), button(language, "settings", Settings(table.id))],
        _private_chat(update),
        _voting(update),
    )
    return tuple(lines), rows


def _seat_lines(update: PublicUpdate, view: View) -> list[Line]:
    language, game = update.language, update.table.game
    deeds = deeds_by_seat(view, update.recent, language)
    awaited = {question.seat: question for question in view.awaited}
    lines: list[Line] = []
    together, crowded = asked_together(view), is_crowded(view)
    for seat in view.seats:
        player = next((known for known in update.players if known.seat == seat.seat), Player(seat.seat, "empty"))
        acts = seat.seat in awaited
        parts: list[str | Span] = ["▶ " if acts else "▫️ ", f"{seat_no(seat.seat)}. "]
        parts.append(team_sign(seat.team))
        parts.append(bold(name_of(update.players, seat.seat, language)))
        facts = [say(language, f"role.{seat.role}", game)] if seat.role else []
        left = count_word(view, seat.count, language, brief=crowded)
        facts.append(place_word(game, seat.place, language) if seat.place else left)
        facts += mark_words(view, seat, language, brief=crowded)
        if remark := seat_marks(player, language):
            facts.append(remark)
        parts.append(" · " + (" " if crowded else " · ").join(facts))
        if acts and not together:
            parts += [" — ", *_turn(update, awaited[seat.seat])]
        elif not acts and seat.seat in deeds and "answered" not in seat.marks:
            parts += [" — ", deeds[seat.seat]]
        lines.append(line(*parts))
        if more := presentation_of(game).beside(view, seat, language):
            lines.append(line("      ", more))
    if together:
        lines.append(line("▶ ", *_turn(update, next(iter(awaited.values())))))
    return lines


def _turn(update: PublicUpdate, question: Awaited) -> list[str | Span]:
    why = say(update.language, f"why.{question.why}", update.table.game)
    player = next((known for known in update.players if known.seat == question.seat), None)
    timed = question.seat in update.seconds_left
    if not timed or player is None or player.kind != "person" or player.away or player.stand_in:
        return [why]
    return [why, deadline(question.seconds or update.table.clock, update.due.get(question.seat), update.language)]


def _what_stands(update: PublicUpdate, view: View) -> list[Line]:
    language, game = update.language, update.table.game
    if view.standing is not None:
        standing = view.standing
        play = play_text(game, language, standing.cards, standing.kind, standing.rank)
        by = name_of(update.players, standing.seat, language)
        return [line(say(language, "table.to_beat", game, name=by), code(play))]
    won = last_play(view)
    if won is not None:
        play = play_text(game, language, won.cards, won.kind, won.rank)
        return [line(say(language, "table.last_trick", name=name_of(update.players, won.seat, language)), code(play))]
    return []


def _pings(update: PublicUpdate) -> list[Line]:
    called = [
        _mention(update, player) for player in update.seated if player.user is not None and player.user in update.ping
    ]
    if not called:
        return []
    spaced: list[Span | Mention] = []
    for mention in called:
        spaced += [Span(" "), mention]
    key = "table.ping" if update.result is None else "table.ping_over"
    return [line("🔔", *spaced, " " + say(update.language, key))]


def _mention(update: PublicUpdate, player: Player) -> Mention:
    assert player.user is not None, "a person"
    return Mention(name_of(update.seated, player.seat, update.language), player.user.platform, player.user.external)


# -- between rounds, after the match, put away


def past_screen(update: PublicUpdate) -> Screen:
    """Return a result as it stays to be read when the next round is on: nothing is waited for any more, nothing to
    press.
    """
    lines = (*_outcome(update), *promise_lines(update))
    return Screen(update.language, table_heading(update.table, update.language), lines, (), table_picture(update))


def _outcome(update: PublicUpdate) -> list[Line]:
    """Return how the round or the match came out."""
    table, language = update.table, update.language
    lines: list[Line] = []
    if update.result is not None:
        lines.append(line(bold(result_title(table, update.result, language, update.view))))
        events: tuple[Event, ...] = update.last or tuple(event for event, _ in update.recent)
        lines += result_lines(table, update.view, update.result, update.players, update.totals, events, language)
        lines += _race(update)
    else:
        if table.state == "over" and update.view is None:
            lines.append(line(bold(say(language, "result.cut_off"))))
        elif table.round:
            lines.append(line(round_word(table, language, update.view)))
        if any(update.totals):
            lines.append(totals_line(update.totals, update.players, language))
    lines += _tally(update)
    if table.match is not None and table.round and update.result is not None and not update.result.void:
        lines.append(line(say(language, "result.replay", id=f"M{table.match}.{table.round}")))
    return [*lines, *warnings(table, language)]


def _between(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    table, language = update.table, update.language
    lines = [*_outcome(update), (), *_coming(update)]
    over = table.state == "over"
    if update.next_players is not None:
        lines.append(line(bold(say(language, "between.new_number", n=update.next_players))))
    if over:
        lines.append(line(italic(say(language, "between.match_over"))))
    elif table.state == "between":
        waiting = [name_of(update.seated, player.seat, language) for player in update.seated if _must_be_ready(player)]
        names = say(language, "list.and").join(waiting)
        lines.append(line(italic(say(language, "between.waiting" if waiting else "between.all_ready", names=names))))
        if (
            waiting
            and table.clock
            and sum(player.kind == "person" and not player.away for player in update.players) > 1
        ):
            lines.append(line(italic(say(language, "between.clock", time=duration(table.clock, language)))))
    lines += promise_lines(update)
    lines += _pings(update)
    lines += _unreachable(update)
    lines += _motion(update)
    first = [button(language, "another_match", Deal(table.id), "success")]
    if not over:
        first = [button(language, "ready", Ready(table.id), "success"), button(language, "deal", Deal(table.id))]
    if any(player.kind == "empty" for player in update.seated):
        first.append(button(language, "join", Join(table.id)))
    second = [rules_button(table, language), button(language, "leave", Leave(table.id))]
    second.insert(0, my_hand(table, language))
    return tuple(lines), _rows(
        first, _substitutes(update), second, fair_buttons(update), _private_chat(update), _voting(update)
    )


def _coming(update: PublicUpdate) -> list[Line]:
    """Return who sits there for the next round, where that is others than who played the last one."""
    if not update.coming or update.table.state == "closed":
        return []
    names = (f"{seat_no(one.seat)}. {name_of(update.coming, one.seat, update.language)}" for one in update.coming)
    return [line(say(update.language, "between.coming", names=" · ".join(names)))]


def _tally(update: PublicUpdate) -> list[Line]:
    """Return what each person has at this table, over all matches."""
    words = [
        f"{name_of(update.seated, seat, update.language)} {signed(points)}"
        for seat, points in enumerate(update.tally)
        if points is not None
    ]
    return [line(say(update.language, "table.tally", scores=" · ".join(words)))] if words else []


def _substitutes(update: PublicUpdate) -> list[Button]:
    """Return the host's buttons that seat an AI player for each person who keeps the others waiting, once somebody is
    ready.
    """
    if update.table.state != "between" or not any(player.ready for player in update.seated):
        return []
    missing = [player for player in update.seated if _must_be_ready(player)]
    return [
        Button(
            say(update.language, "button.substitute", name=name_of(update.seated, player.seat, update.language)),
            Substitute(update.table.id, player.seat),
            key=f"substitute{player.seat}",
        )
        for player in missing[:3]
    ]


def _race(update: PublicUpdate) -> list[Line]:
    return [
        line(code(text))
        for text in presentation_of(update.table.game).race(update.course, update.table.options, update.language)
    ]


def _must_be_ready(player: Player) -> bool:
    return player.kind == "person" and not player.ready and not player.away and not player.stand_in


def _put_away(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    table, language = update.table, update.language
    lines: list[Line] = []
    if update.result is not None:
        lines += result_lines(table, update.view, update.result, update.players, update.totals, update.last, language)
    elif any(update.totals):
        lines.append(totals_line(update.totals, update.players, language))
    lines += promise_lines(update)
    if table.state == "closed":
        return (*lines, line(say(language, "table.closed"))), _rows(fair_buttons(update))
    again = button(language, "resume", Deal(table.id), "success")
    return (*lines, line(say(language, "table.parked"))), _rows([again], fair_buttons(update))


# -- votes


def _motion(update: PublicUpdate) -> list[Line]:
    if update.motion is None:
        return []
    seat = update.motion.seat
    name = "" if seat is None else name_of(update.seated, seat, update.language)
    called = [player for player in update.seated if player.user is not None and player.user in update.motion.called]
    names = [piece for player in called for piece in (Span(" "), _mention(update, player))]
    return [(*motion_line(update.motion, name, update.language), *names)]


def _voting(update: PublicUpdate) -> list[Button]:
    if update.motion is None:
        return []
    vote = Vote(update.table.id, update.motion.text)
    return [button(update.language, f"vote_{update.motion.kind}", vote, "danger")]


def _rows(*rows: list[Button]) -> Rows:
    return tuple(tuple(row) for row in rows if row)
