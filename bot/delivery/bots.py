"""Several bots of one house on a platform. To the session they are one frontend, and each of them is its own to its chats.

A group belongs to the bot that was first used there; a person is written to by the bot that they used last in private, or by
another that they have opened. Each bot has its own outbox, memory and limits. A bot is known by a name that is kept with groups,
people and messages: ``""`` for the first, whose rows are older than the others, and its id for any other.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, Protocol, TypeVar

import structlog

from bot.delivery.chats import Newest
from bot.session.port import protocols, updates
from bot.session.port.commands import ChatRef, Command, Origin, UserRef
from bot.session.port.replies import Reply

__all__ = ["Bots", "Ear"]

_MOST: Final = 5_000
_NOBODY: Final = "?"  # The name of no bot
_log = structlog.get_logger(__name__)
_Shown = TypeVar("_Shown", bound=updates.PublicUpdate | updates.PrivateUpdate | updates.StandingsUpdate)
_UPDATES: Final = (updates.PublicUpdate, updates.PrivateUpdate, updates.StandingsUpdate)


class Bot(protocols.Frontend, Protocol):
    """The frontend of one bot."""

    def cut_off(self, update: updates.PublicUpdate) -> None: ...

    def is_beside(self, update: updates.PrivateUpdate) -> bool: ...

    def withdraw(self, target: protocols.PublicTarget | protocols.PrivateTarget, message: str) -> None: ...


class Register(Protocol):
    """What is stored of people and groups, see ``bot.session.host.register``."""

    def bots_of(self, user: UserRef) -> str | None: ...

    def bot_of(self, chat: ChatRef) -> str | None: ...

    async def keeper(self, chat: ChatRef) -> str | None: ...

    async def hand_over(self, chat: ChatRef, bot: str) -> None: ...

    def show_again(self, user: UserRef) -> None: ...


class Bots:
    """All bots of one platform, by name. ``numbered_apart``: each counts its updates by itself."""

    def __init__(self, bots: Mapping[str, Bot], register: Register, *, numbered_apart: bool) -> None:
        self._bots, self._known, self.numbered_apart = dict(bots), register, numbered_apart
        first = next(iter(self._bots.values()))
        self.platform, self.needs_start = first.platform, first.needs_start
        self._closed: set[tuple[str, str]] = set()
        """People who cannot be written to by a bot, and chats from which it is gone."""
        self._claimed: dict[str, str] = {}
        """Chats of which nothing is stored yet, with the bot that heard of them first."""
        self._said = Newest[UserRef, list[tuple[str, updates.Notice, str, int | None]]](_MOST)
        """Sentences of which it is not known whether they arrived, the latest last, each with the bot that was given it."""
        self._missed: set[str] = set()
        self._moved: set[protocols.ChatMoved] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # -- which bot
    def bot_in(self, chat: ChatRef) -> str | None:
        """The bot to which a chat belongs; ``None`` for one that is not among the settings (any more)."""
        person = self._known.bots_of(UserRef(chat.platform, chat.external))  # a private chat that has the person's id
        name = (self._known.bot_of(chat) or "") if person is None else person.partition(",")[0]
        return name if name in self._bots else None

    def bot_for(self, user: UserRef) -> str:
        """The bot that writes to a person in private; where all are closed, the one that they used last. For whom nothing
        is known each is tried."""
        stored = self._known.bots_of(user)
        known = [name for name in (stored or "").split(",") if name in self._bots and stored is not None] or list(
            self._bots
        )
        return next((name for name in known if (user.external, name) not in self._closed), known[0])

    def at(self, chat: ChatRef) -> Bot | None:
        """The same as ``bot_in``, itself; the host hears once of one that is missing."""
        name = self.bot_in(chat)
        if name is not None:
            return self._bots[name]
        missed = self._known.bot_of(chat) or "the first"
        if missed not in self._missed and missed != _NOBODY:
            self._missed.add(missed)
            _log.warning("a bot has groups and no token: their tables wait", platform=chat.platform, bot=missed)
        return None

    async def is_for(self, name: str, chat: ChatRef) -> bool:
        """Whether a group is this bot's: what all bots there hear is for one. A group whose own bot is gone goes over to the
        one that is used there."""
        self._closed.discard((chat.external, name))
        keeper = await self._known.keeper(chat)
        if keeper is None:
            keeper = self._claimed.setdefault(chat.external, name)
        elif keeper != name and (keeper not in self._bots or (chat.external, keeper) in self._closed):
            await self._known.hand_over(chat, name)
            keeper = name
        return keeper == name

    # -- out: see ``Frontend``
    def show_table(self, update: updates.PublicUpdate) -> None:
        """See ``Frontend``; by the bot of the group. The others lose what they show of a round that was cut off."""
        name = self.bot_in(update.chat)
        bot = self.at(update.chat)
        if name is not None and bot is not None:
            bot.show_table(self._own(name, update, protocols.PublicTarget(update.table.id, update.chat)))
        for other in self._bots.values():
            if other is not bot:
                other.cut_off(update)

    def show_hand(self, update: updates.PrivateUpdate) -> None:
        """See ``Frontend``; by the bot of the person, and where another shows it in a group there. What rings does so in
        private."""
        target, name = protocols.PrivateTarget(update.user, update.table.id), self.bot_for(update.user)
        beside = next(
            (other for other, bot in self._bots.items() if other != name and bot.is_beside(_strip(other, update))), None
        )
        if beside is not None:
            self._bots[beside].show_hand(_strip(beside, update))
        if beside is None or update.alert or update.reminder:
            self._bots[name].show_hand(self._own(name, update, target))

    def let_go(self, table: int) -> None:
        for bot in self._bots.values():
            bot.let_go(table)

    def show_standings(self, update: updates.StandingsUpdate) -> None:
        name = self.bot_in(update.chat)
        bot = self.at(update.chat)
        if name is not None and bot is not None:
            bot.show_standings(_strip(name, update))

    def tell(self, user: UserRef, notice: updates.Notice, language: str, table: int | None = None) -> None:
        name = self.bot_for(user)
        self._said[user] = [*self._said.pop(user, [])[-9:], (name, notice, language, table)]
        self._bots[name].tell(user, notice, language, table)

    def amend(self, target: protocols.AnswerTarget, message: str, reply: Reply, instead: updates.Notice | None) -> None:
        """See ``Frontend``; by the bot whose message it is."""
        known, _, name = message.partition("@")
        bot = self._bots.get(name)
        if bot is not None:
            bot.amend(target, known, reply, instead)

    def announce(self, target: protocols.PostTarget, body: protocols.PostBody, language: str) -> None:
        bot = self.at(target.chat)
        if bot is not None:
            bot.announce(target, body, language)

    def is_busy(self, chat: ChatRef) -> bool:
        bot = self.at(chat)
        return bot is not None and bot.is_busy(chat)

    def look_for(self, user: UserRef, chat: ChatRef, group: str) -> None:
        bot = self.at(chat)
        if bot is not None:
            bot.look_for(user, chat, group)

    # -- in
    def mine(self, name: str, origin: Origin) -> Origin:
        """Where something came from with the bot that heard it."""
        if origin.chat is None and not origin.page:
            self._closed.discard((origin.user.external, name))
        if not name:
            return origin
        update = f"{name}/{origin.update}" if self.numbered_apart and origin.update else origin.update
        message, answers = _signed(name, origin.message or "") or None, _signed(name, origin.answers)
        return replace(origin, bot=name, update=update, message=message, answers=answers)

    def given(self, name: str, origin: Origin, reply: Reply) -> Reply:
        """A reply as this bot is to give it: what another bot shows goes there."""
        body = reply.body
        if isinstance(body, updates.PublicUpdate) and self.bot_in(body.chat) not in (name, None):
            self.show_table(replace(body, post=replace(body.post, message=None, renew=True)))
            return replace(reply, body=None)
        if isinstance(body, updates.PrivateUpdate):
            other = self.bot_for(body.user)
            if other != name and origin.chat is not None and not origin.ephemeral:
                self._bots[other].show_hand(replace(_strip(other, body), alert=True))
                return Reply(reply.language, reply.ok, toast=reply.toast)
        return replace(reply, body=_strip(name, body)) if isinstance(body, _UPDATES) else reply

    def hear(self, name: str, outcome: protocols.Outcome) -> Iterator[protocols.Outcome]:
        """What the session is to know of what became of a message of one bot."""
        match outcome:
            case protocols.Delivered(target, message):
                if isinstance(target, protocols.PrivateTarget) and target.table is None:
                    self._said.get(target.user, [])[:1] = []
                yield replace(outcome, message=_signed(name, message), beside=_signed(name, outcome.beside))
            case protocols.Unreachable(protocols.PrivateTarget(user)):
                writes = self.bot_for(user) == name
                self._closed.add((user.external, name))
                if (user.external, self.bot_for(user)) in self._closed:
                    yield outcome
                elif writes:
                    self._try_another(user, name)
            case protocols.Gone(chat) | protocols.Lacking(chat) if self.bot_in(chat) not in (name, None):
                return  # its own bot is there
            case protocols.ChatMoved() if outcome in self._moved:
                return  # each bot there hears of it
            case _:
                if isinstance(outcome, protocols.Gone) and not outcome.thread:
                    self._closed.add((outcome.chat.external, name))
                    if not outcome.lacking:
                        self._give_up(outcome.chat)
                if isinstance(outcome, protocols.ChatMoved):
                    self._moved.add(outcome)
                yield outcome

    # -- inside
    def _give_up(self, chat: ChatRef) -> None:
        """Leave a group from which its bot was removed to the first that is used there from now on."""
        task = asyncio.create_task(self._known.hand_over(chat, _NOBODY), name="a group without a bot")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _try_another(self, user: UserRef, closed: str) -> None:
        """Send by another bot what one could not bring to a person."""
        self._known.show_again(user)
        for name, notice, language, table in self._said.pop(user, []):
            if name == closed:
                self.tell(user, notice, language, table)

    def _own(self, name: str, update: _Shown, target: protocols.PublicTarget | protocols.PrivateTarget) -> _Shown:
        """An update as one bot is to show it; a message of another goes, as nobody can edit what others have written."""
        known, _, other = (update.post.message or "").partition("@")
        if known and other != name and other in self._bots:
            self._bots[other].withdraw(target, known)
        return _strip(name, update)


def _signed(name: str, message: str) -> str:
    """A message's id with the bot that wrote it."""
    return f"{message}@{name}" if name and message else message


