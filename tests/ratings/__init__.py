"""Ratings: the model, the contests, the fold, the ledger."""
