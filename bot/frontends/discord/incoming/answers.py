"""From an interaction to a command, and from the manager's reply to an answer, within Discord's three seconds.

Invariants: every interaction is acknowledged exactly once, at the latest after ``_PATIENCE`` seconds, whatever the
manager does; nothing that belongs to one person is ever posted in a channel."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

import discord
import structlog

from bot.delivery.chats import MessageId
from bot.delivery.messenger import Removal
from bot.frontends.discord.incoming import completion, slash
from bot.frontends.discord.incoming.origin import (
    ATTACH,
    LOST,
    SHARED,
    chat_of,
    is_alone,
    is_press,
    is_visited,
    mark_acknowledged,
    origin_of,
    rights_missing,
)
from bot.frontends.discord.outgoing.calls import ACKNOWLEDGED, Attachments
from bot.frontends.discord.outgoing.delivery import Delivery
from bot.frontends.discord.outgoing.markup import MENU, PANEL, TABLE, Content, Pressed, form, pressed, sentence
from bot.present import render
from bot.present.words.text import choose
from bot.session.port.commands import Command, Join, NewTable, Origin, ShowHelp, Started
from bot.session.port.commands.record import Elsewhere
from bot.session.port.page import PagePlace
from bot.session.port.protocols import AnswerTarget, Manager, Meter, PublicTarget
from bot.session.port.replies import SHOWN_BY, Audience, Body, DataFile, Placement, Reply, reply_to
from bot.session.port.updates import OVERTAKEN, POINTLESS, Notice, PrivateUpdate

__all__ = ["Responder"]

_log = structlog.get_logger(__name__)

_PATIENCE: Final = 1.0  # Seconds that a reply may take before the interaction is acknowledged without it
_CALL: Final = 20.0  # Seconds for one call to Discord
_COMPLETION: Final = 2.0  # Seconds for completions: Discord takes none after three
_MESSAGE_GONE: Final = 10008
_LOOK_AGAIN = (Join, NewTable, Started)  # Commands after which private messages are tried again, once


class Responder:
    """Carries interactions out and answers them; ``Interactions`` gives each in a task of its own."""

    def __init__(
        self, manager: Manager, delivery: Delivery, default_language: str, meter: Meter, page: PagePlace | None = None
    ) -> None:
        self._manager = manager
        self._delivery = delivery
        self._default_language = default_language
        self._meter = meter
        self._activity = page is not None and page.activity
        self._replies: set[asyncio.Task[Reply]] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def close(self) -> None:
        """Stop working on replies for which nobody waits any more."""
        for work in self._replies:
            work.cancel()

    async def see_to(self, interaction: discord.Interaction) -> None:
        """Carry an interaction out and answer it. ``Elsewhere``: it means a table of another worker; nothing was said."""
        if interaction.type is discord.InteractionType.autocomplete:
            await self._complete(interaction)
        elif interaction.type is discord.InteractionType.application_command or is_press(interaction):
            command, source = self._read(interaction)
            if interaction.type is discord.InteractionType.component and Pressed(source, command).asks:
                await self._ask(interaction)
                return
            if self._activity and command.record.page and await self._launch(interaction):
                return
            await self._carry_out(interaction, command, source)

    def _read(self, interaction: discord.Interaction) -> tuple[Command, str]:
        """Return what an interaction asks for, and on what kind of message its button sits (``""``: it was typed). What
        cannot be read asks for help, which leads to buttons that can."""
        try:
            if interaction.type is discord.InteractionType.application_command:
                command = slash.command_of(interaction)
                return (command if command is not None else ShowHelp()), ""
            found = pressed(dict(interaction.data or {}))
            # A button of another version: its meaning is unknown, so it gets the way to a good one.
            return (found.command, found.source) if found else (ShowHelp(), "")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            self._meter.count("unreadable")
            _log.warning("discord_interaction_unreadable", error=type(error).__name__)
            return ShowHelp(), ""

    async def _ask(self, interaction: discord.Interaction) -> None:
        """Open a form for the words that the pressed button lacks."""
        language = await self._manager.language_of(origin_of(interaction))
        async with asyncio.timeout(_CALL):
            await interaction.response.send_modal(form(str(dict(interaction.data or {})["custom_id"]), language))

    async def _launch(self, interaction: discord.Interaction) -> bool:
        """Open the page as an Activity; false where Discord does not do that, and a link has to do."""
        try:
            async with asyncio.timeout(_CALL):
                await interaction.response.launch_activity()
        except discord.HTTPException as error:
            if error.code in LOST:
                raise
            _log.warning("discord_activity_refused", status=error.status, code=error.code)
            return False
        return True

    async def _complete(self, interaction: discord.Interaction) -> None:
        choices: list[discord.app_commands.Choice[str]] = []
        try:
            async with asyncio.timeout(_COMPLETION):
                choices = await completion.choices(interaction, self._manager)
        except Elsewhere:
            raise
        except TimeoutError:
            _log.info("discord_completion_late", interaction=interaction.id)
        except Exception as error:  # whoever types goes on typing; they are only not helped
            _log.error("discord_completion_broken", interaction=interaction.id, error=type(error).__name__)
        async with asyncio.timeout(_CALL):
            await interaction.response.autocomplete(choices)

    async def _carry_out(self, interaction: discord.Interaction, command: Command, source: str) -> None:
        origin = origin_of(interaction)
        if origin.posted is not None:
            alone = interaction.message is not None and interaction.message.flags.ephemeral  # whose id nobody keeps
            origin = replace(origin, posted=replace(origin.posted, shows=source in (TABLE, PANEL) and not alone))
        user = origin.user.external
        self._delivery.wire.learn(interaction)
        outbox, mine = self._delivery.outbox, self._delivery.hands.lane(origin.user)
        visited = origin.chat is not None and is_visited(origin.chat)
        if visited and interaction.message is not None and not interaction.message.flags.ephemeral:
            await self.acknowledge(interaction)  # with this, and nothing else, it leads to the pressed message
            self._delivery.cards.pressed(interaction, command)
        # There the answer to a command may be what shows the table: it is not posted as well.
        there = origin.chat.external if visited and origin.chat is not None and not source else mine
        chat, table, on = origin.chat, getattr(command, "table", None), interaction.message
        if source == TABLE and chat is not None and table is not None and on is not None:
            self._delivery.table_pressed(PublicTarget(table, chat), MessageId(on.channel.id, on.id))
        if origin.reachable or isinstance(command, _LOOK_AGAIN):
            self._delivery.hands.may_be_open(user)
        async with outbox.held(mine), outbox.held(there):
            work = asyncio.create_task(self._reply(origin, command))
            self._replies.add(work)
            work.add_done_callback(self._replies.discard)
            done, _ = await asyncio.wait({work}, timeout=_PATIENCE)
            if not done:
                await self.acknowledge(interaction)
            reply = await work
            if (
                on is not None
                and chat is not None
                and _is_pointless(reply.body)
                and not (visited or on.flags.ephemeral)
            ):
                gone = MessageId(on.channel.id, on.id)
                outbox.put(Removal(self._delivery, self._delivery.lane_of(chat), gone))
            async with self._in_turn(interaction, user), asyncio.timeout(_CALL):
                try:
                    await self._answer(interaction, origin, command, reply, source)
                except discord.HTTPException as error:
                    if not _is_acknowledged(interaction, error):
                        raise
                    await self._answer(interaction, origin, command, reply, source)
            self._delivery.hands.heard(interaction)
            self._delivery.cards.heard(interaction)

    @asynccontextmanager
    async def _in_turn(self, interaction: discord.Interaction, user: str) -> AsyncIterator[None]:
        """Hold one person's turn: their answers are sent in the order of their presses, so that quick taps never show
        an older state."""
        lock = self._turns.setdefault(user, asyncio.Lock())
        try:
            async with asyncio.timeout(None if interaction.response.is_done() else _PATIENCE):
                await lock.acquire()
        except TimeoutError:
            await self.acknowledge(interaction)
            await lock.acquire()
        try:
            yield
        finally:
            lock.release()

    async def _reply(self, origin: Origin, command: Command) -> Reply:
        try:
            return await self._manager.handle(origin, command)
        except Elsewhere:
            raise
        except Exception as error:
            _log.error("discord_command_failed", command=type(command).__name__, error=type(error).__name__)
            language = choose(origin.locale, self._default_language)
            return reply_to(origin, command, language, Notice("internal_error"), ok=False)

    async def acknowledge(self, interaction: discord.Interaction) -> None:
        """Tell Discord that the reply is coming: it waits three seconds for this, and minutes for the rest."""
        if interaction.response.is_done():
            return
        try:
            async with asyncio.timeout(_CALL):
                if is_press(interaction):
                    await interaction.response.defer()
                else:
                    await interaction.response.defer(ephemeral=not is_alone(interaction), thinking=True)
        except discord.HTTPException as error:
            if not _is_acknowledged(interaction, error):
                raise

    async def refuse(self, interaction: discord.Interaction, notice: Notice) -> None:
        """Say why nothing was carried out; who types goes on typing."""
        async with asyncio.timeout(_CALL):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
                return
            reply = Reply(choose(interaction.locale.value, self._default_language), ok=False, toast=notice)
            try:
                await self._answer_empty(interaction, reply)
            except discord.HTTPException as error:
                if not _is_acknowledged(interaction, error):
                    raise
                await self._answer_empty(interaction, reply)

    # -- the reply as an answer
    async def _answer(
        self, interaction: discord.Interaction, origin: Origin, command: Command, reply: Reply, source: str
    ) -> None:
        body = reply.body
        self._delivery.carried_out(str(interaction.user.id), command, reply)
        if await self._answer_with_card(interaction, reply):
            return
        pressed_it = is_press(interaction)
        filled_in = interaction.type is discord.InteractionType.modal_submit
        shown_by = SHOWN_BY["page" if filled_in else "pressed"]  # what is done by a form is seen on its panel
        asks = command.record.private or source == PANEL or not pressed_it or is_alone(interaction)
        if isinstance(body, PrivateUpdate) and body.post.where == "private" and not asks:
            body = None if self._delivery.hands.writes_to(body.user) else body  # it comes where they want it
        if body is None or (pressed_it and reply.ok and isinstance(body, Notice) and body.code in shown_by):
            await self._answer_empty(interaction, reply)
            return
        if isinstance(body, Notice) and source == PANEL and body.code in OVERTAKEN and self._is_own(interaction):
            reply = self._overtaken(interaction, command, reply, body)
            body = reply.body
        if isinstance(body, DataFile) and ATTACH in rights_missing(interaction):
            reply = reply_to(origin, command, reply.language, Notice("file_not_here"), ok=False)
        shown = self._delivery.hands.made(reply)
        in_group, for_all = not is_alone(interaction), reply.audience is Audience.EVERYBODY
        turned = for_all and reply.placement is Placement.IN_PLACE  # a card at which a group looks together
        if self._is_own(interaction):
            in_place = source == MENU or _is_pointless(body) or (source == PANEL and reply.placement is Placement.PANEL)
        else:
            in_place = source == MENU and turned
        ephemeral = not for_all or turned if in_group else reply.placement is Placement.IN_PASSING
        # Of a press that was acknowledged without an answer the "original response" is the pressed message. A panel that
        # comes as a follow-up must therefore be edited by its own id: else it would overwrite what the group reads.
        late = interaction.response.is_done() and pressed_it
        message = await self.show(interaction, shown, in_place=in_place, ephemeral=ephemeral)
        target = AnswerTarget.of(origin, reply)
        if target is not None and message is not None:
            self._delivery.answered(target, message, interaction, apart=late and not in_place)
        if isinstance(body, PrivateUpdate):
            if message is None:
                return
            if in_group:
                self._delivery.hands.panel_opened(
                    body, interaction, shown, message.message, apart=late and not in_place
                )
            else:
                self._delivery.hands.panel_shown(body, message, shown)

    async def _answer_with_card(self, interaction: discord.Interaction, reply: Reply) -> bool:
        """Answer a command with the card of a table that it has brought about where the bot is no member, for all to read."""
        typed = interaction.type is discord.InteractionType.application_command
        plain = reply.body is None or (isinstance(reply.body, Notice) and not reply.body.actions)
        if not (typed and reply.ok and plain) or interaction.response.is_done():
            return False
        due = self._delivery.cards.take_due(chat_of(interaction))
        if due is None:
            return False
        message = None
        try:
            message = await self.show(interaction, due.shown, in_place=False, ephemeral=False)
        finally:
            self._delivery.cards.answered(due, interaction, message)
        return True

    def _overtaken(self, interaction: discord.Interaction, command: Command, reply: Reply, notice: Notice) -> Reply:
        table = getattr(command, "table", None)
        panel = None if table is None else self._delivery.hands.overtaken(str(interaction.user.id), table, notice)
        if panel is None:
            return reply
        return replace(reply, body=panel, audience=Audience.SENDER, placement=Placement.PANEL)

    @staticmethod
    def _is_own(interaction: discord.Interaction) -> bool:
        """Whether the pressed message is seen by this person alone, so that it may be changed for them."""
        message = interaction.message
        return message is not None and (is_alone(interaction) or message.flags.ephemeral)

    async def _answer_empty(self, interaction: discord.Interaction, reply: Reply) -> None:
        """Acknowledge with nothing to show: what was pressed stays, and of a typed command nothing does, as the chat shows what
        it has done."""
        text = render.toast(reply.toast, reply.language) if reply.toast is not None else ""
        ephemeral = not is_alone(interaction)
        was_pressed = is_press(interaction)
        if not text:
            await self.acknowledge(interaction)
            if not was_pressed:
                await interaction.delete_original_response()
        elif not interaction.response.is_done():
            await interaction.response.send_message(view=sentence(text), ephemeral=ephemeral)
        elif was_pressed:
            await interaction.followup.send(view=sentence(text), ephemeral=ephemeral)
        else:
            await interaction.edit_original_response(view=sentence(text))

    async def show(
        self, interaction: discord.Interaction, shown: Content, *, in_place: bool, ephemeral: bool
    ) -> MessageId | None:
        """Put the answer where it belongs: into the pressed message, or into one of its own. Return the message."""
        if ATTACH in rights_missing(interaction):
            shown = shown.without_picture()
        late = interaction.response.is_done()
        if late and (in_place or not is_press(interaction)):
            return await self._show_late(interaction, shown, interaction.message if in_place else None)
        if in_place and interaction.message is not None and await self._show_in_place(interaction, shown):
            return MessageId(interaction.message.channel.id, interaction.message.id)
        files = await shown.files()
        view = shown.view(picture=bool(files))
        none = discord.AllowedMentions.none()
        if late:
            sent = await interaction.followup.send(
                view=view, files=files, ephemeral=ephemeral, allowed_mentions=none, wait=True
            )
            self._delivery.pictures.note(sent)
            return MessageId(sent.channel.id, sent.id)
        answered = await interaction.response.send_message(
            view=view, files=files, ephemeral=ephemeral, allowed_mentions=none
        )
        self._delivery.pictures.note(_message_of(answered))
        channel = interaction.channel_id
        return None if channel is None or answered.message_id is None else MessageId(channel, answered.message_id)

    async def _show_late(
        self, interaction: discord.Interaction, shown: Content, pressed_on: discord.Message | None
    ) -> MessageId:
        """Put the answer into the message that Discord holds for it: the pressed one, or the one that says "thinking"."""

        async def edit(attachments: Attachments) -> discord.Message:
            return await interaction.edit_original_response(
                view=shown.view(picture=bool(attachments)),
                attachments=attachments,
                allowed_mentions=discord.AllowedMentions.none(),
            )

        if pressed_on is not None:
            await self._delivery.pictures.put(pressed_on.id, shown, edit, pressed=pressed_on)
            return MessageId(pressed_on.channel.id, pressed_on.id)
        edited = await edit(await shown.files())
        self._delivery.pictures.note(edited)
        return MessageId(edited.channel.id, edited.id)

    async def _show_in_place(self, interaction: discord.Interaction, shown: Content) -> bool:
        """Change the message that was pressed; false if it has gone meanwhile."""
        message = interaction.message
        assert message is not None

        async def edit(attachments: Attachments) -> discord.Message | None:
            answered = await interaction.response.edit_message(
                view=shown.view(picture=bool(attachments)),
                attachments=attachments,
                allowed_mentions=discord.AllowedMentions.none(),
            )
            return _message_of(answered)

        try:
            await self._delivery.pictures.put(message.id, shown, edit, pressed=message)
        except discord.NotFound as error:
            if error.code != _MESSAGE_GONE:
                raise
            return False
        return True


def _is_pointless(body: Body | None) -> bool:
    """Whether nothing can be done any more with the message that was pressed."""
    return isinstance(body, Notice) and body.code in POINTLESS


def _is_acknowledged(interaction: discord.Interaction, error: discord.HTTPException) -> bool:
    """Whether a first answer failed because another worker has acknowledged the interaction; and note that."""
    if error.code != ACKNOWLEDGED or not interaction.extras.get(SHARED) or interaction.response.is_done():
        return False
    mark_acknowledged(interaction)
    return True


def _message_of(answered: discord.InteractionCallbackResponse[discord.Client] | None) -> discord.Message | None:
    resource = answered.resource if answered is not None else None
    return resource if isinstance(resource, discord.Message) else None
