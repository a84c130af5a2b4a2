"""The AI players of Guandan think in a process of their own, as they do at a real table."""

import pytest

from bot.session.host.thinker import PoolThinker
from games.contract import Json
from games.guandan import GAME
from games.simulate import SeededDice


@pytest.mark.parametrize("phase", ["tribute", "play"])
async def test_an_answer_comes_back_from_the_thinking_process(phase: str) -> None:
    options = GAME.option_set.complete({"tribute": phase == "tribute"})
    carry: dict[str, Json] = {"places": [0, 1, 2, 3]}
    deal = GAME.deal(options, 4, carry, SeededDice(3))
    state = GAME.start(options, deal, carry).state
    assert GAME.phase(state) == phase
    seat = GAME.awaited(state)[0].seat
    thinker = PoolThinker()
    try:
        for level in GAME.levels:
            action = await thinker.choose("guandan", GAME.view(state, seat), level)
            assert action is not None
            GAME.check(state, seat, action)
    finally:
        await thinker.close()
