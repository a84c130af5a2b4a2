"""What ``paiju doctor --live`` tries on Discord: each call that the bot makes, through what makes it in play."""

import asyncio
import secrets
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

import discord

from bot.delivery.chats import MessageId
from bot.delivery.outbox import Pace
from bot.delivery.trial import FORM, HEARD, LATER, PRESS_SECONDS, Deaf, Trial, Witness
from bot.frontends.discord.incoming.answers import Responder
from bot.frontends.discord.incoming.client import Client
from bot.frontends.discord.incoming.origin import PLATFORM
from bot.frontends.discord.incoming.shard import Listeners
from bot.frontends.discord.incoming.shards import Division, Shards
from bot.frontends.discord.outgoing.calls import LIMITS, TOKEN, ChannelCalls, Ephemeral
from bot.frontends.discord.outgoing.delivery import Delivery
from bot.frontends.discord.outgoing.emojis import uploaded
from bot.frontends.discord.outgoing.markup import MENU, TABLE, WORDS, CardSigns, content, pressed
from bot.present.screens.screen import Faces, Mention, Span
from bot.present.words.text import card_word
from bot.session.port.commands import UserRef
from bot.session.port.protocols import NoMeter
from games.base.cards import BIG_JOKER

__all__ = ["try_discord"]

_NAME: Final = "paiju_trial"
_SHOWN: Final = Faces(card_word(BIG_JOKER, "en"), faces=(BIG_JOKER,), large=True)


async def try_discord(trial: Trial, token: str, chat: int) -> None:
    """Try everything in a channel."""
    client = Client(api_base_url=trial.base_url, page=trial.page, calls=Witness(trial.refusals))
    wire = ChannelCalls(client, client.guild_of, trial.clock)
    delivery = Delivery(wire, trial, trial.clock, Pace(LIMITS))
    try:
        await trial.step("token, commands and gateway", client.login(token))
        asked = None if trial.failed else await _show(trial, delivery, client, chat)
        if asked is not None and trial.deaf:
            trial.tell(f"! presses on buttons, and what answers them: not tried, {trial.deaf}")
        elif asked is not None:
            await _Presses(trial, delivery, client, asked).hear()
    finally:
        await trial.tidy()
        await client.close()


async def _show(trial: Trial, delivery: Delivery, client: Client, chat: int) -> MessageId | None:
    """Show everything that needs no press; return the message with buttons to press."""
    wire, nonce = delivery.wire, partial(secrets.token_hex, 8)
    emoji = await trial.step("emoji of a card", _upload(trial, delivery, client))
    text, mark = f"<:{_NAME}:{emoji}>", {"name": _NAME, "id": emoji}
    signs = WORDS if emoji is None else CardSigns({BIG_JOKER: text}, {BIG_JOKER: mark})
    sent = wire.post(chat, content(trial.screen("why", "presses", last=_SHOWN), TABLE, signs), nonce())
    asked = await trial.post("message with each kind of button and a list", sent, wire.remove)
    if asked is None:
        return None
    shown = content(trial.screen("why", buttons=False, chart=True, file=True), MENU)
    sent = wire.post(chat, shown, nonce(), silent=True)
    silent = await trial.post("picture and file, without a ring", sent, wire.remove)
    if silent is not None:
        edited = content(trial.screen("why", "edited", buttons=False, chart=True), MENU)
        await trial.step("edit with the picture that is there", wire.edit(silent, edited))
        await trial.step("edit without it", wire.edit(silent, edited.without_picture()))
        await trial.step("edit with a new one", wire.edit(silent, edited))
    await trial.step("what was said since", wire.newer(asked))
    return asked


async def _upload(trial: Trial, delivery: Delivery, client: Client) -> str:
    await delivery.emojis.learn()
    application = client.application_id or 0
    made = await client.http.create_application_emoji(application, _NAME, await uploaded(BIG_JOKER))
    number = int(made["id"] or 0)
    trial.left.append(lambda: client.http.delete_application_emoji(application, number))
    return str(number)


