"""What exists on the simulated platform: people, guilds, channels, messages, interactions.

Everything here is plain data with the platform's own field names at the edges (`payload` functions live in
`payloads.py`). A message keeps every version that anybody could ever see, so that a secrecy test can read all of
them."""

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

JSON = dict[str, Any]

EPHEMERAL = 1 << 6
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15

ADMINISTRATOR = 1 << 3
MANAGE_GUILD = 1 << 5
PERMISSIONS = {
    "view_channel": 1 << 10, "send_messages": 1 << 11, "embed_links": 1 << 14, "attach_files": 1 << 15,
    "read_message_history": 1 << 16, "use_external_apps": 1 << 50,
}  # fmt: skip
ORDINARY_PERMISSIONS = sum(PERMISSIONS.values()) | (1 << 31)

DISCORD_EPOCH_MS = 1_420_070_400_000


class Clock:
    """Seconds since the simulator started; `advance` makes time pass without anybody waiting. `advanced` is what passed
    that way alone: how fast the machine is has no part in it."""

    def __init__(self) -> None:
        self._origin = time.monotonic()
        self._wall = time.time()
        self.advanced = 0.0

    def now(self) -> float:
        return time.monotonic() - self._origin + self.advanced

    def wall(self) -> float:
        """Unix time as the simulated platform sees it."""
        return self._wall + self.now()

    def advance(self, seconds: float) -> None:
        self.advanced += seconds


