"""What exists on the platform: chats, messages with their history, and buttons."""

import re
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .people import Person


@dataclass(frozen=True)
class Button:
    """One button of an inline keyboard."""

    text: str
    data: str | None = None
    url: str | None = None
    web_app: str | None = None  # The address of a Mini App
    inline: str | None = None  # What is typed behind the bot's name in the chat that one chooses


class CallbackAnswer(str):
    """What a person reads after a press ("" if nothing), with the two extras that an answer may have."""

    show_alert: bool
    url: str | None

    def __new__(cls, text: str = "", show_alert: bool = False, url: str | None = None) -> "CallbackAnswer":
        answer = super().__new__(cls, text)
        answer.show_alert = show_alert
        answer.url = url
        return answer


@dataclass(frozen=True)
class Content:
    """One state of a message: what an edit replaces."""

    text: str
    entities: tuple[Any, ...] = ()
    keyboard: tuple[tuple[Button, ...], ...] = ()
    photo: bytes | None = None
    links: tuple[str, ...] = ()
    mentions: frozenset[int] = frozenset()
    animation: bytes | None = None
    document: tuple[str, bytes] | None = None  # Name and contents

    @property
    def buttons(self) -> list[Button]:
        """All buttons, row by row."""
        return [button for row in self.keyboard for button in row]


@dataclass(frozen=True)
class InlineAnswer:
    """What the bot offers to somebody who types its name: results, each with what it is in a chat; and a button above them."""

    offered: list[tuple[dict[str, Any], Content]]
    button: dict[str, Any] | None
    is_personal: bool

    @property
    def titles(self) -> list[str]:
        """What the results are called."""
        return [result["title"] for result, _ in self.offered]


@dataclass(eq=False)
class Message:
    """A message in a chat; `content` is its latest state, `history` all states from the first on."""

    chat: "Chat"
    message_id: int
    sender: "Person | None"  # None: the bot
    content: Content
    date: int = field(default_factory=lambda: int(time.time()))
    thread: int | None = None
    silent: bool = False
    reply_to: "Message | None" = None
    deleted: bool = False
    service: dict[str, Any] = field(default_factory=dict)
    history: list[Content] = field(default_factory=list)
    edited_at: int | None = None
    ephemeral: int = 0  # Of a message that one member alone sees: its number; its ``message_id`` is 0 then
    receiver: "Person | None" = None
    inline: str = ""
    """Of a message that somebody has chosen from what the bot offered: its id, by which the bot can edit it."""

    def __post_init__(self) -> None:
        self.history.append(self.content)

    @property
    def text(self) -> str:
        """Text or caption without mark-up."""
        return self.content.text

    @property
    def buttons(self) -> list[Button]:
        """All buttons, row by row."""
        return self.content.buttons

    @property
    def labels(self) -> list[str]:
        """What is written on the buttons."""
        return [button.text for button in self.content.buttons]

    @property
    def from_bot(self) -> bool:
        """Did the bot write it?"""
        return self.sender is None or bool(self.inline)

    def button(self, wanted: str) -> Button | None:
        """The button with exactly this data, else this label, else whose label contains `wanted` (any case)."""
        for fits in (
            lambda button: button.data == wanted,
            lambda button: button.text == wanted,
            lambda button: wanted.lower() in button.text.lower(),
        ):
            for button in self.content.buttons:
                if fits(button):
                    return button
        return None

    def link(self, pattern: str) -> str | None:
        """The first link of text or buttons in which the regular expression is found."""
        urls = [*self.content.links, *(button.url for button in self.content.buttons if button.url)]
        return next((url for url in urls if re.search(pattern, url)), None)

    def frozen(self) -> "Message":
        """A copy that later edits do not touch: what a slow client still shows."""
        return replace(self, history=[])

    def __repr__(self) -> str:
        who = "bot" if self.sender is None else self.sender.name
        state = " (deleted)" if self.deleted else ""
        return f"<#{self.message_id} in {self.chat.title} by {who}{state}: {self.text!r} {self.labels}>"


@dataclass(eq=False)
class Chat:
    """A private chat (its id is the person's), a group or a supergroup."""

    id: int
    kind: str
    title: str
    members: list["Person"] = field(default_factory=list)
    administrators: set[int] = field(default_factory=set)
    owner: int | None = None
    is_forum: bool = False
    bot_status: str = "member"
    forbidden: set[str] = field(default_factory=set)
    """What members may not send: ``can_send_messages``, ``can_send_photos``."""
    is_gone: bool = False
    topics: dict[int, str] = field(default_factory=dict)
    closed_topics: set[int | None] = field(default_factory=set)
    """Where only administrators may write; ``None`` is the one that every forum has."""
    messages: list[Message] = field(default_factory=list)
    ephemerals: list[Message] = field(default_factory=list)  # What one member alone sees, or saw
    migrated_to: "Chat | None" = None
    last_message_id: int = 0

    def next_message_id(self) -> int:
        """Message ids count per chat here, so that mixing up two chats is noticed."""
        self.last_message_id += 1
        return self.last_message_id

    def next_ephemeral_id(self) -> int:
        """The number of the next message that one member alone sees."""
        return 1 + max((one.ephemeral for one in self.ephemerals), default=70)

    def find(self, message_id: int) -> Message | None:
        """The message with this id that has not been deleted."""
        return next((m for m in self.messages if m.message_id == message_id and not m.deleted), None)

    @property
    def is_group(self) -> bool:
        """Group or supergroup."""
        return self.kind != "private"

    def __repr__(self) -> str:
        return f"<{self.kind} {self.title} {self.id}>"


@dataclass(frozen=True)
class Call:
    """One request of the bot, as it was answered."""

    method: str
    parameters: dict[str, Any]
    at: float  # monotonic seconds
    chat: int | None
    ok: bool
    error: str | None = None

    @property
    def is_message(self) -> bool:
        """Does it count against the rates?"""
        return self.method.startswith(("send", "edit")) and self.method != "sendChatAction"
