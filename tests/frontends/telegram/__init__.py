"""Tests of the Telegram frontend."""
