"""Tournaments as pure values."""
