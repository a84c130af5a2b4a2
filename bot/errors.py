"""What a person at the shell may hear instead of a traceback."""

__all__ = ["CommandError"]


class CommandError(Exception):
    """What went wrong with a shell command, in one line."""
