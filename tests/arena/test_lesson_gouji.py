"""What learns Gou Ji in C is what ``strong`` is: the same actions, the same ``normal``, the same numbers shown; a lesson leads to
a network."""

import ctypes
import shutil
from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np
import pytest

from arena.lessons.gouji.learning import CHOICE, INPUTS, begin, compiled, lesson, network_of, seen, take
from games.base.cards import rank_counts
from games.gouji import GAME
from games.gouji.ai.learned.judgement import number_of_action
from games.gouji.ai.learned.moves import sensible
from games.gouji.ai.learned.sight import Sight, signs
from games.gouji.ai.table import Table
from games.gouji.facts import burn_of, trick_of
from games.gouji.kinds import Makeup
from games.gouji.modes import Mode, mode_of
from games.gouji.numbers import BURN, NUMBER_OF, PLAY
from games.simulate import SeededDice

MODES = (
    Mode.LEAD, Mode.FOLLOW, Mode.LAST_CHANCE, Mode.DUEL, Mode.BURN_OFFER, Mode.BURN_ANSWER, Mode.BURN_LEAD,
)  # fmt: skip
"""In the order of C."""
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    found = compiled(tmp_path_factory.mktemp("gouji"))
    begin(found, 1)
    return found


def number(move: list[int]) -> int:
    verb, base, natural, twos, small, big, size = move
    assert size == natural + twos + small + big
    if verb < 2:
        return verb
    return NUMBER_OF[Makeup(base, size, twos, small, big)] + (BURN - PLAY if verb == 3 else 0)


def bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def position_of(state: Any, hands: list[list[int]], signs: list[tuple[int, int, int]]) -> list[int]:
    """A position of the play as C takes it."""
    round_, trick, burn, made = state.round, trick_of(state), burn_of(state), Makeup(0, 0)
    barred: Any = ()
    yielded: Any = ()
    owner = yielder = -1
    if trick is not None:
        barred, yielded, made, owner = trick.barred, trick.has_yielded, trick.standing.made, trick.standing.seat
        yielder = -1 if trick.yielder is None else trick.yielder
    return [
        *map(sum, hands), *map(bits, (round_.actives, barred, round_.opened, round_.forfeited, yielded)), yielder, owner,
        -1 if round_.must_fours is None else round_.must_fours, MODES.index(mode_of(state)), state.turn,
        *((burn.burner, burn.victim) if burn else (-1, -1)), len(round_.finished), *(*round_.finished, *[0] * 6)[:6],
        made.base, made.size - made.twos - made.jokers, made.twos, made.small, made.big, *chain(*signs),
    ]  # fmt: skip


def test_c_is_shown_what_strong_is_shown_and_knows_what_normal_does(library: ctypes.CDLL) -> None:
    random = np.random.default_rng(3)
    begin(library, 1, CHOICE)
    size = library.weights(None)
    weights = random.normal(0, 0.1, size).astype(np.float32)
    take(library, weights)
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
                    hands = [rank_counts(hand) for hand in GAME.hands(state)]
                    at = position_of(state, hands, [*told.wild, *told.let_go])
                    moves, by_normal, rows, values = seen(library, hands, at)
                    numbers = [number(move) for move in moves]
                    assert numbers[by_normal] == number_of_action(usual)
                    assert sorted({*numbers} - {numbers[by_normal]}) == sorted({*choices} - {numbers[by_normal]})
                    sight = Sight(table)
                    shared = sight.shared()
                    shown = [[*shared, *sight.own(one, usual=one == numbers[by_normal])] for one in numbers]
                    assert np.abs(np.array(shown) - rows).max() < 1e-4
                    assert network.value(shown[0]) == pytest.approx(float(values[0]), abs=1e-3)
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
