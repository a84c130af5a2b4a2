"""The open tables and everybody at them; how one change is worked out, saved and told."""
