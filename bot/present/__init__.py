"""Screens, words and pictures, made once for every platform."""
