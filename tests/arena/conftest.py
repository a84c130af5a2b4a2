"""What the tests of the arena are run for: every game."""

from __future__ import annotations

from typing import Any

import pytest

from games import GAMES
from games.contract import Game


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Every game that there is, one after the other."""
    return GAMES[request.param]