def _unsigned(name: str, message: str) -> str:
    """The id of a message that this bot wrote, ``""`` for one of another."""
    known, _, other = message.partition("@")
    return known if other == name else ""


def _strip(name: str, update: _Shown) -> _Shown:
    """An update with ids as its bot knows them: of messages of another there are none."""
    post = replace(
        update.post,
        message=_unsigned(name, update.post.message or "") or None,
        beside=_unsigned(name, update.post.beside),
    )
    if isinstance(update, updates.PrivateUpdate) and update.place.message is not None:
        place = replace(update.place, message=update.place.message.partition("@")[0])
        return replace(update, post=post, place=place)
    return replace(update, post=post)


class Ear:
    """The manager as one of the bots asks it. See ``Manager``."""

    def __init__(self, bots: Bots, name: str, manager: protocols.Manager) -> None:
        self._bots, self._name, self._manager = bots, name, manager

    async def handle(self, origin: Origin, command: Command) -> Reply:
        if origin.chat is not None:
            await self._bots.is_for(self._name, origin.chat)
        reply = await self._manager.handle(self._bots.mine(self._name, origin), command)
        return self._bots.given(self._name, origin, reply)

    def report(self, outcome: protocols.Outcome) -> None:
        for told in self._bots.hear(self._name, outcome):
            self._manager.report(told)

    async def completions(
        self, origin: Origin, text: str, table: int | None, words: updates.PlayWords
    ) -> list[updates.Completion]:
        return await self._manager.completions(self._bots.mine(self._name, origin), text, table, words)

    async def verbs(self, origin: Origin, table: int | None) -> updates.Verbs | None:
        return await self._manager.verbs(self._bots.mine(self._name, origin), table)

    async def at_hand(self, origin: Origin) -> updates.AtHand:
        return await self._manager.at_hand(self._bots.mine(self._name, origin))

    async def seated(self, origin: Origin, table: int | None) -> tuple[updates.Player, ...]:
        return await self._manager.seated(self._bots.mine(self._name, origin), table)

    async def language_of(self, origin: Origin) -> str:
        return await self._manager.language_of(self._bots.mine(self._name, origin))

    async def reaches(self, origin: Origin) -> bool:
        return await self._manager.reaches(self._bots.mine(self._name, origin))
