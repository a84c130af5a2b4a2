"""What to type where buttons cannot be shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.present.screens.screen import Button
from bot.present.words.catalogue import say
from bot.session.port import commands as c

__all__ = ["typed_instead"]

_TYPED: Final[Mapping[type[Any], str]] = {
    c.Join: "/join",
    c.FillAi: "/ai",
    c.Deal: "/deal",
    c.Ready: "/deal",
    c.Leave: "/leave",
    c.MyHand: "/hand",
    c.Offer: "/play",
    c.PlayPicked: "/play",
    c.Hint: "/hint",
    c.Vote: "/end",
    c.Luck: "/luck",
    c.Settings: "/settings",
    c.Rules: "/rules",
    c.NewTable: "/new",
    c.Back: "/back",
}


def typed_instead(rows: Iterable[Iterable[Button]], language: str) -> str:
    """One line with the commands that do what these buttons do; ``""`` where there is none."""
    kinds = [type(button.command) for row in rows for button in row]
    words = dict.fromkeys(_TYPED[kind] for kind in kinds if kind in _TYPED)
    return say(language, "place.typed", commands=" ".join(words)) if words else ""
