"""The player that has learned from rounds of its own: what it weighs, what it sees of a position, what that is worth."""
