"""Gou Ji in words and pictures: its presentation and its texts."""

from bot.present.games.gouji.presentation import PRESENTATION

__all__ = ["PRESENTATION"]
