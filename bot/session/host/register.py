"""Which of several bots on a platform a group belongs to, and by which of them a person can be reached, as it is stored."""

from dataclasses import dataclass, replace

from bot.session.host.session import Session
from bot.session.host.tell import private_update, show_hand
from bot.session.port.commands import ChatRef, UserRef

__all__ = ["BotRegister"]


@dataclass(frozen=True, slots=True)
class BotRegister:
    """See ``bot.delivery.bots``, which asks."""

    session: Session

    def bots_of(self, user: UserRef) -> str | None:
        """Return by which bots a person can be reached, see ``IdentityRow``; ``None`` for somebody who is not at hand."""
        person = self.session.people.at(user.platform, user.external)
        return None if person is None else person.bots

    def bot_of(self, chat: ChatRef) -> str | None:
        """Which bot a chat belongs to, ``None`` if it is not at hand."""
        chats = self.session.chats
        row = chats.at_hand(chat) or chats.at_hand(replace(chat, thread=""))
        return None if row is None else row.bot

    async def keeper(self, chat: ChatRef) -> str | None:
        """The same, read if it is not at hand; ``None`` for a chat in which nobody has done anything yet."""
        if (bot := self.bot_of(chat)) is not None:
            return bot
        async with self.session.store.begin() as unit:
            topics = await unit.chats.topics(chat.platform, chat.external)
        return topics[0].bot if topics else None

    async def hand_over(self, chat: ChatRef, bot: str) -> None:
        async with self.session.store.change() as unit:
            rows = [replace(row, bot=bot) for row in await unit.chats.topics(chat.platform, chat.external)]
            for row in rows:
                await unit.chats.put(row)
        for row in rows:
            self.session.keep_chat(row)

    def show_again(self, user: UserRef) -> None:
        """Show somebody their hands, as the bot that was to do so cannot write to them; where they are waited for it rings."""
        person = self.session.people.at(user.platform, user.external)
        for table in () if person is None else self.session.tables.of(person.user):
            book, seat = table.book, None if person is None else table.book.seat_of(person.user)
            held = None if seat is None else book.seats[seat]
            if (
                held is None
                or (held.platform, held.external) != (user.platform, user.external)
                or book.play.state is None
                or not book.has_seen(held.seat)
            ):
                continue
            wanted = any(entry.seat == held.seat for entry in book.awaited)
            show_hand(self.session, private_update(self.session, table, held.seat, alert=wanted))
