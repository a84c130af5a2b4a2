"""Choices that are tried on drawn hands bring what they do where ``normal`` plays on."""

from random import Random

import pytest

from games.base.cards import RANKS, full_pack, rank_of, sort_cards
from games.base.notation import read_exact as cards
from games.contract import Deal
from games.guandan import GAME
from games.guandan.ai.scene import Scene
from games.guandan.ai.strong import ODDS, signs
from games.guandan.combinations.kinds import Kind, Reading
from games.guandan.native import CORE, played_on
from games.guandan.options import house_rules
from games.guandan.state import Over, Playing, State
from games.kit.counts import UNITS, pack
from games.kit.native import copies

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
                    [choice and (choice.reading, choice.cards) for choice in options[:8]], (2, 1), signs(view, scene),
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


@pytest.mark.skipif(CORE is None, reason="no native core: nothing was tried on drawn hands")
@pytest.mark.parametrize("sure", [False, True])
@pytest.mark.parametrize(("only", "points"), [("Ks", 2), ("5c", 3)])
def test_hands_are_drawn_by_the_odds_and_hold_what_is_known(only: str, points: int, sure: bool) -> None:
    """Seat 0 leads a queen and keeps a joker; seat 1 has one card only: if that is the king, it is out before seat 0."""
    hand, unseen, alone = cards("Qs X"), cards("Ks Jd 5c 6h 7h 8d 9d"), cards(only)
    odds = [0] * ODDS
    odds[6 * rank_of(alone[0]) + 1] = (
        0 if sure else 40_000
    )  # a seat with few cards holds one, of which it has laid none
    laid = sum(UNITS[rank] * (8 if rank < 13 else 2) for rank in range(15)) - pack(hand + unseen)
    known = [0] * 54 + [*copies(alone if sure else ())] + [0] * 108
    found = played_on(
        house_rules(OPTIONS), [12, 0, 2, 1, 0, 6, 2], (None, 0), hand, unseen,
        [(Reading(Kind.SINGLE, rank_of(hand[0]), 1), hand[:1])], (20, 1), [0, 0, laid, 0, *[15] * 12, *odds, *known],
    )  # fmt: skip
    assert found == [(20 * points, 20)]
