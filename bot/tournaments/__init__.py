"""Tournaments as pure values: who meets whom, who sits where with which cards, and what it is worth. No clock, no chat."""
