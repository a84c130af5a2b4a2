"""How the network of ``strong`` in Gan Deng Yan learns: from rounds against itself and against ``normal``.

Millions of decisions are needed, so rounds are played in C (``learning.c``, compiled when it is asked for)."""

from arena.lessons.gandengyan.learning import learn

__all__ = ["learn"]
