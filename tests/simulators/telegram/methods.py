"""The methods of the Bot API that the simulator carries out."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from . import limits
from .entities import EntityError, Parsed, parse_html
from .errors import bad_request, forbidden, migrated, violation
from .spec import Upload
from .wire import bot_json, full_chat_json, member_json, message_json, parse_keyboard
from .world import CallbackAnswer, Chat, Content, InlineAnswer, Message

if TYPE_CHECKING:
    from .sim import TelegramSim

P = dict[str, Any]
_GENERAL_TOPIC = 1
DELETABLE_SECONDS = 48 * 3600
EPHEMERAL_SECONDS = 15  # So long after a press or a command somebody can be answered unseen by others
_PROFILE_LIMITS = {"description": 512, "short_description": 120}
_CHAT_ACTIONS = {"typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice"} | {
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
}


class Methods:
    """Carries out checked calls against the simulated world; refuses with ApiError."""

    def __init__(self, sim: "TelegramSim") -> None:
        self._sim = sim
        self._attached: dict[str, Upload] = {}
        self._table: dict[str, Callable[[P], object | Awaitable[object]]] = {
            "getMe": lambda p: bot_json(sim),
            "setWebhook": self._set_webhook,
            "deleteWebhook": self._delete_webhook,
            "getWebhookInfo": self._webhook_info,
            "sendMessage": self._send_message,
            "sendPhoto": self._send_photo,
            "sendAnimation": self._send_animation,
            "sendDocument": self._send_document,
            "sendChatAction": self._send_chat_action,
            "editMessageText": self._edit_text,
            "editMessageReplyMarkup": self._edit_markup,
            "deleteMessage": self._delete_message,
            "editEphemeralMessageText": self._edit_text,
            "editEphemeralMessageReplyMarkup": self._edit_markup,
            "deleteEphemeralMessage": self._delete_message,
            "answerCallbackQuery": self._answer_callback,
            "answerInlineQuery": self._answer_inline,
            "getChat": lambda p: full_chat_json(self._chat(p)),
            "getChatMember": self._get_member,
            "getChatAdministrators": self._get_administrators,
            "setMyCommands": self._set_commands,
            "setMyDescription": lambda p: self._set_profile("description", p),
            "setMyShortDescription": lambda p: self._set_profile("short_description", p),
            "setChatMenuButton": lambda p: True,
        }

    async def call(self, method: str, parameters: P, attached: dict[str, Upload]) -> object:
        """The `result` of the answer."""
        if method == "getUpdates":
            return await self._sim.updates.get(parameters)
        if method not in self._table:
            raise violation(f"the simulator does not carry out {method}")
        self._attached = attached
        return self._table[method](parameters)

    # --- finding things
    def _chat(self, p: P) -> Chat:
        chat = self._sim.chats.get(p["chat_id"])
        if chat is None:
            raise bad_request("chat not found")
        if chat.migrated_to is not None:
            raise migrated(chat.migrated_to.id)
        if chat.is_gone:
            raise forbidden("the group chat was deleted")
        if chat.is_group and chat.bot_status not in {"member", "administrator"}:
            raise forbidden(f"bot was kicked from the {chat.kind} chat")
        return chat

    def _writable(self, p: P) -> Chat:
        chat = self._chat(p)
        if not chat.is_group:
            person = self._sim.people[chat.id]
            if person.blocked:
                raise forbidden("bot was blocked by the user")
            if not person.started:
                raise forbidden("bot can't initiate conversation with a user")
        thread = p.get("message_thread_id")
        if thread not in (None, _GENERAL_TOPIC) and thread not in chat.topics:
            raise bad_request("message thread not found")
        if chat.bot_status != "administrator" and (None if thread == _GENERAL_TOPIC else thread) in chat.closed_topics:
            raise bad_request("TOPIC_CLOSED")
        return chat

    @staticmethod
    def _need(chat: Chat, right: str, what: str) -> None:
        if chat.is_group and right in chat.forbidden and chat.bot_status != "administrator":
            raise bad_request(f"not enough rights to send {what} to the chat")

    def _message(self, p: P) -> Message:
        if "ephemeral_message_id" in p:
            return self._ephemeral(p)
        if "inline_message_id" in p:
            if "chat_id" in p or "message_id" in p:
                raise violation("a message is named by its inline id, or by its chat and its id there")
            inline = self._sim.inline.get(p["inline_message_id"])
            if inline is None or inline.deleted:
                raise bad_request("MESSAGE_ID_INVALID")
            return inline
        message = self._writable({"chat_id": p.get("chat_id")}).find(p.get("message_id", 0))
        if message is None:
            raise bad_request("message to edit not found")
        return message

    def _ephemeral(self, p: P) -> Message:
        """A message that one member alone sees, and which has not expired."""
        for message in self._writable({"chat_id": p["chat_id"]}).ephemerals:
            mine = message.receiver is not None and message.receiver.id == p["receiver_user_id"]
            if mine and message.ephemeral == p["ephemeral_message_id"] and message.from_bot and not message.deleted:
                return message
        raise bad_request("EPHEMERAL_MESSAGE_NOT_FOUND")

    # --- content
    def _parsed(self, text: str, p: P, entities: str = "entities") -> Parsed:
        mode = p.get("parse_mode")
        if mode is None:
            parsed = Parsed(text, list(p.get(entities, [])))
            parsed.links = [e["url"] for e in parsed.entities if isinstance(e.get("url"), str)]  # type: ignore[misc]  # checked strings
            for entity in parsed.entities:
                if isinstance(user := entity.get("user"), dict):
                    parsed.mentions.add(user["id"])
            return parsed
        if mode.lower() != "html":
            raise violation("unsupported parse_mode")
        try:
            parsed = parse_html(text)
        except EntityError as error:
            raise violation(f"can't parse entities: {error}") from error
        for link in parsed.links:
            limits.check_link(link, self._sim.username)
        return parsed

    def _keyboard(self, p: P, chat: Chat) -> tuple[Any, ...]:
        markup = p.get("reply_markup")
        if markup and "inline_keyboard" in markup:
            limits.check_keyboard(markup["inline_keyboard"], self._sim.username, not chat.is_group)
            keys = (key for row in markup["inline_keyboard"] for key in row)
            if not self._sim.inline_mode and any("switch_inline_query" in key for key in keys):
                raise bad_request("BUTTON_TYPE_INVALID")
        return parse_keyboard(markup)

    def _text_content(self, p: P, chat: Chat) -> Content:
        parsed = self._parsed(p["text"], p)
        limits.check_text(parsed.text)
        return _content(parsed, self._keyboard(p, chat))

    def _photo_content(self, photo: object, source: P, p: P, chat: Chat) -> Content:
        if isinstance(photo, str) and photo.startswith("attach://"):
            photo = self._attached.get(photo.removeprefix("attach://"))
        if isinstance(photo, str):
            photo = self._sim.files.get(photo)
        content = photo.content if isinstance(photo, Upload) else photo
        if not isinstance(content, bytes):
            raise bad_request("wrong remote file identifier specified")
        if not content or len(content) > limits.MAX_PHOTO_BYTES:
            raise violation("file is empty or too big for a photo")
        if not content.startswith((b"\x89PNG", b"\xff\xd8\xff", b"RIFF")):
            raise violation("IMAGE_PROCESS_FAILED")
        parsed = self._parsed(source.get("caption", ""), source, "caption_entities")
        limits.check_caption(parsed.text)
        return _content(parsed, self._keyboard(p, chat), content)

    def _whispered(self, p: P, chat: Chat, content: Content) -> P:
        """Post for one member alone, who has just pressed or written something."""
        asked, reply = p["ephemeral_message_parameters"], p.get("reply_parameters") or {}
        receiver = self._sim.people.get(asked["receiver_user_id"])
        if not chat.is_group or receiver not in chat.members:
            raise bad_request("USER_NOT_PARTICIPANT")
        presser, at = self._sim.presses.get(asked.get("callback_query_id", ""), (None, 0.0))
        command = next((one for one in chat.ephemerals if one.ephemeral == reply.get("ephemeral_message_id", -1)), None)
        since = time.monotonic() - at if presser is receiver else float("inf")
        if command is not None and command.sender is receiver:
            since = min(since, self._sim.now() - command.date)
        if since > EPHEMERAL_SECONDS and chat.bot_status != "administrator":
            raise bad_request("QUERY_ID_INVALID" if "callback_query_id" in asked else "EPHEMERAL_NOT_ALLOWED")
        message = Message(chat, 0, None, content, silent=True, ephemeral=chat.next_ephemeral_id(), receiver=receiver)
        self._sim.whisper(message)
        return message_json(self._sim, message)

    def _post(self, p: P, chat: Chat, content: Content) -> P:
        if "ephemeral_message_parameters" in p:
            return self._whispered(p, chat, content)
        reply = p.get("reply_parameters") or {}
        replied = chat.find(reply["message_id"]) if "message_id" in reply else None
        if reply and replied is None and not reply.get("allow_sending_without_reply"):
            raise bad_request("message to be replied not found")
        thread = p.get("message_thread_id")
        message = Message(
            chat,
            chat.next_message_id(),
            None,
            content,
            thread=None if thread == _GENERAL_TOPIC else thread,
            silent=p.get("disable_notification", False),
            reply_to=replied,
        )
        self._sim.record(message)
        return message_json(self._sim, message)

    def _edited(self, message: Message, content: Content) -> P | bool:
        if not message.inline:
            self._need(
                message.chat, "can_send_messages", "text messages"
            )  # not published for edits: the worst is assumed
        if not message.from_bot or message.service:
            raise violation("message can't be edited")
        if content == message.content:
            raise bad_request(
                "message is not modified: specified new message content and reply markup are exactly the same"
                " as a current content and reply markup of the message"
            )
        self._sim.edit(message, content)
        return True if message.ephemeral or message.inline else message_json(self._sim, message)

    # --- messages
    def _send_message(self, p: P) -> P:
        chat = self._writable(p)
        self._need(chat, "can_send_messages", "text messages")
        return self._post(p, chat, self._text_content(p, chat))

    def _send_photo(self, p: P) -> P:
        chat = self._writable(p)
        self._need(chat, "can_send_messages", "photos")
        self._need(chat, "can_send_photos", "photos")
        return self._post(p, chat, self._photo_content(p["photo"], p, p, chat))

    def _send_animation(self, p: P) -> P:
        chat = self._writable(p)
        self._need(chat, "can_send_messages", "animations")
        self._need(chat, "can_send_other_messages", "animations")
        content = self._uploaded(p["animation"]).content
        if not content.startswith((b"GIF89a", b"\0\0\0")):
            raise violation("neither a GIF nor a video")
        parsed = self._parsed(p.get("caption", ""), p, "caption_entities")
        limits.check_caption(parsed.text)
        return self._post(p, chat, replace(_content(parsed, self._keyboard(p, chat), None), animation=content))

    def _send_document(self, p: P) -> P:
        chat = self._writable(p)
        self._need(chat, "can_send_messages", "documents")
        self._need(chat, "can_send_documents", "documents")
        file = self._uploaded(p["document"])
        parsed = self._parsed(p.get("caption", ""), p, "caption_entities")
        limits.check_caption(parsed.text)
        content = replace(_content(parsed, self._keyboard(p, chat), None), document=(file.filename, file.content))
        return self._post(p, chat, content)

    def _uploaded(self, value: object) -> Upload:
        """The file that a parameter names or is."""
        if isinstance(value, str) and value.startswith("attach://"):
            value = self._attached.get(value.removeprefix("attach://"))
        if not isinstance(value, Upload):
            raise bad_request("wrong remote file identifier specified")
        if not value.content or len(value.content) > limits.MAX_FILE_BYTES:
            raise violation("file is empty or too big")
        return value

    def _send_chat_action(self, p: P) -> bool:
        self._writable(p)
        if p["action"] not in _CHAT_ACTIONS:
            raise violation("wrong parameter action in request")
        return True

    def _edit_text(self, p: P) -> P | bool:
        message = self._message(p)
        content = message.content
        if content.photo is not None or content.animation is not None or content.document is not None:
            raise bad_request("there is no text in the message to edit")
        return self._edited(message, self._text_content(p, message.chat))

    def _edit_markup(self, p: P) -> P | bool:
        message = self._message(p)
        old = message.content
        keyboard = self._keyboard(p, message.chat)
        return self._edited(message, replace(old, keyboard=keyboard))

    def _delete_message(self, p: P) -> bool:
        if "ephemeral_message_id" in p:
            self._ephemeral(p).deleted = True
            return True
        message = self._writable({"chat_id": p["chat_id"]}).find(p["message_id"])
        if message is None:
            raise bad_request("message to delete not found")
        if not message.from_bot and message.chat.bot_status != "administrator":
            raise bad_request("message can't be deleted")
        if message.date < self._sim.now() - DELETABLE_SECONDS:
            raise bad_request("message can't be deleted for everyone")
        message.deleted = True
        return True

    def _answer_callback(self, p: P) -> bool:
        text = p.get("text", "")
        if len(text) > limits.MAX_CALLBACK_ANSWER:
            raise violation("MESSAGE_TOO_LONG")
        url = p.get("url")
        if url is not None and limits.start_payload(url, self._sim.username) in (None, ""):
            raise violation("URL_INVALID")
        if url and text:  # the platform takes both; its clients show the text and never open the address
            raise violation("an answer with a text opens no url")
        answer = CallbackAnswer(text, p.get("show_alert", False), url)
        if not self._sim.answer(p["callback_query_id"], answer):
            refuse = bad_request if self._sim.updates.came_again(p["callback_query_id"]) else violation
            raise refuse("query is too old and response timeout expired or query ID is invalid")
        return True

    def _answer_inline(self, p: P) -> bool:
        results = p["results"]
        if len(results) > limits.MAX_INLINE_RESULTS or len({one["id"] for one in results}) < len(results):
            raise violation("RESULTS_TOO_MUCH, or two with one id")
        if any(not 1 <= len(one["id"].encode()) <= limits.MAX_RESULT_ID for one in results):
            raise violation("RESULT_ID_INVALID")
        offered = [(one, self._inline_content(one)) for one in results]
        if "button" in p:
            limits.check_start_payload(p["button"]["start_parameter"])
        answered = self._sim.inline_queries.pop(p["inline_query_id"], None)
        if answered is None:
            raise bad_request("query is too old and response timeout expired or query ID is invalid")
        answered.set_result(InlineAnswer(offered, p.get("button"), p.get("is_personal", False)))
        return True

    def _inline_content(self, result: P) -> Content:
        """What a result of an inline query is once it stands in a chat."""
        said = result["input_message_content"]
        markup = {"reply_markup": result["reply_markup"]} if "reply_markup" in result else {}
        return self._text_content({**said, **markup, "text": said["message_text"]}, Chat(0, "group", ""))

    # --- chats
    def _get_member(self, p: P) -> P:
        chat = self._chat(p)
        if p["user_id"] != self._sim.bot_id and p["user_id"] not in self._sim.people:
            raise bad_request("invalid user_id specified")
        return member_json(self._sim, chat, p["user_id"])

    def _get_administrators(self, p: P) -> list[P]:
        chat = self._chat(p)
        if not chat.is_group:
            raise bad_request("there are no administrators in the private chat")
        ids = {*chat.administrators, *([chat.owner] if chat.owner is not None else [])}
        if chat.bot_status == "administrator":
            ids.add(self._sim.bot_id)
        return [member_json(self._sim, chat, user_id) for user_id in sorted(ids)]

    # --- the bot itself
    def _set_webhook(self, p: P) -> bool:
        url = p["url"]
        if url and not url.startswith(("https://", "http://127.0.0.1:", "http://localhost:")):
            raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
        secret = p.get("secret_token", "")
        if secret and (len(secret) > 256 or not secret.replace("-", "").replace("_", "").isalnum()):
            raise violation("bad webhook: secret token contains unallowed characters")
        self._sim.updates.set_webhook(url, secret, p.get("allowed_updates"), p.get("drop_pending_updates", False))
        return True

    def _delete_webhook(self, p: P) -> bool:
        self._sim.updates.set_webhook("", "", None, p.get("drop_pending_updates", False))
        return True

    def _webhook_info(self, p: P) -> P:
        return {
            "url": self._sim.updates.webhook_url,
            "has_custom_certificate": False,
            "pending_update_count": self._sim.updates.unconfirmed,
        }

    def _commands_key(self, p: P) -> tuple[str, str]:
        language = p.get("language_code", "")
        limits.check_language(language)
        return (p.get("scope") or {}).get("type", "default"), language

    def _set_commands(self, p: P) -> bool:
        limits.check_commands(p["commands"])
        self._sim.commands[self._commands_key(p)] = p["commands"]
        return True

    def _set_profile(self, what: str, p: P) -> bool:
        language = p.get("language_code", "")
        limits.check_language(language)
        text = p.get(what, "")
        if len(text) > _PROFILE_LIMITS[what]:
            raise violation(f"{what} is too long")
        self._sim.profile[what, language] = text
        return True


def _content(parsed: Parsed, keyboard: tuple[Any, ...], photo: bytes | None = None) -> Content:
    return Content(
        parsed.text.strip(), tuple(parsed.entities), keyboard, photo, tuple(parsed.links), frozenset(parsed.mentions)
    )