class Snowflakes:
    """Ids that rise with time, as the platform's do."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counter = itertools.count()

    def next(self) -> int:
        milliseconds = int(self._clock.wall() * 1000) - DISCORD_EPOCH_MS
        return (milliseconds << 22) | (next(self._counter) & 0x3FFFFF)


@dataclass(slots=True)
class Account:
    """A person or the bot."""

    id: int
    name: str
    bot: bool = False
    dms_closed: bool = False


@dataclass(slots=True)
class Channel:
    """A text channel of a guild, or (`guild_id` None) the private chat with `recipient_id`, or one of `people` among them."""

    id: int
    name: str
    guild_id: int | None = None
    recipient_id: int | None = None
    people: frozenset[int] = frozenset()
    denied: int = 0  # Permissions that the bot does not have here, though it has them in the guild
    locked: bool = False  # It is a thread that was archived and locked: nothing can be written there any more

    @property
    def is_private(self) -> bool:
        return self.guild_id is None


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    channels: dict[int, Channel] = field(default_factory=dict)
    members: dict[int, int] = field(default_factory=dict)  # account id → permissions
    preferred_locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str | None
    disabled: bool
    emoji: str | None = None
    url: str | None = None
    style: int = 2


@dataclass(frozen=True, slots=True)
class Select:
    custom_id: str
    options: tuple[tuple[str, str], ...]  # (label, value)
    disabled: bool
    placeholder: str = ""
    least: int = 1
    most: int = 1
    chosen: tuple[str, ...] = ()  # values of what is chosen to begin with


def walk_components(components: list[JSON]) -> Iterator[JSON]:
    """Every component, nested ones included, in reading order."""
    for component in components:
        yield component
        yield from walk_components(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from walk_components([component[key]])


def shown_media(component: JSON) -> Iterator[str]:
    """The addresses of what a component shows besides words."""
    yield from (item["media"]["url"] for item in component.get("items") or [])
    if component.get("file"):
        yield component["file"]["url"]


def component_texts(components: list[JSON]) -> Iterator[str]:
    for component in walk_components(components):
        for key in ("label", "placeholder", "content", "value", "description"):
            if isinstance(component.get(key), str):
                yield component[key]
        if component.get("emoji"):
            yield component["emoji"].get("name") or ""
        for option in component.get("options") or []:
            yield from (option[key] for key in ("label", "description") if option.get(key))
        for item in component.get("items") or []:
            if item.get("description"):
                yield item["description"]


@dataclass(frozen=True)
class Version:
    """What a message showed from the moment `at` on."""

    at: float
    content: str = ""
    components: tuple[JSON, ...] = ()
    attachments: tuple[JSON, ...] = ()
    thinking: bool = False

    def texts(self) -> list[str]:
        return self._texts

    def buttons(self) -> list[Button]:
        return self._buttons

    def selects(self) -> list[Select]:
        return self._selects

    # What a version shows is asked for again and again, and never changes.

    @cached_property
    def _texts(self) -> list[str]:
        return list(self._read())

    def _read(self) -> Iterator[str]:
        if self.content:
            yield self.content
        yield from component_texts(list(self.components))
        for attachment in self.attachments:
            yield attachment["filename"]
            if attachment.get("description"):
                yield attachment["description"]

    @cached_property
    def _buttons(self) -> list[Button]:
        return [
            Button(
                label=c.get("label") or "",
                custom_id=c.get("custom_id"),
                disabled=bool(c.get("disabled")),
                emoji=(c.get("emoji") or {}).get("name"),
                url=c.get("url"),
                style=c["style"],
            )
            for c in walk_components(list(self.components))
            if c["type"] == 2
        ]

    @cached_property
    def _selects(self) -> list[Select]:
        return [
            Select(
                custom_id=c["custom_id"],
                options=tuple((o["label"], o["value"]) for o in c.get("options") or []),
                disabled=bool(c.get("disabled")),
                placeholder=c.get("placeholder") or "",
                least=c.get("min_values", 1),
                most=c.get("max_values", 1),
                chosen=tuple(o["value"] for o in c.get("options") or [] if o.get("default")),
            )
            for c in walk_components(list(self.components))
            if c["type"] == 3
        ]


@dataclass(slots=True)
class Message:
    """A message with its whole history; the properties show the newest version."""

    id: int
    channel: Channel
    created_at: float
    versions: list[Version]
    flags: int = 0
    visible_to: int | None = None  # an ephemeral message: the only reader
    interaction_id: int | None = None
    notified: frozenset[int] = frozenset()
    deleted: bool = False
    old_edits: int = 0
    files: dict[str, bytes] = field(default_factory=dict)
    author: Account | None = None  # None: the bot

    @property
    def current(self) -> Version:
        return self.versions[-1]

    @property
    def content(self) -> str:
        return self.current.content

    @property
    def text(self) -> str:
        """All that a reader sees now, one piece a line."""
        return "\n".join(self.current.texts())

    @property
    def ephemeral(self) -> bool:
        return self.visible_to is not None

    @property
    def buttons(self) -> list[Button]:
        return self.current.buttons()

    @property
    def selects(self) -> list[Select]:
        return self.current.selects()

    @property
    def thinking(self) -> bool:
        return self.current.thinking

    def has_button(self, wanted: str) -> bool:
        return any(matches(button, wanted) for button in self.buttons)


def matches(button: Button, wanted: str) -> bool:
    """Whether a person would mean this button by `wanted`: its custom_id, or a part of its label."""
    return wanted == button.custom_id or (bool(wanted) and wanted.casefold() in button.label.casefold())


@dataclass(slots=True)
class Interaction:
    """One slash command, press, choice, form or completion request, and what became of it."""

    id: int
    token: str
    kind: int  # 2 command, 3 component, 4 autocomplete, 5 form
    account: Account
    channel: Channel
    created_at: float
    source: Message | None = None
    acknowledged_at: float | None = None
    callback_type: int | None = None
    original: Message | None = None
    messages: list[Message] = field(default_factory=list)
    choices: list[JSON] | None = None
    form: JSON | None = None  # what was opened to be filled in
    launched: str = ""  # the instance of an Activity that was opened
    refusals: list[int] = field(default_factory=list)  # error codes of refused acknowledgements
    age_began: float = 0.0  # on the clock's `advanced`: what a slow machine takes makes no answer late


class World:
    """All of it, with the two questions that every route asks: who is there, and who may see."""

    def __init__(self, beside: "World | None" = None) -> None:
        self.clock: Clock = Clock() if beside is None else beside.clock
        self.ids: Snowflakes = Snowflakes(self.clock) if beside is None else beside.ids
        self.accounts: dict[int, Account] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.shown: dict[int, list[str]] = {}  # forms and completions shown to an account
        self.commands: dict[int | None, list[JSON]] = {None: []}
        self.has_activity = True
        self.emojis: dict[int, str] = {}  # of the application: names by id
        self.emoji_room = 0
        """So many emojis may be uploaded; none, so that tests read cards in words unless they ask for it."""
        self.changed: Callable[[], None] = lambda: None
        self.bot = self.add_account("Paiju", bot=True)

    def add_account(self, name: str, *, bot: bool = False) -> Account:
        account = Account(self.ids.next(), name, bot)
        self.accounts[account.id] = account
        return account

    def add_guild(self, name: str, owner_id: int) -> Guild:
        guild = Guild(self.ids.next(), name, owner_id)
        self.guilds[guild.id] = guild
        guild.members[self.bot.id] = ORDINARY_PERMISSIONS
        return guild

    def add_channel(self, name: str, guild: Guild) -> Channel:
        channel = Channel(self.ids.next(), name, guild_id=guild.id)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        return channel

    def private_channel(self, account: Account) -> Channel:
        """The private chat between the bot and `account`; always the same one."""
        for channel in self.channels.values():
            if channel.recipient_id == account.id:
                return channel
        channel = Channel(self.ids.next(), "", recipient_id=account.id)
        self.channels[channel.id] = channel
        return channel

    def is_member(self, channel: Channel) -> bool:
        guild = self.guilds.get(channel.guild_id or 0)
        return not channel.people and (guild is None or self.bot.id in guild.members)

    def bot_may(self, channel: Channel) -> int:
        """The bot's permissions in a channel; 0 where it is not (any more)."""
        if channel.guild_id is None:
            return 0 if channel.people else ORDINARY_PERMISSIONS
        guild = self.guilds.get(channel.guild_id)
        return 0 if guild is None else guild.members.get(self.bot.id, 0) & ~channel.denied

    def can_see(self, account_id: int, message: Message) -> bool:
        """Whether that account could ever read the message."""
        if message.visible_to is not None:
            return message.visible_to == account_id
        if message.channel.is_private:
            return account_id in message.channel.people or message.channel.recipient_id == account_id
        guild = self.guilds[message.channel.guild_id or 0]
        return account_id in guild.members

    def show(self, account: Account, texts: Iterator[str] | list[str]) -> None:
        """Remember words shown outside messages: forms and completion lists."""
        self.shown.setdefault(account.id, []).extend(texts)
