"""Choices that are tried on drawn hands bring what they do where ``normal`` plays on."""

from random import Random

import pytest

from games.base.cards import RANKS, full_pack, sort_cards
from games.contract import Deal
from games.guandan import GAME
from games.guandan.ai.scene import Scene
from games.guandan.native import CORE, played_on
from games.guandan.options import house_rules
from games.guandan.state import Over, Playing, State

OPTIONS = GAME.option_set.complete({})


def dealt(random: Random) -> Playing:
    pack = random.sample(full_pack(2), 108)
    hands = tuple(sort_cards(pack[seat::4]) for seat in range(4))
    state = GAME.start(OPTIONS, Deal(hands, keys={"level": RANKS[random.randrange(13)], "leader": 0}), {}).state
    assert isinstance(state, Playing)
    return state


def by_habit(state: State) -> State:
    """Let the seat to act do what ``normal`` would."""
    assert isinstance(state, Playing)
    scene = Scene.of(GAME.view(state, state.turn))
    return GAME.apply(state, state.turn, scene.action(scene.weighed().usual)).state


@pytest.mark.skipif(CORE is None, reason="no native core: nothing was tried on drawn hands")
def test_all_play_on_as_normal_does() -> None:
    """Where two seats are left, each knows what the other holds, and only one thing can come of a play."""
    random, compared = Random(7), list[int]()
    for _ in range(12):
        state: State = dealt(random)
        while isinstance(state, Playing):
            if len(state.finished) == 2:
                view = GAME.view(state, state.turn)
                scene = Scene.of(view)
                options = [option.choice for option in scene.decision().options]
                unseen = tuple(card for seat, hand in enumerate(state.hands) if seat != state.turn for card in hand)
                found = played_on(
                    house_rules(OPTIONS), [scene.rules.level, scene.seat, *scene.counts, *scene.finished],
                    (scene.standing, scene.standing_seat), state.hands[state.turn], unseen,
                    [choice and (choice.reading, choice.cards) for choice in options[:8]], (2, 1),
                )  # fmt: skip
                assert found is not None
                for choice, (points, wins) in zip(options, found, strict=False):
                    after = GAME.apply(state, state.turn, scene.action(choice)).state
                    while isinstance(after, Playing):
                        after = by_habit(after)
                    assert isinstance(after, Over)
                    assert (points, wins) == (2 * after.points[state.turn], 2 * (after.points[state.turn] > 0))
                    compared.append(points)
            state = by_habit(state)
    assert len(compared) > 40
    assert len(set(compared)) > 2
