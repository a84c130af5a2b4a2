"""A group and its evenings: its own house rules, who may not sit there, who is called, lobbies, and seats drawn anew."""
