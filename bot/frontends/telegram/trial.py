"""What ``paiju doctor --live`` tries on Telegram: each call that the bot makes, through what makes it in play."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

from telegram import InlineQuery

from bot.delivery.chats import MessageId
from bot.delivery.outbox import Outbox, Pace
from bot.delivery.trial import MOVING, PRESS_SECONDS, Deaf, Trial, Witness
from bot.frontends.telegram.incoming.inline import InlineMode
from bot.frontends.telegram.incoming.menu import announce
from bot.frontends.telegram.incoming.translation import Origins
from bot.frontends.telegram.outgoing import api
from bot.frontends.telegram.outgoing.group_hands import Way
from bot.frontends.telegram.outgoing.markup import draw
from bot.frontends.telegram.outgoing.sender import Sender
from bot.frontends.telegram.outgoing.wire import Patience, Wire
from bot.present.screens.screen import Document, Mention, Span
from bot.present.words.text import say
from bot.session.port.commands import ChatRef
from bot.session.port.protocols import PostTarget
from bot.session.port.updates import AtHand

__all__ = ["try_telegram"]

_SECONDS: Final = 10.0
_POLL_SECONDS: Final = 5


async def try_telegram(trial: Trial, token: str, chat: int) -> None:
    """Try everything in a chat."""
    heard = Witness(trial.refusals)
    bot = api.bot_of(token, trial.base_url, lambda connections: api.Transport(connections, _SECONDS, heard))
    try:
        await trial.step("token", bot.initialize())
        if trial.failed:
            return
        wire = Wire(trial.clock, trial.page)
        wire.connect(bot, trial)
        sender = Sender(Outbox(Pace(api.LIMITS), trial.clock), trial.clock, _SECONDS, Patience(), wire)
        asked = await _show(trial, sender, chat)
        if asked and trial.deaf:
            trial.tell(f"! press on a button, and what answers it: not tried, {trial.deaf}")
        elif asked:
            pressed = partial(_pressed, message=asked)
            query = await trial.step(f"press on a button (within {PRESS_SECONDS:.0f} s)", _heard(trial, bot, pressed))
            if query is not None:
                await _answer(trial, sender, query, chat)
                if bot.supports_inline_queries:
                    await _offer(trial, sender, chat)
    finally:
        await trial.tidy()
        await bot.shutdown()


async def _show(trial: Trial, sender: Sender, chat: int) -> int:
    """Show everything that needs no press; return the message with buttons to press, 0 where it could not be posted."""
    wire, links, topic = sender.wire, sender.wire.links_in(chat), trial.topic
    await trial.step("commands, descriptions and menu button", announce(wire.bot, trial.page))
    await trial.step("rights of the bot here", _may(trial, wire.bot, chat))
    drawn = draw(trial.screen("why", "press"), links)
    asked = await trial.post(
        "message with each kind of button", wire.say(chat, drawn.single, drawn, thread=topic), wire.remove
    )
    if asked is None:
        return 0
    said = wire.say(chat, say(trial.language, "trial.why"), None, thread=topic, silent=True, reply_to=asked.message)
    reply = await trial.post("reply without a ring", said, wire.remove)
    if reply is not None:
        await trial.step("edit", wire.edit(reply, draw(trial.screen("edited"), links)))
        await trial.step("taking buttons away", wire.strip(reply, None))
    chart = trial.screen("why", chart=True).picture
    assert chart is not None
    for what in ("picture", "same picture without an upload"):
        sent = wire.send_picture(chat, chart, drawn.single, thread=topic, silent=True, below=drawn)
        await trial.post(what, sent, wire.remove)
    reel = replace(trial.screen("why"), picture=MOVING)
    target = PostTarget(ChatRef(api.PLATFORM, str(chat), str(topic or "")), "trial")
    made = await trial.step("sign that something is on its way", sender.prepare(target, reel))
    await trial.post("moving picture", wire.animate(chat, draw(reel, links), made or b"", topic), wire.remove)
    file = Document("paiju.txt", say(trial.language, "trial.title"))
    await trial.post("file", wire.send_document(chat, file, thread=topic, reply_to=asked.message), wire.remove)
    return asked.message


async def _may(trial: Trial, bot: api.RawBot, chat: int) -> None:
    if chat > 0:
        await bot.get_chat(chat)
        return
    await bot.get_chat_administrators(chat)
    trial.refusals += [f"may not {what.replace('_', ' ')}" for what in await api.missing(bot, chat)]


async def _heard(trial: Trial, bot: api.RawBot, wanted: Callable[[Any], Any]) -> Any:
    """Wait for an update that is ``wanted``, for what that says of it. Nothing is confirmed that others have done: the bot
    finds it when it starts."""
    until = trial.clock.monotonic() + PRESS_SECONDS
    while trial.clock.monotonic() < until:
        updates = await bot.fetch(None, _POLL_SECONDS)
        for update in updates:
            if found := wanted(update):
                if update is updates[0]:
                    await bot.fetch(update["update_id"] + 1, 0)
                return found
        if updates:
            await trial.clock.sleep(1.0)
    raise Deaf("nobody has done that")


def _pressed(update: Any, message: int) -> Any:
    query = update.get("callback_query", {})
    return query if query.get("message", {}).get("message_id") == message else None


async def _answer(trial: Trial, sender: Sender, query: Any, chat: int) -> None:
    wire, hands, person = sender.wire, sender.group_hands, int(query["from"]["id"])
    if chat < 0:
        way = Way(chat, trial.topic, person, trial.clock.monotonic(), query=query["id"])
        panel = await trial.step("message for one member alone", hands.begin(way, trial.language))
        if panel is not None:
            await trial.step("edit of it", hands.show(panel, draw(trial.screen("alone"), wire.links)))
            await trial.step("removal of it", hands.ask(panel, "deleteEphemeralMessage"))
        elif hands.known is False:
            trial.tell("! its edit: not tried, this server knows no such messages: hands come in private chats")
        await trial.step("member of the group", wire.bot.get_chat_member(chat, person))
    answer = {"callback_query_id": query["id"], "text": say(trial.language, "trial.done"), "show_alert": False}
    await trial.step("answer to the press", wire.bot.ask("answerCallbackQuery", **answer))
    name = Mention("player 1", api.PLATFORM, str(person))
    called = draw(trial.screen("done", last=name, buttons=False), wire.links)
    await trial.post("call by name", wire.say(chat, called.single, called, thread=trial.topic), wire.remove)


async def _offer(trial: Trial, sender: Sender, chat: int) -> None:
    """Offer tables to who types the bot's name, and change the message that comes of it, which only they can take away."""
    wire, bot = sender.wire, sender.wire.bot
    name = draw(trial.screen("inline", last=Span(f"@{bot.username} ", "code"), buttons=False), wire.links)
    await trial.post("what to type", wire.say(chat, name.single, name, thread=trial.topic), wire.remove)
    typed = await trial.step(
        f"bot's name typed (within {PRESS_SECONDS:.0f} s)",
        _heard(trial, bot, lambda update: update.get("inline_query")),
    )
    if typed is None:
        return
    no_tables: Any = SimpleNamespace(
        language_of=lambda _: asyncio.sleep(0, trial.language),
        at_hand=lambda _: asyncio.sleep(0, AtHand()),
        reaches=lambda _: asyncio.sleep(0, False),
    )
    query = InlineQuery.de_json(typed, bot)
    await trial.step("offer of games", InlineMode(sender, no_tables, Origins(trial.clock)).offer(query))
    chosen = await trial.step(f"press under the choice (within {PRESS_SECONDS:.0f} s)", _heard(trial, bot, _beneath))
    if chosen is not None:
        await bot.ask("answerCallbackQuery", callback_query_id=chosen["id"])
        there = MessageId(api.inline_chat(chosen["inline_message_id"]), 0)
        await trial.step("edit of it", wire.edit(there, draw(trial.screen("remove", buttons=False), wire.links)))


def _beneath(update: Any) -> Any:
    query = update.get("callback_query", {})
    return query if "inline_message_id" in query else None
