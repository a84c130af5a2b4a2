"""What workers share, for one of several bots on a platform: its own leases, notes and permits, and its own updates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.session.port.protocols import Allowance, Carried, Carrier, Leases, Notes

__all__ = ["BotAllowance", "BotCarrier", "BotLeases", "BotNotes", "Shares"]


class Shares(NamedTuple):
    """All of it."""

    leases: Leases
    notes: Notes
    allowance: Allowance
    carrier: Carrier


@dataclass(frozen=True, slots=True)
class BotLeases:
    """``Leases`` of one bot."""

    shared: Leases
    bot: str

    async def take(self, name: str) -> bool:
        return await self.shared.take(f"{name}@{self.bot}")

    def sure(self, name: str) -> bool:
        return self.shared.sure(f"{name}@{self.bot}")

    async def release(self, name: str) -> None:
        await self.shared.release(f"{name}@{self.bot}")


@dataclass(frozen=True, slots=True)
class BotNotes:
    """``Notes`` of one bot."""

    shared: Notes
    bot: str

    async def leave(self, name: str, text: str, seconds: float) -> None:
        await self.shared.leave(f"{name}@{self.bot}", text, seconds)

    async def find(self, name: str) -> str | None:
        return await self.shared.find(f"{name}@{self.bot}")

    async def agree(self, name: str, text: str, seconds: float) -> str:
        return await self.shared.agree(f"{name}@{self.bot}", text, seconds)


@dataclass(frozen=True, slots=True)
class BotAllowance:
    """``Allowance`` of one bot's token."""

    shared: Allowance
    bot: str

    async def take(self, lanes: Sequence[tuple[str, int, float]], /) -> float:
        return await self.shared.take([(f"{name}@{self.bot}", most, seconds) for name, most, seconds in lanes])

    async def close(self, key: str, seconds: float) -> None:
        await self.shared.close(f"{key}@{self.bot}", seconds)


@dataclass(frozen=True, slots=True)
class BotCarrier:
    """``Carrier`` of what one bot has heard: the same bot's frontend handles it at the other worker."""

    shared: Carrier
    bot: str

    def is_elsewhere(self, table: int) -> bool:
        return self.shared.is_elsewhere(table)

    async def carry(self, platform: str, raw: Mapping[str, Any], table: int, *, seconds: float = 2.0) -> Carried:
        return await self.shared.carry(f"{platform}@{self.bot}", raw, table, seconds=seconds)
