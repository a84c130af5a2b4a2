"""Texts: the message catalogue, and cards, plays, events and codes as words."""
