"""The page at any worker: a window lives where its socket was opened, a table where its owner is."""

from bot.cluster.page.manager import PageManager
from bot.cluster.page.relay import PageRelay

__all__ = ["PageManager", "PageRelay"]
