"""Choices that are tried on drawn hands bring what they do where ``normal`` plays on."""

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games.base.actions import Play
from games.base.cards import RANKS, Rank, full_pack, rank_of, sort_cards
from games.base.notation import read_exact as cards
from games.contract import Deal
from games.guandan import GAME
from games.guandan.ai import strong
from games.guandan.ai.scene import Scene
from games.guandan.ai.sight import Told
from games.guandan.ai.strong import ODDS, played_on
from games.guandan.combinations.selection import Hand
from games.guandan.native import CORE
from games.guandan.options import house_rules
from games.guandan.state import Over, Playing, State
from games.kit.counts import pack

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
                found = played_on(view, scene, options[:8], 2)
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


@pytest.mark.skipif(CORE is None, reason="no native core: nothing was tried on drawn hands")
@pytest.mark.parametrize("sure", [False, True])
@pytest.mark.parametrize(("only", "points"), [("Ks", 2), ("5c", 3)])
def test_hands_are_drawn_by_the_odds_and_hold_what_is_known(
    only: str, points: int, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seat 0 leads a queen and keeps a joker; seat 1 has one card only: if that is the king, it is out before seat 0."""
    hand, unseen, alone = cards("Qs X"), cards("Ks Jd 5c 6h 7h 8d 9d"), cards(only)
    odds = [0] * ODDS
    odds[6 * rank_of(alone[0]) + 1] = (
        0 if sure else 40_000
    )  # a seat with few cards holds one, of which it has laid none
    monkeypatch.setattr(strong, "_odds", lambda: odds)
    rules = house_rules(OPTIONS).combos(Rank(12))
    laid = tuple((Counter(full_pack(2)) - Counter(hand + unseen)).elements())
    seats = [SimpleNamespace(shown=alone if sure and seat == 1 else ()) for seat in range(4)]
    view: Any = SimpleNamespace(
        hand=hand, seats=seats, options=OPTIONS, acts=[SimpleNamespace(verb="play", seat=2, cards=laid)]
    )
    scene = Scene(0, rules, Hand(hand, rules), (2, 1, 0, 6), (2,), None, 0, Told(laid=[0, 0, pack(laid), 0]))
    found = strong.played_on(view, scene, [scene.choice(Play(hand[:1]))], 20)
    assert found == [(20 * points, 20)]
