"""The simulated platform: people, groups, messages, faults, and a record of everything that the bot asked for."""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from tests.patience import patience

from .faults import Faults
from .group import Group
from .limits import Rates
from .people import Person
from .server import ApiServer
from .updates import UpdateQueue
from .wire import message_json
from .world import Call, CallbackAnswer, Chat, Content, InlineAnswer, Message

T = TypeVar("T")

TOKEN = "700000001:simulated-token-for-tests-0123456789ab"


class TelegramSim:
    """A Bot API server on a port of this machine with one bot. `pace` is a factor on the rates that it keeps (None: no
    rates). `privacy_mode` is what BotFather switches. Use it as an async context manager; `base_url` is what
    TELEGRAM_API_BASE_URL takes. `ephemeral`: it knows messages that one member alone sees; else it ignores what it does
    not know, and posts them for all."""

    def __init__(
        self,
        *,
        token: str = TOKEN,
        username: str = "paiju_test_bot",
        pace: float | None = None,
        privacy_mode: bool = True,
        ephemeral: bool = False,
    ) -> None:
        self.token = token
        self.username = username
        self.privacy_mode = privacy_mode
        self.ephemeral = ephemeral
        self.counts_ephemerals = False
        """Whether messages that one member alone sees count among a group's: nobody has published that."""
        self.inline_mode = self.inline_feedback = False
        """What BotFather switches on with /setinline and /setinlinefeedback."""
        self.inline: dict[str, Message] = {}
        """What people have chosen from what the bot offered, by the ids that these messages have for it."""
        self.inline_queries: dict[str, asyncio.Future[InlineAnswer]] = {}
        self.presses: dict[str, tuple[Person, float]] = {}
        self.bot_id = int(token.partition(":")[0])
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.calls: list[Call] = []
        self.violations: list[str] = []
        self.webhook_statuses: list[int] = []
        self.commands: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.profile: dict[tuple[str, str], str] = {}
        self.files: dict[str, bytes] = {}
        self.faults = Faults()
        self.rates = None if pace is None else Rates(pace)
        self.updates = UpdateQueue(self)
        self._answers: dict[str, tuple[Person, asyncio.Future[CallbackAnswer]]] = {}
        self._watchers: list[asyncio.Future[None]] = []
        self._user_ids = itertools.count(5_000_000_001)
        self._group_ids = itertools.count(4_000_001)
        self._server = ApiServer(self)
        self._host: TelegramSim | None = None

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1 (port 0: any free one)."""
        await self._server.start(port)

    async def stop(self) -> None:
        """Close the server and everything that waits on it."""
        await self.updates.close()
        await self._server.stop()
        for _, answered in self._answers.values():
            answered.cancel()

    async def __aenter__(self) -> "TelegramSim":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def knows(self, other: "TelegramSim") -> None:
        """Let the bot of another simulator be reached at our address: people and chats with the same ids are the same."""
        self._server.beside[other.token] = other._server
        other._host = self

    @property
    def base_url(self) -> str:
        """Root of the API, without the trailing slash."""
        return self._server.base_url

    def now(self) -> int:
        """Unix time in seconds."""
        return int(time.time())

    # --- who and where
    def user(self, name: str, language: str = "en", *, username: str | None = None, started: bool = False) -> Person:
        """A new person. With `started` the private chat with the bot is open already."""
        person = Person(self, next(self._user_ids), name, language, username)
        person.started = started
        self.people[person.id] = person
        self.chats[person.id] = person.chat
        return person

    def group(
        self,
        title: str,
        members: Iterable[Person],
        *,
        supergroup: bool = False,
        forum: bool = False,
        owner: Person | None = None,
    ) -> Group:
        """A new group with the bot in it; a forum is a supergroup with topics."""
        number = next(self._group_ids)
        supergroup = supergroup or forum
        group = Group(
            self,
            -1_000_000_000_000 - number if supergroup else -number,
            "supergroup" if supergroup else "group",
            title,
            members=list(members),
            owner=owner.id if owner else None,
            is_forum=forum,
        )
        self.chats[group.id] = group
        return group

    def chat(self, where: "Chat | Person") -> Chat:
        """The chat itself; for a person, the private chat."""
        return where.chat if isinstance(where, Person) else where

    def messages(self, where: "Chat | Person", everyone: bool = False) -> list[Message]:
        """The bot's messages that are still there, in order (`everyone`: also what people wrote)."""
        return [
            message
            for message in self.chat(where).messages
            if not message.deleted and (everyone or (message.from_bot and not message.service))
        ]

    def here(self, group: Chat, person: Person) -> list[Message]:
        """The bot's messages in a group that this person alone sees, in order."""
        return [one for one in group.ephemerals if one.receiver is person and one.from_bot and not one.deleted]

    def find(self, where: "Chat | Person", text: str) -> Message | None:
        """The bot's newest message there that contains `text`."""
        return next((m for m in reversed(self.messages(where)) if text in m.text), None)

    # --- waiting
    async def wait_for(self, predicate: Callable[[], T | None]) -> T:
        """Wait until `predicate()` gives something true, looking again after each thing that happens; returns it."""
        try:
            async with patience():
                while not (value := predicate()):
                    watcher: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._watchers.append(watcher)
                    await watcher
                return value
        except TimeoutError:
            raise AssertionError(f"waited in vain\n{self.describe()}") from None

    def changed(self) -> None:
        """Something happened: let those who wait look again."""
        watchers, self._watchers = self._watchers, []
        for watcher in watchers:
            if not watcher.done():
                watcher.set_result(None)
        if self._host is not None:
            self._host.changed()

    def describe(self) -> str:
        """The last messages of every chat and the last calls, for a failed test."""
        lines = [f"{chat}: {chat.messages[-3:]}" for chat in self.chats.values() if chat.messages]
        lines += [f"{call.method} -> {call.error or 'ok'}" for call in self.calls[-12:]]
        return "\n".join([*lines, *self.violations[:5]])

    # --- what the server and people tell
    def record(self, message: Message) -> None:
        """A message has been posted."""
        message.chat.messages.append(message)
        for person in message.chat.members:
            person.witness(message.content)
            if message.from_bot and self._notifies(message, person):
                person.notifications.append(message)

    def whisper(self, message: Message) -> None:
        """A message that one member alone sees has been posted."""
        assert message.receiver is not None
        message.chat.ephemerals.append(message)
        message.receiver.witness(message.content)

    def _notifies(self, message: Message, person: Person) -> bool:
        if message.silent:
            return False
        if not message.chat.is_group or person.id in message.content.mentions:
            return True
        username = f"@{person.username}" if person.username else None
        replied = message.reply_to is not None and message.reply_to.sender is person
        return replied or (username is not None and username in message.content.text)

    def edit(self, message: Message, content: Content) -> None:
        """A message of the bot has been edited."""
        message.content = content
        message.history.append(content)
        message.edited_at = self.now()
        for person in [message.receiver] if message.receiver is not None else message.chat.members:
            person.witness(content)

    def expect_answer(self, query_id: str, person: Person) -> "asyncio.Future[CallbackAnswer]":
        """A button was pressed: the future holds the answer."""
        answered: asyncio.Future[CallbackAnswer] = asyncio.get_running_loop().create_future()
        self._answers[query_id] = (person, answered)
        self.presses[query_id] = (person, time.monotonic())
        return answered

    def answer(self, query_id: str, answer: CallbackAnswer) -> bool:
        """Hand over the answer to a press; False if there is none to answer (any more)."""
        waiting = self._answers.pop(query_id, None)
        if waiting is None:
            return False
        person, answered = waiting
        person.hears_answer(answer)
        if not answered.done():
            answered.set_result(answer)
        return True

    @property
    def unanswered(self) -> int:
        """How many presses have had no answer yet."""
        return len(self._answers)

    def file_id(self, content: bytes) -> str:
        """The id under which the platform keeps a picture."""
        for file_id, kept in self.files.items():
            if kept == content:
                return file_id
        file_id = f"AgACAgIAAxk{len(self.files):06d}"
        self.files[file_id] = content
        return file_id

    def called(self, method: str, chat: "Chat | Person | None" = None) -> list[Call]:
        """The calls of one method, in order (of one chat)."""
        wanted = None if chat is None else self.chat(chat).id
        return [call for call in self.calls if call.method == method and wanted in (None, call.chat)]

    def emit_service(self, message: Message) -> dict[str, Any]:
        """Post a service message and tell the bot."""
        self.record(message)
        value = message_json(self, message)
        self.updates.emit("message", value)
        self.changed()
        return value
