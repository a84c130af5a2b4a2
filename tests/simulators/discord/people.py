"""Virtual people: what tests drive. They see, type, press and choose as people do."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from . import payloads
from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, DEFER_REPLY, SUBMIT
from .world import (
    ORDINARY_PERMISSIONS,
    PERMISSIONS,
    Account,
    Button,
    Channel,
    Guild,
    Interaction,
    Message,
    Select,
    Version,
    matches,
)

if TYPE_CHECKING:
    from .server import DiscordSim

JSON = dict[str, Any]
T = TypeVar("T")

_FORM, _STRING, _INTEGER, _BOOLEAN, _USER = 1, 3, 4, 5, 6


class NotAnsweredError(AssertionError):
    """The bot did not answer: the person reads "the application did not respond"."""


class Handle:
    """What became of something that a person did."""

    def __init__(self, sim: DiscordSim, interaction: Interaction) -> None:
        self._sim = sim
        self.interaction = interaction

    @property
    def response(self) -> Message | None:
        """The first message that answered (or the one that the answer changed), if any."""
        item = self.interaction
        if item.messages:
            return item.messages[0]
        return item.original if item.original is not None and not item.original.thinking else None

    @property
    def text(self) -> str:
        return self.response.text if self.response is not None else ""

    @property
    def ephemeral(self) -> bool:
        return self.response is not None and self.response.ephemeral

    @property
    def launched(self) -> str:
        """The instance of the Activity that opened; empty where none did."""
        return self.interaction.launched

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """Completion choices as (name, value)."""
        return [(choice["name"], choice["value"]) for choice in self.interaction.choices or []]

    @property
    def seconds(self) -> float:
        """From the deed to its acknowledgement, on the simulator's clock."""
        if self.interaction.acknowledged_at is None:
            raise NotAnsweredError("not acknowledged")
        return self.interaction.acknowledged_at - self.interaction.created_at

    async def message(self) -> Message:
        """Wait for the first message that answers."""
        return await self._sim.wait_for(lambda: self.response)

    async def wait(self) -> Handle:
        """Wait until the deed is acknowledged and, if the answer was deferred, until it has come."""
        item = self.interaction

        def finished() -> bool:
            if item.acknowledged_at is None:
                return False
            pending = item.original
            return item.callback_type != DEFER_REPLY or pending is None or not pending.thinking or pending.deleted

        try:
            await self._sim.wait_for(finished)
        except AssertionError as error:
            raise NotAnsweredError(f"no answer; refused acknowledgements: {item.refusals}") from error
        return self


class VirtualChannel:
    """A guild's text channel as tests know it."""

    def __init__(self, sim: DiscordSim, channel: Channel) -> None:
        self._sim = sim
        self.raw = channel

    @property
    def id(self) -> int:
        return self.raw.id

    @property
    def messages(self) -> list[Message]:
        """Messages for everyone that are there now, oldest first."""
        return self._sim.messages(self)

    def denies(self, *permissions: str) -> None:
        """Take permissions (``attach_files`` …) from the bot in this channel."""
        self._permit(self.raw.denied | sum(PERMISSIONS[name] for name in permissions))

    def allows(self, *permissions: str) -> None:
        self._permit(self.raw.denied & ~sum(PERMISSIONS[name] for name in permissions))

    def is_deleted(self, *, announce: bool = True) -> None:
        world = self._sim.world
        world.channels.pop(self.id, None)
        world.guilds[self.raw.guild_id or 0].channels.pop(self.id, None)
        for message in world.messages.values():
            message.deleted |= message.channel is self.raw
        if announce:
            self._sim.announce("CHANNEL_DELETE", payloads.channel(world, self.raw))

    def _permit(self, denied: int) -> None:
        self.raw.denied = denied
        self._sim.announce("CHANNEL_UPDATE", payloads.channel(self._sim.world, self.raw))


