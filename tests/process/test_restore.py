"""A backup is put back while the chats are an evening further: nobody is stuck, and nothing is played by an old button."""

from pathlib import Path

import pytest

from soak.drill import drill

pytestmark = pytest.mark.process


async def test_after_a_restore_old_messages_lead_to_new_ones_and_play_goes_on(tmp_path: Path) -> None:
    await drill(tmp_path, groups=1, presses=20, seed=3, by_hand=False)
