"""Completions for an option of a slash command while it is typed: legal plays, presets, house rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord.app_commands import Choice

from bot.frontends.discord.incoming.origin import origin_of
from bot.frontends.discord.incoming.slash import arguments, focused
from bot.present.screens.elements import preset_title
from bot.present.screens.notices import values
from bot.present.words.plays import action_label, play_label, play_words
from bot.present.words.terms import level_word, option_title, option_value, verb_title, verb_word
from bot.present.words.text import LANGUAGES, codes, day, name_of, say, seat_no, span, unmarked
from bot.session.port.commands import History, Origin, TableSettings
from bot.session.port.commands.anywhere import PREFERENCES, USUAL_HOURS
from bot.session.port.protocols import Manager
from bot.session.port.replies import HistoryCard, SettingsCard
from bot.session.port.updates import Completion
from games import GAMES, find_game
from games.base.actions import Bid
from games.base.cards import BIG_JOKER, SMALL_JOKER, card_text
from games.base.options import Choice as OneOf
from games.base.options import Flag, Number, Option

__all__ = ["choices"]

_MOST = 25
_LENGTH = 100
_WORDS = 60  # Columns for a play in words
_JOKERS = {SMALL_JOKER: "小王", BIG_JOKER: "大王"}
_OWN_COMMAND = frozenset({"play", "bid"})  # Verbs that need no ``/do``
_CLOCKS = (0, 30, 60, 90, 120, 180, 300, 600, 3600, 43_200, 86_400, 172_800, 259_200)
"""Seconds for each turn that are offered; others may be typed."""

_DAYS: Final = (1, 2, 3, 7, 14, 30)  # After so many days somebody may want to be back

_TABLE_WORDS: Mapping[str, tuple[str, ...]] = {"ratings": ("on", "people", "off"), "counter": ("on", "off")}
"""What a table of any game says besides its house rules, and with which words."""


async def choices(interaction: discord.Interaction, manager: Manager) -> list[Choice[Any]]:
    """Return at most 25 completions of the option that this person is typing; only their own cards are looked at."""
    command = str(dict(interaction.data or {}).get("name"))
    given, name = arguments(interaction), focused(interaction)
    typed = str(given.get(name) or "")
    origin = origin_of(interaction)
    named = given.get("table")
    table = named if isinstance(named, int) and name != "table" else None
    if command == "do" and name == "verb":
        return _fit(await _verbs(origin, table, typed, manager))
    language = await manager.language_of(origin)
    if command in ("play", "do") and name == "cards":
        text = f"{given.get('verb') or ''} {typed}".strip()
        plays = await manager.completions(origin, text, table, play_words)
        return _fit(
            [(play_label(one.game, language, one.cards, one.kind, one.rank, _WORDS), _exact(one)) for one in plays]
        )
    if name == "amount":
        bids = await manager.completions(origin, "bid", table, play_words)
        listed = [(action_label(one.game, language, Bid(int(one.rank))), one.rank) for one in bids]
        return _fit([(label, amount) for label, amount in listed if _fits(typed, label, amount)], whole=True)
    if name == "as":
        plays = await manager.completions(origin, str(given.get("cards") or ""), table, play_words)
        read = [(one, one.text.partition(" as ")[2]) for one in plays if len(one.cards) == len(plays[0].cards)]
        return _fit(
            [(play_label(one.game, language, one.cards, one.kind, one.rank, _WORDS), reading) for one, reading in read]
        )
    if name == "table":
        tables = (await manager.at_hand(origin)).tables
        listed = [(_table(*one, language), str(one[0])) for one in tables]
        return _fit([(label, number) for label, number in listed if _fits(typed, label, number)], whole=True)
    if name in ("one", "other", "who"):
        seated = await manager.seated(origin, table)
        people = [(f"{seat_no(one.seat)} · {name_of(seated, one.seat, language)}", one) for one in seated]
        return _fit([(label, str(seat_no(one.seat))) for label, one in people if _fits(typed, label)])
    if name == "id":
        return _fit(await _rounds(origin, typed, language, manager))
    if name == "until":
        days = [(say(language, "time.days", n=count), f"{count}d") for count in _DAYS]
        return _fit([(label, value) for label, value in days if _fits(typed, label, value)])
    if command == "prefer":
        return _fit(_preferences(str(given.get("name") or "") if name == "value" else None, typed, language))
    games = await _game_here(origin, table, manager) if command == "settings" else []
    games = games or _games_meant(str(given.get("game") or ""))
    if name == "preset":
        return _fit(_presets(games, typed, language, for_new=True))
    if name == "options":
        return _fit(_assignments(games, typed, language))
    if name == "name":
        return _fit(_names(games, typed, language))
    if name == "value":
        return _fit(_new_values(games, str(given.get("name") or ""), typed, language))
    return []


def _table(number: int, game: str, state: str, language: str) -> str:
    return say(language, "menu.table", **values({"table": number, "game": game, "state": state}, language))


async def _rounds(origin: Origin, typed: str, language: str, manager: Manager) -> list[tuple[str, str]]:
    """The last rounds of this group, or of this person, newest first."""
    # Looked at only, and nothing is remembered of it.
    reply = await manager.handle(replace(origin, update=""), History())
    matches = reply.body.lines if isinstance(reply.body, HistoryCard) else ()
    ids = [(f"{match.id}.{number}", match) for match in matches for number in range(match.rounds, 0, -1)]
    listed = [
        (f"{id} · {say(language, f'game.{match.game}')} · {unmarked(day(match.at, language))}", id) for id, match in ids
    ]
    return [(label, id) for label, id in listed if _fits(typed, label, id)]


def _preferences(name: str | None, typed: str, language: str) -> list[tuple[str, str]]:
    """What can be preferred, or with a ``name`` which values that can have."""
    questions = {question for game in GAMES.values() for question in game.preferences}
    if name is None:
        names = (*PREFERENCES, *USUAL_HOURS, "zone", "language", *sorted(questions))
        listed = [(option_title("", one, language), one) for one in names]
    elif name in USUAL_HOURS:
        listed = [(hours, hours) for hours in USUAL_HOURS[name]] + [(say(language, "word.off"), "off")]
    elif name == "zone":
        listed = [(say(language, code), code.removeprefix("zone.")) for code in codes("zone.")]
    else:
        said = PREFERENCES.get(name) or (
            LANGUAGES if name == "language" else ("ask", "never") if name in questions else ()
        )
        listed = [(option_value("", name, one, language), one) for one in said]
    return [(label, value) for label, value in listed if _fits(typed, label, value)]


async def _verbs(origin: Origin, table: int | None, typed: str, manager: Manager) -> list[tuple[str, str]]:
    """What this person may do in this game at this moment, in their language."""
    found = await manager.verbs(origin, table)
    if found is None:
        return []
    language = await manager.language_of(origin)
    listed = [
        (verb_title(found.game, verb, found.why, language), verb, verb_word(found.game, verb, language, found.why))
        for verb in found.verbs
        if verb not in _OWN_COMMAND
    ]
    return [(title, verb) for title, verb, word in listed if _fits(typed, title, verb, word)]


def _exact(play: Completion) -> str:
    """Return the text of just these cards: the label has said what they are, and nothing else may be played. Suits are
    included, and jokers are written as words: a letter would be asked back."""
    _, named, reading = play.text.partition(" as ")
    return " ".join(_JOKERS.get(card, card_text(card)) for card in play.cards) + named + reading


async def _game_here(origin: Origin, table: int | None, manager: Manager) -> list[str]:
    """The game of the table that ``/settings`` is about; empty if there is none (or several)."""
    # Shown only, and nothing is remembered of it.
    reply = await manager.handle(replace(origin, update=""), TableSettings(table))
    return [reply.body.table.game] if isinstance(reply.body, SettingsCard) else []


def _fit(found: list[tuple[str, str]], *, whole: bool = False) -> list[Choice[Any]]:
    """Fit completions to Discord's limits: values whole or not at all, labels cut. ``whole``: the values are numbers."""
    return [
        Choice(
            name=label if len(label) <= _LENGTH else label[: _LENGTH - 1] + "…", value=int(value) if whole else value
        )
        for label, value in found
        if label and 0 < len(value) <= _LENGTH
    ][:_MOST]


