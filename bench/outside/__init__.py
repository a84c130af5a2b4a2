"""Programs of other people as players of the arena, by the dialogues that they speak: ``docs/outside-players.md``."""
