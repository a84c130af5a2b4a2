"""What is left of finished rounds: matches, statistics, ratings, replays, and the check that a deal was fair."""
