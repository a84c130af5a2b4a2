"""The message that shows a table to everybody, a module for each phase."""
