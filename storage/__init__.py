"""The store: what outlives a process. SQL lives only here; a line of the log is text to it, never a rule."""
