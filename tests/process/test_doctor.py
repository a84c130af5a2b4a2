"""``paiju doctor`` before both platforms: what is well, and what it advises where something is not."""

from pathlib import Path

import pytest

from tests.process.conftest import Starter, tokens
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process


async def test_what_is_well_is_said_in_a_line_each(
    telegram: TelegramSim, discord: DiscordSim, program: Starter
) -> None:
    look = program("doctor", **tokens(telegram, discord), WEB_PORT="0")
    assert await look.finish() == 0, look.output
    assert [line for line in look.output if not line.startswith("✓")] == []
    for part in ("settings", "database", "disk", "clock", "Telegram", "Discord"):
        assert any(line.startswith(f"✓ {part}") for line in look.output), part


async def test_what_is_not_comes_with_its_remedy_and_without_secrets(
    telegram: TelegramSim, discord: DiscordSim, program: Starter
) -> None:
    wrong = {"TELEGRAM_TOKEN": f"123456:{'x' * 35}", "DISCORD_TOKEN": f"MTIzNDU2Nzg5MDEyMzQ1Njc4.{'x' * 6}.{'y' * 38}"}
    telegram.updates.webhook_url = "https://another.example.org"
    look = program("doctor", **{**tokens(telegram, discord), **wrong}, WEB_PUBLIC_URL="http://127.0.0.1:9")
    assert await look.finish() == 1
    said = "\n".join(look.output + look.errors)
    for line in (
        "✗ Telegram 123456: refuses the token",
        "@BotFather",
        "✗ Discord 123456789012345678: refuses the token",
        "✗ page:",
    ):
        assert line in said
    assert not any(token in said for token in ("xxxxx", "yyyyy", telegram.token, discord.token))
    look = program("doctor", **tokens(telegram, discord), DATABASE_URL="sqlite+aiosqlite:////nowhere/paiju.db")
    assert await look.finish() == 1
    said = "\n".join(look.output)
    assert "✗ database" in said
    assert "a webhook of another program is set" in said
    look = program("doctor", TURN_SECONDS="soon")
    assert await look.finish() == 1
    assert "✗ settings: TURN_SECONDS" in "\n".join(look.output)


async def test_who_else_has_the_token_or_the_database_is_said(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    async with program(**tokens(telegram)):
        await telegram.wait_for(lambda: telegram.updates.polling)
        look = program("doctor", **tokens(telegram))
        assert await look.finish() == 0, "it is ours, and is left in peace"
        assert any("already in use by another Paiju" in line for line in look.output if line.startswith("✓ database"))
        look = program("doctor", **tokens(telegram), DATABASE_URL=f"sqlite+aiosqlite:///{tmp_path / 'other.db'}")
        assert await look.finish() == 1
        assert any("another program fetches what is meant for this bot" in line for line in look.output)
