"""A finished round played once more through the rules, moment by moment.

Only rounds that are over come here: in them every hand is open. Playing one again takes up to some tenths of a second
(many players, many cards), so it happens beside the event loop, and the latest few are kept while people step through.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from bot.session.port.replies import ReplayFrame
from bot.session.state.dealing import read_deal
from games import GAMES
from games.base.errors import GameError
from games.base.notation import read_action
from storage.themes.matches import ActionRow, MatchRow, RoundRow

__all__ = ["Replays", "Unplayable", "frames_of"]

_KEPT: Final = 8  # So many rounds are kept ready for the next press


class Unplayable(Exception):
    """The rules of today do not lead to the stored result any more."""


def frames_of(match: MatchRow, row: RoundRow, actions: Sequence[ActionRow]) -> tuple[ReplayFrame, ...]:
    """Every moment of a finished round, the deal first; ``Unplayable`` if it does not end as it did."""
    game = GAMES[match.game]
    try:
        options = game.option_set.complete(json.loads(match.options))
        step = game.start(options, read_deal(row.deal), json.loads(row.carry_in))
        frames = [ReplayFrame(None, "", "", step.events, game.hands(step.state), game.view(step.state, None))]
        for line in actions:
            step = game.apply(step.state, line.seat, read_action(line.line))
            hands, view = game.hands(step.state), game.view(step.state, None)
            frames.append(ReplayFrame(line.seat, line.cause, line.line, step.events, hands, view))
        result = game.result(step.state)
    except (GameError, ValueError, KeyError, TypeError, StopIteration) as error:
        raise Unplayable from error  # what was stored means nothing to these rules
    stored: dict[str, Any] = json.loads(row.result or "{}")
    if result is None or list(result.points) != stored.get("points"):
        raise Unplayable
    return tuple(frames)


class Replays:
    """The rounds that are being looked at, ready to be stepped through."""

    def __init__(self) -> None:
        self._ready: OrderedDict[tuple[int, int], tuple[ReplayFrame, ...]] = OrderedDict()

    def known(self, match: int, round: int) -> tuple[ReplayFrame, ...] | None:
        """A round that was looked at lately; what a finished round was never changes."""
        frames = self._ready.get((match, round))
        if frames is not None:
            self._ready.move_to_end((match, round))
        return frames

    async def play(self, match: MatchRow, row: RoundRow, actions: Sequence[ActionRow]) -> tuple[ReplayFrame, ...]:
        frames = await asyncio.to_thread(frames_of, match, row, actions)
        self._ready[row.match, row.round] = frames
        while len(self._ready) > _KEPT:
            self._ready.popitem(last=False)
        return frames