def _games_meant(name: str) -> list[str]:
    """The game that was named; all of them where none was (the table here may be of any)."""
    game = find_game(name) if name else None
    return [game.key] if game is not None else list(GAMES)


def _presets(games: list[str], typed: str, language: str, *, for_new: bool = False) -> list[tuple[str, str]]:
    """Return presets by name; with that of their game where it is still open which one is meant (``for_new``: in the
    value too)."""
    several = len(games) > 1
    listed = [
        (
            f"{say(language, f'game.{game}')}: {title}" if several else title,
            f"{game}:{preset.key}" if several and for_new else preset.key,
        )
        for game in games
        for preset in GAMES[game].presets
        for title in [preset_title(game, preset.key, language)]
    ]
    return [(label, value) for label, value in listed if _fits(typed, label, value)]


def _fits(typed: str, *words: str) -> bool:
    return not typed or any(typed.casefold() in word.casefold() for word in words)


def _options(games: list[str]) -> dict[str, tuple[str, Option]]:
    """Return (game, house rule) by name; the first game's where several have one of that name."""
    found: dict[str, tuple[str, Option]] = {}
    for game in games:
        for option in GAMES[game].option_set.options:
            found.setdefault(option.name, (game, option))
    return found


def _names(games: list[str], typed: str, language: str) -> list[tuple[str, str]]:
    listed = [(option_title("", name, language), name) for name in ("preset", "clock", "ai", *_TABLE_WORDS)]
    listed += [(option_title(game, name, language), name) for name, (game, _) in _options(games).items()]
    return [(label, value) for label, value in listed if _fits(typed, label, value)]


