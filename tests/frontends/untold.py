"""A play that is stored, and of which nobody is told: the process dies in between."""

from bot.session.manager import SessionManager
from bot.session.port import commands as c
from games.base.actions import action_text

__all__ = ["play_untold"]


async def play_untold(manager: SessionManager) -> str:
    """Let whoever is asked first at the only table act; the account with which they sit there."""
    (table,) = manager.session.tables.values()
    seat = table.book.awaited[0].seat
    held = table.book.seats[seat]
    manager.session.frontends.clear()
    origin = c.Origin("last", c.UserRef(held.platform, held.external), "somebody", None)
    action = next(iter(table.book.game.suggest(table.book.play.state, seat)))
    reply = await manager.handle(origin, c.PlayText(action_text(action), table.id, sure=True))
    assert reply.ok
    return held.external
