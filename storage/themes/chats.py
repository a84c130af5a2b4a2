"""Group channels where tables stand, with their topics, and which of them are one group."""

from dataclasses import dataclass, replace
from typing import Annotated

from sqlalchemy import ColumnElement, Index, UniqueConstraint, bindparam, func, select

from storage.errors import Conflict
from storage.sql import All, One, PersonField, Put, Query, Rows, Stored

__all__ = ["CHATS", "ChatRow", "StoredChats", "in_group", "in_groups_of"]


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A group channel (with its topic or thread, if any) where tables stand. ``group``: the platform's id of what it is a
    part of and shares results, ratings and limits with (a server with all its channels; else ``external``), ``group_title``
    what that is called, ``""`` where it is the chat's own title. ``bot``: which of several of ours it belongs to, ``""`` for the
    first."""

    id: int
    platform: str
    external: Annotated[str, PersonField(holds="account")]
    thread: str = ""
    title: str = ""
    language: str | None = None
    group: str = ""
    group_title: str = ""
    bot: str = ""


CHATS = Rows(
    ChatRow,
    "chats",
    UniqueConstraint("platform", "external", "thread"),
    Index(None, "platform", "group"),
    key="id",
    later="group group_title bot",
)
_ADD = CHATS.insert_new(taken=Conflict)
_FIND = CHATS.all("platform", "external", "thread", hold=True)
_here, _there = CHATS.table.alias("here").c, CHATS.table.alias("there").c
_SAME_GROUP = (_there.platform == _here.platform, _there.group == _here.group)
_OF_GROUP = (_here.id == bindparam("of_chat"), *_SAME_GROUP)
_HOME: Query[int | None] = Query(select(func.min(_there.id)).where(*_OF_GROUP), lambda line: line[0])


def in_group(chat: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the chat belongs to the same group as the one that is asked for, ``of_chat``."""
    return chat.in_(select(_there.id).where(*_OF_GROUP))


def in_groups_of(chat: ColumnElement[int], *known: ColumnElement[bool], by: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the chat belongs to a group of which ``by`` names a chat wherever all ``known`` holds."""
    return chat.in_(select(_there.id).where(*known, _here.id == by, *_SAME_GROUP))


class StoredChats(Stored):
    """What is asked about chats."""

    get = One[[int], ChatRow](CHATS.one(hold=True))
    find = One[[str, str, str], ChatRow](_FIND)
    topics = All[[str, str], ChatRow](CHATS.all("platform", "external", order="id"))
    """A chat with all its topics, as far as they are known."""

    async def add(self, platform: str, external: str, thread: str, title: str) -> ChatRow:
        """Add a chat that is a group by itself, until ``put`` says otherwise. ``Conflict`` if it is known already."""
        row = ChatRow(0, platform, external, thread, title, group=external)
        return replace(row, id=await self._unit.the(_ADD, **CHATS.values(row)))

    put = Put(CHATS, CHATS.update())  # Change a chat that is known

    async def home(self, chat: int) -> int:
        """Return the chat that stands for the whole group to which a chat belongs: the one of it that was known
        first."""
        home = await self._unit.one(_HOME, of_chat=chat)
        return chat if home is None else home
