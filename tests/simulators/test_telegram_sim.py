"""The Telegram simulator, seen through the unmodified library."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import ParseMode
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter, TimedOut

from .telegram import Person, TelegramSim


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


async def test_commands_are_kept_by_language(sim: TelegramSim, bot: Bot) -> None:
    await bot.set_my_commands([BotCommand("new", "Open a table")])
    await bot.set_my_commands([BotCommand("new", "开一桌")], language_code="zh")
    await bot.set_my_description("Card games")
    await bot.set_my_short_description("Cards")
    assert sim.commands["default", "zh"][0]["description"] == "开一桌"
    assert sim.commands["default", ""][0]["description"] == "Open a table"
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


async def test_rates_are_kept_and_edits_count(ann: Person) -> None:
    async with TelegramSim(pace=1.0) as strict:
        eve = strict.user("player 4", started=True)
        async with Bot(strict.token, base_url=f"{strict.base_url}/bot") as bot:
            sent = [await bot.send_message(eve.id, str(n)) for n in range(3)]
            with pytest.raises(RetryAfter):
                await bot.edit_message_text("more", eve.id, sent[0].message_id)
            await bot.send_chat_action(eve.id, "typing")
        assert len(eve.inbox) == 3
