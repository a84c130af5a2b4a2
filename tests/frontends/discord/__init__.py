"""Tests of the Discord frontend."""
