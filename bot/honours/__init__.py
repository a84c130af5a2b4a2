"""Honours: what persons achieve once for all, and the titles of a month, both folds over the results of finished rounds.

``catalogue`` says what there is to achieve and how much a round is worth for it, ``achievements`` keeps in the store who has
achieved what, ``seasons`` finds out who earned which title in a group's month.
"""
