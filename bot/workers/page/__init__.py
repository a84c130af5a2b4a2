"""The page at any worker: a window lives where its socket was opened, a table where its owner is."""

from bot.workers.page.manager import PageManager
from bot.workers.page.relay import PageRelay

__all__ = ["PageManager", "PageRelay"]
