"""Dou Dizhu in words and pictures: its presentation and its texts."""

from bot.present.games.doudizhu.presentation import PRESENTATION

__all__ = ["PRESENTATION"]
