"""House rules of a table: read as people write them, shown, and changed before the first deal."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.session.host.panel import table_info
from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.port.commands import NOTHING, TableSettings
from bot.session.port.commands.table import LEVELS
from bot.session.port.replies import HouseRules, SettingsCard
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from games.base.errors import OptionError
from games.base.options import Options
from games.contract import Game
from storage.api import UnitOfWork

__all__ = ["CLOCK", "HANDLERS", "find_options", "read_clock", "read_counter", "read_level", "read_players", "settings"]

CLOCK: Final = (10, 72 * 3600)
"""The shortest and the longest time to act that a table may choose, in seconds; 0 is no clock."""

_TIME: Final = re.compile(r"([0-9]{1,6})(?:(s|sec|秒)|(m|min|分钟?)|(h|小时|个小时))?")
"""A time to act as people write it: ``90``, ``90s``, ``5m``, ``24h``, ``24小时``."""

RATINGS: Final = ("on", "people", "off")
"""Whose ratings a table's rounds change: everybody's, nobody's where AI players sit, nobody's; the first is usual."""

_SWITCH: Final = {"on": True, "开": True, "off": False, "关": False}


# -- as people write them
def find_options(game: Game[Any], preset: str, given: Mapping[str, object]) -> Options:
    """The complete house rules of a preset and what is named besides."""
    known = {entry.key: entry for entry in game.presets}
    if preset and preset not in known:
        raise Refused("unknown_preset", name=preset, allowed=", ".join(known))
    base = known[preset].options if preset else {}
    names = [option.name for option in game.option_set.options]
    for name in given:
        if name not in names:
            raise Refused(
                "option_unknown", name=name, allowed=", ".join((*names, "ai", "clock", "counter", "preset", "ratings"))
            )
    try:
        return game.option_set.complete({**base, **given})
    except OptionError as error:
        raise Refused(
            "option_refused", option=error.name, value=str(error.value), allowed=error.allowed, game=game.key
        ) from None


def read_clock(text: str) -> int:
    """A time to act in seconds, from its text: 0 or within ``CLOCK``."""
    plain = "".join(unicodedata.normalize("NFKC", text).lower().split())
    if plain in {"off", "0", "关", "不限时"}:
        return 0
    found = _TIME.fullmatch(plain)
    seconds = 0 if found is None else int(found[1]) * (3600 if found[4] else 60 if found[3] else 1)
    low, high = CLOCK
    if not low <= seconds <= high:
        allowed = f"{low}s | 5m | 24h | {high // 3600}h | off"
        raise Refused("option_refused", option="clock", value=text, allowed=allowed, game="")
    return seconds


def read_ratings(text: str) -> str:
    """The table's word on ratings, one of ``RATINGS``."""
    word = text.strip().lower()
    if word not in RATINGS:
        raise Refused("option_refused", option="ratings", value=text, allowed=" | ".join(RATINGS), game="")
    return word


def read_counter(text: str) -> bool:
    word = text.strip().lower()
    if word not in _SWITCH:
        raise Refused("option_refused", option="counter", value=text, allowed="on | off", game="")
    return _SWITCH[word]


def read_level(game: Game[Any], text: str) -> str:
    word = text.strip().lower()
    level = LEVELS.get(word, word)
    if level not in game.levels:
        raise Refused("unknown_level", level=text, allowed=" | ".join(game.levels))
    return level


def read_players(game: Game[Any], given: int | str | None) -> int:
    """How many seats a table has: what was asked for, else what the game is usually played with."""
    low, high = game.seats[0], game.seats[-1]
    if given is None:
        return min(max(4, low), high)
    text = str(given).strip()
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        if low == high:
            raise Refused("players_fixed", given=text, players=low, game=game.key)
        raise Refused("players_refused", given=text, low=low, high=high)
    return int(text)


# -- shown and changed
async def settings(request: Request, draft: Book, unit: UnitOfWork, command: TableSettings) -> Answer:
    locked = draft.row.match is not None
    if not (command.name and command.value):
        house, rule = await _house(request, draft, unit), "" if locked else command.name.strip().lower()
        return Answer(SettingsCard(table_info(draft, request.session.settings.seed is not None), locked, house, rule))
    request.seat(draft)
    if locked:
        raise Refused("settings_locked", table=draft.id)
    name, value = command.name.strip().lower(), command.value.strip()
    if name == "ratings" and table_info(draft, request.session.settings.seed is not None).open_deals:
        raise Refused("ratings_open_deals", table=draft.id)
    _set(draft, name, value)
    said = {"clock": str(draft.terms.clock), "ai": draft.terms.level}.get(name, value)
    changed = Notice("setting_changed", {"option": name, "value": said, "game": draft.row.game})
    if request.origin.message is None:
        return Answer(changed)
    # Pressed on the card: it is shown again as it is now, for the next rule.
    house = await _house(request, draft, unit)
    return Answer(
        SettingsCard(table_info(draft, request.session.settings.seed is not None), locked, house), toast=changed
    )


async def _house(request: Request, draft: Book, unit: UnitOfWork) -> HouseRules | None:
    """What the group of the table has set for its game."""
    rows = await unit.groups.house(request.chat.platform, request.chat.group)
    found = next((row for row in rows if row.game == draft.row.game), None)
    return None if found is None else HouseRules(found.game, found.preset, json.loads(found.options))


def _set(draft: Book, name: str, value: str) -> None:
    match name:
        case "clock":
            draft.terms = replace(draft.terms, clock=read_clock(value), usual_clock=False)
            return
        case "ratings":
            draft.terms = replace(draft.terms, ratings=read_ratings(value))
            return
        case "counter":
            draft.terms = replace(draft.terms, counter=read_counter(value))
            return
        case "ai":
            level = read_level(draft.game, value)
            draft.terms = replace(draft.terms, level=level)
            draft.seats |= {seat: replace(row, ai=level) for seat, row in draft.seats.items() if row.ai}
            return
        case "players":
            count = read_players(draft.game, value)
            if any(seat >= count for seat in draft.seats):
                raise Refused("players_too_few_seats", players=count)
            draft.row = replace(draft.row, players=count)
            draft.score = replace(draft.score, totals=(0,) * count)
            return
        case "preset":
            draft.options = find_options(draft.game, value, {})
            draft.row = replace(draft.row, preset=value)
        case _:
            given = "" if value == NOTHING else value
            draft.options = find_options(draft.game, "", {**draft.options, name: given})
    draft.row = replace(draft.row, options=json.dumps(dict(draft.options)))


HANDLERS: Final = (Change(TableSettings, settings),)
