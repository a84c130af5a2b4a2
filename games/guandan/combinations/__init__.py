"""Combinations: what cards are and may be taken as, what beats what, which plays a hand offers."""
