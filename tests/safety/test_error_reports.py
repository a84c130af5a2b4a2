"""What leaves for Sentry: where something went wrong, and nothing of anybody's."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from contextlib import redirect_stderr

import pytest
import sentry_sdk
import structlog

from bot.error_reports import reports
from bot.logs import configure_logs
from tests.collector import Collector

HAND = "3s 4h 5d Tc Xx"
SECRETS = (HAND, "Annabelle", "700000001:token-of-a-bot", "what she wrote")


@pytest.fixture
def plain_logs() -> Iterator[None]:
    """The logs as they were, afterwards."""
    root, known = logging.getLogger(), logging.root.manager.loggerDict
    handlers, level = root.handlers[:], root.level
    before = {name: logging.getLogger(name).level for name in known}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in known:
        logging.getLogger(name).setLevel(before.get(name, logging.NOTSET))
    structlog.reset_defaults()
    sentry_sdk.init()


async def test_a_report_of_an_error_holds_no_card_token_name_or_text(plain_logs: None) -> None:
    def go_wrong(address: str) -> None:
        configure_logs("ERROR", "json", (), [reports(address.replace("http://", "http://key@") + "/1")])
        sentry_sdk.set_user({"username": SECRETS[1]})
        sentry_sdk.add_breadcrumb(message=SECRETS[3])
        sentry_sdk.capture_message(" ".join(SECRETS))
        hand, token = HAND, SECRETS[2]
        try:
            try:
                raise ValueError(f"{hand} of {SECRETS[1]}")
            except ValueError as error:
                raise RuntimeError(token) from error
        except RuntimeError as error:
            sentry_sdk.capture_exception(error)
            with redirect_stderr(io.StringIO()):
                structlog.get_logger("t").error(
                    "a command failed", exc_info=error, table=12, name=SECRETS[1], said=hand
                )
        sentry_sdk.flush(5)

    async with Collector() as collector:
        await asyncio.to_thread(go_wrong, collector.address)
    sent = b"\n".join(collector.bodies).decode()
    assert not [secret for secret in SECRETS if secret in sent]
    (report,) = [one for line in sent.splitlines() if line and "message" in (one := json.loads(line))]
    assert report["message"].startswith("a command failed builtins.RuntimeError at test_error_reports.py:")
    assert "caused by builtins.ValueError" in report["message"]
    assert report["tags"] == {"table": "12"}
