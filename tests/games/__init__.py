"""The rules, game by game and together."""
