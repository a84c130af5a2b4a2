"""The local page, and the one HTTP server that also answers ``/healthz``, ``/metrics`` and webhooks."""

from bot.frontends.web.metrics import WebMeter
from bot.frontends.web.proofs import ChatHosts, Doors
from bot.frontends.web.server import PortInUse, WebFrontend
from bot.frontends.web.visitors import Addresses

__all__ = ["Addresses", "ChatHosts", "Doors", "PortInUse", "WebFrontend", "WebMeter"]
