"""One person's own affairs: languages and preferences, lessons, linked accounts, being forgotten."""
