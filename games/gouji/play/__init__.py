"""The play: sequences, duels, burns, the last word."""
