"""What the bot must be allowed to do in a channel: told by every interaction there, learned from every refusal."""

from __future__ import annotations

import discord

__all__ = ["ATTACH", "SEND", "missing"]

VIEW, SEND, SEND_IN_THREADS = "view_channel", "send_messages", "send_messages_in_threads"
ATTACH = "attach_files"


def missing(rights: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the permissions that are needed to show a table and are not there. Discord says 0 where it says nothing."""
    if not rights.value or rights.administrator:
        return ()
    needed = (VIEW, SEND_IN_THREADS if in_thread else SEND, ATTACH)
    return tuple(name for name in needed if not getattr(rights, name))
