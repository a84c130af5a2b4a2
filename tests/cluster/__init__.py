"""Several workers on one Redis."""
