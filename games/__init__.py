"""The rules: pure, synchronous, standard library only. ``GAMES`` maps a key to its game."""
