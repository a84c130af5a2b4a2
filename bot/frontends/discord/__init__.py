"""Paiju on Discord, on discord.py: slash commands, buttons, private panels."""
