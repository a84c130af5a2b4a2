"""Tests of Gan Deng Yan."""
