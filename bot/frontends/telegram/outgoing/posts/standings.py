"""The message of a tournament in one of its chats: edited, and posted anew where everybody should hear of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.delivery.outbox import Later, Sending
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, call
from bot.frontends.telegram.outgoing.markup import Drawn, draw
from bot.frontends.telegram.outgoing.posts.message import HTML, edit_message, post_message, thread_of
from bot.frontends.telegram.outgoing.posts.removal import Removal
from bot.frontends.telegram.outgoing.sender import Sender, Shown
from bot.present import render
from bot.present.pictures.views import drawn as drawn_picture
from bot.present.screens.screen import Screen, plain_text
from bot.session.port.protocols import StandingsTarget
from bot.session.port.updates import StandingsUpdate

__all__ = ["StandingsPost"]

_CAPTION: Final = 1000
"""So many signs may stand below a picture."""


@dataclass(slots=True)
class StandingsPost(Sending):
    """The message of a tournament."""

    sender: Sender
    update: StandingsUpdate
    renew: bool = False
    """Post it anew in any case."""
    handicap = 1.0

    @property
    def lane(self) -> int:
        """The group."""
        return self.sender.address(self.update.chat.external)

    @property
    def key(self) -> Hashable:
        """The tournament, in this chat."""
        return self._target

    @property
    def _target(self) -> StandingsTarget:
        return self.sender.venue(self.update.tournament, self.update.chat)

    def instead_of(self, earlier: Sending) -> Sending:
        """Return the latest state; that it is to be posted anew is not forgotten."""
        assert isinstance(earlier, StandingsPost)
        self.renew |= earlier.renew
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    async def send(self) -> None:
        """Edit the message, or post it anew where that is due."""
        chat = self.lane
        if self.update.post.left:
            await self._part(chat)
            return
        try:
            await self._show(chat)
        except Moved as moved:
            self.sender.readdress(self, chat, moved.chat)
        except Closed:
            self.sender.closed_to_group(self.update.chat)
        except Rejected:
            await self.sender.refused_by_group(self.update.chat, self)
        except Doubtful:
            self.sender.doubt(self._target)
            raise Later(self.sender.doubt_seconds, doubtful=True) from None

    async def _show(self, chat: int) -> None:
        sender, update = self.sender, self.update
        screen = render.standings(update)
        drawn = draw(screen, sender.links_in(chat))
        shown = sender.latest(self._target, update.post.message, update.post.message_at)
        here = shown is not None and shown.chat == chat
        if shown is not None and here and not self.renew and await edit_message(sender, shown, drawn):
            shown.digest = drawn.digest
            self._done(shown)
            return
        silent = update.post.quiet or (shown is not None and not self.renew)
        message = await self._post_picture(chat, screen, drawn, silent=silent)
        if message is None:
            message = await post_message(
                sender, chat, drawn.single, drawn, thread=thread_of(update.chat), silent=silent
            )
        self._done(Shown(chat, message, drawn.digest, sender.clock.monotonic()))
        if shown is not None and here:
            sender.outbox.put(Removal(sender, chat, shown.message))

    async def _post_picture(self, chat: int, screen: Screen, drawn: Drawn, *, silent: bool) -> int | None:
        """Post the text as what stands below its picture; ``None`` where there is none, or it is not allowed, or too long."""
        picture, sender = screen.picture, self.sender
        if picture is None or sender.rights.refuses_photos(chat) or len(plain_text(screen)) > _CAPTION:
            return None
        known = sender.picture(picture.key)
        photo = known if known is not None else await drawn_picture(picture)
        if photo is None:
            return None
        keyboard = None if drawn.keyboard is None else InlineKeyboardMarkup.de_json(drawn.keyboard, None)
        try:
            sent = await call(
                lambda: sender.bot.send_photo(
                    chat,
                    photo,
                    caption=drawn.single,
                    parse_mode=HTML,
                    reply_markup=keyboard,
                    message_thread_id=thread_of(self.update.chat),
                    disable_notification=silent,
                )
            )
        except Rejected:
            return None
        sender.keep_picture(picture.key, sent)
        return int(sent.message_id)

    def _done(self, shown: Shown) -> None:
        self.sender.remember(self._target, shown, StandingsTarget(self.update.tournament, self.update.chat))

    async def _part(self, chat: int) -> None:
        """Say that it is not kept up to date here any more: one last edit, and nothing where that is not possible."""
        sender, update, target = self.sender, self.update, self._target
        shown = sender.latest(target, update.post.message, update.post.message_at)
        if shown is not None and shown.chat == chat:
            try:
                if not await edit_message(sender, shown, draw(render.standings(update), sender.links_in(chat))):
                    sender.outbox.put(Removal(sender, chat, shown.message, only_buttons=True))
            except Closed:
                sender.closed_to_group(update.chat)
            except Moved as moved:
                sender.moved(chat, moved.chat)  # its messages stayed behind
        sender.forget(target)
