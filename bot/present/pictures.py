"""Which picture goes with which screen. Drawing itself is in ``images`` and is done when it is asked for."""

from __future__ import annotations

from bot.present.screens import Picture
from bot.session.updates import PrivateUpdate, PublicUpdate

__all__ = ["hand_picture", "table_picture"]


def table_picture(update: PublicUpdate) -> Picture | None:
    """The table from above, ``None`` before the first deal."""
    return None


def hand_picture(update: PrivateUpdate) -> Picture | None:
    """The cards of one hand, ``None`` without any."""
    return None