class VirtualGuild:
    """A guild as tests know it."""

    def __init__(self, sim: DiscordSim, guild: Guild) -> None:
        self._sim = sim
        self.raw = guild

    @property
    def id(self) -> int:
        return self.raw.id

    def removes_bot(self) -> None:
        self.raw.members.pop(self._sim.world.bot.id)
        self._sim.announce("GUILD_DELETE", {"id": str(self.id)})

    def adds_bot(self) -> None:
        self.raw.members[self._sim.world.bot.id] = ORDINARY_PERMISSIONS
        self._sim.announce("GUILD_CREATE", payloads.guild(self._sim.world, self.raw))

    def channel(self, name: str) -> VirtualChannel:
        """The channel of that name; made when it does not exist."""
        for channel in self.raw.channels.values():
            if channel.name == name:
                return VirtualChannel(self._sim, channel)
        made = self._sim.world.add_channel(name, self.raw)
        self._sim.announce("CHANNEL_CREATE", payloads.channel(self._sim.world, made))
        return VirtualChannel(self._sim, made)


class VirtualUser:
    """A person with an account, a locale and fingers."""

    def __init__(self, sim: DiscordSim, account: Account, locale: str) -> None:
        self._sim = sim
        self.account = account
        self.locale = locale

    @property
    def id(self) -> int:
        return self.account.id

    @property
    def name(self) -> str:
        return self.account.name

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    # ── seeing ──────────────────────────────────────────────────────────────────────────────────

    @property
    def dm(self) -> VirtualChannel:
        return VirtualChannel(self._sim, self._sim.world.private_channel(self.account))

    @property
    def inbox(self) -> list[Message]:
        """Messages in the private chat that are there now, oldest first."""
        return self.dm.messages

    @property
    def notifications(self) -> list[Message]:
        """Messages that rang for this person when they were posted, oldest first."""
        return [m for m in self._sim.world.messages.values() if self.id in m.notified]

    @property
    def ephemerals(self) -> list[Message]:
        """Ephemeral messages for this person that are there now, oldest first."""
        return [m for m in self._sim.world.messages.values() if m.visible_to == self.id and not m.deleted]

    def sees(self) -> list[str]:
        """Every text, label and completion ever visible to this person, old versions included."""
        world = self._sim.world
        words = list(world.shown.get(self.id, []))
        for message in world.messages.values():
            if world.can_see(self.id, message):
                for version in message.versions:
                    words.extend(version.texts())
        return words

    def agrees(self) -> str:
        """Let an Activity know who this is: the code that it gets."""
        return self._sim.oauth.code(self.account)

    def closes_dms(self) -> None:
        """From now on the bot's private messages are refused with 50007."""
        self.account.dms_closed = True

    def opens_dms(self) -> None:
        self.account.dms_closed = False

    async def talks(self, where: VirtualChannel, text: str, *, answering: int | None = None) -> Message:
        """Write an ordinary message, perhaps in answer to another; the bot hears of it if it has asked to, and reads it where
        it is spoken to."""
        now = self._sim.world.clock.now()
        message = Message(self._sim.world.ids.next(), where.raw, now, [Version(now, text)], author=self.account)
        self._sim.world.messages[message.id] = message
        body = payloads.message(self._sim.world, message)
        if answering is not None:
            body |= {"type": 19, "message_reference": {"message_id": str(answering), "channel_id": body["channel_id"]}}
        guild = where.raw.guild_id
        bot = self._sim.world.bot
        if guild is None:
            body |= {"channel_type": 1}
        elif f"<@{bot.id}>" in text:
            body |= {"guild_id": str(guild), "mentions": [payloads.user(bot)]}
        else:
            body |= {"guild_id": str(guild), "content": ""}
        await self._sim.gateway.dispatch("MESSAGE_CREATE", body)
        self._sim.world.changed()
        return message

    # ── doing ───────────────────────────────────────────────────────────────────────────────────

    def _channel(self, where: VirtualChannel | Message) -> Channel:
        return where.channel if isinstance(where, Message) else where.raw

    def _permissions(self, channel: Channel) -> int:
        if channel.guild_id is None:
            return 0
        return self._sim.world.guilds[channel.guild_id].members[self.id]

    async def _do(
        self, kind: int, channel: Channel, data: JSON, source: Message | None = None, *, wait: bool = True
    ) -> Handle:
        world = self._sim.world
        item = Interaction(
            world.ids.next(),
            secrets.token_urlsafe(24),
            kind,
            self.account,
            channel,
            world.clock.now(),
            source,
            age_began=world.clock.advanced,
        )
        world.interactions[item.id] = world.tokens[item.token] = item
        event = payloads.interaction(world, item, data, locale=self.locale, permissions=self._permissions(channel))
        handle = Handle(self._sim, item)
        await self._sim.deliver(event)
        return await handle.wait() if wait else handle

    async def _command(self, channel: Channel, name: str) -> JSON:
        commands = self._sim.world.commands

        def find() -> JSON | None:
            listed = [*commands.get(channel.guild_id, []), *commands.get(None, [])]
            return next((c for c in listed if c["name"] == name and c["type"] == 1), None)

        command = await self._sim.wait_for(find)
        contexts = command["contexts"]
        context = payloads.context_of(channel)
        if contexts is not None and context not in contexts:
            raise AssertionError(f"/{name} is not offered here (contexts {contexts})")
        return command

    def _form(self, command: JSON, name: str) -> JSON:
        """The command itself, or the one of its subcommands that `name` ends with; one of these has to be chosen."""
        forms = {option["name"]: option for option in command["options"] if option["type"] == _FORM}
        form: JSON | None = forms.get(name.partition(" ")[2]) if forms else command
        if form is None:
            raise AssertionError(f"/{name} is none of {list(forms)}")
        return form

    def _used(self, command: JSON, form: JSON, options: list[JSON]) -> JSON:
        within = options if form is command else [{"name": form["name"], "type": _FORM, "options": options}]
        return {"id": command["id"], "name": command["name"], "type": 1, "options": within}

    def _option(self, command: JSON, name: str, value: Any, *, focused: bool) -> JSON:
        option = next((o for o in command["options"] if o["name"] == name), None)
        if option is None:
            raise AssertionError(f"/{command['name']} has no option {name!r}")
        if isinstance(value, VirtualUser):
            value = str(value.id)
        choices = option.get("choices") or []
        if choices and not focused:
            labels = {c["name"]: c["value"] for c in choices} | {
                text: c["value"] for c in choices for text in (c.get("name_localizations") or {}).values()
            }
            value = labels.get(value, value)
            if value not in [c["value"] for c in choices]:
                raise AssertionError(f"{value!r} is no choice of {name}")
        if option["type"] == _STRING:
            value = str(value)
        low, high = option.get("min_value"), option.get("max_value")
        if focused:
            return {"name": name, "type": option["type"], "value": value, "focused": True}
        too_far = (low is not None and value < low) or (high is not None and value > high)
        if option["type"] == _INTEGER and too_far:
            raise AssertionError(f"the client refuses {name}={value} (from {low} to {high})")
        return {"name": name, "type": option["type"], "value": value}

    def _resolved(self, channel: Channel, options: list[JSON]) -> JSON:
        world = self._sim.world
        users: JSON = {}
        members: JSON = {}
        for option in options:
            if option["type"] == _USER:
                account = world.accounts[int(option["value"])]
                users[str(account.id)] = payloads.user(account)
                if channel.guild_id is not None:
                    home = world.guilds[channel.guild_id]
                    body = payloads.member(world, home, account, permissions=True)
                    members[str(account.id)] = {k: v for k, v in body.items() if k != "user"}
        return {"users": users, "members": members} if users else {}

    async def slash(self, where: VirtualChannel, name: str, /, *, wait: bool = True, **options: Any) -> Handle:
        """Send `/name` (`name form` where it has subcommands) with options by their base names; a choice may be given
        by label. An option's name with a trailing underscore stands for the name without it (`as_`)."""
        channel = self._channel(where)
        command = await self._command(channel, name.split()[0])
        form = self._form(command, name)
        given = {key.rstrip("_"): value for key, value in options.items()}
        for option in form["options"]:
            if option.get("required") and option["name"] not in given:
                raise AssertionError(f"/{name} needs {option['name']}")
        listed = [self._option(form, key, value, focused=False) for key, value in given.items()]
        data = self._used(command, form, listed)
        resolved = self._resolved(channel, listed)
        if resolved:
            data["resolved"] = resolved
        return await self._do(COMMAND, channel, data, wait=wait)

    async def autocomplete(self, where: VirtualChannel, name: str, /, **options: Any) -> list[tuple[str, Any]]:
        """The completions offered while typing the last of `options`, as (name, value)."""
        channel = self._channel(where)
        command = await self._command(channel, name.split()[0])
        form = self._form(command, name)
        keys = [key.rstrip("_") for key in options]
        listed = [
            self._option(form, key, value, focused=key == keys[-1])
            for key, value in zip(keys, options.values(), strict=True)
        ]
        declared = next(o for o in form["options"] if o["name"] == keys[-1])
        if not declared.get("autocomplete"):
            raise AssertionError(f"{keys[-1]} of /{name} has no completion")
        return (await self._do(AUTOCOMPLETE, channel, self._used(command, form, listed))).choices

    def _find(self, message: Message, test: Callable[[Any], bool], items: str, history: bool) -> Any:
        if not self._sim.world.can_see(self.id, message):
            raise AssertionError(f"{self.name} cannot see that message")
        if message.deleted and not history:
            raise AssertionError("that message has been deleted")
        versions = reversed(message.versions) if history else [message.current]
        for version in versions:
            for item in getattr(version, items)():
                if test(item):
                    return item
        raise AssertionError(f"nothing fits; there are: {getattr(message.current, items)()}")

    async def press(self, message: Message, wanted: str, *, history: bool = False, wait: bool = True) -> Handle:
        """Press the button with `wanted` in its label, or of that custom_id. With `history`, also one that an older
        version of the message had: the finger was on its way."""

        def fits(button: Button) -> bool:
            return button.custom_id is not None and matches(button, wanted)

        button: Button = self._find(message, fits, "buttons", history)
        if button.disabled:
            raise AssertionError(f"{button.label!r} is disabled")
        return await self.press_id(message, button.custom_id or "", wait=wait)

    async def press_id(self, message: Message, custom_id: str, *values: str, wait: bool = True) -> Handle:
        """Send the press of a button by custom_id whether the message has it or not (a forged press), or a choice of these
        values from a menu."""
        data: JSON = {"custom_id": custom_id, "component_type": 3 if values else 2, "id": 1}
        if values:
            data["values"] = list(values)
        return await self._do(COMPONENT, message.channel, data, message, wait=wait)

    async def select(self, message: Message, *wanted: str, menu: str = "", wait: bool = True) -> Handle:
        """Choose the options with `wanted` as their labels or values, else in their labels, from a menu: all that is to be chosen
        in it from now on."""

        def fits(select: Select) -> bool:
            if menu and menu not in (select.custom_id, select.placeholder):
                return False
            return all(self._value(select, word) is not None for word in wanted)

        select: Select = self._find(message, fits, "selects", False)
        values = [self._value(select, word) for word in wanted]
        if not select.least <= len(set(values)) == len(values) <= select.most:
            raise AssertionError(f"{select.placeholder!r} takes {select.least} to {select.most} entries")
        data = {"custom_id": select.custom_id, "component_type": 3, "values": values, "id": 1}
        return await self._do(COMPONENT, message.channel, data, message, wait=wait)

    async def fill(self, opened: Handle, text: str, *, wait: bool = True) -> Handle:
        """Write `text` into the one field of a form that a press has opened, and send it."""
        form = opened.interaction.form
        assert form is not None, "no form was opened"
        [field] = [part["component"] for part in form["components"]]
        if not field.get("min_length", 0) <= len(text) <= field.get("max_length", 4000):
            raise AssertionError(f"{text!r} does not fit the field")
        filled = {"type": 4, "id": 2, "custom_id": field["custom_id"], "value": text}
        data = {"custom_id": form["custom_id"], "components": [{"type": 18, "id": 1, "component": filled}]}
        return await self._do(SUBMIT, opened.interaction.channel, data, opened.interaction.source, wait=wait)

    @staticmethod
    def _value(select: Select, word: str) -> str | None:
        exact = (value for label, value in select.options if word in (value, label))
        near = (value for label, value in select.options if word.casefold() in label.casefold())
        return next(chain(exact, near), None)


async def together(*deeds: Any) -> list[Handle]:
    """Do several things at the same moment."""
    return list(await asyncio.gather(*deeds))


__all__ = ["Handle", "NotAnsweredError", "VirtualChannel", "VirtualGuild", "VirtualUser", "together"]
