"""A small Discord for tests: REST API v10 and gateway, spoken to by the unmodified client library.

`DiscordSim` is the door. It checks every request against the published schema and the documented limits (`violations`),
keeps every version of every message, and lets virtual people act (`sim.user(…)`)."""

from .people import Handle, NotAnsweredError, VirtualChannel, VirtualGuild, VirtualUser, together
from .rest import Call, Violation
from .server import DiscordSim
from .world import Button, Message, Version

__all__ = [
    "Button", "Call", "DiscordSim", "Handle", "Message", "NotAnsweredError", "Version", "Violation", "VirtualChannel",
    "VirtualGuild", "VirtualUser", "together",
]  # fmt: skip
