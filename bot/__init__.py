"""The world around the rules: people, chats, clocks, pages."""

__version__ = "0.1.0"
