"""From Telegram to the session: updates fetched or received, in order, as commands."""
