"""What the games share. Knows no game by name."""
