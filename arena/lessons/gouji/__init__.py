"""How the network of ``strong`` in Gou Ji learns: from decisions that are played on from each action that might have been chosen.

Very many rounds are needed, so they are played in C (``learning.c``, compiled when it is asked for).
"""

from arena.lessons.gouji.learning import learn

__all__ = ["learn"]
