"""How each game is presented: its shapes, sums and notes."""
