"""One message through the library: posted, or edited if that is possible."""

from __future__ import annotations

from typing import Final

from bot.delivery.outbox import Later
from bot.frontends.telegram.outgoing.calls import Doubtful, NoThread, Rejected, Unchanged, call
from bot.frontends.telegram.outgoing.markup import Drawn
from bot.frontends.telegram.outgoing.sender import Sender, Shown
from bot.session.port.commands import ChatRef

__all__ = ["HTML", "NO_PREVIEW", "edit_message", "post_message", "thread_of"]

NO_PREVIEW: Final = {"is_disabled": True}
HTML: Final = "HTML"
LONG_SECONDS: Final = 61.0
"""If a chat takes no edits for longer than this, a new message is posted instead of waiting; for shorter it takes none either."""


def thread_of(chat: ChatRef) -> int | None:
    """Return the topic of a forum group, ``None`` for the group as such."""
    return int(chat.thread) if chat.thread else None


async def post_message(
    sender: Sender,
    chat: int,
    text: str,
    drawn: Drawn | None,
    *,
    thread: int | None = None,
    silent: bool = False,
    reply_to: int | None = None,
    astray: bool = True,
) -> int:
    """Send one message and return its id. Raises as ``call`` does. ``astray``: if its topic is gone, it may go into the group
    as such."""
    reply = {"message_id": reply_to, "allow_sending_without_reply": True} if reply_to is not None else None

    async def send(topic: int | None) -> int:
        sent = await call(
            lambda: sender.bot.ask(
                "sendMessage",
                chat_id=chat,
                text=text,
                parse_mode=HTML,
                reply_markup=drawn.keyboard if drawn else None,
                message_thread_id=topic,
                disable_notification=silent,
                reply_parameters=reply,
                link_preview_options=NO_PREVIEW,
            )
        )
        return int(sent["message_id"])

    try:
        message = await send(thread)
    except Rejected as rejected:
        if thread is None or (isinstance(rejected, NoThread) and not astray):
            raise
        message = await send(None)
    sender.saw(chat, message)
    return message


async def edit_message(sender: Sender, shown: Shown, drawn: Drawn) -> bool:
    """Edit a message; ``False`` if it cannot be edited (any more, or not for long)."""
    if drawn.digest == shown.digest:
        return True
    if not sender.may_edit(shown.chat):
        return False
    try:
        await call(
            lambda: sender.bot.ask(
                "editMessageText",
                chat_id=shown.chat,
                message_id=shown.message,
                text=drawn.single,
                parse_mode=HTML,
                reply_markup=drawn.keyboard,
                link_preview_options=NO_PREVIEW,
            )
        )
    except Unchanged:
        return True
    except Rejected:
        return False
    except Doubtful:
        raise Later from None  # an edit made twice is an edit made once
    except Later as later:
        if later.kind is None or later.seconds is None or later.seconds <= LONG_SECONDS:
            raise
        sender.no_edits(shown.chat, later.seconds)
        return False
    return True
