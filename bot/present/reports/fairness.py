"""Promised deals in words: how a round was dealt, or what is promised."""

from bot.present.screens.elements import bold, code, game_title, italic, line, paragraphs
from bot.present.screens.screen import Line, Screen
from bot.present.words.text import clean, say
from bot.session.port.replies import FairCard

__all__ = ["fair_screen"]


def fair_screen(card: FairCard, language: str) -> Screen:
    """How a round was dealt, and whether that is what had been promised; or what is promised."""
    lines: list[Line] = [
        line(
            say(language, "fair.place_tournament", tournament=card.tournament, number=card.number)
            if card.tournament
            else say(language, "fair.place", table=card.table, number=card.number)
        ),
        (),
        line(bold(say(language, "fair.commitment"))),
        line(code(card.commitment)),
    ]
    if card.words:
        lines.append(line(bold(say(language, "fair.words"))))
        lines += [
            line(say(language, "list.told", who=clean(name) or say(language, "fair.someone"), what=""), code(word))
            for name, word in card.words
        ]
    else:
        lines.append(line(say(language, "fair.no_words")))
    if card.secret:
        lines += [line(bold(say(language, "fair.revealed"))), line(code(card.secret)), ()]
        lines.append(line(bold(say(language, f"fair.{card.verdict}"))))
        at = f"T{card.tournament}" if card.tournament else card.table
        lines += paragraphs(say(language, "fair.recipe", at=at, number=card.number))
    else:
        lines.append(line(italic(say(language, "fair.hidden"))))
    if card.following:
        lines += [(), line(bold(say(language, "fair.following"))), line(code(card.following))]
    key = "fair.title" if card.id else "fair.title_promised"
    title = say(language, key, id=card.id, game=game_title(card.game, language), table=card.table)
    return Screen(language, title, tuple(lines))
