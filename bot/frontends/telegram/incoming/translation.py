"""Updates of Telegram → commands of the session, and the answers back.

Every press is answered: with the result if the manager has it within a second, else empty, and the result follows as a
message."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog
from telegram import (
    Bot,
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Message,
    MessageEntity,
    Update,
    User,
)
from telegram.constants import ChatMemberStatus

from bot.delivery.chats import MessageId, Newest
from bot.delivery.messenger import Removal
from bot.delivery.outbox import Later
from bot.frontends.telegram.incoming.inline import InlineMode, is_of_table
from bot.frontends.telegram.outgoing.answers import Answers, Asked, toast_of
from bot.frontends.telegram.outgoing.api import FAILURES, INLINE, PLATFORM, Rejected, call, missing
from bot.frontends.telegram.outgoing.group_hands import Arrival, Way
from bot.frontends.telegram.outgoing.sender import Sender, TextPost
from bot.present import render
from bot.present.words.text import choose, say
from bot.session.port import buttons, grammar
from bot.session.port.commands import ChatRef, Command, Origin, ShowHelp, Started, UserRef
from bot.session.port.commands.record import Elsewhere, Posted, about, by_button
from bot.session.port.protocols import Absent, Clock, Gone, LetIn, Manager, Present, PrivateTarget, Unreachable
from bot.session.port.replies import HelpCard, Reply, reply_to
from bot.session.port.updates import POINTLESS, Notice

__all__ = ["Origins", "Translator", "chat_ref", "user_ref"]

_ADMIN_SECONDS: Final = 120.0
_MOST_NAMES: Final = 5_000


def user_ref(user: User) -> UserRef:
    return UserRef(PLATFORM, str(user.id))


def chat_ref(chat: Chat, message: Message | None) -> ChatRef | None:
    """The reference of a group, with the topic of the message; ``None`` for a private chat."""
    if chat.type == Chat.PRIVATE:
        return None
    thread = ""
    if message is not None and message.is_topic_message and message.message_thread_id is not None:
        thread = str(message.message_thread_id)
    return ChatRef(PLATFORM, str(chat.id), thread)


class Origins:
    """Makes origins; remembers for a while who administers which group, and which id a user name belongs to."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._admins: dict[int, tuple[float, frozenset[int]]] = {}
        self._names = Newest[str, int](_MOST_NAMES)

    async def make(
        self, bot: Bot, update: int, user: User, chat: Chat, message: Message | None, command: Command, pressed: int = 0
    ) -> Origin:
        """The origin of one command. ``pressed``: the id of the message whose button was pressed, however old that is."""
        if user.username:
            self._names[user.username.lower()] = user.id
        private, record = chat.type == Chat.PRIVATE, command.record
        member = not private and chat.id > INLINE
        replied = message.reply_to_message if message is not None and not pressed else None
        admin = record.admin and member and await self._administers(bot, chat.id, user.id)
        return Origin(
            update=str(update),
            user=user_ref(user),
            name=user.full_name,
            chat=chat_ref(chat, message),
            chat_title=chat.title or "" if private or member else say(choose(user.language_code or ""), "inline.chat"),
            admin=admin,
            locale=user.language_code or "",
            reachable=True if private else None,
            message=str(MessageId(chat.id, pressed)) if pressed else None,
            posted=_posted(message, chat, pressed),
            answers="" if replied is None else str(MessageId(chat.id, replied.message_id)),
            home=ChatRef(PLATFORM, str(chat.id)) if private else None,
            single=not (private or member),
            lacking=await self._lacking(bot, chat.id) if record.opens and member else (),
        )

    async def _lacking(self, bot: Bot, chat: int) -> tuple[str, ...]:
        """What the bot would need there; nothing as long as it cannot be found out."""
        try:
            return await missing(bot, chat)
        except FAILURES:
            return ()

    async def _administers(self, bot: Bot, chat: int, user: int) -> bool:
        """Whether the user administers the group. What is remembered may only say no: a right is asked for again
        before each use, as it may have been taken away without a word to the bot."""
        known = self._admins.get(chat)
        if known is None or user in known[1] or self._clock.monotonic() - known[0] > _ADMIN_SECONDS:
            try:
                members = await call(lambda: bot.get_chat_administrators(chat))
            except FAILURES:
                return False
            standing = (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)
            ids = frozenset(member.user.id for member in members if member.status in standing)
            known = (self._clock.monotonic(), ids)
            self._admins[chat] = known
        return user in known[1]

    def forget_admins(self, chat: int) -> None:
        self._admins.pop(chat, None)

    def meant(self, message: Message) -> UserRef | None:
        """The person whom a message names: by a mention, or by answering something of theirs."""
        for entity, text in message.parse_entities([MessageEntity.TEXT_MENTION, MessageEntity.MENTION]).items():
            if entity.user is not None:
                return user_ref(entity.user)
            known = self._names.get(text.removeprefix("@").lower())
            if known is not None:
                return UserRef(PLATFORM, str(known))
        replied = message.reply_to_message
        if replied is not None and replied.from_user is not None and not replied.from_user.is_bot:
            return user_ref(replied.from_user)
        return None


