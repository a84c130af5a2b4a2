"""Liu Jia Tong in words and pictures: its presentation and its texts."""

from bot.present.games.liujiatong.presentation import PRESENTATION

__all__ = ["PRESENTATION"]
