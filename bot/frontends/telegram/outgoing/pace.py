"""The platform's rates: about 1 message/s in one chat, 20/min in one group, 30/s in all. Edits count like messages."""

from __future__ import annotations

from typing import Final

from bot.delivery.pace import Lane, Limits, Rate

__all__ = ["LIMITS"]


def _is_group(lane: Lane) -> bool:
    return isinstance(lane, int) and lane < 0


LIMITS: Final = Limits(
    "telegram",
    everywhere=Rate(29, 1.02),
    chat=Rate(1, 1.02),
    group=Rate(20, 61.0),
    is_group=_is_group,
    group_easy=6,
    group_gap=3.5,
    at_once=60,
    follow_seconds=1.0,
)
