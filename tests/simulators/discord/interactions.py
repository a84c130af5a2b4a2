"""Interaction callbacks and the webhook of an interaction's token: acknowledging, following up, editing."""

import re
from collections.abc import Callable
from typing import Any

from aiohttp import web

from . import limits, payloads, schema
from .flow import ApiError
from .messages import Body, Messages
from .world import EPHEMERAL, Interaction, Message, World

JSON = dict[str, Any]

ACKNOWLEDGE_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
VISITING_FOLLOW_UPS = 5  # So many for each interaction where the bot is no member
COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, FORM, LAUNCH = 4, 5, 6, 7, 8, 9, 12


class Interactions:
    """The routes under `/interactions` and `/webhooks`."""

    def __init__(self, world: World, messages: Messages, complain: Callable[[list[schema.Flaw]], None]) -> None:
        self._world = world
        self._messages = messages
        self._complain = complain

    # ── the first answer ────────────────────────────────────────────────────────────────────────

    def _pending(self, found: re.Match[str]) -> Interaction:
        item = self._world.interactions.get(int(found["interaction"]))
        if item is None or item.token != found["token"]:
            raise ApiError.of(10062)
        if item.acknowledged_at is not None:
            item.refusals.append(40060)
            raise ApiError.of(40060)
        if self._world.clock.advanced - item.age_began > ACKNOWLEDGE_SECONDS:
            item.refusals.append(10062)
            raise ApiError.of(10062)
        return item

    def _refuse(self, code: str, message: str) -> ApiError:
        found = [schema.Flaw(("type",), code, message)]
        self._complain(found)
        return ApiError(400, schema.error_body(found))

    def _check_kind(self, item: Interaction, kind: int) -> None:
        allowed = {
            COMMAND: {REPLY, DEFER_REPLY, FORM, LAUNCH},
            COMPONENT: {REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, FORM, LAUNCH},
            SUBMIT: {REPLY, DEFER_REPLY, LAUNCH} | ({DEFER_UPDATE, UPDATE} if item.source is not None else set()),
            AUTOCOMPLETE: {CHOICES},
        }
        if kind not in allowed[item.kind]:
            raise self._refuse("INTERACTION_CALLBACK_TYPE", f"type {kind} does not answer kind {item.kind}")

    async def callback(self, found: re.Match[str], body: Body, request: web.Request) -> JSON | None:
        """`POST /interactions/{id}/{token}/callback`: exactly once, within three seconds of the time that tests let pass."""
        item = self._pending(found)
        kind = body.json["type"]
        self._check_kind(item, kind)
        data = body.json.get("data") or {}
        self._carry_out(item, kind, Body(data, body.files))
        item.acknowledged_at = self._world.clock.now()
        item.callback_type = kind
        self._world.changed()
        if request.query.get("with_response") in ("1", "true", "True"):
            return self._callback_response(item)
        return None

    def _carry_out(self, item: Interaction, kind: int, body: Body) -> None:
        data = body.json
        self._messages.need_files(item.channel, body)
        reader = item.account.id if (data.get("flags") or 0) & EPHEMERAL else None
        if kind == REPLY:
            item.original = self._messages.create(item.channel, body, visible_to=reader, interaction_id=item.id)
            item.messages.append(item.original)
        elif kind == DEFER_REPLY:
            item.original = self._messages.placeholder(item.channel, visible_to=reader, interaction_id=item.id)
        elif kind == DEFER_UPDATE:
            item.original = item.source
        elif kind == UPDATE:
            item.original = item.source
            if item.source is None or item.source.deleted:
                raise ApiError.of(10008)
            self._messages.edit(item.source, body)
        elif kind == FORM:
            item.form = data
        elif kind == LAUNCH:
            if not self._world.has_activity:
                raise ApiError(400, {"message": "Cannot launch Activities", "code": 50234})
            item.launched = f"i-{item.id}-gc-{item.channel.guild_id}-{item.channel.id}"
        else:
            item.choices = data["choices"]
            self._complain_if(limits.choice_flaws(item.choices or []))
            self._world.show(item.account, [choice["name"] for choice in item.choices or []])
            self._world.show(item.account, [str(choice["value"]) for choice in item.choices or []])

    def _complain_if(self, found: list[schema.Flaw]) -> None:
        if found:
            self._complain(found)
            raise ApiError(400, schema.error_body(found))

    def _callback_response(self, item: Interaction) -> JSON:
        inner: JSON = {"id": str(item.id), "type": item.kind}
        answer: JSON = {"interaction": inner}
        message = item.original
        if item.launched:
            activity = {"id": item.launched}
            inner["activity_instance_id"] = item.launched
            answer["resource"] = {"type": item.callback_type, "activity_instance": activity}
        if message is not None:
            inner |= {
                "response_message_id": str(message.id),
                "response_message_loading": message.thinking,
                "response_message_ephemeral": message.ephemeral,
            }
            answer["resource"] = {"type": item.callback_type, "message": payloads.message(self._world, message)}
        return answer

    # ── afterwards, through the token ───────────────────────────────────────────────────────────

    def _live(self, found: re.Match[str]) -> Interaction:
        item = self._world.tokens.get(found["token"])
        if item is None or item.acknowledged_at is None or int(found["application"]) != self._world.bot.id:
            raise ApiError.of(10015)
        if self._world.clock.now() - item.created_at > TOKEN_SECONDS:
            raise ApiError.of(50027)
        return item

    def _find(self, item: Interaction, name: str) -> Message:
        if name == "@original":
            message = item.original
        else:
            known = [*item.messages, *([item.original] if item.original else [])]
            message = next((m for m in known if m.id == int(name)), None)
        if message is None or message.deleted:
            raise ApiError.of(10008)
        return message

    async def follow_up(self, found: re.Match[str], body: Body, _: web.Request) -> JSON:
        """`POST /webhooks/{application}/{token}`; the first one fills a deferred answer."""
        item = self._live(found)
        if item.channel.id not in self._world.channels:
            raise ApiError.of(10003)
        self._messages.need_files(item.channel, body)
        pending = item.original
        if item.callback_type == DEFER_REPLY and pending is not None and pending.thinking and not pending.deleted:
            self._messages.edit(pending, body)
            item.messages.append(pending)
            self._world.changed()
            return payloads.message(self._world, pending)
        followed = sum(message is not item.original for message in item.messages)
        if not self._world.is_member(item.channel) and followed >= VISITING_FOLLOW_UPS:
            raise ApiError.of(40094)
        ephemeral = (body.json.get("flags") or 0) & EPHEMERAL
        message = self._messages.create(
            item.channel, body, visible_to=item.account.id if ephemeral else None, interaction_id=item.id
        )
        item.messages.append(message)
        self._world.changed()
        return payloads.message(self._world, message)

    async def get(self, found: re.Match[str], *_: Any) -> JSON:
        item = self._live(found)
        return payloads.message(self._world, self._find(item, found["message"]))

    async def edit(self, found: re.Match[str], body: Body, _: web.Request) -> JSON:
        item = self._live(found)
        message = self._find(item, found["message"])
        self._messages.need_files(item.channel, body)
        self._messages.edit(message, body)
        if message not in item.messages:
            item.messages.append(message)
        self._world.changed()
        return payloads.message(self._world, message)

    async def delete(self, found: re.Match[str], *_: Any) -> None:
        item = self._live(found)
        self._messages.delete(self._find(item, found["message"]))
