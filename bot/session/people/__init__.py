"""Who people are, how they can be spoken to, and who can be shown a hand."""
