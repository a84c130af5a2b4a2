"""A game as a package of somebody else, and what shows that installing it is all that it needs."""
