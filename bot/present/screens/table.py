"""The table message, by phase: before the first deal, in a round, between two, put away. All of it is public."""

from bot.present.pictures.views import table_picture
from bot.present.presentation import presentation_of
from bot.present.screens import elements
from bot.present.screens.panel import course_lines
from bot.present.screens.results import result_lines, totals_line
from bot.present.screens.screen import Button, Deadline, Line, Rows, Screen, Span
from bot.present.words.plays import deeds_by_seat, play_shown
from bot.present.words.terms import changed_rules
from bot.present.words.text import has, name_of, say, seat_no, signed, span, team_sign
from bot.session.port.commands import DealCards, Extend, Invite, Leave, NewTable, Ready
from bot.session.port.updates import Player, PublicUpdate
from bot.tournaments import TournamentTable
from games.base.events import Event
from games.contract import Awaited, View

__all__ = ["past_screen", "round_parts", "table_screen", "waiting_lines"]


def round_parts(update: PublicUpdate, view: View) -> tuple[tuple[Line, ...], Rows]:
    table, language = update.table, update.language
    head = [elements.round_word(table, language, view), presentation_of(table.game).stake(view, language)]
    lines = [elements.line(" · ".join(filter(None, head)))]
    lines += elements.warnings(table, language)
    lines += [
        elements.pile_line(table.game, pile.name, pile.cards, language)
        for pile in presentation_of(view.game).piles(view)
        if pile.cards
    ]
    lines += [elements.line(text) for text in presentation_of(view.game).notes(view, update.players, language)]
    lines.append(())
    lines += _seat_lines(update, view)
    lines.append(())
    lines += _what_stands(update, view)
    lines += course_lines(update, view)
    lines += [elements.line(text) for text in presentation_of(view.game).history(view, update.players, language)]
    lines += elements.race_lines(update)
    lines += elements.dealt_lines(update)
    lines += elements.closing_lines(update)
    rows = elements.filled_rows(
        [elements.my_hand(table, language), elements.played_button(table, language)],
        elements.reading_buttons(table, language),
        elements.private_chat_buttons(update),
        elements.vote_buttons(update),
    )
    return tuple(lines), rows


def _seat_lines(update: PublicUpdate, view: View) -> list[Line]:
    language, game = update.language, update.table.game
    deeds = deeds_by_seat(view, update.play.recent, update.players, language)
    awaited = {question.seat: question for question in view.awaited}
    lines: list[Line] = []
    together, crowded = elements.asked_together(view), elements.is_crowded(view)
    for seat in view.seats:
        player = next((known for known in update.players if known.seat == seat.seat), Player(seat.seat, "empty"))
        acts = seat.seat in awaited
        parts: list[str | Span] = ["▶ " if acts else "▫️ ", f"{seat_no(seat.seat)}. "]
        parts.append(team_sign(seat.team))
        parts.append(elements.bold(name_of(update.players, seat.seat, language)))
        facts = [say(language, f"role.{seat.role}", game)] if seat.role else []
        left = elements.count_word(view, seat.count, language, brief=crowded)
        facts.append(elements.place_word(game, seat.place, language) if seat.place else left)
        facts += elements.mark_words(view, seat, language, brief=crowded)
        if remark := _absence(player, language):
            facts.append(remark)
        parts.append(" · " + (" " if crowded else " · ").join(facts))
        if acts and not together:
            parts += [" — ", *_turn(update, awaited[seat.seat])]
        elif not acts and seat.seat in deeds and "answered" not in seat.marks:
            parts += [" — ", deeds[seat.seat]]
        lines.append(elements.line(*parts))
        if more := presentation_of(game).beside(view, seat, language):
            lines.append(elements.line("      ", more))
    if together:
        lines.append(elements.line("▶ ", *_turn(update, next(iter(awaited.values())))))
    return lines


def _absence(player: Player, language: str) -> str:
    """Why a seat is not simply a person who plays: away, stand-in."""
    if player.stand_in:
        return say(language, "seat.stand_in")
    return say(language, "seat.away") if player.kind == "person" and player.away else ""


