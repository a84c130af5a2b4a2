"""Every SQL statement of the store, by what it is about."""
