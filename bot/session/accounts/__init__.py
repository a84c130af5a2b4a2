"""One person's own affairs: languages and preferences, linked accounts, being forgotten."""
