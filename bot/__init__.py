"""The world around the rules: people, chats, clocks, pages."""

__version__ = "1.0.0"
