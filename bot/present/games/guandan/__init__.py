"""Guandan in words and pictures: its presentation and its texts."""

from bot.present.games.guandan.presentation import PRESENTATION

__all__ = ["PRESENTATION"]
