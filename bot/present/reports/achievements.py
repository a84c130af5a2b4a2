"""Achievements: a line with the end of the round that brought one, a line in the statistics, and the whole list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.present.screens.elements import bold, button, game_title, line
from bot.present.screens.screen import Line, Screen
from bot.present.words.catalogue import say
from bot.present.words.text import clean
from bot.session.port.replies import AchievementLine, StatsCard

__all__ = ["achieved_lines", "achievement_name", "achievement_words", "achievements_screen", "earned_lines"]

_TOLD: Final = 3
"""So many are told by name at once."""


def achievement_name(key: str, language: str) -> str:
    """Return what an achievement is called."""
    return say(language, f"achievement.{key}.name")


def achievement_words(key: str, language: str) -> str:
    """Return what is done for an achievement."""
    return say(language, f"achievement.{key}.about")


def earned_lines(keys: Sequence[str], language: str) -> list[Line]:
    """Return a line for each achievement that a round has brought; of very many only how many more there are."""
    lines = [
        line("🏅 ", say(language, "achievement.new"), bold(achievement_name(key, language)), " · ",
             achievement_words(key, language))
        for key in keys[:_TOLD]
    ]  # fmt: skip
    if len(keys) > _TOLD:
        lines.append(line("🏅 ", say(language, "achievement.more", n=len(keys) - _TOLD)))
    return lines


def achieved_lines(card: StatsCard, language: str) -> list[Line]:
    """Return how many achievements the person of the card has, and the latest of them by name."""
    has = _latest_first(card.achievements)
    if not has:
        return []
    names = say(language, "list.dot").join(achievement_name(one.key, language) for one in has[:_TOLD])
    count = say(language, "achievement.count", n=len(has), of=len(card.achievements))
    return [(), line("🏅 ", bold(count), f" · {names}", " …" if len(has) > _TOLD else "")]


def _latest_first(lines: Sequence[AchievementLine]) -> list[AchievementLine]:
    return sorted((one for one in lines if one.at is not None), key=lambda one: -(one.at or 0.0))


def achievements_screen(card: StatsCard, language: str) -> Screen:
    """Return all achievements game by game: those that the person has, and how far it is to the others."""
    title = say(language, "achievement.title", name=clean(card.name))
    if not card.achievements:
        lines: list[Line] = [line(say(language, "achievement.hidden"))]
    else:
        has = sum(one.at is not None for one in card.achievements)
        lines = [line(say(language, "achievement.count", n=has, of=len(card.achievements)))]
    for game, group in groupby(card.achievements, key=lambda one: one.game):
        heading = game_title(game, language) if game else say(language, "achievement.any_game")
        lines += [(), line(bold(heading)), *(_entry(one, language) for one in group)]
    back = button(language, "stats", replace(card.shown, achievements=False))
    return Screen(language, title, tuple(lines), ((back,),))


def _entry(one: AchievementLine, language: str) -> Line:
    name, words = achievement_name(one.key, language), achievement_words(one.key, language)
    if one.at is not None:
        return line("🏅 ", bold(name), f" · {words}")
    far = f" · {min(one.done, one.goal - 1)}/{one.goal}" if one.goal > 1 else ""
    return line("▫️ ", name, f" · {words}{far}")