def _turn(update: PublicUpdate, question: Awaited) -> list[str | Span]:
    why = say(update.language, f"why.{question.why}", update.table.game)
    player = next((known for known in update.players if known.seat == question.seat), None)
    left = update.clocks.seconds_left.get(question.seat)
    if left is None or player is None or player.kind != "person" or player.away or player.stand_in:
        return [why]
    due = update.clocks.due.get(question.seat)
    return [why, elements.time_to_act(update.table, question.seconds, left, due, update.language)]


def _what_stands(update: PublicUpdate, view: View) -> list[Line]:
    if (standing := view.standing) is None:
        return []
    game, language = update.table.game, update.language
    play = play_shown(game, language, standing.cards, standing.kind, standing.rank, style="code", large=True)
    by = name_of(update.players, standing.seat, language)
    return [elements.line(say(language, "table.to_beat", game, name=by), play)]


def table_screen(update: PublicUpdate, *, pictured: bool = True, typed: bool = True) -> Screen:
    """``typed``: commands can be typed there; else it tells of none, and once closed has a button for another table."""
    table, language = update.table, update.language
    if update.post.left:
        lines, rows = _left_parts(update, typed)
    elif table.contest is not None and update.view is None:
        lines, rows = _contest_parts(update, table.contest)
    elif table.state == "closed" or table.parked:
        lines, rows = _put_away_parts(update, typed)
    elif table.state == "lobby":
        lines, rows = _lobby_parts(update)
    elif table.state == "playing" and update.play.result is None and update.view is not None:
        lines, rows = round_parts(update, update.view)
    else:
        lines, rows = _between_parts(update, typed)
    picture = table_picture(update) if pictured else None
    return Screen(language, elements.table_heading(table, language), lines, rows, picture)


def past_screen(update: PublicUpdate) -> Screen:
    """A result as it stays to be read when the next round is on: nothing is waited for any more, nothing to press."""
    lines = (*_outcome_lines(update), *elements.promise_lines(update))
    return Screen(
        update.language, elements.table_heading(update.table, update.language), lines, (), table_picture(update)
    )


def _lobby_parts(update: PublicUpdate) -> tuple[tuple[Line, ...], Rows]:
    table, language = update.table, update.language
    preset = elements.preset_title(table.game, table.preset, language)
    about = f"preset.{table.game}.{table.preset}.line"
    lines = [elements.line(elements.bold(preset), " · " + say(language, about) if has(about) else "")]
    if own := changed_rules(table, language):
        lines.append(elements.line(say(language, "lobby.changed", rules=own)))
    lines.append(elements.line(elements.clock_word(table, language)))
    lines += elements.warnings(table, language)
    lines.append(())
    lines += [_lobby_seat(update.players, player, language) for player in update.players]
    lines.append(())
    lines += elements.unreachable_lines(update)
    alone = table.private and update.home  # in a private chat nobody else sees a button
    free = sum(player.kind == "empty" for player in update.players)
    lines.append(elements.line(elements.italic(say(language, _lobby_next(update, alone, free), n=free))))
    lines += elements.elsewhere_lines(update)
    lines += waiting_lines(update)
    lines += elements.promise_lines(update)
    lines += elements.vote_lines(update)
    with_ai = elements.button(language, "start_with_ai", DealCards(table.id, fill=True), "primary")
    come = (
        elements.button(language, "invite", Invite(table.id), "success")
        if alone
        else elements.join_button(update, "success")
    )
    starting = [come, with_ai] if free else [elements.button(language, "start", DealCards(table.id), "success")]
    leaving = [elements.button(language, "leave", Leave(table.id))]
    reading = elements.reading_buttons(table, language)
    if free and not alone:
        reading.insert(0, elements.button(language, "invite_here", Invite(table.id)))
    if update.lobby.ends or (free and update.lobby.over):
        leaving.append(elements.button(language, "extend" if free else "hold", Extend(table.id)))
    return tuple(lines), elements.filled_rows(
        starting,
        leaving,
        reading,
        elements.fair_buttons(update),
        elements.private_chat_buttons(update),
        elements.vote_buttons(update),
    )


def waiting_lines(update: PublicUpdate) -> list[Line]:
    """Until when people may come, or that this time is over; with all seats taken when cards are dealt."""
    language, free = update.language, sum(player.kind == "empty" for player in update.players)
    if not free and update.lobby.ends:
        whole = say(language, "lobby.deals_after", n=update.lobby.limit)
        return [elements.line(elements.bold(say(language, "lobby.deals")), Deadline(whole, at=update.lobby.ends))]
    if not free:
        return []
    if update.lobby.over:
        return [elements.line(say(language, "lobby.over"))]
    if not update.lobby.ends:
        return []
    whole = say(language, "lobby.ends_after", time=span(update.lobby.limit, language))
    return [elements.line(say(language, "lobby.ends"), Deadline(whole, at=update.lobby.ends))]


