"""Starting, refusing to start, and stopping."""

import signal
import socket
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from tests.patience import patient
from tests.process.conftest import Starter, tokens
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_without_a_token_the_page_is_served_until_a_signal_ends_it(
    program: Starter, sign: signal.Signals
) -> None:
    running = await program().start()
    async with aiohttp.ClientSession() as web:
        async with web.get(f"{running.page}/healthz") as health:
            assert health.status == 200
            assert (await health.json())["status"] == "ok"
        async with web.get(f"{running.page}/metrics") as metrics:
            assert metrics.status == 200
            assert "# HELP" in await metrics.text()
        async with web.get(running.page) as page:
            assert page.status == 200
    assert await running.stop(sign) == 0
    assert not [line for line in running.errors if "Traceback" in line]


async def test_healthz_waits_for_every_platform(telegram: TelegramSim, discord: DiscordSim, program: Starter) -> None:
    telegram.faults.next("server_error", "getUpdates")
    running = await program(**tokens(telegram, discord)).start()
    assert running.output[0] == f"Paiju is ready: {running.page}"
    await running.says("Telegram is ready")
    assert [call.ok for call in telegram.calls if call.method == "getUpdates"][:2] == [False, True]
    await running.says("Discord is ready")
    async with aiohttp.ClientSession() as web, web.get(f"{running.page}/healthz") as health:
        assert health.status == 200, await health.text()
        assert {"telegram", "discord", "database"} <= set((await health.json())["checks"])


async def test_a_database_that_is_deleted_under_the_program_is_noticed_and_said_once(
    program: Starter, tmp_path: Path
) -> None:
    running = await program().start()
    (tmp_path / "paiju.db").unlink()
    async with aiohttp.ClientSession() as web:
        for _ in range(2):
            async with web.get(f"{running.page}/healthz") as health:
                assert health.status == 503
                assert (await health.json())["checks"] == {"database": "failing"}
    assert await running.stop() == 0
    assert len([line for line in running.errors if "the database was taken away" in line]) == 1


async def test_the_database_commands_work_beside_a_running_bot(program: Starter, tmp_path: Path) -> None:
    await program().start()
    check, backup = program("db", "check"), program("db", "backup", str(tmp_path / "copy.db"))
    assert await check.finish() == 0, check.errors
    assert check.output[-1].endswith("sound")
    assert await backup.finish() == 0, backup.errors
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()


@pytest.mark.parametrize(("command", "setting"), [("run", "DISCORD_TOKEN"), ("run --check", "DEFAULT_LANGUAGE")])
async def test_a_wrong_setting_stops_the_start_with_one_line_that_names_it_and_not_its_value(
    program: Starter, command: str, setting: str
) -> None:
    refused = program(*command.split(), **{setting: "nonsense"})
    assert await refused.finish() == 1
    (line,) = refused.errors
    assert setting in line
    assert "TOKEN" not in setting or "nonsense" not in line


async def test_a_file_that_is_no_database_is_refused(program: Starter, tmp_path: Path) -> None:
    (tmp_path / "paiju.db").write_text("these are not the tables you are looking for\n" * 50)
    refused = program()
    assert await refused.finish() == 1
    assert len(refused.errors) == 1, refused.errors


async def test_a_port_that_is_taken_is_one_clear_line(program: Starter) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = program(WEB_PORT=str(port))
        assert await refused.finish() == 1
    problems = [line for line in refused.errors if line.startswith("paiju:")]
    assert len(problems) == 1, refused.errors
    assert str(port) in problems[0]


async def test_a_token_that_the_platform_does_not_know_is_one_clear_line(
    telegram: TelegramSim, program: Starter
) -> None:
    wrong = "700000001:another-token-that-nobody-has-given-out"
    refused = program(TELEGRAM_TOKEN=wrong, TELEGRAM_API_BASE_URL=telegram.base_url)
    assert await refused.finish() == 1
    problems = [line for line in refused.errors if line.startswith("paiju:")]
    assert len(problems) == 1, refused.errors
    assert "TELEGRAM_TOKEN" in problems[0]
    assert wrong not in "\n".join(refused.output + refused.errors)


async def test_telegram_updates_come_through_the_page_when_a_webhook_is_set(
    telegram: TelegramSim, program: Starter
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    secret = "a-word-between-two-servers"
    running = await program(
        **tokens(telegram), WEB_PORT=str(port),
        TELEGRAM_WEBHOOK_URL=f"http://127.0.0.1:{port}/telegram", TELEGRAM_WEBHOOK_SECRET=secret,
    ).start()  # fmt: skip
    await running.says("telegram.connected")
    person = telegram.user("player 1", started=True)
    group = telegram.group("friends", members=[person])
    await person.says(group, "/new doudizhu")
    await telegram.wait_for(lambda: telegram.find(group, "player 1"))
    address, known = f"http://127.0.0.1:{port}/telegram", {"X-Telegram-Bot-Api-Secret-Token": secret}
    bodies = [
        b'{"update_id": 1}', b"{", b"[" * 200_000, b"[]", b'{"update_id": "x"}', b'{"update_id": 7, "message": {}}',
    ]  # fmt: skip
    async with aiohttp.ClientSession() as web:

        async def says(body: bytes, **headers: str) -> int:
            async with web.post(address, data=body, headers=headers) as answer:
                return answer.status

        said = len(running.errors)
        assert [await says(body) for body in bodies] == [403] * 6
        assert [await says(body, **dict.fromkeys(known, "a guess")) for body in bodies] == [403] * 6
        assert len(running.errors) == said
        assert [await says(body, **known) for body in bodies] == [200, 400, 400, 400, 400, 200]
        assert await says(b" " * 600_000 + b"{}", **known) == 413
        async with web.get(f"{running.page}/metrics") as metrics:
            assert 'paiju_events_total{what="unreadable"} 5.0' in await metrics.text()
    assert not [line for line in running.errors if "[error" in line]
    assert secret not in "\n".join(running.errors)


async def test_no_token_is_ever_written_to_the_log(
    telegram: TelegramSim, discord: DiscordSim, program: Starter
) -> None:
    running = await program(**tokens(telegram, discord), LOG_LEVEL="DEBUG", LOG_FORMAT="json").start()
    await discord.wait_until_ready()
    await running.says("telegram.connected")
    person = telegram.user("player 1", started=True)
    await person.says(telegram.group("friends", members=[person]), "/new doudizhu")
    await telegram.wait_for(lambda: len(telegram.called("sendMessage")) > 0)
    assert await patient(running.stop()) == 0
    written = "\n".join(running.output + running.errors)
    assert telegram.token not in written
    assert discord.token not in written
