"""World objects as the JSON that the Bot API sends, checked against its own description."""

import json
from typing import TYPE_CHECKING, Any

from .entities import command_entities
from .spec import bot_api
from .world import Button, Chat, Content, Message

if TYPE_CHECKING:
    from .people import Person
    from .sim import TelegramSim

_EMPTY: dict[str, Any] = {"Integer": 0, "String": "", "Boolean": False, "Float": 0.0}


def checked(type_name: str, value: dict[str, Any]) -> dict[str, Any]:
    """The value itself, after making sure that the real platform could have sent it."""
    wrong = bot_api().check_object(type_name, value)
    assert not wrong, f"the simulator would send a {type_name} that does not exist: {wrong}"
    return value


def bot_json(sim: "TelegramSim") -> dict[str, Any]:
    """The bot as a User, with the fields that only getMe has."""
    return {
        "id": sim.bot_id, "is_bot": True, "first_name": "Paiju", "username": sim.username, "can_join_groups": True,
        "can_read_all_group_messages": not sim.privacy_mode, "supports_inline_queries": sim.inline_mode,
        "has_main_web_app": False,
    }  # fmt: skip


def person_json(person: "Person") -> dict[str, Any]:
    """A User."""
    user: dict[str, Any] = {"id": person.id, "is_bot": False, "first_name": person.name}
    if person.language:
        user["language_code"] = person.language
    if person.username:
        user["username"] = person.username
    return user


def chat_json(chat: Chat) -> dict[str, Any]:
    """A Chat."""
    value: dict[str, Any] = {"id": chat.id, "type": chat.kind}
    if chat.is_group:
        value["title"] = chat.title
    else:
        value["first_name"] = chat.title
    if chat.is_forum:
        value["is_forum"] = True
    return value


def full_chat_json(chat: Chat) -> dict[str, Any]:
    """A ChatFullInfo."""
    value = chat_json(chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": {name: _EMPTY[kind] for name, kind in bot_api().required("AcceptedGiftTypes").items()},
    }
    if chat.is_group:
        fields = bot_api().required("ChatPermissions")
        allowed = ("can_send_messages", "can_send_photos")
        value["permissions"] = {name: _EMPTY.get(kind) for name, kind in fields.items()} | {
            name: name not in chat.forbidden for name in allowed
        }
    return checked("ChatFullInfo", value)


def member_json(sim: "TelegramSim", chat: Chat, user_id: int) -> dict[str, Any]:
    """A ChatMember of the kind that fits the person's standing."""
    user = bot_json(sim) if user_id == sim.bot_id else person_json(sim.people[user_id])
    status = _status(sim, chat, user_id)
    type_name = {
        "creator": "ChatMemberOwner",
        "administrator": "ChatMemberAdministrator",
        "member": "ChatMemberMember",
        "left": "ChatMemberLeft",
        "kicked": "ChatMemberBanned",
    }[status]
    value = {name: _EMPTY.get(kind) for name, kind in bot_api().required(type_name).items()}
    return checked(type_name, value | {"status": status, "user": user})


def _status(sim: "TelegramSim", chat: Chat, user_id: int) -> str:
    if user_id == sim.bot_id:
        return chat.bot_status
    if chat.owner == user_id:
        return "creator"
    if user_id in chat.administrators:
        return "administrator"
    return "member" if any(person.id == user_id for person in chat.members) else "left"


def keyboard_json(rows: tuple[tuple[Button, ...], ...]) -> dict[str, Any]:
    """An InlineKeyboardMarkup."""
    return {"inline_keyboard": [[{"text": b.text} | _pressed(b) for b in row] for row in rows]}


def _pressed(button: Button) -> dict[str, Any]:
    if button.web_app is not None:
        return {"web_app": {"url": button.web_app}}
    if button.inline is not None:
        return {"switch_inline_query": button.inline}
    return {"callback_data": button.data} if button.url is None else {"url": button.url}


def _file_json(sim: "TelegramSim", content: Content) -> dict[str, Any]:
    """The animation or the document of a message; a GIF is told as both."""
    name, data = content.document or ("round.gif", content.animation or b"")
    file_id = sim.file_id(data)
    document = {"file_id": file_id, "file_unique_id": f"u{file_id}", "file_name": name, "file_size": len(data)}
    if content.animation is None:
        return {"document": document}
    return {"document": document, "animation": {**document, "width": 64, "height": 48, "duration": 3}}


def message_json(sim: "TelegramSim", message: Message, depth: int = 1) -> dict[str, Any]:
    """A Message in the state that `message` holds."""
    sender = bot_json(sim) if message.sender is None else person_json(message.sender)
    value: dict[str, Any] = {
        "message_id": message.message_id,
        "date": message.date,
        "chat": chat_json(message.chat),
        "from": {name: sender[name] for name in sender if name in _USER_FIELDS},
    }
    content = message.content
    if message.service:
        value |= message.service
    elif content.photo is not None:
        file_id = sim.file_id(content.photo)
        value["photo"] = [{"file_id": file_id, "file_unique_id": f"u{file_id}", "width": 90, "height": 60}]
        if content.text:
            value["caption"] = content.text
            value["caption_entities"] = list(content.entities)
    elif content.animation is not None or content.document is not None:
        value |= _file_json(sim, content)
        if content.text:
            value |= {"caption": content.text, "caption_entities": list(content.entities)}
    else:
        value["text"] = content.text
        entities = list(content.entities) if message.from_bot else command_entities(content.text)
        if entities:
            value["entities"] = entities
    if content.keyboard:
        value["reply_markup"] = keyboard_json(content.keyboard)
    if message.thread is not None:
        value |= {"message_thread_id": message.thread, "is_topic_message": True}
    if message.inline:
        value["via_bot"] = {name: item for name, item in bot_json(sim).items() if name in _USER_FIELDS}
    if message.ephemeral:
        value["ephemeral_message_id"] = message.ephemeral
        if message.receiver is not None:
            value["receiver_user"] = person_json(message.receiver)
    if message.edited_at is not None:
        value["edit_date"] = message.edited_at
    if message.reply_to is not None and depth:
        value["reply_to_message"] = message_json(sim, message.reply_to, 0)
    return checked("Message", value)


_USER_FIELDS = {"id", "is_bot", "first_name", "username", "language_code"}


def parse_keyboard(markup: dict[str, Any] | None) -> tuple[tuple[Button, ...], ...]:
    """Buttons out of a checked `reply_markup`; other kinds of keyboard give none."""
    if not markup or "inline_keyboard" not in markup:
        return ()
    return tuple(
        tuple(
            Button(
                button["text"],
                button.get("callback_data"),
                button.get("url"),
                (button.get("web_app") or {}).get("url"),
                button.get("switch_inline_query"),
            )
            for button in row
        )
        for row in markup["inline_keyboard"]
    )


def dumps(value: object) -> str:
    """JSON as the platform writes it."""
    return json.dumps(value, ensure_ascii=False)
