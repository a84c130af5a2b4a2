"""What frontends and the session say to each other: commands and their words, updates, sentences, the protocols of both sides."""
