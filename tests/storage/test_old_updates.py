"""Which updates are forgotten at a start: old ones, but never the latest, whatever the wall clock said."""

from __future__ import annotations

import pytest

from storage import health
from storage.api import Store

DAY = 86_400.0


@pytest.mark.parametrize(("latest", "left"), [(10_000, {"old", "new", "ahead"}), (1, {"ahead", "new"})])
async def test_a_clock_that_was_years_ahead_makes_nobody_forget_what_came_last(
    store: Store, latest: int, left: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_KEPT", {"seconds": 7 * DAY, "latest": latest})
    async with store.begin() as unit:
        for name, at in (("old", 1 * DAY), ("new", 30 * DAY), ("ahead", 400 * DAY)):
            await unit.updates.remember("chat", name, name, at)
        await unit.commit()
    assert isinstance(store, health.WatchedStore)
    await store.forget_old_updates()
    async with store.begin() as unit:
        assert {name for name in ("old", "new", "ahead") if await unit.updates.seen("chat", name) is not None} == left
