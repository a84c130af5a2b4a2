"""A table of a tournament: the deals that all tables of a stage have in common, and when what was dealt may be told."""
