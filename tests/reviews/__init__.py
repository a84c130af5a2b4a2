"""Finished rounds judged, without any chat."""
