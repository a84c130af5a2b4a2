"""Discord, on discord.py: slash commands, buttons, private panels. ``DiscordFrontend`` is the door."""

from bot.frontends.discord.frontend import DiscordFrontend, Division, TokenRefused

__all__ = ["DiscordFrontend", "Division", "TokenRefused"]
