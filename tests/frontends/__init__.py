"""Tests of the frontends, each against a simulator of its platform."""
