"""How the network of ``strong`` in Dou Dizhu learns: from rounds that are played on from each play that it might have made.

Millions of rounds are needed, so they are played in C (``learning.c``, compiled when it is asked for).
"""

from arena.lessons.doudizhu.learning import learn

__all__ = ["learn"]