def _new_values(games: list[str], name: str, typed: str, language: str) -> list[tuple[str, str]]:
    """What ``/settings`` may set a rule of that name to."""
    if name == "preset":
        return _presets(games, typed, language)
    if name == "clock":
        return [(_clock(seconds, language), str(seconds)) for seconds in _CLOCKS if _fits(typed, str(seconds))]
    if name == "ai":
        levels = dict.fromkeys(level for game in games for level in GAMES[game].levels)
        return [(word, one) for one in levels if _fits(typed, word := level_word(one, language), one)]
    if name in _TABLE_WORDS:
        words = {value: option_value("", name, value, language) for value in _TABLE_WORDS[name]}
        return [(word, value) for value, word in words.items() if _fits(typed, word, value)]
    found = _options(games).get(name)
    return _values(*found, typed, language) if found is not None else []


def _clock(seconds: int, language: str) -> str:
    return span(seconds, language) if seconds else say(language, "option.clock.value.0")


def _values(game: str, option: Option, typed: str, language: str) -> list[tuple[str, str]]:
    values = [(option_value(game, option.name, value, language), str(value)) for value in _some_values(option)]
    return [(label, value) for label, value in values if _fits(typed, label, value)]


def _some_values(option: Option) -> list[str | int]:
    match option:
        case OneOf():
            return list(option.values)
        case Flag():
            return ["on", "off"]
        case Number():
            return sorted({option.low, option.default, option.high})
    return []


def _assignments(games: list[str], typed: str, language: str) -> list[tuple[str, str]]:
    """Return completions of the last ``name=value`` in a list of them; what stands before it is kept. While several names fit,
    each shows a few of its values."""
    before, _, last = typed.rpartition(" ")
    kept = f"{before} " if before else ""
    name, equals, value = last.partition("=")
    taken = {part.partition("=")[0] for part in before.split()}
    titles = {
        one: title for title, one in _names(games, "" if equals else name, language) if one not in taken | {"preset"}
    }
    fitting = [name] if equals and name in titles else [] if equals else list(titles)
    most = max(1, _MOST // len(fitting)) if fitting else 0
    return [
        (f"{kept}{titles[one]}: {label}", f"{kept}{one}={said}")
        for one in fitting
        for label, said in _new_values(games, one, value, language)[:most]
    ]
