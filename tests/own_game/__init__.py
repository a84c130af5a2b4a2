"""The suite for the game of a package: `paiju game test`."""
