"""Paiju on Telegram: a thin translator between the Bot API and the session manager."""
