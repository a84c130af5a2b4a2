"""The host of all open tables: what is kept of them in memory, and how one change is worked out, saved and told."""
