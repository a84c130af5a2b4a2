"""Which kinds of call a bot has made: methods, what they were given, and the kinds of buttons and lists in them. ``paiju doctor
--live`` is to make one of each kind that the program ever makes."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.simulators.discord.rest import Call as DiscordCall
from tests.simulators.telegram.world import Call as TelegramCall

__all__ = ["LEFT", "TRIED", "of_discord", "of_telegram", "untried"]

_LIST: Final = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8"))
TRIED: Final[dict[str, set[str]]] = {platform: set(names) for platform, names in _LIST["tried"].items()}
LEFT: Final[dict[str, dict[str, str]]] = _LIST["left"]
"""By platform: what is tried, and what is left out, with the reason."""

_NUMBER = re.compile(r"(?<=/)(\d+|@original|[\w.-]{24,})(?=/|$)")


def of_telegram(calls: Iterable[TelegramCall]) -> set[str]:
    found = set()
    for call in calls:
        found |= {call.method, *(f"{call.method} {name}" for name in call.parameters)}
        rows = (call.parameters.get("reply_markup") or {}).get("inline_keyboard", ())
        for button in (button for row in rows for button in row):
            found |= {f"button {name}" for name in button if name != "style"}
            found |= {f"button style {button['style']}"} if "style" in button else set()
    return found


def of_discord(calls: Iterable[DiscordCall]) -> set[str]:
    found = set()
    for call in calls:
        at = f"{call.method} {_NUMBER.sub('…', call.path)}"
        body = call.body if isinstance(call.body, dict) else {}
        kind = f" {body['type']}" if call.path.endswith("/callback") else ""
        data = body.get("data") or {} if kind else body
        found |= {at + kind, *(f"{at}{kind} {name}" for name in data)}
        found |= (
            {f"{at}{kind} {'/'.join(sorted({name.rpartition('.')[2] for name in call.files}))}"}
            if call.files
            else set()
        )
        found |= {f"{at}{kind} flags {data['flags']}"} if data.get("flags") else set()
        found |= {f"component {one}" for one in _components(data.get("components") or ())}
    return found


def _components(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    for one in components:
        style = f" style {one['style']}" if "style" in one and one["type"] == 2 else ""
        yield f"{one['type']}{style}"
        if "emoji" in one:
            yield f"{one['type']} emoji"
        inner = one.get("component")
        yield from _components([*one.get("components", ()), *([inner] if inner else [])])


def untried(platform: str, made: set[str]) -> set[str]:
    """Which of these kinds ``paiju doctor --live`` does not try, though nothing says why not."""
    return made - TRIED[platform] - LEFT[platform].keys()
