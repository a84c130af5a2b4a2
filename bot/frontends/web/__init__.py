"""The local page, and the one HTTP server that also answers ``/healthz``, ``/metrics`` and webhooks."""

from bot.frontends.web.addresses import Addresses
from bot.frontends.web.metrics import WebMeter
from bot.frontends.web.proofs import ChatHosts, Doors
from bot.frontends.web.server import PortInUse, WebFrontend

__all__ = ["Addresses", "ChatHosts", "Doors", "PortInUse", "WebFrontend", "WebMeter"]
