"""Where people reach the page, so that chats can offer it as everybody's hand."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PagePlace"]


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The page under its public address; without one nothing of it is offered in chats.

    ``url`` begins with https and ends without a slash: the Mini App is under ``/app``, the Activity under ``/activity``.
    ``telegram_app``: the short name of the registered Mini App, for direct links from groups; empty without one.
    ``activity``: the page can be launched as a Discord Activity.
    """

    url: str
    telegram_app: str = ""
    activity: bool = False
