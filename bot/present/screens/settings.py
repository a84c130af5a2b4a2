"""House rules: those of a table, each with what it can be set to, and those that a group has set for itself."""

from collections.abc import Callable, Iterable, Sequence

from bot.present.presentation import presentation_of
from bot.present.screens.elements import (
    bold,
    button,
    game_title,
    in_rows,
    italic,
    line,
    paired,
    preset_title,
    rules_button,
    table_heading,
)
from bot.present.screens.screen import Button, Line, Rows, Screen, Select
from bot.present.words.terms import level_does, level_word, option_title, option_value
from bot.present.words.text import first, one_line, say, shorten, span
from bot.session.port.commands import NOTHING, Defaults, End, Leave, TableSettings
from bot.session.port.replies import HouseCard, HouseRules, SettingsCard
from bot.session.port.updates import TableInfo
from games import GAMES
from games.base.options import Choice, Flag, ListOf, Number, Option, Options, Text

__all__ = ["house_screen", "house_text", "option_lines", "settings_screen"]

_CLOCKS = (0, 30, 60, 90, 180, 600, 86_400)
_RATINGS = ("on", "people", "off")
_SWITCH = ("on", "off")
_STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100, 200, 500, 1000)
_SCORES = (0, 10, 20, 30, 50, 100, 200, 500, 1000)  # Steps of a score at which a match ends: nobody plays up to 1
_USUAL_LEVEL = "normal"  # How strong AI players are where nobody has said it
_AROUND = ("clock", "ratings", "counter", "players", "ai")


def settings_screen(card: SettingsCard, language: str) -> Screen:
    """The options of a table with their values; before the first deal each button sets the next value."""
    table = card.table
    title = say(language, "settings.title", heading=table_heading(table, language))
    if card.rule and (entries := _entries(table, card.rule, language)):
        return _rule_screen(table, card.rule, title, entries, language)
    lines = [line(say(language, "settings.preset"), bold(preset_title(table.game, table.preset, language)))]
    lines.append(line(_entry(say(language, "option.clock.title"), language), bold(_clock_word(table.clock, language))))
    if table.clock_rests:
        lines.append(line(italic(say(language, "table.clock_rests"))))
    ratings = option_value("", "ratings", table.ratings, language)
    lines.append(line(_entry(say(language, "option.ratings.title"), language), bold(ratings)))
    counter = option_value("", "counter", table.counter, language)
    lines.append(line(_entry(say(language, "option.counter.title"), language), bold(counter)))
    level = table.level or _USUAL_LEVEL
    does = f" · {told}" if (told := level_does(level, language)) else ""
    lines.append(line(_entry(say(language, "option.ai.title"), language), bold(level_word(level, language)), does))
    lines += option_lines(table.game, table.options, language)
    if card.house is not None:
        lines += [(), line("🏠 ", say(language, "house.here", rules=house_text(card.house, language)))]
    note = "settings.locked" if card.locked else "settings.how"
    lines += [(), line(italic(say(language, note)))]
    if card.locked:
        return Screen(language, title, tuple(lines), _manage(table, language))
    return Screen(language, title, tuple(lines), _choices(table, language), selects=_selects(table, language))


def _rule_screen(table: TableInfo, rule: str, title: str, entries: list[tuple[str, str]], language: str) -> Screen:
    holds, shown = _held(table, rule, language)
    named = _entry(option_title(table.game, rule, language), language)
    buttons = [
        Button(
            shorten(label, 40),
            TableSettings(table.id, rule, value),
            key=f"value_{value}",
            style="primary",
            listed=True,
            note=level_does(value, language) if rule == "ai" else "",
        )
        for value, label in entries
    ]
    select = Select(option_title(table.game, rule, language), tuple(buttons), TableSettings(table.id, rule, holds))
    rows = (*paired(buttons), (button(language, "settings", TableSettings(table.id)),))
    return Screen(language, title, (line(named, bold(shown)),), rows, selects=(select,))


def option_lines(game: str, options: Options, language: str) -> list[Line]:
    """A line an option; a dot marks those that differ from the usual."""
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


def _manage(table: TableInfo, language: str) -> Rows:
    leaving = (button(language, "leave", Leave(table.id)), button(language, "end", End(table.id), "danger"))
    return ((rules_button(table, language),), leaving)


def _choices(table: TableInfo, language: str) -> Rows:
    known = GAMES.get(table.game)
    if known is None:
        return ((rules_button(table, language),),)
    presets = [
        Button(
            shorten(("✓ " if preset.key == table.preset else "") + preset_title(table.game, preset.key, language), 40),
            TableSettings(table.id, "preset", preset.key), key=f"preset_{preset.key}", style="primary", listed=True,
        )
        for preset in known.presets
    ]  # fmt: skip
    return (
        *paired(presets),
        *paired(_change(table, name, language) for name in _rules(table)),
        (rules_button(table, language), button(language, "close_table", End(table.id), "danger")),
    )


