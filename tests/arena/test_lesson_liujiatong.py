"""What learns in C sees what ``strong`` sees: the same plays, the same numbers."""

import ctypes
import shutil
from typing import Any

import pytest

from arena.lessons.liujiatong.learning import INPUTS, compiled, learn
from games.base.actions import Play
from games.base.cards import rank_counts
from games.contract import Judge
from games.liujiatong import GAME
from games.liujiatong.ai.features import OWN, SHARED, marks, own, shared
from games.liujiatong.ai.plan import plan
from games.liujiatong.ai.weighing import BUDGET, situation
from games.liujiatong.kinds import Kind
from games.simulate import SeededDice

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
KINDS = list(Kind)
MOST = 401


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("learning"))


def look(library: ctypes.CDLL, lesson: ctypes.c_void_p, view: Any) -> tuple[list[tuple[int, ...]], list[list[float]]]:
    """The plays that C weighs, by rank, and the features of each, of the pass first."""
    seen, told = situation(view), marks(view)
    standing = seen.standing
    reading = [0] * 3 if standing is None else [KINDS.index(standing.kind), standing.rank, standing.size]
    features, cards = (ctypes.c_float * (MOST * INPUTS))(), (ctypes.c_uint8 * (MOST * 15))()
    found = library.look(
        lesson, bytes(seen.counts), bytes(seen.odds.unseen), bytes(seen.sizes), seen.seat,
        -1 if seen.standing_seat is None else seen.standing_seat, seen.pot, bytes(reading),
        bytes([*told.single, *told.pair, *told.passed]), features, cards,
    )  # fmt: skip
    plays = [tuple(cards[at * 15 : at * 15 + 15]) for at in range(found)]
    return plays, [features[at * INPUTS : at * INPUTS + INPUTS] for at in range(found + 1)]


def test_both_weigh_the_same_plays_by_the_same_numbers(library: ctypes.CDLL) -> None:
    assert SHARED + OWN == INPUTS
    assert isinstance(GAME, Judge)
    options = GAME.option_set.complete({})
    state = GAME.start(options, GAME.deal(options, 6, {}, SeededDice("lesson")), {}).state
    lesson, compared = ctypes.c_void_p(library.begin(ctypes.c_uint64(1))), 0
    while (awaited := GAME.awaited(state)) and compared < 150:
        view = GAME.view(state, awaited[0].seat)
        found = GAME.estimate(view, SeededDice(1))
        plays, features = look(library, lesson, view)
        cards = [one.action.cards for one in found if isinstance(one.action, Play)]
        assert sorted(tuple(rank_counts(each)) for each in cards) == sorted(plays)
        seen, told = situation(view), marks(view)
        if seen.standing is not None:
            numbers = [*shared(seen, told), *own(seen, told, None, plan(seen.counts, BUDGET).price)]
            assert numbers == pytest.approx(features[0], abs=1e-4)
        compared += 1
        state = GAME.apply(state, awaited[0].seat, found[compared % min(3, len(found))].action).state
    assert compared == 150
    library.end(lesson)


def test_a_lesson_leads_to_a_network() -> None:
    network = learn(1, 12, 2)["strong"]
    assert network.sizes == (INPUTS, 64, 32, 1)
    assert learn(1, 12, 2)["strong"].layers == network.layers
