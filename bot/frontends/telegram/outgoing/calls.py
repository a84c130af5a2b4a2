"""One call of the Bot API, with what it may come to named in our own words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.delivery.outbox import Later
from bot.delivery.pace import ANY
from bot.frontends.telegram.outgoing.transport import NEVER_SENT

__all__ = ["Closed", "Doubtful", "Missing", "Moved", "NoThread", "Rejected", "Unchanged", "call"]

T = TypeVar("T")


class Closed(Exception):
    """This chat does not want the bot (any more): blocked, never started, thrown out."""


class Moved(Exception):
    """The group is a supergroup now, with another id."""

    def __init__(self, chat: int) -> None:
        super().__init__()
        self.chat = chat


class Rejected(Exception):
    """The platform cannot do this: the message, the topic or the chat is not there."""


class Missing(Rejected):
    """The message is not there any more."""


class NoThread(Missing):
    """The topic is not there any more, or closed to us."""


class Unchanged(Exception):
    """An edit that would change nothing."""


class Doubtful(Exception):
    """No answer came: it may have happened, or not."""


async def call(make: Callable[[], Awaitable[T]]) -> T:
    """Make the call. ``Later`` if it certainly did not happen and may be tried again."""
    try:
        return await make()
    except RetryAfter as error:
        wait = error.retry_after
        seconds = wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
        raise Later(seconds, kind=ANY) from None
    except Forbidden:
        raise Closed from None
    except ChatMigrated as error:
        raise Moved(error.new_chat_id) from None
    except BadRequest as error:
        # The library has one class for every 400. Should this text change, a message is posted anew, and nothing is lost.
        said = error.message.lower()
        if "thread not found" in said or "topic_closed" in said or "topic_deleted" in said:
            raise NoThread from None
        raise (Unchanged if "not modified" in said else Missing if "not found" in said else Rejected) from None
    except NetworkError as error:
        # An answer with a 5xx status has no cause from the transport (or one that its body is no JSON): not done.
        if error.__cause__ is None or isinstance(error.__cause__, (*NEVER_SENT, TelegramError)):
            raise Later from None
        raise Doubtful from None
    except TelegramError:
        raise Later from None
