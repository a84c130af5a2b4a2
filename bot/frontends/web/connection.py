"""The connection to one browser window, and what waits to be sent on it: only the latest state of each thing.

Nothing here decides anything; the connection knows which person it belongs to and what that person is looking at, and draws
table and hand from ``LatestUpdates`` at the moment of sending.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque

from aiohttp import ClientConnectionResetError, web

from bot.frontends.web.latest_updates import LatestUpdates
from bot.frontends.web.limits import Bucket
from bot.frontends.web.visitors import PLATFORM, number_of
from bot.frontends.web.wire.hand import hand_json
from bot.frontends.web.wire.lobby import lobby_games
from bot.frontends.web.wire.shapes import SummaryJson, ToPage
from bot.frontends.web.wire.table import summary_json, table_json
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.protocols import Delivered, Outcomes, PrivateTarget, PublicTarget
from bot.session.port.updates import PublicUpdate

__all__ = ["Connection"]

_MOST_WAITING = 200
"""Messages (acknowledgements, remarks) that wait at most; the oldest give way. States do not queue."""
_SEND_SECONDS = 10.0
"""A browser that does not take a message for so long is disconnected."""
_WINDOW = 13
"""Messages are packed one by one, 2 to the power of this many bytes back. To remember those before would make them a third
again as short, but every connection would hold 270 kB for that: for 500 of them 136 MB, measured, and so nothing."""


class Connection:
    """One WebSocket of one person. ``table_key``: the table that the window shows, ``None`` in the lobby."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        user: UserRef,
        token: str,
        address: str,
        share: str,
        latest: LatestUpdates,
        outcomes: Outcomes,
        *,
        proved: bool = False,
    ) -> None:
        self.socket, self.user, self.token, self.address = socket, user, token, address
        self.proved = proved
        """The account is one of a chat, which was proved; it has its name from there."""
        self.accounts = frozenset({user})
        """All accounts of the person."""
        self.tables: tuple[int, ...] = ()
        """Tables at which the person sat when the window was opened."""
        self._share = share
        self.name = ""
        self.locale = ""
        self.language = "en"
        self.table_key: str | None = None
        self.greeted = False
        self.replaced = False
        loop = asyncio.get_running_loop()
        self.allowance = Bucket(burst=80, per_second=30, now=loop.time)
        self._latest, self._outcomes = latest, outcomes
        self._words: deque[ToPage] = deque(maxlen=_MOST_WAITING)
        self._stale: set[str] = set()
        self._sent: dict[str, object] = {}
        self._wake = asyncio.Event()

    # -- what is to be sent

    def say(self, message: ToPage) -> None:
        """Send this message, in order."""
        self._words.append(message)
        self._wake.set()

    def refresh(self, *parts: str) -> None:
        """Send these parts (``welcome``, ``tables``, ``table``, ``hand``) as they are when their turn comes; ``newer``: table
        and hand, if they are not what was sent last.
        """
        if self.greeted:
            self._stale.update(parts)
            self._wake.set()

    def begin_anew(self) -> None:
        """Take nothing for shown: the window turns to a table."""
        self._sent.clear()

    async def write(self) -> None:
        """Send until the connection is closed, or until the browser takes no more."""
        while not self.socket.closed:
            await self._wake.wait()
            self._wake.clear()
            parts, self._stale = self._stale, set()
            if "newer" in parts:
                parts |= {part for part, shown in self._shown().items() if shown != self._sent.get(part)}
            messages = self._states(parts)
            self._sent |= {part: shown for part, shown in self._shown().items() if part in parts}
            messages += [self._words.popleft() for _ in range(len(self._words))]
            if not messages:
                continue
            try:
                async with asyncio.timeout(_SEND_SECONDS):
                    text = json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
                    await self.socket.send_str(text, compress=_WINDOW if self.socket.compress else None)
            except (TimeoutError, ConnectionError, ClientConnectionResetError):
                break
            self._report(parts)

    def _shown(self) -> dict[str, object]:
        """Which table and hand the window shows, and how new they are."""
        table = None if self.table_key is None else self.seen(self.table_key)
        hand = None if table is None else self._latest.hand(self.accounts, table.table.id)
        return {
            "table": None if table is None else (table.table.id, table.version),
            "hand": None if hand is None else (hand.table.id, hand.version),
        }

    def _states(self, parts: set[str]) -> list[ToPage]:
        found: list[ToPage] = []
        if "welcome" in parts:
            found.append(
                {
                    "t": "welcome",
                    "you": {"name": self.name, "platform": self.user.platform, "proved": self.proved},
                    "share": self._share,
                    "language": self.language,
                    "games": lobby_games(self.language),
                    "tables": self._own_tables(),
                }
            )
        elif "tables" in parts:
            found.append({"t": "tables", "tables": self._own_tables()})
        if self.table_key is None:
            return found
        table = self.seen(self.table_key)
        if table is None:
            if "table" in parts and self._latest.table(self.table_key) is not None:
                found.append({"t": "no_table", "room": self.table_key})  # it was theirs, and is not any more
            return found
        if "table" in parts:
            found.append(table_json(table, self.table_key, self.accounts, self.language))
        hand = self._latest.hand(self.accounts, table.table.id) if "hand" in parts else None
        if hand is not None:
            found.append(hand_json(hand, self.table_key, self.language))
        return found

    def seen(self, table_key: str) -> PublicUpdate | None:
        """A table if this person may look at it: in a room of the page to which they have the key, or one at which
        they sit.
        """
        table = self._latest.table(table_key)
        if table is None or number_of(table_key) is None:
            return table
        return table if any(player.user in self.accounts for player in table.seated) else None

    def _own_tables(self) -> list[SummaryJson]:
        mine = self.accounts
        return [
            summary_json(update, self._latest.key_for(update, mine), mine, self.language)
            for update in self._latest.of_person(mine)
        ]

    def _report(self, parts: set[str]) -> None:
        """Tell the session what has now been seen: after a restart its clocks wait for that.

        What stands in a chat is reported from there: its messages are not ours.
        """
        if self.table_key is None:
            return
        table = self._latest.table(self.table_key)
        if table is None:
            return
        if "table" in parts and number_of(self.table_key) is None and table.table.state != "closed":
            room = PublicTarget(table.table.id, ChatRef(PLATFORM, self.table_key))
            self._outcomes.report(Delivered(room, f"web{table.table.id}"))
        hand = self._latest.hand(self.accounts, table.table.id) if "hand" in parts else None
        if hand is not None and hand.user.platform == PLATFORM:
            self._outcomes.report(Delivered(PrivateTarget(hand.user, hand.table.id), f"web{hand.table.id}"))
