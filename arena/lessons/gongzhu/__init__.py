"""How the odds by which ``strong`` plays tables to their end in Gong Zhu are learned: from what searches found of each card.

Many thousands of decisions are searched, so it is done in C (``learning.c``, compiled when it is asked for).
"""

from arena.lessons.gongzhu.learning import learn

__all__ = ["learn"]
