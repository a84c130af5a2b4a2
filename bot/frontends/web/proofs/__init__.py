"""Proofs of who somebody is, and what they are exchanged for: a browser that speaks for that account."""
