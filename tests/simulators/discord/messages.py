"""Posting, editing and deleting messages: shared by channel routes and interaction routes."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from . import limits, schema
from .flow import ApiError
from .world import (
    COMPONENTS_V2,
    EPHEMERAL,
    PERMISSIONS,
    SILENT,
    Channel,
    Message,
    Version,
    World,
    shown_media,
    walk_components,
)

JSON = dict[str, Any]

_MENTION = re.compile(r"<@!?(\d+)>")
_BOUNDARY = re.compile(r'boundary="?([^";]+)')
_FIELD = re.compile(rb'[; ](name|filename)="([^"]*)"')
OLD_SECONDS = 3600.0
OLD_EDITS_GRANTED = 2  # unpublished; "hard" is what is known


@dataclass(slots=True)
class Body:
    """A request's JSON (None: no body) and its uploaded files by field name."""

    json: Any = None
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)


async def read_body(request: web.Request) -> Body:
    if not request.body_exists:
        return Body()
    if request.content_type == "multipart/form-data":
        return _form(request.headers["Content-Type"], await request.read())
    text = await request.text()
    return Body(json.loads(text)) if text else Body()


def _form(content_type: str, raw: bytes) -> Body:
    """A multipart form: its JSON, and its files by field name."""
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise ApiError(400, {"message": "Form without a boundary", "code": 0})
    body = Body()
    for part in raw.split(b"--" + boundary[1].encode())[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        fields = {key.decode(): value.decode() for key, value in _FIELD.findall(head)}
        data = data.removesuffix(b"\r\n")
        if fields.get("name") == "payload_json":
            body.json = json.loads(data)
        else:
            body.files[fields.get("name", "")] = (fields.get("filename", ""), data)
    return body


class Messages:
    """Writes messages into the world after checking them."""

    def __init__(self, world: World, complain: Callable[[list[schema.Flaw]], None], base: Callable[[], str]):
        self._world = world
        self._complain = complain
        self._base = base
        self._nonces: dict[tuple[int, str], Message] = {}

    def _attachments(self, body: Body, kept: tuple[JSON, ...], message_id: int) -> list[JSON]:
        """What the message carries afterwards: kept ones that the body lists, and uploaded ones."""
        listed = (body.json or {}).get("attachments")
        existing = {a["id"]: a for a in kept}
        result: list[JSON] = []
        if listed is None:
            result = list(kept)
            listed = [{"id": key[6:-1]} for key in body.files if key.startswith("files[")]
        for item in listed:
            upload = body.files.get(f"files[{item['id']}]")
            if upload is not None:
                filename, data = upload
                name = item.get("filename") or filename
                url = f"{self._base()}/cdn/{message_id}/{name}"
                result.append(
                    {
                        "id": str(self._world.ids.next()),
                        "filename": name,
                        "size": len(data),
                        "url": url,
                        "proxy_url": url,
                        "content_type": "image/png" if name.endswith(".png") else "application/octet-stream",
                        "description": item.get("description"),
                    }
                )
            elif str(item["id"]) in existing:
                result.append(existing[str(item["id"])])
            else:
                raise self._refuse(
                    [schema.Flaw(("attachments",), "ATTACHMENT_NOT_FOUND", f"no file for id {item['id']}")]
                )
        if len(result) > 10:
            raise self._refuse([schema.Flaw(("attachments",), "BASE_TYPE_MAX_LENGTH", "10 or fewer")])
        return result

    def _refuse(self, found: list[schema.Flaw]) -> ApiError:
        self._complain(found)
        if any(flaw.code == "EMPTY_MESSAGE" for flaw in found):
            return ApiError.of(50006)
        return ApiError(400, schema.error_body(found))

    def need(self, channel: Channel, body: Body, *more: str) -> None:
        """Refuse what the bot has no permission for: 50001 where it may not look, else 50013. Components need none."""
        may = self._world.bot_may(channel)
        if not may & PERMISSIONS["view_channel"]:
            raise ApiError.of(50001)
        needed = [*more, *(["attach_files"] if body.files else [])]
        if any(not may & PERMISSIONS[name] for name in needed):
            raise ApiError.of(50013)

    def need_files(self, channel: Channel, body: Body) -> None:
        """An answer to an interaction needs no permission, but that to attach files, where the bot is a member."""
        if not self._world.is_member(channel):
            return  # a person has installed it for themselves
        if body.files and not self._world.bot_may(channel) & PERMISSIONS["attach_files"]:
            raise ApiError.of(50013)

    def _check(self, body: Body, *, creating: bool, flags: int) -> None:
        found = limits.message_flaws(body.json or {}, has_files=bool(body.files), creating=creating, flags=flags)
        found += limits.unknown_emojis((body.json or {}).get("components") or [], self._world.emojis)
        if found:
            raise self._refuse(found)

    def _number(self, components: list[JSON]) -> tuple[JSON, ...]:
        """The components with the ids that the platform gives to those without one."""
        counter = iter(range(1, 1000))

        def numbered(component: JSON) -> JSON:
            result = {"id": component.get("id") or next(counter)} | component
            if component.get("components"):
                result["components"] = [numbered(c) for c in component["components"]]
            return result

        return tuple(numbered(component) for component in components)

    def _notified(self, content: str, body: JSON, channel: Channel, flags: int) -> frozenset[int]:
        """Who gets a ping: those mentioned whom `allowed_mentions` lets through."""
        if flags & SILENT:
            return frozenset()
        mentioned = {int(found) for found in _MENTION.findall(content)}
        allowed = body.get("allowed_mentions")
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            mentioned &= {int(user) for user in allowed.get("users") or []}
        if channel.is_private:
            return channel.people or frozenset({channel.recipient_id or 0})
        members = self._world.guilds[channel.guild_id or 0].members
        return frozenset(mentioned & set(members))

    def create(
        self, channel: Channel, body: Body, *, visible_to: int | None = None, interaction_id: int | None = None
    ) -> Message:
        """Post a message; `visible_to` makes it ephemeral."""
        data = body.json or {}
        flags = data.get("flags") or 0
        self._check(body, creating=True, flags=flags)
        nonce = (channel.id, str(data.get("nonce"))) if data.get("enforce_nonce") else None
        if nonce is not None and nonce in self._nonces:
            return self._nonces[nonce]
        message_id = self._world.ids.next()
        now = self._world.clock.now()
        content = data.get("content") or ""
        version = Version(
            now, content, self._number(data.get("components") or []), tuple(self._attachments(body, (), message_id))
        )
        texts = "\n".join(t for t in version.texts()) if flags & COMPONENTS_V2 else content
        message = Message(
            message_id,
            channel,
            now,
            [version],
            flags & ~EPHEMERAL,
            visible_to,
            interaction_id,
            self._notified(texts, data, channel, flags) if visible_to is None else frozenset(),
            files=dict(body.files.values()),
        )
        self._check_references(version)
        self._world.messages[message.id] = message
        if nonce is not None:
            self._nonces[nonce] = message
        self._world.changed()
        return message

    def _check_references(self, version: Version) -> None:
        """Media that a message shows by ``attachment://`` must be among its attachments."""
        names = {attachment["filename"] for attachment in version.attachments}
        for component in walk_components(list(version.components)):
            for url in shown_media(component):
                if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                    raise self._refuse([schema.Flaw(("components",), "ATTACHMENT_NOT_FOUND", f"{url} is not attached")])

    def placeholder(self, channel: Channel, *, visible_to: int | None, interaction_id: int) -> Message:
        """The "… is thinking" message of a deferred answer."""
        now = self._world.clock.now()
        version = Version(now, thinking=True)
        message = Message(self._world.ids.next(), channel, now, [version], 0, visible_to, interaction_id)
        self._world.messages[message.id] = message
        self._world.changed()
        return message

    def edit(self, message: Message, body: Body) -> Message:
        """Change what the body names of `message`, keep the rest."""
        data = body.json or {}
        was = message.current
        flags = message.flags | (data.get("flags") or 0)
        self._check(body, creating=was.thinking, flags=flags)
        now = self._world.clock.now()
        attachments = (
            self._attachments(body, was.attachments, message.id)
            if "attachments" in data or body.files
            else list(was.attachments)
        )
        version = Version(
            now,
            (data["content"] or "") if "content" in data else was.content,
            self._number(data["components"] or []) if "components" in data else was.components,
            tuple(attachments),
        )
        self._check_references(version)
        message.flags = flags & ~EPHEMERAL
        message.versions.append(version)
        message.files.update(dict(body.files.values()))
        self._world.changed()
        return message

    def charge_old_edit(self, message: Message) -> None:
        """Edits of messages older than an hour are limited hard (30046)."""
        if self._world.clock.now() - message.created_at <= OLD_SECONDS:
            return
        message.old_edits += 1
        if message.old_edits > OLD_EDITS_GRANTED:
            refusal = ApiError.of(30046)
            refusal.body["retry_after"] = 0.05
            refusal.headers |= {"Via": "1.1 google"}
            raise refusal

    def delete(self, message: Message) -> None:
        message.deleted = True
        self._world.changed()