def _lobby_next(update: PublicUpdate, alone: bool, free: int) -> str:
    if not free:
        return "lobby.full_unreachable" if elements.private_chat_buttons(update) else "lobby.full"
    return "lobby.free_private" if alone else "lobby.free"


def _lobby_seat(players: tuple[Player, ...], player: Player, language: str) -> Line:
    number = f"{seat_no(player.seat)}. "
    if player.kind == "empty":
        return elements.line(number, elements.italic(say(language, "seat.free")))
    extra = f" · {say(language, f'level.{player.level}')}" if player.kind == "ai" and player.level else ""
    host = " · " + say(language, "seat.host") if player.host else ""
    warn = "" if player.reachable or player.kind != "person" else " ⚠️"
    return elements.line(number, elements.bold(name_of(players, player.seat, language)), extra, host, warn)


def _contest_parts(update: PublicUpdate, contest: TournamentTable) -> tuple[tuple[Line, ...], Rows]:
    table, language = update.table, update.language
    place = say(language, "tournament.at", number=contest.number, stage=contest.stage, tournament=contest.tournament)
    lines: list[Line] = [elements.line(elements.bold(place)), *elements.warnings(table, language)]
    lines += [_seat(update.seated, player, language) for player in update.seated]
    lines.append(())
    if table.parked or table.state in ("over", "closed"):
        key = "tournament.parked" if table.parked else f"tournament.table_{table.state}"
        lines.append(elements.line(elements.italic(say(language, key))))
        return tuple(lines), ()
    lines.append(elements.line(say(language, f"tournament.table_{table.state}", deal=table.round, deals=contest.deals)))
    if not table.private:
        lines.append(elements.line(elements.italic(say(language, "tournament.hidden"))))
    lines += [*elements.unreachable_lines(update), *elements.ping_lines(update), *elements.vote_lines(update)]
    acting = [elements.my_hand(table, language)]
    if table.state == "between":
        acting.append(elements.button(language, "ready", Ready(table.id), "success"))
    return tuple(lines), elements.filled_rows(
        acting,
        [elements.button(language, "leave", Leave(table.id))],
        elements.private_chat_buttons(update),
        elements.vote_buttons(update),
    )


def _seat(players: tuple[Player, ...], player: Player, language: str) -> Line:
    away = f" · {say(language, 'tournament.away')}" if player.away else ""
    return elements.line(f"{seat_no(player.seat)}. ", elements.bold(name_of(players, player.seat, language)), away)


def _between_parts(update: PublicUpdate, typed: bool) -> tuple[tuple[Line, ...], Rows]:
    """Lines and buttons between two rounds, or after the match."""
    table, language = update.table, update.language
    lines = [*_outcome_lines(update, typed), (), *_coming(update)]
    over = table.state == "over"
    if update.next_players is not None:
        lines.append(elements.line(elements.bold(say(language, "between.new_number", n=update.next_players))))
    if over:
        lines.append(elements.line(elements.italic(say(language, "between.match_over"))))
    elif table.state == "between":
        waiting = [
            name_of(update.seated, player.seat, language) for player in update.seated if elements.must_be_ready(player)
        ]
        here = any(player.kind == "person" and not player.away for player in update.seated)
        code = "between.waiting" if waiting else "between.all_ready" if here else "between.all_away"
        lines.append(elements.line(elements.italic(say(language, code, names=say(language, "list.and").join(waiting)))))
        if (
            waiting
            and table.clock
            and sum(player.kind == "person" and not player.away for player in update.players) > 1
        ):
            lines.append(
                elements.line(elements.italic(say(language, "between.clock", time=span(table.clock, language))))
            )
    lines += elements.promise_lines(update)
    lines += elements.closing_lines(update)
    first = [elements.button(language, "another_match", DealCards(table.id), "success")]
    if not over:
        first = [
            elements.button(language, "ready", Ready(table.id), "success"),
            elements.button(language, "deal", DealCards(table.id)),
        ]
    if any(player.kind == "empty" for player in update.seated):
        first += [
            elements.join_button(update),
            elements.button(language, "start_with_ai", DealCards(table.id, fill=True)),
        ]
    second = [elements.rules_button(table, language), elements.button(language, "leave", Leave(table.id))]
    second.insert(0, elements.my_hand(table, language))
    return tuple(lines), elements.filled_rows(
        first,
        elements.seat_buttons(update) if over else [],
        elements.substitute_buttons(update),
        second,
        elements.fair_buttons(update),
        elements.private_chat_buttons(update),
        elements.vote_buttons(update),
    )


