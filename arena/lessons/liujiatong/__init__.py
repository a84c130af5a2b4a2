"""How the network of ``strong`` in Liu Jia Tong learns: from rounds against itself and against ``normal``.

Millions of decisions are needed, so rounds are played in C (``learning.c``, compiled when it is asked for)."""

from arena.lessons.liujiatong.learning import learn

__all__ = ["learn"]
