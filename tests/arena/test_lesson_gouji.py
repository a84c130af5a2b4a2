"""What learns Gou Ji in C is what ``strong`` is: the same actions, the same ``normal``, the same numbers shown; a lesson leads to
a network."""

import ctypes
import shutil
from itertools import chain

import numpy as np
import pytest

from arena.lessons.gouji.learning import CHOICE, INPUTS, begin, compiled, lesson, load, network_of, odds, seen
from games.gouji import GAME
from games.gouji.ai.learned.judgement import ODDS, TWO
from games.gouji.ai.learned.moves import sensible
from games.gouji.ai.learned.sight import Sight, signs
from games.gouji.ai.table import Table
from games.gouji.kinds import Makeup
from games.gouji.native import numbers_of
from games.gouji.numbers import BURN, NUMBER_OF, PLAY, number_of_action
from games.simulate import SeededDice

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    found = compiled(tmp_path_factory.mktemp("gouji"))
    begin(found, 1)
    return found


def number(move: list[int], *, burns: bool) -> int:
    base, size, natural, twos, small, big = move
    assert size == natural + twos + small + big
    return NUMBER_OF[Makeup(base, size, twos, small, big)] + (BURN - PLAY if burns else 0) if size else base


def test_c_is_shown_what_strong_is_shown_and_knows_what_normal_does(library: ctypes.CDLL) -> None:
    random = np.random.default_rng(3)
    begin(library, 1, CHOICE)
    size = library.weights(None)
    weights = random.normal(0, 0.1, size).astype(np.float32)
    load(library, weights)
    network = network_of(weights, "")
    options = GAME.option_set.complete({"revolution": False})
    asked: set[str] = set()
    compared = 0
    for deal in range(2):
        state = GAME.start(options, GAME.deal(options, 6, {}, SeededDice(f"lesson {deal}")), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            view = GAME.view(state, seat)
            assert view.hand is not None
            usual = GAME.think(view, "normal", SeededDice(1))
            done = usual
            if view.public.mode is not None:
                table = Table.of(view)
                told, choices = signs(view.acts), sensible(table)
                if len(choices) > 1:
                    position = numbers_of(state)
                    assert position
                    moves, by_normal, rows, values = seen(library, position, [*chain(*told.wild, *told.let_go)])
                    numbers = [number(move, burns=awaited[0].why == "burn") for move in moves]
                    assert numbers[by_normal] == number_of_action(usual)
                    assert sorted({*numbers} - {numbers[by_normal]}) == sorted({*choices} - {numbers[by_normal]})
                    sight = Sight(table)
                    shared = sight.shared()
                    shown = [[*shared, *sight.own(one, usual=one == numbers[by_normal])] for one in numbers]
                    assert np.abs(np.array(shown) - rows).max() < 1e-4
                    worth = network.value(shown[0]) - TWO * moves[0][3]
                    assert worth == pytest.approx(float(values[0]), abs=1e-3)
                    compared += 1
                    asked.add(awaited[0].why)
                if random.random() < 0.1:
                    done = GAME.think(view, "easy", SeededDice(1))
            state = GAME.apply(state, seat, done).state
    assert compared > 100
    assert asked >= {"lead", "follow", "yield", "last_chance", "duel", "burn"}


def test_a_lesson_leads_to_a_network(library: ctypes.CDLL) -> None:
    weights = lesson(library, 1, 30, 2)
    network = network_of(weights, "")
    assert (network.sizes[0], network.sizes[-1]) == (INPUTS, 1)
    assert (lesson(library, 1, 30, 2) == weights).all()
    assert (lesson(library, 2, 30, 2) != weights).any()
    likely = odds(library, 1, 30)
    assert likely.sizes == (ODDS, 1)
    assert any(likely.layers[0][0][0])
