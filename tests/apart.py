"""Whether AI players and reviewers of the tests' houses work in processes of their own, as in the program, or in this one."""

import os
from typing import Final

from bot.session.host.thinker import InlineThinker, PoolThinker, Thinker

__all__ = ["APART", "thinker"]

APART: Final = bool(os.environ.get("PROCESSES_APART"))


def thinker(seed: int = 0) -> Thinker:
    """Return who plays for AI players; with ``PROCESSES_APART`` (``make soak``) as the program does, reviewers with them."""
    return PoolThinker() if APART else InlineThinker(seed)
