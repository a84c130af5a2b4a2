"""The post about a month in a group: how much was played, and who earned which title."""

from __future__ import annotations

from bot.present.screens.elements import bold, button, game_title, line
from bot.present.screens.screen import Line, Screen, Span
from bot.present.words.catalogue import say
from bot.present.words.text import clean, signed
from bot.session.port.commands import Leaderboard
from bot.session.port.protocols import SeasonCard, Title

__all__ = ["season_screen"]

_SIGNS = {"champion": "👑", "win": "💰", "busiest": "🎴", "streak": "🔥", "improved": "📈", "pair": "🤝"}
_SIGNED = frozenset({"points", "gain"})


def season_screen(card: SeasonCard, language: str) -> Screen:
    """Return the post; the month's lists open by its button."""
    year, _, month = card.season.partition("-")
    title = say(language, "season.title_of", month=say(language, f"season.month_name.{int(month)}"), year=year)
    played = say(language, "season.played", rounds=card.rounds, persons=card.persons)
    lines: list[Line] = [line(played), (), *(_title(one, language) for one in card.titles)]
    return Screen(language, title, tuple(lines), ((button(language, "season_list", Leaderboard(season=card.season)),),))


def _title(one: Title, language: str) -> Line:
    """Return a line with the names in bold; where the text says who it is, and where several share it."""
    names = say(language, "list.and").join(clean(name) for name in one.names)
    data = {name: signed(value) if name in _SIGNED and isinstance(value, int) else value
            for name, value in one.data.items()}  # fmt: skip
    game = game_title(one.game, language) if one.game else ""
    before, _, after = say(language, f"season.title.{one.code}", game=game, names="\0", **data).partition("\0")
    parts: list[str | Span] = [f"{_SIGNS.get(one.code, '▫️')} ", before, bold(names), after]
    return line(*parts)
