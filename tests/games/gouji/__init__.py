"""Gou Ji: sets against a naive enumerator, whole rounds, AI players."""