def _selects(table: TableInfo, language: str) -> tuple[Select, ...]:
    """The presets, and the rules under the names that they have in the list above."""
    known = GAMES.get(table.game)
    if known is None:
        return ()
    presets = [
        Button(preset_title(table.game, preset.key, language), TableSettings(table.id, "preset", preset.key))
        for preset in known.presets
    ]
    rules = [
        Button(
            option_title(table.game, name, language),
            TableSettings(table.id, name),
            note=_held(table, name, language)[1],
        )
        for name in _rules(table)
    ]
    return (
        Select(option_title("", "preset", language), tuple(presets), TableSettings(table.id, "preset", table.preset)),
        Select(say(language, "settings.change"), tuple(rules)),
    )


def _rules(table: TableInfo) -> list[str]:
    """The names of all that can be set, in the order of the list."""
    first_of_all = ["clock", *([] if table.open_deals else ["ratings"]), "counter", "ai"]  # open deals are never rated
    idle = presentation_of(table.game).idle_options(table.options)
    return [*first_of_all, *(name for name in table.options if name not in idle)]


def _held(table: TableInfo, name: str, language: str) -> tuple[str, str]:
    """What a rule is set to, as its text and in words."""
    match name:
        case "clock":
            return str(table.clock), _clock_word(table.clock, language)
        case "ratings":
            return table.ratings, option_value("", "ratings", table.ratings, language)
        case "counter":
            return "on" if table.counter else "off", option_value("", "counter", table.counter, language)
        case "ai":
            level = table.level or _USUAL_LEVEL
            return level, level_word(level, language)
    value = table.options[name]
    return _text_of(value), option_value(table.game, name, value, language)


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _change(table: TableInfo, name: str, language: str) -> Button:
    """The button that sets the next value; where a list is chosen, one that opens its choice."""
    title = first(language, (f"option.{table.game}.{name}.short",)) or option_title(table.game, name, language)
    if isinstance(_option(table, name), Text | ListOf):
        return Button(shorten(f"{title} …", 36), TableSettings(table.id, name), key=f"set_{name}", listed=True)
    entries, held = _entries(table, name, language), _held(table, name, language)[0]
    at = next((place for place, (value, _) in enumerate(entries) if value == held), -1)
    value, shown = entries[(at + 1) % len(entries)]
    return Button(
        shorten(f"{title} → {shown}", 36), TableSettings(table.id, name, value), key=f"set_{name}", listed=True
    )


def _option(table: TableInfo, name: str) -> Option | None:
    known = GAMES.get(table.game)
    options = () if known is None else known.option_set.options
    return next((option for option in options if option.name == name), None)


def _entries(table: TableInfo, name: str, language: str) -> list[tuple[str, str]]:
    """What a rule can be set to, each as its text and in words; nothing for what is no rule here."""
    option = _option(table, name)
    if name == "clock":
        return [(str(one), _clock_word(one, language)) for one in sorted({*_CLOCKS, table.clock})]
    if name == "ai":
        return [(one, level_word(one, language)) for one in GAMES[table.game].levels]
    if name in ("ratings", "counter"):
        return [(one, option_value("", name, one, language)) for one in (_RATINGS if name == "ratings" else _SWITCH)]
    values: Sequence[object]
    match option:
        case Flag():
            values = [False, True]
        case Choice():
            values = list(option.values)
        case Number(low=low, high=high):
            usual = _SCORES if option.name in ("target", "target_score", "cap") else _STEPS
            now = table.options.get(name)
            values = sorted(
                {*(step for step in usual if low <= step <= high), *([now] if isinstance(now, int) else [low])}
            )
        case Text(alphabet=alphabet):
            return _turned(table, name, alphabet, "", lambda one: one)
        case ListOf(values=known):
            return _turned(table, name, known, ",", lambda one: option_value(table.game, name, (one,), language))
        case _:
            return []
    return [(_text_of(one), option_value(table.game, name, one, language)) for one in values]


def _turned(
    table: TableInfo, name: str, known: Iterable[str], between: str, shown: Callable[[str], str]
) -> list[tuple[str, str]]:
    """The value with one entry more or less, for each entry of a list."""
    held = tuple(str(table.options[name])) if not isinstance(table.options[name], tuple) else table.options[name]
    found = []
    for one in known:
        inside = isinstance(held, tuple) and one in held
        kept = [other for other in known if (other in held) != (other == one)] if isinstance(held, tuple) else []
        found.append((between.join(kept) or NOTHING, f"{'✓' if inside else '+'} {shown(one)}"))
    return found


def house_screen(card: HouseCard, language: str) -> Screen:
    """What a group has set, with a button for each game that forgets it."""
    lines: list[Line] = []
    if card.changed:
        lines.append(line(say(language, f"house.{card.changed}", game=game_title(card.game, language))))
    lines += [
        line("🏠 ", bold(game_title(rules.game, language)), " · " + house_text(rules, language)) for rules in card.rules
    ]
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