ANSWER_WITHIN: Final = 1.0  # Seconds after which a press is acknowledged even without a result
_LEAD_WITHIN: Final = 10.0  # The same for who has no private chat with us: nothing but the answer leads them there
_ARRIVE_WITHIN: Final = 2.5  # Seconds that an answer waits for what its sender is to see in the group
_BECAME: Final = {"later": "group_later", "lost": "group_lost"}  # Where what a press brings has not arrived
HANDLE_WITHIN: Final = 60.0
_TOAST: Final = 200
_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 3.0
"""Seconds after which the answer to a press is tried once more; after a longer pause nobody would wait for it."""
_TALK_SECONDS: Final = 600.0  # Between two answers to one person's talk in one group
_MOST_TALKERS: Final = 2_000  # Of so many people it is remembered when they were answered last
_SIDE_ANSWERS: Final = 16  # With so many answers under way, further presses of a burst are not even acknowledged
_CARDS: Final = re.compile(r"[\dTJQKAX♠♥♦♣♤♡♢♧黑红紅方梅小大王+,,、\s\ufe0f]{1,120}", re.IGNORECASE)
"""Answers to the bot in a group that look like cards."""
_OUT: Final = {ChatMember.LEFT, ChatMember.BANNED}
_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Press:
    """A press, and whether it has had its one answer."""

    query: CallbackQuery
    beside: tuple[str, ...] = ()  # The data of all buttons of the message
    answered: bool = False


