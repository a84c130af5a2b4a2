"""What a worker leaves of a shard's session, so that another can go on with it: nothing that happened between is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

__all__ = ["Estate"]


@dataclass(frozen=True, slots=True)
class Estate:
    """A session of the gateway that goes on: Discord sends again what came after ``sequence`` to whoever resumes it.

    ``gateway``: the address at which it can be resumed. ``guilds``: names by id; Discord does not tell them again.
    """

    session: str
    sequence: int
    gateway: str
    count: int
    guilds: Mapping[str, str] = field(default_factory=dict)

    def write(self) -> str:
        """Return it as a text."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def read(cls, text: str | None, count: int) -> Estate | None:
        """Return what was left, ``None`` if that is nothing or belongs to another number of shards."""
        try:
            found = cls(**json.loads(text or ""))
        except (TypeError, ValueError):
            return None
        return found if found.count == count else None