def _put_away_parts(update: PublicUpdate, typed: bool) -> tuple[tuple[Line, ...], Rows]:
    """Lines and buttons of a table that is closed, or whose match was put aside."""
    table, language = update.table, update.language
    lines: list[Line] = []
    if update.play.result is not None:
        lines += result_lines(update, update.play.last)
    elif any(update.score.totals):
        lines.append(totals_line(update.score.totals, update.players, language))
    lines += elements.promise_lines(update)
    if table.state == "closed":
        told = elements.line(say(language, "table.closed" if typed else "inline.closed"))
        return (*lines, told), elements.filled_rows(elements.fair_buttons(update), [] if typed else [_another(update)])
    again = elements.button(language, "resume", DealCards(table.id), "success")
    return (*lines, elements.line(say(language, "table.parked"))), elements.filled_rows(
        [again], elements.fair_buttons(update)
    )


def _left_parts(update: PublicUpdate, typed: bool) -> tuple[tuple[Line, ...], Rows]:
    """The last words about a table in a place where it is not shown any more; a result stays to be read."""
    lines = [*_outcome_lines(update, typed), ()] if update.play.result is not None else []
    if not typed:
        return (*lines, elements.line(say(update.language, "inline.left"))), ((_another(update),),)
    key = "places.left" if update.table.contest is None else "tournament.left"
    return (*lines, elements.line(say(update.language, key))), ()


def _another(update: PublicUpdate) -> Button:
    anew = NewTable(update.table.game, update.table.preset)
    return Button(say(update.language, "lobby.title"), anew, key="another_table")


def _outcome_lines(update: PublicUpdate, typed: bool = True) -> list[Line]:
    table, language = update.table, update.language
    lines: list[Line] = []
    if update.play.result is not None:
        lines.append(
            elements.line(elements.bold(elements.result_title(table, update.play.result, language, update.view)))
        )
        events: tuple[Event, ...] = update.play.last or tuple(event for event, _ in update.play.recent)
        lines += result_lines(update, events)
        lines += elements.race_lines(update)
    else:
        if table.state == "over" and update.view is None:
            lines.append(elements.line(elements.bold(say(language, "result.cut_off"))))
        elif table.round:
            lines.append(elements.line(elements.round_word(table, language, update.view)))
        if any(update.score.totals):
            lines.append(totals_line(update.score.totals, update.players, language))
    lines += _tally(update)
    counted = table.round and update.play.result is not None and not update.play.result.void
    if typed and table.match is not None and counted:
        lines.append(elements.line(say(language, "result.replay", id=f"M{table.match}.{table.round}")))
    return [*lines, *elements.warnings(table, language)]


def _coming(update: PublicUpdate) -> list[Line]:
    """Who sits there for the next round, where that is others than who played the last one, and as many."""
    if not update.coming or update.next_players is not None or update.table.state == "closed":
        return []
    free = say(update.language, "seat.free")
    names = (
        free if one.kind == "empty" else name_of(update.coming, one.seat, update.language) for one in update.coming
    )
    numbered = " · ".join(f"{seat_no(one.seat)}. {name}" for one, name in zip(update.coming, names, strict=True))
    code = "between.coming_match" if update.table.state == "over" else "between.coming"
    return [elements.line(say(update.language, code, names=numbered))]


def _tally(update: PublicUpdate) -> list[Line]:
    """What each person has at this table, over all matches."""
    words = [
        f"{name_of(update.seated, seat, update.language)} {signed(points)}"
        for seat, points in enumerate(update.score.tally)
        if points is not None
    ]
    return [elements.line(say(update.language, "table.tally", scores=" · ".join(words)))] if words else []
