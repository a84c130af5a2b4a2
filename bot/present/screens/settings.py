"""House rules: what is in force, what it means, what can be chosen instead."""

from __future__ import annotations

from bot.present.games import presentation_of
from bot.present.screens.elements import bold, button, italic, line, paired, preset_title, rules_button
from bot.present.screens.house import house_text
from bot.present.screens.screen import Button, Line, Screen
from bot.present.screens.table.elements import table_heading
from bot.present.words.catalogue import first, say
from bot.present.words.terms import level_word, option_title, option_value
from bot.present.words.text import shorten, span
from bot.session.port.commands import End, Leave, Settings
from bot.session.port.replies import SettingsCard
from bot.session.port.updates import TableInfo
from games import GAMES
from games.base.options import Choice, Flag, Number, Option, Options

__all__ = ["option_lines", "settings_screen"]

_CLOCKS = (0, 30, 60, 90, 180, 600, 86_400)
_RATINGS = ("on", "people", "off")
_STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100, 200, 500, 1000)
_SCORES = (0, 10, 20, 30, 50, 100, 200, 500, 1000)
"""Steps of a score at which a match ends: nobody plays up to 1."""
_MOST = 23
_USUAL_LEVEL = "normal"
"""How strong AI players are where nobody has said it."""


def settings_screen(card: SettingsCard, language: str) -> Screen:
    """Return the options of a table with their values; before the first deal each button sets the next value."""
    table = card.table
    title = say(language, "settings.title", heading=table_heading(table, language))
    lines = [line(say(language, "settings.preset"), bold(preset_title(table.game, table.preset, language)))]
    lines.append(line(_entry(say(language, "option.clock.title"), language), bold(_clock_word(table.clock, language))))
    if table.clock_rests:
        lines.append(line(italic(say(language, "table.clock_rests"))))
    ratings = option_value("", "ratings", table.ratings, language)
    lines.append(line(_entry(say(language, "option.ratings.title"), language), bold(ratings)))
    counter = option_value("", "counter", table.counter, language)
    lines.append(line(_entry(say(language, "option.counter.title"), language), bold(counter)))
    level = level_word(table.level or _USUAL_LEVEL, language)
    lines.append(line(_entry(say(language, "option.ai.title"), language), bold(level)))
    lines += option_lines(table.game, table.options, language)
    if card.house is not None:
        lines += [(), line("🏠 ", say(language, "house.here", rules=house_text(card.house, language)))]
    note = "settings.locked" if card.locked else "settings.how"
    lines += [(), line(italic(say(language, note)))]
    rows = _manage(table, language) if card.locked else _choices(table, language)
    return Screen(language, title, tuple(lines), rows)


def option_lines(game: str, options: Options, language: str) -> list[Line]:
    """Return a line an option; a dot marks those that differ from the usual."""
    known = GAMES.get(game)
    usual = known.option_set.complete({}) if known is not None else {}
    lines: list[Line] = []
    idle = presentation_of(game).idle_options(options)
    for name, value in options.items():
        if name in idle:
            continue
        mark = "• " if usual.get(name, value) != value else "  "
        lines.append(
            line(
                mark,
                _entry(option_title(game, name, language), language),
                bold(option_value(game, name, value, language)),
            )
        )
    return lines


def _entry(title: str, language: str) -> str:
    return say(language, "settings.entry", title=title)


def _clock_word(seconds: int, language: str) -> str:
    return span(seconds, language) if seconds else say(language, "option.clock.value.0")


def _manage(table: TableInfo, language: str) -> tuple[tuple[Button, ...], ...]:
    """Return what else concerns the table, once its rules are settled."""
    leaving = (button(language, "leave", Leave(table.id)), button(language, "end", End(table.id), "danger"))
    return ((rules_button(table, language),), leaving)


def _choices(table: TableInfo, language: str) -> tuple[tuple[Button, ...], ...]:
    known = GAMES.get(table.game)
    if known is None:
        return ((rules_button(table, language),),)
    presets = [
        Button(
            shorten(("✓ " if preset.key == table.preset else "") + preset_title(table.game, preset.key, language), 40),
            Settings(table.id, "preset", preset.key), key=f"preset_{preset.key}", style="primary",
        )
        for preset in known.presets
    ]  # fmt: skip
    clock = next((one for one in _CLOCKS if one > table.clock), _CLOCKS[0])
    changes = [_change(table, "clock", str(clock), _clock_word(clock, language), language)]
    if not table.open_deals:  # whose rounds are never rated
        counts = _RATINGS[(_RATINGS.index(table.ratings) + 1) % len(_RATINGS)]
        changes.append(_change(table, "ratings", counts, option_value("", "ratings", counts, language), language))
    counter = option_value("", "counter", not table.counter, language)
    changes.append(_change(table, "counter", "off" if table.counter else "on", counter, language))
    at = known.levels.index(table.level or _USUAL_LEVEL) if (table.level or _USUAL_LEVEL) in known.levels else -1
    level = known.levels[(at + 1) % len(known.levels)]
    changes.append(_change(table, "ai", level, level_word(level, language), language))
    idle = presentation_of(table.game).idle_options(table.options)
    named = {name for preset in known.presets for name in preset.options}
    # What presets change is what people change: it comes first, as a message has room for so many buttons only.
    offered = sorted(known.option_set.options, key=lambda one: one.name not in named)
    for option in (one for one in offered if one.name not in idle):
        following = _next_value(option, table.options.get(option.name))
        if following is not None:
            shown = option_value(table.game, option.name, following, language)
            text = str(following).lower() if isinstance(following, bool) else str(following)
            changes.append(_change(table, option.name, text, shown, language))
    room = _MOST - len(presets)
    return (
        *paired(presets),
        *paired(changes[:room]),
        (rules_button(table, language), button(language, "close_table", End(table.id), "danger")),
    )


def _change(table: TableInfo, name: str, value: str, shown: str, language: str) -> Button:
    title = first(language, (f"option.{table.game}.{name}.short",)) or option_title(table.game, name, language)
    return Button(shorten(f"{title} → {shown}", 36), Settings(table.id, name, value), key=f"set_{name}")


def _next_value(option: Option, now: object) -> str | int | bool | None:
    """Return the value that a press sets: the next of the choices, round and round; ``None`` where typing is needed."""
    match option:
        case Flag():
            return not now
        case Choice(values=values):
            place = values.index(now) if isinstance(now, str | int) and now in values else -1
            return values[(place + 1) % len(values)]
        case Number(low=low, high=high):
            usual = _SCORES if option.name in ("target", "target_score", "cap") else _STEPS
            steps = [step for step in usual if low <= step <= high] or [low]
            return next((step for step in steps if isinstance(now, int) and step > now), steps[0])
        case _:
            return None
