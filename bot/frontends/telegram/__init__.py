"""Paiju on Telegram: a thin translator between the Bot API and the session manager."""

from bot.frontends.telegram.frontend import NoUpdate, TelegramFrontend, TokenRefused

__all__ = ["NoUpdate", "TelegramFrontend", "TokenRefused"]
