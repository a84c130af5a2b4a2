"""Ratings: the model, the contests, the calculation, the ledger."""
