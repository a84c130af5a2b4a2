"""Tests that start the real program as its own process, with both platforms simulated on their wire."""
