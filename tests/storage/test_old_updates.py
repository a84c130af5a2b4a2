"""Which updates are forgotten at a start: old ones, but never the latest, whatever the wall clock said."""

from __future__ import annotations

from typing import cast

import pytest

from storage.api import DurableStore, Store
from storage.postgres import store as on_a_server
from storage.sqlite import store as in_a_file

DAY = 86_400.0


@pytest.mark.parametrize(("latest", "left"), [(10_000, {"old", "new", "ahead"}), (1, {"ahead", "new"})])
async def test_a_clock_that_was_years_ahead_makes_nobody_forget_what_came_last(
    store: Store, latest: int, left: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (in_a_file, on_a_server):
        monkeypatch.setattr(module, "_KEPT", {"seconds": 7 * DAY, "latest": latest})
    async with store.begin() as unit:
        for name, at in (("old", 1 * DAY), ("new", 30 * DAY), ("ahead", 400 * DAY)):
            await unit.updates.remember("chat", name, name, at)
        await unit.commit()
    await cast("DurableStore", store).forget_old_updates()
    async with store.begin() as unit:
        assert {name for name in ("old", "new", "ahead") if await unit.updates.seen("chat", name) is not None} == left
