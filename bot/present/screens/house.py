"""What a group plays by itself: /defaults, and the line about it among the house rules of a table."""

from __future__ import annotations

from bot.present.screens.elements import bold, game_title, in_rows, italic, line, preset_title
from bot.present.screens.screen import Button, Line, Screen
from bot.present.words.catalogue import say
from bot.present.words.terms import level_word, option_title, option_value
from bot.present.words.text import one_line, span
from bot.session.port.commands import Defaults
from bot.session.port.replies import HouseCard, HouseRules
from games import GAMES

__all__ = ["house_screen", "house_text"]

_AROUND = ("clock", "ratings", "counter", "players", "ai")


def house_screen(card: HouseCard, language: str) -> Screen:
    """What a group has set, with a button for each game that forgets it."""
    lines: list[Line] = []
    if card.changed:
        lines.append(line(say(language, f"house.{card.changed}", game=game_title(card.game, language))))
    lines += [_entry(rules, language) for rules in card.rules]
    if not card.rules and not card.changed:
        lines.append(line(say(language, "house.none")))
    game = card.game or next(iter(GAMES))
    lines += [(), line(italic(say(language, "house.how" if card.admin else "house.who", game=game)))]
    buttons = [
        Button(
            say(language, "button.forget_house", game=game_title(rules.game, language)),
            Defaults(rules.game, clear=True),
            key=f"forget_{rules.game}",
        )
        for rules in card.rules
        if card.admin
    ]
    title = one_line(card.title) or say(language, "word.that_group")
    return Screen(language, say(language, "house.title", group=title), tuple(lines), in_rows(buttons, 2))


def _entry(rules: HouseRules, language: str) -> Line:
    return line("🏠 ", bold(game_title(rules.game, language)), " · " + house_text(rules, language))


def house_text(rules: HouseRules, language: str) -> str:
    """In one line what a group has set for a game."""
    known, own = GAMES.get(rules.game), rules.options
    preset = rules.preset or (known.presets[0].key if known is not None else "")
    parts = [preset_title(rules.game, preset, language)]
    parts += [
        f"{option_title(rules.game, name, language)} {option_value(rules.game, name, value, language)}"
        for name, value in own.items()
        if name not in _AROUND
    ]
    if "players" in own:
        parts.append(say(language, "lobby.players", n=own["players"]))
    if clock := own.get("clock"):
        timed = clock.isdecimal() and int(clock)
        parts.append(
            say(language, "table.clock", time=span(int(clock), language)) if timed else say(language, "table.no_clock")
        )
    parts += [
        f"{option_title('', name, language)} {option_value('', name, own[name], language)}"
        for name in ("ratings", "counter")
        if name in own
    ]
    if "ai" in own:
        parts.append(say(language, "house.ai", level=level_word(own["ai"], language)))
    return say(language, "list.dot").join(parts)
