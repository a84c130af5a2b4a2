"""Tournaments of a group, and of others to which they are brought: signing up, the tables of each stage, the standings."""
