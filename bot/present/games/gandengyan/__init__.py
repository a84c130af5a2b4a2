"""Gan Deng Yan in words and pictures: its presentation and its texts."""

from bot.present.games.gandengyan.presentation import PRESENTATION

__all__ = ["PRESENTATION"]
