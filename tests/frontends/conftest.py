"""Stages: what is the same on both platforms with chats is tried on each."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.frontends.stage import Stage, stages


@pytest.fixture(params=["telegram", "discord"])
async def stage(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Stage]:
    async with stages(request.param, tmp_path, monkeypatch) as stage:
        yield stage
