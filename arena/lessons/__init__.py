"""What learned players learn from: for each game, rounds that are played for the sake of what came of their decisions."""
