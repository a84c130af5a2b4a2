"""Screens about the past: matches, ratings, statistics, replays, fair deals."""
