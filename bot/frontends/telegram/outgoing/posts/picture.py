"""Pictures that go with a message. The text says everything that they show, so one may be lost."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from bot.delivery.outbox import Sending
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, call
from bot.frontends.telegram.outgoing.rights import PHOTOS
from bot.frontends.telegram.outgoing.sender import PLATFORM, Sender
from bot.present.pictures.views import drawn
from bot.present.screens.screen import Picture
from bot.session.port.commands import ChatRef
from bot.session.port.protocols import Lacking

__all__ = ["PicturePost"]


@dataclass(slots=True)
class PicturePost(Sending):
    """A picture of what a message has said already. It is uploaded once; after that the platform knows it by an id."""

    sender: Sender
    chat: int
    picture: Picture
    thread: int | None
    lasting = False
    handicap = 3.0

    @property
    def lane(self) -> int:
        """The chat."""
        return self.sender.address(str(self.chat))

    @property
    def key(self) -> Hashable:
        """One picture of a kind at a time, in each topic."""
        return ("picture", self.picture.key, self.thread)

    def instead_of(self, earlier: Sending) -> Sending:
        """Return this post: the picture is the same."""
        return self

    async def send(self) -> None:
        """Send it, drawn and uploaded only if it was not sent before. Without it nothing is missing."""
        if self.sender.rights.refuses_photos(self.lane):
            return
        known = self.sender.picture(self.picture.key)
        photo = known if known is not None else await drawn(self.picture)
        if photo is None:
            return
        try:
            message = await call(
                lambda: self.sender.bot.send_photo(
                    self.lane,
                    photo,
                    caption=self.picture.alt[:1000],
                    message_thread_id=self.thread,
                    disable_notification=True,
                )
            )
        except Rejected:
            await self._refused()
            return
        except (Closed, Moved, Doubtful):
            return
        self.sender.keep_picture(self.picture.key, message)
        self.sender.saw(self.lane, message.message_id)

    async def _refused(self) -> None:
        """Report to the host if the chat refuses pictures for want of a permission."""
        chat = self.lane
        if chat > 0:
            return
        try:
            lacking = await self.sender.rights.missing(self.sender.bot, chat)
        except (Closed, Rejected, Moved, Doubtful):
            return
        if PHOTOS in lacking:
            self.sender.rights.photos_refused(chat)
            self.sender.report(Lacking(ChatRef(PLATFORM, str(chat)), (PHOTOS,)))