class Translator:
    """Carries out updates as commands of the session; one person's come one at a time (``WorkQueues``). ``is_for``: tells where
    there are several bots whether a group is ours, as a command that names no bot is heard by all of them."""

    def __init__(
        self, sender: Sender, manager: Manager, origins: Origins, is_for: Callable[[ChatRef], Awaitable[bool]] | None
    ) -> None:
        self._sender, self._is_for = sender, is_for
        self._manager = manager
        self._origins = origins
        self._answers = Answers(sender)
        self._inline = InlineMode(sender, manager, origins)
        self._tasks: set[asyncio.Task[None]] = set()
        self._talk_heard: dict[tuple[int, int], float] = {}

    async def handle(self, update: Update, beside: tuple[str, ...]) -> None:
        """Carry one update out; returns when its effect is durable. ``beside``: the data of all buttons of the message on
        which one was pressed."""
        if update.callback_query is not None:
            await self._pressed(update.update_id, _Press(update.callback_query, beside))
        elif update.message is not None:
            await self._written(update.update_id, update.message)
        elif update.my_chat_member is not None:
            await self._standing_changed(update.update_id, update.my_chat_member)
        elif update.inline_query is not None:
            self._start(self._inline.offer(update.inline_query))
        elif update.chosen_inline_result is not None:
            asked = await self._inline.chosen(update.update_id, update.chosen_inline_result)
            if asked is not None:
                self._answers.give(asked, await self._carry_out(asked), toasted=False)

    def hurried(self, update: Update, *, first: bool) -> None:
        """Leave out an update of somebody who is too fast. The first of a burst is told so; for the others the button
        at most stops spinning, as long as that keeps nobody's answer waiting."""
        if first:
            self._start(self._remark(update, Notice("slower_please")))
        elif update.callback_query is not None and len(self._tasks) < _SIDE_ANSWERS:
            self._start(self._answer_now(update.callback_query.id, "", False, None))

    async def close(self) -> None:
        """Wait for answers under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def unreached(self, update: Update) -> None:
        """Say that the table of an update cannot be reached now; nothing has been done."""
        await self._remark(update, Notice("worker_unreachable"))

    async def _remark(self, update: Update, notice: Notice) -> None:
        """Say one sentence to the sender of an update alone."""
        user, query = update.effective_user, update.callback_query
        if user is None:
            return
        chat = Chat(user.id, Chat.PRIVATE)
        origin = await self._origins.make(self._sender.wire.bot, update.update_id, user, chat, None, ShowHelp())
        language = await self._manager.language_of(origin)
        if query is not None:
            await self._answer_now(query.id, render.toast(notice, language)[:_TOAST], True, None)
        else:
            self._sender.outbox.put(TextPost(self._sender, user.id, render.notice(notice, language)))

    # --- presses
    async def _pressed(self, update: int, press: _Press) -> None:
        try:
            await self._take_press(update, press)
        except Elsewhere:
            press.answered = True  # by the worker that has the table
            raise
        finally:
            if not press.answered:
                self._answer(press, "")

    async def _take_press(self, update: int, press: _Press) -> None:
        query = press.query
        message = query.message if isinstance(query.message, Message) else None
        command = buttons.decode(query.data or "")
        if query.message is None or command is None or (query.inline_message_id and not is_of_table(command)):
            await self._answer_unknown(update, press)
            return
        chat, bot = query.message.chat, self._sender.wire.bot
        table = getattr(command, "table", None)
        ref = chat_ref(chat, message)
        topic, pressed, user = "" if ref is None else ref.thread, query.message.message_id, user_ref(query.from_user)
        self._sender.wire.scroll.saw(chat.id, pressed)
        shows = table if table == _table_of(press.beside) else None
        thread = int(topic) if topic else None
        way = self._way(chat, thread, query.from_user, message, query.id)
        target = None if table is None else PrivateTarget(user, table)
        if way is not None and way.number:
            if target is not None and shows:
                self._sender.group_hands.pressed(target, way)
        else:
            self._sender.pressed(chat.id, topic, pressed, user, shows)
            if target is not None and chat.type == Chat.PRIVATE:
                self._sender.private.heard_from(user)
                self._sender.group_hands.leave(target, for_now=True)
        origin = await self._origins.make(bot, update, query.from_user, chat, message, command, pressed)
        way = await self._sure(way, origin, command, target)
        is_table = shows is not None and way is None and _is_table(press.beside)
        posted = None if origin.posted is None else Posted(origin.posted.at, is_table)
        origin = replace(origin, ephemeral=way is not None, posted=posted)
        if way is not None:
            self._sender.group_hands.heard(way)
        asked = Asked(origin, command, chat, pressed or None, thread, query, press.beside, way=way, arrival=Arrival())
        # A sentence with a button about a table is none; and what is pressed now may give way to the next message rightly.
        left = ref is not None and is_table and pressed != 0
        left = left and self._sender.is_outdated(chat.id, topic, pressed, user, shows or 0)
        work = asyncio.create_task(self._carry_out(asked), name="telegram press")
        led = way is None and not await self._manager.reaches(origin)
        await asyncio.wait({work}, timeout=_LEAD_WITHIN if led else ANSWER_WITHIN)
        in_time = work.done()
        if not in_time:
            self._answer(press, "")
        reply = await work
        url = self._answers.opens(asked, reply)
        text = "" if url else toast_of(reply)  # clients show a text and drop the address beside it
        self._answers.give(asked, reply, toasted=in_time and bool(text or url))
        if in_time and reply.ok and asked.arrival is not None and asked.arrival.expected:
            press.answered = True
            self._start(self._answer_when_there(asked, reply, asked.arrival, text))
        elif in_time:
            self._answer(press, text, alert=bool(text) and not reply.ok, url=url)
        pointless = pressed != 0 and isinstance(reply.body, Notice) and reply.body.code in POINTLESS
        if left or (pointless and asked.in_group):
            self._sender.outbox.put(Removal(self._sender, chat.id, MessageId(chat.id, pressed), only_buttons=True))
        elif not asked.in_group and (
            pointless or (shows and self._sender.is_outdated(chat.id, topic, pressed, user, shows))
        ):
            self._sender.outbox.put(Removal(self._sender, chat.id, MessageId(chat.id, pressed)))

    def _way(self, chat: Chat, thread: int | None, user: User, message: Message | None, query: str = "") -> Way | None:
        """How somebody can perhaps be answered in a group, unseen by the others."""
        if chat.id < INLINE:
            return None
        own = 0 if message is None else int(message.api_kwargs.get("ephemeral_message_id") or 0)
        hands = self._sender.group_hands
        if own and hands.known is None:
            hands.known = True  # what the server sends it knows
        if query:
            return hands.way(chat.id, thread, user.id, query=query, number=own)
        return hands.way(chat.id, thread, user.id, command=own) if own else None

    def _shows_hands_in(self, chat: Chat) -> bool:
        return chat.type != Chat.PRIVATE and self._sender.group_hands.known is True

    async def _sure(
        self, way: Way | None, origin: Origin, command: Command, target: PrivateTarget | None
    ) -> Way | None:
        """A way that the server is known to take. Before that is known it is tried for who asks for something of their own
        at a table, and for who opens a table or asks for a seat and has no private chat with us."""
        hands = self._sender.group_hands
        if way is None or hands.known:
            return way
        own = command.record.private and target is not None
        if own or (command.record.opens and not await self._manager.reaches(origin)):
            language = await self._manager.language_of(origin)
            return way if await hands.learn(way, language, target) else None
        return None

    async def _answer_when_there(self, asked: Asked, reply: Reply, arrival: Arrival, text: str) -> None:
        """Answer a press when its sender has been shown in the group what they alone see; say what to do where that fails."""
        await asyncio.wait({arrival.became}, timeout=_ARRIVE_WITHIN)
        became = arrival.became.result() if arrival.became.done() else "later"
        if became != "shown":
            reached = became == "later" or await self._manager.reaches(asked.origin)
            code = _BECAME[became] if reached else "group_lost_start"
            text = " ".join(filter(None, (text, render.toast(Notice(code), reply.language))))
        assert asked.query is not None
        await self._answer_now(asked.query.id, text[:_TOAST], became != "shown", None)

    async def _answer_unknown(self, update: int, press: _Press) -> None:
        """Answer a press of a button that this version does not know (any more)."""
        query = press.query
        chat = query.message.chat if query.message is not None else Chat(query.from_user.id, Chat.PRIVATE)
        origin = await self._origins.make(self._sender.wire.bot, update, query.from_user, chat, None, ShowHelp())
        language = await self._manager.language_of(origin)
        self._answer(press, render.toast(Notice("stale_decision"), language), alert=True)

    def _answer(self, press: _Press, text: str, *, alert: bool = False, url: str | None = None) -> None:
        """Answer a press. The next update of this person does not wait for the network."""
        press.answered = True
        self._start(self._answer_now(press.query.id, text[:_TOAST], alert, url))

    async def _answer_now(self, query: str, text: str, alert: bool, url: str | None) -> None:
        """Answer a press: possible once, and for a short time only. One failure is waited out, any other is let go:
        what matters is in the chat as well."""
        said = {"callback_query_id": query, "text": text or None, "show_alert": alert, "url": url}

        async def answer_once() -> None:
            await call(lambda: self._sender.wire.bot.ask("answerCallbackQuery", **said))

        try:
            try:
                await answer_once()
            except Later as later:
                pause = _PAUSE if later.seconds is None else later.seconds
                if pause > _LONGEST_PAUSE:
                    raise
                await self._sender.clock.sleep(pause)
                await answer_once()
        except FAILURES as error:
            _log.info("telegram.answer.failed", error=type(error).__name__)

    # --- messages
    async def _written(self, update: int, message: Message) -> None:
        chat, user = message.chat, message.from_user
        self._sender.wire.scroll.saw(chat.id, message.message_id)
        if message.migrate_to_chat_id is not None:
            self._sender.wire.moved(chat.id, message.migrate_to_chat_id)
            return
        gone = message.left_chat_member
        if gone is not None and not gone.is_bot and (ref := chat_ref(chat, None)) is not None:
            self._manager.report(Absent(ref, user_ref(gone)))
        if message.text is None or user is None or user.is_bot or message.via_bot or chat.type == Chat.CHANNEL:
            return
        text = self._for_us(message, message.text)
        if text is None or (self._is_for is not None and not await self._is_ours(message, self._is_for)):
            return
        command = self._read(text, private=chat.type == Chat.PRIVATE)
        if command is None:
            await self._talked_to(update, message, user)
            return
        if isinstance(command, Notice):
            await self._not_understood(update, message, user, command)
            return
        command = about(command, self._origins.meant(message))
        if chat.type == Chat.PRIVATE:
            self._sender.private.heard_from(user_ref(user))
        way = self._way(chat, self._thread(message), user, message)
        origin = await self._origins.make(self._sender.wire.bot, update, user, chat, message, command)
        asked = Asked(
            # Their presses will show them a hand there, if not these words.
            replace(origin, ephemeral=way is not None or (command.record.opens and self._shows_hands_in(chat))),
            command,
            chat,
            message.message_id or None,
            self._thread(message),
            way=way,
            said=text.partition(" ")[0] if text.startswith("/") else "/play",
        )
        self._answers.give(asked, await self._carry_out(asked), toasted=False)

    @staticmethod
    async def _is_ours(message: Message, is_for: Callable[[ChatRef], Awaitable[bool]]) -> bool:
        """Whether something is said to this bot, or in a group of its own."""
        word, ref = (message.text or "").split()[0], chat_ref(message.chat, message)
        to_all = word.startswith("/") and "@" not in word and "ephemeral_message_id" not in message.api_kwargs
        return ref is None or not to_all or await is_for(ref)

    def _for_us(self, message: Message, text: str) -> str | None:
        """The text without our own name, None if it is not addressed to this bot."""
        text = text.strip()
        bot = self._sender.wire.bot
        if text.startswith("/"):
            word, _, rest = text.partition(" ")
            name, at, addressee = word.partition("@")
            if at and addressee.lower() != bot.username.lower():
                return None
            return f"{name} {rest}".strip()
        if message.chat.type == Chat.PRIVATE:
            return text
        rest, mentions = re.subn(rf"(?<!\w)@{bot.username}\b", "", text, flags=re.IGNORECASE)
        if mentions:
            return rest.strip()
        author = None if message.reply_to_message is None else message.reply_to_message.from_user
        return text if author is not None and author.id == bot.id else None

    @staticmethod
    def _read(text: str, private: bool) -> Command | Notice | None:
        """The command in a text, what to say about one that cannot be read, None for talk that is not for us."""
        word, _, rest = text.partition(" ")
        if word == "/start":
            started = Started(rest.strip())
            if private:
                return started
            return started.accepts or ShowHelp()  # a link has brought us into this group
        command = grammar.read_line(text)
        if command is None and (private or _CARDS.fullmatch(text) or grammar.is_spoken(text)):
            return grammar.read_talk(text)
        return command

    async def _not_understood(self, update: int, message: Message, user: User, notice: Notice) -> None:
        bot = self._sender.wire.bot
        asking = ShowHelp()
        origin = await self._origins.make(bot, update, user, message.chat, message, asking)
        reply = reply_to(origin, asking, await self._manager.language_of(origin), notice, ok=False)
        asked = Asked(origin, asking, message.chat, message.message_id, self._thread(message))
        self._answers.give(asked, reply, toasted=False)

    async def _talked_to(self, update: int, message: Message, user: User) -> None:
        """Answer talk to the bot in a group that is no command: say now and then what can be done."""
        key, now = (message.chat.id, user.id), self._sender.clock.monotonic()
        if self._talk_heard.get(key, now) > now:
            return
        if len(self._talk_heard) > _MOST_TALKERS:
            self._talk_heard = {known: until for known, until in self._talk_heard.items() if until > now}
        self._talk_heard[key] = now + _TALK_SECONDS
        origin = await self._origins.make(self._sender.wire.bot, update, user, message.chat, message, ShowHelp())
        asked = Asked(origin, ShowHelp(), message.chat, message.message_id, self._thread(message), said="/help")
        reply = await self._carry_out(asked)
        if isinstance(reply.body, HelpCard):
            shown = replace(reply, body=replace(reply.body, where="talk"))
            self._answers.give(asked, shown, toasted=False)

    @staticmethod
    def _thread(message: Message) -> int | None:
        return message.message_thread_id if message.is_topic_message else None

    # --- the bot's own standing
    async def _standing_changed(self, update: int, change: ChatMemberUpdated) -> None:
        """Carry out what follows from the bot being added, thrown out, blocked or made an administrator."""
        chat = change.chat
        out = change.new_chat_member.status in _OUT
        was_out = change.old_chat_member.status in _OUT
        self._origins.forget_admins(chat.id)
        if chat.type == Chat.PRIVATE:
            if out:
                self._sender.outbox.drop_lane(chat.id)
                self._manager.report(Unreachable(PrivateTarget(user_ref(change.from_user))))
            return
        ref = chat_ref(chat, None)
        if out and ref is not None:
            self._sender.outbox.drop_lane(chat.id)
            self._manager.report(Gone(ref))
        elif was_out and ref is not None:
            self._manager.report(LetIn(ref, change.from_user.language_code or ""))

    def look_for(self, user: UserRef, chat: ChatRef) -> None:
        self._start(self._look_for(user, chat))

    async def _look_for(self, user: UserRef, chat: ChatRef) -> None:
        bot, address = self._sender.wire.bot, self._sender.wire.address(chat.external)
        if address < INLINE:
            return
        try:
            member = await call(lambda: bot.get_chat_member(address, int(user.external)))
        except Rejected:  # the platform knows of no such member
            self._manager.report(Absent(chat, user))
        except FAILURES:
            return
        else:
            apart = isinstance(member, ChatMemberRestricted) and not member.is_member
            gone = apart or member.status in _OUT
            self._manager.report(Absent(chat, user) if gone else Present(chat, user))

    # --- common
    async def _carry_out(self, asked: Asked) -> Reply:
        try:
            async with asyncio.timeout(HANDLE_WITHIN):
                return await self._manager.handle(asked.origin, asked.command)
        except Elsewhere:
            raise
        except Exception as error:
            # The sentence says that nothing was changed; the type alone is logged, a message might quote a hand.
            _log.error("telegram.command.failed", command=type(asked.command).__name__, error=type(error).__name__)
            language = "zh" if asked.origin.locale.startswith("zh") else "en"
            return reply_to(asked.origin, asked.command, language, Notice("internal_error"), ok=False)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _posted(message: Message | None, chat: Chat, pressed: int) -> Posted | None:
    """When the words were written, or what was pressed was posted: Telegram does not say it of what is too old for it."""
    if message is None:
        return Posted(0.0) if pressed else None
    return None if chat.id < INLINE else Posted(message.date.timestamp())


def _is_table(beside: tuple[str, ...]) -> bool:
    """Tell by the data of all its buttons whether a message shows a table: more can be done there than a sentence offers."""
    return len({data.partition(":")[0] for data in beside}) > 2


def _table_of(beside: tuple[str, ...]) -> int | None:
    """The table that a message shows, by the data of all its buttons: the one of most of them, as a panel leads to other
    tables too; ``None`` for a card whose pages are turned, which is neither table nor panel."""
    tables: Counter[int] = Counter()
    for data in beside:
        letter, *values = data.split(":")
        record = by_button(letter)
        if record is not None and record.paged:
            return None
        given = dict(zip(() if record is None else record.fields, values, strict=False)).get("table", "")
        if given.isdecimal():
            tables[int(given)] += 1
    return tables.most_common(1)[0][0] if tables else None