class _Presses:
    """Hears presses over the gateway, and answers each in another way."""

    def __init__(self, trial: Trial, delivery: Delivery, client: Client, asked: MessageId) -> None:
        self._trial, self._delivery, self._client, self._asked = trial, delivery, client, asked
        manager: Any = SimpleNamespace(  # no more is asked of it
            language_of=lambda _: asyncio.sleep(0, trial.language), completions=lambda *_: asyncio.sleep(0, ())
        )
        self._responder = Responder(manager, delivery, trial.language, NoMeter(), trial.page)
        self._heard: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def hear(self) -> None:
        trial, up = self._trial, asyncio.Event()
        listeners = Listeners(
            self._heard.put_nowait, lambda _: None, lambda _: asyncio.sleep(0), lambda _: None, lambda _: None
        )
        count = self._client.recommended.shards
        shards = Shards(self._client, Division(), listeners, trial.clock, NoMeter(), up, count)
        running = asyncio.create_task(shards.run(), name="gateway of the trial")
        answers = {HEARD: self._in_words, FORM: self._by_form, LATER: self._late}
        try:
            await trial.step("gateway", asyncio.wait_for(up.wait(), PRESS_SECONDS))
            press = await trial.step(f"press on a button (within {PRESS_SECONDS:.0f} s)", self._next())
            while press is not None:
                if answer := answers.pop(press[1], None):
                    await answer(press[0])
                with suppress(Deaf):
                    press = await self._next() if answers else None
                    continue
                break
            for number, command in enumerate((HEARD, FORM, LATER), 1):
                if command in answers:
                    trial.tell(f"! button {number}: not tried, nobody has pressed it")
            if not answers:
                await self._complete()
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _next(self, kind: Any = discord.InteractionType.component) -> tuple[discord.Interaction, Any]:
        """The next press on the message, and what it means. What others do is left alone."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PRESS_SECONDS):
                while True:
                    heard = await self._heard.get()
                    if heard.type is not kind:
                        continue
                    if heard.message is None or heard.message.id == self._asked.message:
                        found = pressed(dict(heard.data or {}))
                        return heard, None if found is None else found.command
        raise Deaf("nobody has done that")

    async def _complete(self) -> None:
        """Offer nothing to who types a command, as there are no cards."""
        trial, wire = self._trial, self._delivery.wire
        asked = content(trial.screen("typed", last=Span("/play", "code"), buttons=False), MENU)
        await trial.post("what to type", wire.post(self._asked.chat, asked, secrets.token_hex(8)), wire.remove)
        what = f"command typed (within {PRESS_SECONDS:.0f} s)"
        typed = await trial.step(what, self._next(discord.InteractionType.autocomplete))
        if typed is not None:
            await trial.step("completion", self._responder.see_to(typed[0]))

    async def _in_words(self, interaction: discord.Interaction) -> None:
        """Answer unseen by others, change that, and add a second; then write to this person alone, and call them."""
        trial, wire, hook = self._trial, self._delivery.wire, interaction.followup
        show = partial(self._responder.show, interaction, in_place=False, ephemeral=True)
        alone, edited, done = (
            content(trial.screen(text, buttons=False, chart=True), MENU) for text in ("alone", "edited", "done")
        )
        for what, shown, apart in (("answer for one person alone", alone, False), ("further answer", done, True)):
            told = await trial.step(what, show(shown))
            if told is not None:
                trial.left.append(
                    partial(hook.delete_message, told.message) if apart else interaction.delete_original_response
                )
                way = Ephemeral.of(interaction, trial.clock.monotonic() + TOKEN, "", told.message, apart=apart)
                await trial.step("edit of it", way.edit(edited, self._delivery.pictures))
        user = UserRef(PLATFORM, str(interaction.user.id))
        private = self._delivery.hands.post(user, done, "1", silent=False)
        await trial.post("private message", private, wire.remove)
        if interaction.guild_id is not None:
            member = self._client.http.get_member(interaction.guild_id, interaction.user.id)
            await trial.step("member of the server", member)
        called = trial.screen("done", last=Mention("player 1", PLATFORM, user.external), buttons=False)
        rung = wire.post(self._asked.chat, content(called, MENU), secrets.token_hex(8))
        await trial.post("call by name", rung, wire.remove)

    async def _by_form(self, interaction: discord.Interaction) -> None:
        await self._trial.step("form", self._responder.see_to(interaction))
        filled = await self._trial.step("form filled in", self._next(discord.InteractionType.modal_submit))
        if filled is not None:
            await self._change(filled[0], "done", "change of the pressed message")

    async def _late(self, interaction: discord.Interaction) -> None:
        await self._trial.step("acknowledgement", self._responder.acknowledge(interaction))
        await self._change(interaction, "edited", "late change of the pressed message")

    async def _change(self, interaction: discord.Interaction, text: str, what: str) -> None:
        shown = content(self._trial.screen(text, "presses", chart=True), TABLE)
        await self._trial.step(what, self._responder.show(interaction, shown, in_place=True, ephemeral=False))
