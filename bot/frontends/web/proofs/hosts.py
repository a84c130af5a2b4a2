"""The chats inside which the page can be opened: what proves an account there, and who may put the page into a frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from bot.frontends.web.limits import content_policy
from bot.session.port.page import PagePlace

__all__ = ["ACTIVITY", "MINI_APP", "ChatHosts"]

MINI_APP: Final = "/app"
ACTIVITY: Final = "/activity"
"""The page's addresses inside chats; the Activity's frame sees everything else below its own."""
_TELEGRAM_FRAMES: Final = ("https://web.telegram.org", "https://*.telegram.org")
_TELEGRAM_SCRIPT: Final = "https://telegram.org/js/telegram-web-app.js"
_DISCORD_FRAMES: Final = ("https://discord.com", "https://*.discord.com")
_DISCORD_API: Final = "https://discord.com/api/v10"


def _nobody() -> int | None:
    return None


@dataclass(frozen=True, slots=True)
class ChatHosts:
    """Where chats offer the page (``place``), and the secrets with which their proofs are checked.

    ``discord_app`` says the id of the Discord application, ``None`` until it is known.
    """

    place: PagePlace
    telegram_token: str = field(default="", repr=False)
    discord_secret: str = field(default="", repr=False)
    discord_api: str = _DISCORD_API
    discord_app: Callable[[], int | None] = _nobody

    @property
    def mini_app(self) -> bool:
        """Whether Telegram may open the page."""
        return bool(self.telegram_token)

    @property
    def activity(self) -> bool:
        """Whether Discord may open the page."""
        return self.place.activity and bool(self.discord_secret)

    @property
    def activity_origin(self) -> str:
        """The origin under which Discord's proxy shows the page, empty while that is not known."""
        app = self.discord_app() if self.activity else None
        return "" if app is None else f"https://{app}.discordsays.com"

    def is_activity(self, request: web.Request) -> bool:
        """Whether a page that asks was served by Discord's proxy for this very application."""
        origin = self.activity_origin
        return bool(origin) and request.headers.get("Origin", "").lower() == origin

    @property
    def mini_app_policy(self) -> str:
        """What the page may load and who may frame it as a Mini App."""
        return content_policy(scripts=(_TELEGRAM_SCRIPT,), frames=_TELEGRAM_FRAMES)

    @property
    def activity_policy(self) -> str:
        """The same for the Activity: the platform's own frames, the innermost of which is our own."""
        own = self.activity_origin
        return content_policy(frames=(*_DISCORD_FRAMES, own) if own else _DISCORD_FRAMES)
