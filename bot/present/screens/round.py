"""The table message of a round in play: whose turn it is, what lies there, a line for each seat."""

from __future__ import annotations

from bot.present.presentation import presentation_of
from bot.present.reports.fairness import dealt_lines
from bot.present.screens.elements import (
    bold,
    code,
    count_word,
    italic,
    line,
    my_hand,
    pile_line,
    place_word,
    played_button,
    round_word,
    team_sign,
    time_to_act,
)  # fmt: skip
from bot.present.screens.screen import Line, Rows, Span
from bot.present.screens.table_elements import (
    asked_together,
    closing_lines,
    filled_rows,
    is_crowded,
    mark_words,
    private_chat_buttons,
    race_lines,
    reading_buttons,
    vote_buttons,
    warnings,
)
from bot.present.words.catalogue import say
from bot.present.words.plays import deeds_by_seat, event_text, last_finished, last_play, play_text, trick_text
from bot.present.words.text import name_of, seat_no
from bot.session.port.updates import Player, PublicUpdate
from games.base.events import LeadInherited, Voided, WentOut
from games.contract import Awaited, View

__all__ = ["round_parts"]

_TOLD = (WentOut, LeadInherited, Voided)
"""Events that the seat lines do not show by themselves."""


def round_parts(update: PublicUpdate, view: View) -> tuple[tuple[Line, ...], Rows]:
    """Lines and buttons of a round in play."""
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
    lines += _last_trick(update, view)
    sentences = [event_text(table.game, event, cause, update.players, language) for event, cause in update.play.recent
                 if isinstance(event, _TOLD) or event.code in presentation_of(table.game).told]  # fmt: skip
    lines += [line("• ", text) for text in sentences[-2:]]
    lines += [line(text) for text in presentation_of(view.game).history(view, update.players, language)]
    lines += race_lines(update)
    lines += dealt_lines(update)
    lines += closing_lines(update)
    rows = filled_rows(
        [my_hand(table, language), played_button(table, language)],
        reading_buttons(table, language),
        private_chat_buttons(update),
        vote_buttons(update),
    )
    return tuple(lines), rows


def _seat_lines(update: PublicUpdate, view: View) -> list[Line]:
    language, game = update.language, update.table.game
    deeds = deeds_by_seat(view, update.play.recent, update.players, language)
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
        if remark := _absence(player, language):
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
    return [why, time_to_act(update.table, question.seconds, left, due, update.language)]


def _last_trick(update: PublicUpdate, view: View) -> list[Line]:
    """The last trick that is over, in one line: its cards have gone from the seats since somebody led anew. Left out
    where the tricks are listed anyway.
    """
    trick, language = last_finished(view), update.language
    if trick is None or view.standing is None or presentation_of(view.game).history(view, update.players, language):
        return []
    return [line(italic(say(language, "played.last_trick")), trick_text(view, trick, update.players, language))]


def _what_stands(update: PublicUpdate, view: View) -> list[Line]:
    language, game = update.language, update.table.game
    if view.standing is not None:
        standing = view.standing
        play = play_text(game, language, standing.cards, standing.kind, standing.rank)
        by = name_of(update.players, standing.seat, language)
        return [line(say(language, "table.to_beat", game, name=by), code(play))]
    won, trick = last_play(view), last_finished(view)
    if won is None:
        return []
    name = name_of(update.players, won.seat, language)
    if trick is not None and len(trick[1]) > 1 and not presentation_of(game).stays:
        return [line(say(language, "played.won", name=name), code(trick_text(view, trick, update.players, language)))]
    play = play_text(game, language, won.cards, won.kind, won.rank)
    return [line(say(language, "table.last_trick", game, name=name), code(play))]
