"""Virtual people: what a person can do in a Telegram client, and what each of them has seen."""

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

from tests.patience import patience

from . import limits
from .group import Group
from .wire import bot_json, chat_json, checked, message_json, person_json
from .world import Button, CallbackAnswer, Chat, Content, InlineAnswer, Message

if TYPE_CHECKING:
    from .sim import TelegramSim

ACCESSIBLE_SECONDS = 48 * 3600
_query_ids = itertools.count(4_000_000_001)


class Person:
    """A user of the platform; `started` after pressing Start in the bot's private chat."""

    def __init__(self, sim: "TelegramSim", user_id: int, name: str, language: str, username: str | None) -> None:
        self._sim = sim
        self.id = user_id
        self.name = name
        self.language = language
        self.username = username
        self.started = False
        self.blocked = False
        self.chat = Chat(user_id, "private", name, members=[self])
        self._seen: dict[str, None] = {}
        self.pictures: list[bytes] = []
        self.notifications: list[Message] = []

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"

    def sees(self) -> list[str]:
        """Every text, caption, button label, link and callback answer that was ever before this person's eyes."""
        return list(self._seen)

    def witness(self, content: Content) -> None:
        """Remember one state of a message in a chat of this person."""
        for text in (content.text, *(b.text for b in content.buttons), *content.links):
            self._seen[text] = None
        for button in content.buttons:
            self._seen[button.url or button.web_app or button.text] = None
        if content.photo is not None:
            self.pictures.append(content.photo)

    @property
    def inbox(self) -> list[Message]:
        """The bot's messages in this person's private chat."""
        return self._sim.messages(self)

    @property
    def last(self) -> Message:
        """The newest message of the bot in the private chat."""
        return self._sim.messages(self)[-1]

    async def starts(self, payload: str = "") -> Message:
        """Open the private chat and press Start, with the payload of the link that led there."""
        limits.check_start_payload(payload)
        self.started, self.blocked = True, False
        return await self.says(self, f"/start {payload}".strip())

    async def follows(self, url: str) -> Message:
        """Open a deep link to the bot and press Start."""
        payload = limits.start_payload(url, self._sim.username)
        assert payload is not None, f"{url} does not lead to the bot"
        return await self.starts(payload)

    async def brings(self, url: str, group: Group) -> Message:
        """Open a link that lets one choose a group: the bot comes in, if it is not there, and hears the payload."""
        payload = limits.start_payload(url, self._sim.username, group=True)
        assert payload, f"{url} brings the bot into no group"
        if group.bot_status not in {"member", "administrator"}:
            group.adds_bot(self)
        return await self.says(group, f"/start@{self._sim.username} {payload}")

    def blocks(self) -> None:
        """Stop and block the bot."""
        self.blocked = True
        self._membership("member", "kicked")

    def _membership(self, old: str, new: str) -> None:
        bot = {name: value for name, value in bot_json(self._sim).items() if not name.startswith(("can", "sup", "has"))}
        states = {
            "member": {"status": "member", "user": bot},
            "kicked": {"status": "kicked", "user": bot, "until_date": 0},
        }
        value: dict[str, Any] = {
            "chat": chat_json(self.chat),
            "from": person_json(self),
            "date": self._sim.now(),
            "old_chat_member": states[old],
            "new_chat_member": states[new],
        }
        self._sim.updates.emit("my_chat_member", checked("ChatMemberUpdated", value))

    async def says(
        self,
        where: "Chat | Person",
        text: str,
        *,
        topic: int | None = None,
        reply_to: Message | None = None,
        old_client: bool = False,
    ) -> Message:
        """Write a message; the bot hears it only where the platform lets bots listen. A command that the bot has named as one for
        its sender's eyes is seen by nobody else, except from an ``old_client``."""
        chat = self._sim.chat(where)
        assert self in chat.members, f"{self.name} is not in {chat.title}"
        if not chat.is_group:
            self.started = True
        if not old_client and self._is_ephemeral(chat, text):
            message = Message(
                chat, 0, self, Content(text), thread=topic, ephemeral=chat.next_ephemeral_id(), receiver=self
            )
            chat.ephemerals.append(message)
        else:
            message = Message(chat, chat.next_message_id(), self, Content(text), thread=topic, reply_to=reply_to)
            self._sim.record(message)
        if self._bot_hears(chat, text, reply_to):
            self._sim.updates.emit("message", message_json(self._sim, message))
        self._sim.changed()
        return message

    def _is_ephemeral(self, chat: Chat, text: str) -> bool:
        """Whether the client sends this command unseen by others."""
        if not chat.is_group or not text.startswith("/"):
            return False
        commands = self._sim.commands
        scopes = ((scope, code) for scope in ("all_group_chats", "default") for code in (self.language[:2], ""))
        known = next((commands[key] for key in scopes if key in commands), [])
        named = text[1:].split()[0].partition("@")[0] if len(text) > 1 else ""
        return any(one["command"] == named and one.get("is_ephemeral") for one in known)

    def _bot_hears(self, chat: Chat, text: str, reply_to: Message | None) -> bool:
        sim = self._sim
        if not chat.is_group:
            return not self.blocked
        if chat.bot_status not in {"member", "administrator"}:
            return False
        if not sim.privacy_mode or chat.bot_status == "administrator":
            return True
        if reply_to is not None and reply_to.from_bot:
            return True
        if not (text.startswith("/") and text[1:2].isascii() and text[1:2].isalnum()):
            return False
        addressee = text.split()[0].partition("@")[2]
        return addressee.lower() in {"", sim.username.lower()}

    async def types_inline(self, text: str = "") -> InlineAnswer:
        """Type the bot's name and some text in any chat; returns what it answers."""
        assert self._sim.inline_mode, "without inline mode the client asks nothing"
        query_id = str(next(_query_ids))
        value = {"id": query_id, "from": person_json(self), "query": text, "offset": "", "chat_type": "group"}
        answered = self._sim.inline_queries[query_id] = asyncio.get_running_loop().create_future()
        self._sim.updates.emit("inline_query", checked("InlineQuery", value))
        async with patience():
            answer: InlineAnswer = await answered
        for result, _ in answer.offered:
            self._seen |= {result["title"]: None, result.get("description", ""): None}
        return answer

    async def chooses(self, where: Chat, wanted: str, text: str = "") -> Message:
        """Type the bot's name and post the first result with this in its title in a chat, where the bot need not be."""
        offered = (await self.types_inline(text)).offered
        result, content = next((result, content) for result, content in offered if wanted in result["title"])
        inline_id = f"AgAAAK{len(self._sim.inline):03d}_-x{self.id}"
        message = Message(where, where.next_message_id(), self, content, inline=inline_id)
        self._sim.inline[inline_id] = message
        self._sim.record(message)
        if where.bot_status in {"member", "administrator"}:  # also where it hears nothing else
            self._sim.updates.emit("message", message_json(self._sim, message))
        if self._sim.inline_feedback:
            value = {"result_id": result["id"], "from": person_json(self), "query": ""}
            value |= {"inline_message_id": inline_id} if result.get("reply_markup") else {}
            self._sim.updates.emit("chosen_inline_result", checked("ChosenInlineResult", value))
        self._sim.changed()
        return message

    async def press(self, message: Message, wanted: str | Button) -> CallbackAnswer:
        """Press a button (label, part of a label, exact data, or the button itself) and wait for what pops up. A button
        with a deep link to the bot opens the private chat and presses Start. `message.frozen()` taken earlier presses
        what was on the screen then."""
        button = wanted if isinstance(wanted, Button) else message.button(wanted)
        assert button is not None, f"{self.name} finds no button {wanted!r} on {message!r}"
        if button.url is not None:
            await self.follows(button.url)
            return CallbackAnswer()
        answered = self.presses(message, button)
        async with patience():
            return await answered

    def presses(self, message: Message, button: Button) -> "asyncio.Future[CallbackAnswer]":
        """Press without waiting: the answer comes later, if ever."""
        assert self in message.chat.members, f"{self.name} cannot see {message!r}"
        assert message.receiver in (None, self), f"{self.name} cannot see {message!r}"
        assert button.data is not None
        query_id = str(next(_query_ids))
        answered = self._sim.expect_answer(query_id, self)
        value = {
            "id": query_id,
            "from": person_json(self),
            **({"inline_message_id": message.inline} if message.inline else {"message": self._pressed_json(message)}),
            "chat_instance": str(message.chat.id),
            "data": button.data,
        }
        self._sim.updates.emit("callback_query", checked("CallbackQuery", value))
        return answered

    def _pressed_json(self, message: Message) -> dict[str, Any]:
        """The message under a press; of one that is older than two days the bot gets to know where it stands alone."""
        if message.date >= self._sim.now() - ACCESSIBLE_SECONDS:
            return message_json(self._sim, message)
        value = {"chat": chat_json(message.chat), "message_id": message.message_id, "date": 0}
        return checked("InaccessibleMessage", value)

    def hears_answer(self, answer: CallbackAnswer) -> None:
        """A callback answer popped up."""
        if answer:
            self._seen[str(answer)] = None
        if answer.url:
            self._seen[answer.url] = None
