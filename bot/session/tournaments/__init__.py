"""Tournaments of a group: signing up, the tables of each stage, and the standings."""
