"""What the tests of the arena are run for: every game."""

from typing import Any

import pytest

from games import GAMES
from games.contract import Game


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return GAMES[request.param]
