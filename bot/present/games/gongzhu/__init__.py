"""Gong Zhu in words and pictures: its presentation and its texts."""

from bot.present.games.gongzhu.presentation import PRESENTATION

__all__ = ["PRESENTATION"]
