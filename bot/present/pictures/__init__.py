"""Drawn cards, hands, tables and charts."""
