"""How the network of ``strong`` in Guandan learns: from decisions whose choices are played out side by side.

Very many rounds are needed, so these are played in C (``learning.c``, compiled when it is asked for)."""

from arena.lessons.guandan.learning import learn

__all__ = ["learn"]
