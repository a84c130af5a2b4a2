"""Paiju on Telegram: a thin translator between the Bot API and the session manager."""

from bot.frontends.telegram.frontend import TelegramFrontend, TokenRefused

__all__ = ["TelegramFrontend", "TokenRefused"]
