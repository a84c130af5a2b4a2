"""A finished round for everybody in a group: how it ended in words, its course as a picture that moves, its record as a file."""

from __future__ import annotations

from bot.present.pictures.animation import replay_picture
from bot.present.reports.replays import replay_heading, replay_warning, steps_button
from bot.present.screens.elements import bold, italic, line
from bot.present.screens.screen import Document, Line, Screen
from bot.present.words.catalogue import say
from bot.present.words.text import clean, name_of, signed
from bot.session.port.protocols import SharedRound

__all__ = ["shared_screen"]


def shared_screen(shared: SharedRound, language: str) -> Screen:
    """Return the post; its button leads to the same round step by step."""
    card = shared.card
    lines: list[Line] = [line(italic(say(language, "share.by", name=clean(shared.by))))]
    if warning := replay_warning(card, language):
        lines.append(line("⚠ ", warning))
    best = sorted(range(len(card.points)), key=lambda seat: (-card.points[seat], seat))
    lines += [
        line(
            f"{seat + 1}. {name_of(card.players, seat, language)} ",
            bold(signed(card.points[seat]) if card.scored else ""),
        )
        for seat in best
    ]
    rows = ((steps_button(card, language),),)
    document = Document(f"{card.id}.json", shared.record)
    return Screen(
        language, replay_heading(card, language), tuple(lines), rows, replay_picture(card, language), document
    )
