"""Several workers as processes of their own, with a real PostgreSQL and a real Redis, while things break."""
