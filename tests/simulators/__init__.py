"""Servers that speak the chat platforms' own wire protocol, for tests."""
