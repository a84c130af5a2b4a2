"""Every command with what carries it out, gathered from the rooms. A new file of handlers is added here, a new handler is not."""

from __future__ import annotations

from typing import Any, Final

from bot.session.accounts import erasure, holiday, lessons, links, page_keys, personal, waiting
from bot.session.groups import bans, calls, house, lobby, partners
from bot.session.play import hand, memory, takeback, turns
from bot.session.results import fair_deals, history, leaderboard, replays, reviews, shares, statistics
from bot.session.seats import first_round, invitations, phrases, places, seats, start, substitutes, votes
from bot.session.tables.request import Handler
from bot.session.tournaments import entries
from bot.session.tournaments import invitations as tournament_invitations

__all__ = ["HANDLERS"]

_LISTED: Final[tuple[Handler, ...]] = (
    *house.HANDLERS, *bans.HANDLERS, *calls.HANDLERS, *lobby.HANDLERS, *partners.HANDLERS,
    *seats.HANDLERS, *start.HANDLERS, *invitations.HANDLERS, *substitutes.HANDLERS, *votes.HANDLERS,
    *first_round.HANDLERS, *phrases.HANDLERS, *places.HANDLERS,
    *turns.HANDLERS, *hand.HANDLERS, *memory.HANDLERS, *takeback.HANDLERS,
    *fair_deals.HANDLERS, *leaderboard.HANDLERS, *statistics.HANDLERS, *history.HANDLERS, *replays.HANDLERS, *reviews.HANDLERS,
    *shares.HANDLERS,
    *entries.HANDLERS, *tournament_invitations.HANDLERS,
    *personal.HANDLERS, *waiting.HANDLERS, *holiday.HANDLERS, *lessons.HANDLERS,
    *links.HANDLERS, *page_keys.HANDLERS, *erasure.HANDLERS,
)  # fmt: skip

HANDLERS: Final[dict[type[Any], Handler]] = {handler.kind: handler for handler in _LISTED}
"""By the class of the command."""
