"""How the networks of ``strong`` in Dou Dizhu learn: from rounds that are played on from each play that it might have made.

Millions of rounds are needed, so they are played in C (``learning.c``, compiled when it is asked for). ``python -m arena.lessons
doudizhu --rounds 22000 --turns 5 --seed 3`` takes some 12 minutes of one core. The networks that come with the game were learned
so.
"""

from arena.lessons.doudizhu.learning import learn

__all__ = ["learn"]
