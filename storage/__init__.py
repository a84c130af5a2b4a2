"""The memory: what outlives a process. SQL lives only here; a log line is text to it, never a rule."""
