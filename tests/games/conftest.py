"""Every game, for what all of them promise."""

from typing import Any

import pytest

from games import GAMES
from games.contract import Game


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game[Any]:
    found: Game[Any] = GAMES[request.param]
    return found
