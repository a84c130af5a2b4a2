"""Skill ratings: pure functions over finished rounds, and the ledger that keeps their results in the store.

``skill`` is the model, ``contest`` says who played against whom in a round, ``calculation`` turns the ratings before a
round into those after it, ``ledger`` does so for one round that has just ended or for all that are stored.
"""
