"""Three groups on each platform, whose bot gets a backup back, through ``paiju restore`` and by other means."""

from pathlib import Path

import pytest

from soak.drill import drill


@pytest.mark.parametrize("by_hand", [False, True], ids=["restored", "copied"])
async def test_a_restore_drill(tmp_path: Path, seed: int, by_hand: bool) -> None:
    await drill(tmp_path, groups=3, presses=150, seed=seed, by_hand=by_hand)
