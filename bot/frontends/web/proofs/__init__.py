"""Proofs of who somebody is, and what they are exchanged for: a browser that speaks for that account."""

from bot.frontends.web.proofs.hosts import ChatHosts

__all__ = ["ChatHosts"]
