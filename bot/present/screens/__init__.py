"""Screens of a table: lobby, round, private hand, result, rules, settings."""
