"""Where players are built and measured: whole contests between AI players, by processes, with figures that can be trusted.

Nothing here needs a chat, and the bot needs nothing of it but ``paiju selfplay``.
"""

from arena.contest import Contest, play
from arena.players import Agent
from arena.report import Report

__all__ = ["Agent", "Contest", "Report", "play"]
