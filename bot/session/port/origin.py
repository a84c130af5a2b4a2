"""Who asks, and from where, in words that belong to no platform."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ChatRef", "Elsewhere", "Origin", "UserRef"]


@dataclass(frozen=True, slots=True)
class UserRef:
    """A person's account on a platform (``telegram``, ``discord``, ``web``). ``external`` is the platform's id."""

    platform: str
    external: str


@dataclass(frozen=True, slots=True)
class ChatRef:
    """A group channel. ``thread``: topic or thread inside it, ``""`` if none."""

    platform: str
    external: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asks, from where, in which update.

    ``update`` is the platform's id of the update or interaction: the same id a second time changes nothing and gets
    the same kind of answer. ``chat`` is ``None`` in a private conversation. ``admin``: the sender administers the group.
    ``locale``: the platform's hint of the person's language (``en-US``, ``zh-hans``). ``reachable``: ``True`` if the
    platform itself proves that this person can now be written to privately (a private message, /start), ``None`` if
    nothing is known. ``ephemeral``: the platform can answer this person alone inside a group (Discord), so the hand
    can be opened there. ``group``: what the chat is a part of (a server with all its channels), ``""`` where it is a group by
    itself; ``group_title`` its name.
    """

    update: str
    user: UserRef
    name: str
    chat: ChatRef | None = None
    chat_title: str = ""
    admin: bool = False
    locale: str = ""
    reachable: bool | None = None
    ephemeral: bool = False
    message: str | None = None
    """For a pressed button: the platform's id of the message that carried it."""
    answers: str = ""
    """For words that answer a message of ours: the platform's id of that message."""
    home: ChatRef | None = None
    """The private chat with the bot, where tables of one's own may stand; ``None`` in a group and where the bot cannot
    post."""
    group: str = ""
    group_title: str = ""
    group_locale: str = ""
    """The platform's hint of the language that the group speaks; ``""`` where nobody has chosen one."""
    lacking: tuple[str, ...] = ()
    """Permissions that the bot needs in this chat and does not have, as far as the platform says; see ``protocols.ESSENTIAL``."""

    page: bool = False
    """Asked on the page, which speaks for any account that was proved: nothing follows from it about private messages, and
    no group reads along."""

    @property
    def whole(self) -> ChatRef | None:
        """The group with all its channels and threads, in place of the one where this was asked; ``None`` in private."""
        return None if self.chat is None else ChatRef(self.chat.platform, self.group or self.chat.external)

    @property
    def place(self) -> ChatRef | None:
        """Where a table would stand: the group, or one's own private chat."""
        return self.chat or self.home


class Elsewhere(Exception):
    """Raised where a command means a table of another worker: nothing has been done, it is to be carried there.

    ``worker``: who has the table as far as is known, ``None`` while nobody does (it is between two owners).
    """

    def __init__(self, table: int, worker: str | None = None) -> None:
        super().__init__(table)
        self.table, self.worker = table, worker
