"""The one manager of all tables, and the ports around it."""
