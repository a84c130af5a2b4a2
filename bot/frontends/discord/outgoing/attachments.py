"""Pictures on messages: one is uploaded once and kept by its id, as long as the message shows the same one.

An edit lists *all* attachments that the message shall have afterwards. The id of one that is shown inside components
stands in the media item there, and nowhere else in what Discord tells of a message.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import discord
import yarl

from bot.frontends.discord.outgoing.markup import Content

__all__ = ["ACKNOWLEDGED", "Attachments", "Pictures"]

Attachments = Sequence[discord.Attachment | discord.File]

ACKNOWLEDGED: Final = 40060
"""What Discord answers to the second answer to a press: it says nothing of a picture."""
_MOST: Final = 5000
"""So many messages' pictures are remembered."""
_ENOUGH: Final = 3
"""After so many refusals in a row to keep a picture all are uploaded anew."""


class _Kept(discord.Attachment):
    """An attachment that is on the message already and stays; only its id need be said."""

    def __init__(self, known: int) -> None:
        self.id = known

    def to_dict(self) -> Any:
        """Return the attachment as an edit names it."""
        return {"id": str(self.id)}


class Pictures:
    """Remembers which picture each message of ours shows. All of it can be lost without harm: then one is uploaded anew."""

    def __init__(self) -> None:
        self._on: OrderedDict[int, tuple[str, int] | None] = OrderedDict()
        self._refused = 0

    def note(self, message: discord.Message | None) -> None:
        """Note what the message shows now."""
        if message is not None:
            self._keep(message.id, next(_shown(message.components), None))

    def note_answer(self, message: Mapping[str, Any]) -> None:
        """Note the same of a message as Discord answers a call."""
        self._keep(int(message["id"]), next(_told(message.get("components", ())), None))

    def forget(self, message: int) -> None:
        """Forget what a message shows, as others may have changed it."""
        self._on.pop(message, None)

    def _keep(self, message: int, picture: tuple[str, int] | None) -> None:
        self._on[message] = picture
        self._on.move_to_end(message)
        while len(self._on) > _MOST:
            self._on.popitem(last=False)

    def _learn(self, told: discord.Message) -> None:
        """Note what a pressed message showed, unless what is known is newer: ids grow."""
        seen, known = next(_shown(told.components), None), self._on.get(told.id)
        if told.id not in self._on or (seen is not None and known is not None and seen[1] > known[1]):
            self._keep(told.id, seen)

    async def put(
        self,
        message: int,
        shown: Content,
        edit: Callable[[Attachments], Awaitable[None]],
        *,
        told: discord.Message | None = None,
    ) -> None:
        """Edit a message that is to show ``shown`` with its picture, which is uploaded only if it is not there yet.

        ``edit`` makes the call with the given attachments and notes the message as it is then. ``told``: the message as
        it came with a press: this process may not have posted it, and another worker may have changed it since.
        """
        if told is not None:
            self._learn(told)
        on = self._on.get(message)
        if on is not None and on[0] == shown.picture_name and self._refused < _ENOUGH:
            try:
                await edit([_Kept(on[1])])
            except discord.HTTPException as error:
                if error.status != 400 or error.code == ACKNOWLEDGED:
                    raise
                self._refused += 1
            else:
                self._refused = 0  # only one refusal after the other means that it is no use
                return
        self._on.pop(message, None)  # another worker has changed it meanwhile, or Discord has lost it
        file = await shown.file()
        await edit([file] if file is not None else [])


def _shown(components: Sequence[discord.Component]) -> Iterator[tuple[str, int]]:
    """Return (file name, attachment id) of the pictures in a message's components."""
    for component in components:
        if isinstance(component, discord.MediaGalleryComponent):
            for item in component.items:
                if item.media.attachment_id is not None:
                    yield yarl.URL(item.media.url).name, item.media.attachment_id
        elif isinstance(component, discord.Container):
            yield from _shown(component.children)


def _told(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Return the same of components as they stand in an answer."""
    for component in components:
        for item in component.get("items", ()):
            media = item.get("media", {})
            if media.get("attachment_id") is not None:
                yield yarl.URL(media["url"]).name, int(media["attachment_id"])
        yield from _told(component.get("components", ()))
