"""Whether AI players and reviewers of the tests' houses work in processes of their own, as in the program, or in this one."""

from __future__ import annotations

import os

from bot.session.minds.thinker import InlineThinker, PoolThinker, Thinker

__all__ = ["thinker"]


def thinker(seed: int = 0) -> Thinker:
    """Return who plays for AI players; with ``PROCESSES_APART`` (``make soak``) as the program does, reviewers with them."""
    return PoolThinker() if os.environ.get("PROCESSES_APART") else InlineThinker(seed)
