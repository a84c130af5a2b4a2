"""A finished round to look back on: the hands as they were dealt, then trick by trick what was played."""

from __future__ import annotations

from itertools import groupby

from bot.present.deeds import deed
from bot.present.i18n import say
from bot.present.parts import bold, game_title, italic, line
from bot.present.plays import cards_text
from bot.present.screens import Line, Screen
from bot.present.text import name_of, signed
from bot.session.updates import ReplayCard
from games.contract import Act

__all__ = ["replay_screen"]


def replay_screen(card: ReplayCard, language: str) -> Screen:
    """Seats are numbered as at the table; passes are left out, for who is not named in a trick has passed."""
    title = say(language, "replay.title", id=card.id, game=game_title(card.game, language))
    lines: list[Line] = []
    for player, hand in zip(card.players, card.hands, strict=True):
        name = name_of(card.players, player.seat, language)
        lines.append(line(bold(f"{player.seat + 1}. {name}"), f" {signed(card.points[player.seat])}"))
        lines.append(line(f"    {cards_text(card.game, language, hand)}"))
    for trick, acts in groupby(card.acts, key=lambda act: act.trick):
        said = [_act(card.game, act, language) for act in acts if trick < 0 or act.verb != "pass"]
        if said:
            number = say(language, "replay.before") if trick < 0 else f"{trick + 1}"
            lines += [()] if trick <= 0 else []
            lines.append(line(italic(f"{number}  "), " → ".join(said)))
    return Screen(language, title, tuple(lines))


def _act(game: str, act: Act, language: str) -> str:
    return f"{act.seat + 1}: {deed(game, act, language)}"
