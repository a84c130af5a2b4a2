"""Stopping in time, whatever hangs."""

import asyncio
from contextlib import AsyncExitStack

import pytest
import structlog

from bot import app
from tests.patience import patient


async def test_what_hangs_is_cut_off_and_what_comes_after_it_is_still_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_STOP_SECONDS", 0.05)
    closed: list[str] = []

    async def close(name: str) -> None:
        closed.append(name)

    async def hang() -> None:
        await asyncio.Event().wait()

    async with AsyncExitStack() as stack:
        stack.push_async_callback(close, "store")
        stack.push_async_callback(close, "manager")
        stack.push_async_callback(hang)
        stack.push_async_callback(close, "page")
        with structlog.testing.capture_logs() as logs:
            await app._close(stack)
    assert closed == ["page", "manager", "store"]
    assert len(logs) == 1


async def test_what_does_not_even_let_itself_be_cut_off_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_STOP_SECONDS", 0.05)
    monkeypatch.setattr(app, "_LAST_SECONDS", 0.05)
    closed: list[str] = []
    end = asyncio.Event()

    async def close() -> None:
        closed.append("store")

    async def stubborn() -> None:
        while not end.is_set():
            try:
                await end.wait()
            except asyncio.CancelledError:
                continue

    async with AsyncExitStack() as stack:
        stack.push_async_callback(close)
        stack.push_async_callback(stubborn)
        await patient(app._close(stack))
    assert closed == []
    end.set()
    await asyncio.sleep(0)
