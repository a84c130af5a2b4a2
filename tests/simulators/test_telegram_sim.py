"""The Telegram simulator, seen through the unmodified library."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web
from telegram import (
    Bot,
    BotCommand,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyParameters,
    Update,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, NetworkError, RetryAfter, TimedOut
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes

from .telegram import Person, TelegramSim

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 40


@pytest.fixture(autouse=True)
def durations_as_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library warns about waits given as plain numbers unless it is told to give durations."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def sim() -> AsyncIterator[TelegramSim]:
    async with TelegramSim() as running:
        yield running


@pytest.fixture
async def bot(sim: TelegramSim) -> AsyncIterator[Bot]:
    async with Bot(sim.token, base_url=f"{sim.base_url}/bot", base_file_url=f"{sim.base_url}/file/bot") as started:
        yield started


@pytest.fixture
def ann(sim: TelegramSim) -> Person:
    return sim.user("player 1", started=True)


@pytest.fixture
def ben(sim: TelegramSim) -> Person:
    return sim.user("player 2", language="zh", started=True)


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=f"d:{label}") for label in labels]])


async def answering(sim: TelegramSim) -> Application:  # type: ignore[type-arg]  # six parameters that say nothing here
    """A small bot: /new posts a message with a button, a press is answered and edits the message."""

    async def new(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message is not None
        await update.effective_message.reply_text("A table", reply_markup=keyboard("Join"), do_quote=False)

    async def pressed(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        await query.answer(f"Welcome, {query.from_user.first_name}")
        await query.edit_message_text(f"A table with {query.from_user.first_name}", reply_markup=keyboard("Leave"))

    app = (
        ApplicationBuilder()
        .token(sim.token)
        .base_url(f"{sim.base_url}/bot")
        .base_file_url(f"{sim.base_url}/file/bot")
        .build()
    )
    app.add_handler(CommandHandler("new", new))
    app.add_handler(CallbackQueryHandler(pressed))
    await app.initialize()
    await app.start()
    return app


async def close(app: Application) -> None:  # type: ignore[type-arg]  # as above
    if app.updater is not None and app.updater.running:
        await app.updater.stop()
    await app.stop()
    await app.shutdown()


async def test_a_bot_hears_a_command_answers_a_press_and_edits(sim: TelegramSim, ann: Person, ben: Person) -> None:
    group = sim.group("friends", [ann, ben])
    app = await answering(sim)
    assert app.updater is not None
    await app.updater.start_polling()
    await ann.says(group, "hello everybody")
    await ann.says(group, "/new@paiju_test_bot doudizhu")
    message = await sim.wait_for(lambda: sim.find(group, "A table"))
    before = message.frozen()
    assert await ben.press(message, "join") == "Welcome, player 2"
    await sim.wait_for(lambda: message.labels == ["Leave"])
    assert before.labels == ["Join"]
    assert [content.text for content in message.history] == ["A table", "A table with player 2"]
    assert "Welcome, player 2" in ben.sees()
    assert "Welcome, player 2" not in ann.sees()
    assert "A table with player 2" in ann.sees()
    assert sim.unanswered == 0
    await close(app)
    assert sim.violations == []
    assert [u["message"]["text"] for u in sim.updates.sent if "message" in u] == ["/new@paiju_test_bot doudizhu"]


async def test_a_duplicated_and_a_delayed_update_arrive_under_their_own_ids(sim: TelegramSim, ann: Person) -> None:
    app = await answering(sim)
    assert app.updater is not None
    await app.updater.start_polling()
    sim.updates.duplicate_next()
    await ann.says(ann, "/new")
    await sim.wait_for(lambda: len(ann.inbox) == 2)
    sim.updates.hold()
    await ann.says(ann, "/new")
    await ann.says(ann, "/new")
    assert len(ann.inbox) == 2
    sim.updates.release()
    await sim.wait_for(lambda: len(ann.inbox) == 4)
    sim.faults.next("drop", "getUpdates")
    await ann.says(ann, "/new")
    await sim.wait_for(lambda: len(ann.inbox) == 5)
    await close(app)


async def test_a_webhook_gets_updates_with_the_secret(sim: TelegramSim, bot: Bot, ann: Person) -> None:
    heard: list[tuple[str | None, str]] = []
    refusals = [503]

    async def hook(request: web.Request) -> web.Response:
        if refusals:
            return web.Response(status=refusals.pop())
        update = Update.de_json(await request.json(), bot)
        assert update.message is not None
        heard.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), update.message.text or ""))
        return web.Response()

    app = web.Application()
    app.router.add_post("/hook", hook)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    await bot.set_webhook(f"http://127.0.0.1:{port}/hook", secret_token="s3cret")
    await ann.says(ann, "/help")
    await sim.wait_for(lambda: heard)
    assert heard == [("s3cret", "/help")]
    assert sim.webhook_statuses == [503, 200]
    with pytest.raises(Conflict):
        await bot.get_updates()
    await bot.delete_webhook()
    assert sim.violations == []
    await runner.cleanup()


async def test_nobody_is_written_to_before_start_or_after_blocking(sim: TelegramSim, bot: Bot) -> None:
    cem = sim.user("player 3")
    with pytest.raises(Forbidden, match="initiate"):
        await bot.send_message(cem.id, "hello")
    await cem.starts("t12")
    await bot.send_message(cem.id, "hello")
    cem.blocks()
    with pytest.raises(Forbidden, match="blocked"):
        await bot.send_message(cem.id, "hello again")
    updates = await bot.get_updates()
    assert updates[0].message is not None
    assert updates[0].message.text == "/start t12"
    assert updates[1].my_chat_member is not None
    assert sim.violations == []


async def test_an_edit_to_the_same_content_is_refused_but_no_violation(sim: TelegramSim, bot: Bot, ann: Person) -> None:
    sent = await bot.send_message(ann.id, "one", reply_markup=keyboard("A"))
    with pytest.raises(BadRequest, match="not modified"):
        await bot.edit_message_text("one", ann.id, sent.message_id, reply_markup=keyboard("A"))
    await bot.edit_message_reply_markup(ann.id, sent.message_id, reply_markup=keyboard("B"))
    assert ann.last.labels == ["B"]
    await bot.delete_message(ann.id, sent.message_id)
    assert ann.inbox == []
    with pytest.raises(BadRequest, match="not found"):
        await bot.edit_message_text("two", ann.id, sent.message_id)
    assert sim.violations == []


async def test_a_query_is_answered_once(sim: TelegramSim, bot: Bot, ann: Person) -> None:
    await bot.send_message(ann.id, "?", reply_markup=keyboard("A"))
    answered = ann.presses(ann.last, ann.last.buttons[0])
    (update,) = [u for u in await bot.get_updates() if u.callback_query]
    assert update.callback_query is not None
    url = f"https://t.me/{sim.username}?start=t1"
    with pytest.raises(BadRequest, match="a text opens no url"):  # clients would show the text alone
        await bot.answer_callback_query(update.callback_query.id, "no", url=url)
    await bot.answer_callback_query(update.callback_query.id, "no", show_alert=True)
    answer = await answered
    assert (answer, answer.show_alert) == ("no", True)
    await ann.follows(url)
    with pytest.raises(BadRequest, match="too old"):
        await bot.answer_callback_query(update.callback_query.id)
    assert len(sim.violations) == 2


async def test_a_group_turns_into_a_supergroup(sim: TelegramSim, bot: Bot, ann: Person) -> None:
    group = sim.group("friends", [ann])
    new = group.migrates()
    with pytest.raises(ChatMigrated) as caught:
        await bot.send_message(group.id, "hello")
    assert caught.value.new_chat_id == new.id
    first, second = await bot.get_updates()
    assert first.message is not None
    assert second.message is not None
    assert (first.message.chat.id, first.message.migrate_to_chat_id) == (group.id, new.id)
    assert (second.message.chat.id, second.message.migrate_from_chat_id) == (new.id, group.id)
    assert sim.violations == []


async def test_topics_keep_messages_apart(sim: TelegramSim, bot: Bot, ann: Person) -> None:
    group = sim.group("forum", [ann], forum=True)
    thread = group.topic("cards")
    await ann.says(group, "/new", topic=thread)
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert (update.message.message_thread_id, update.message.is_topic_message) == (thread, True)
    await bot.send_message(group.id, "here", message_thread_id=thread)
    assert sim.messages(group)[0].thread == thread
    with pytest.raises(BadRequest, match="thread not found"):
        await bot.send_message(group.id, "nowhere", message_thread_id=99)


async def test_pictures_have_captions_and_can_be_exchanged(sim: TelegramSim, bot: Bot, ann: Person) -> None:
    sent = await bot.send_photo(ann.id, PNG, caption="<b>hand</b>", parse_mode=ParseMode.HTML)
    assert (ann.last.text, ann.pictures) == ("hand", [PNG])
    await bot.edit_message_media(InputMediaPhoto(PNG + b"2", caption="other"), ann.id, sent.message_id)
    assert (ann.last.text, ann.pictures[-1]) == ("other", PNG + b"2")
    await bot.edit_message_caption(ann.id, sent.message_id, caption="third")
    assert ann.last.text == "third"
    again = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await again.download_as_bytearray()) == PNG
    with pytest.raises(BadRequest):
        await bot.edit_message_text("text", ann.id, sent.message_id)
    assert sim.violations == []


async def test_commands_are_kept_by_language(sim: TelegramSim, bot: Bot) -> None:
    await bot.set_my_commands([BotCommand("new", "Open a table")])
    await bot.set_my_commands([BotCommand("new", "开一桌")], language_code="zh")
    await bot.set_my_description("Card games")
    await bot.set_my_short_description("Cards")
    assert sim.commands["default", "zh"][0]["description"] == "开一桌"
    assert (await bot.get_my_commands())[0].description == "Open a table"
    assert sim.violations == []
    with pytest.raises(BadRequest):
        await bot.set_my_commands([BotCommand("New", "Capital")])
    with pytest.raises(BadRequest):
        await bot.set_my_short_description("x" * 121)
    assert len(sim.violations) == 2


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("", None),
        ("x" * 4097, None),
        ("<b>open", None),
        ("<b>a</i>", None),
        ("<p>a</p>", None),
        ("a < b", None),
        ("   ", None),
        ("ok", InlineKeyboardMarkup([[InlineKeyboardButton("A", callback_data="牌" * 22)]])),
        ("ok", InlineKeyboardMarkup([[InlineKeyboardButton("A", callback_data="a")] * 9])),
        ("ok", InlineKeyboardMarkup([[InlineKeyboardButton("A", callback_data="a")]] * 101)),
        ("ok", InlineKeyboardMarkup([[InlineKeyboardButton("A")]])),
        ("ok", InlineKeyboardMarkup([[InlineKeyboardButton("A", url="https://t.me/paiju_test_bot?start=a.b")]])),
    ],
)
async def test_broken_limits_are_refused_and_kept_on_record(
    sim: TelegramSim, bot: Bot, ann: Person, text: str, markup: InlineKeyboardMarkup | None
) -> None:
    with pytest.raises(BadRequest):
        await bot.send_message(ann.id, text, parse_mode=ParseMode.HTML, reply_markup=markup)
    assert len(sim.violations) == 1
    assert ann.inbox == []


async def test_what_the_library_may_send_is_accepted(sim: TelegramSim, bot: Bot, ann: Person) -> None:
    first = await bot.send_message(
        ann.id,
        '<b>3 &lt; 4</b> <i>a</i> <tg-spoiler>s</tg-spoiler> <a href="https://example.org/?a=1&amp;b=2">l</a> 🀄',
        parse_mode=ParseMode.HTML,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        disable_notification=True,
        reply_markup=ForceReply(),
    )
    assert ann.last.text == "3 < 4 a s l 🀄"
    assert ann.last.link("example") == "https://example.org/?a=1&b=2"
    assert ann.notifications == []
    await bot.send_message(ann.id, "x" * 4096, reply_parameters=ReplyParameters(first.message_id))
    assert ann.notifications == [ann.last]
    await bot.send_chat_action(ann.id, "typing")
    await bot.get_chat(ann.id)
    assert sim.violations == []


async def test_wrong_names_and_types_are_violations(sim: TelegramSim, ann: Person) -> None:
    url = f"{sim.base_url}/bot{sim.token}"
    async with aiohttp.ClientSession() as session:
        for path, body in [
            ("sendMessage", {"chat_id": ann.id}),
            ("sendMessage", {"chat_id": ann.id, "text": "a", "txet": 1}),
            ("sendMessage", {"chat_id": ann.id, "text": 5}),
            ("sendMessage", {"chat_id": ann.id, "text": "a", "reply_markup": {"inline_keyboard": [[{"text": 1}]]}}),
        ]:
            async with session.post(f"{url}/{path}", json=body) as answer:
                assert answer.status == 400
        async with session.post(f"{url}/sendmessage", data={"chat_id": str(ann.id), "text": "a"}) as answer:
            assert answer.status == 200
        async with session.get(f"{url}/getMe") as answer:
            assert (await answer.json())["result"]["username"] == sim.username
        async with session.get(f"{sim.base_url}/bot1:wrong/getMe") as answer:
            assert answer.status == 401
    assert len(sim.violations) == 4


async def test_faults_strike_the_calls_they_were_made_for(sim: TelegramSim, bot: Bot, ann: Person, ben: Person) -> None:
    sim.faults.next("flood", "sendMessage", chat=ann.id, retry_after=7)
    await bot.send_message(ben.id, "goes through")
    with pytest.raises(RetryAfter):
        await bot.send_message(ann.id, "too fast")
    await bot.send_message(ann.id, "now")
    sim.faults.next("server_error", count=2)
    for _ in range(2):
        with pytest.raises(NetworkError):
            await bot.send_message(ann.id, "broken")
    sim.faults.next("lost_answer", "sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(ann.id, "posted all the same")
    sim.faults.next("hang_after", "sendMessage")
    with pytest.raises(TimedOut):
        await bot.send_message(ann.id, "posted and silent", read_timeout=0.2)
    sim.faults.next("drop", "sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(ann.id, "never posted")
    assert [m.text for m in ann.inbox] == ["now", "posted all the same", "posted and silent"]
    assert sim.faults.pending == 0
    assert sim.violations == []


async def test_only_one_poll_at_a_time(sim: TelegramSim, bot: Bot) -> None:
    async with Bot(sim.token, base_url=f"{sim.base_url}/bot") as other:
        first = asyncio.create_task(bot.get_updates(timeout=20))
        await sim.wait_for(lambda: sim.updates.polling)
        second = asyncio.create_task(other.get_updates(timeout=20))
        with pytest.raises(Conflict):
            await first
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)


async def test_administrators_are_listed_and_members_known(
    sim: TelegramSim, bot: Bot, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben], owner=ann)
    group.promotes(ben)
    admins = await bot.get_chat_administrators(group.id)
    assert {(member.user.id, member.status) for member in admins} == {(ann.id, "creator"), (ben.id, "administrator")}
    group.leaves(ben)
    group.removes_bot(ann)
    with pytest.raises(Forbidden):
        await bot.send_message(group.id, "anybody?")


async def test_rates_are_kept_and_edits_count(ann: Person) -> None:
    async with TelegramSim(pace=1.0) as strict:
        eve = strict.user("player 4", started=True)
        async with Bot(strict.token, base_url=f"{strict.base_url}/bot") as bot:
            sent = [await bot.send_message(eve.id, str(n)) for n in range(3)]
            with pytest.raises(RetryAfter):
                await bot.edit_message_text("more", eve.id, sent[0].message_id)
            await bot.send_chat_action(eve.id, "typing")
        assert len(eve.inbox) == 3
