"""What learns in C sees what ``strong`` sees: the same numbers of the same plays, and a lesson leads to a network."""

import ctypes
import shutil
from pathlib import Path

import numpy as np
import pytest

from arena.lessons.doudizhu.learning import OPEN, ROLES, SEEN, compiled, decisions, learn, learn_bids
from games.doudizhu import GAME
from games.doudizhu.ai.features import known_numbers, play_numbers, told
from games.doudizhu.ai.player import WEIGHTS, normal, situation
from games.doudizhu.kinds import Kind
from games.simulate import SeededDice

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
KINDS = list(Kind)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("learning"), 1)


def test_both_are_shown_the_same_numbers(library: ctypes.CDLL) -> None:
    options, compared = GAME.option_set.complete({"shuttles": False}), 0
    for number in range(6):
        state = GAME.start(options, GAME.deal(options, 3, {}, SeededDice(f"lesson {number}")), {}).state
        while awaited := GAME.awaited(state):
            view = GAME.view(state, awaited[0].seat)
            if awaited[0].why != "bid":
                seen, heard = situation(view), told(view)
                by = normal(seen.seat == seen.landlord)
                weighed = sorted(by.weigh(seen, choices := by.choices(seen)), reverse=True)
                for value, play in weighed[:6]:
                    reading, behind = dict(choices).get(play), value - weighed[0][0]
                    standing = seen.standing
                    at = [
                        seen.seat, seen.landlord, *seen.sizes,
                        *([0, 0, 0, 0] if standing is None else [1, KINDS.index(standing.kind), standing.top, standing.size]),
                        seen.standing_seat, heard.passes, heard.bombs, *heard.plays, *heard.declined, *heard.calls,
                        *([0, 0, 0] if reading is None else [KINDS.index(reading.kind), reading.top, reading.size]),
                    ]  # fmt: skip
                    shown = (ctypes.c_float * SEEN)()
                    library.shown(
                        *map(ctypes.c_uint64, (seen.hand, seen.unseen, seen.known, play)), (ctypes.c_uint64 * 3)(*heard.laid),
                        (ctypes.c_int * len(at))(*at),
                        ctypes.c_double(behind), shown,
                    )  # fmt: skip
                    numbers = [*known_numbers(seen, heard), *play_numbers(seen, heard, play, reading, behind)]
                    assert numbers == pytest.approx(list(shown), abs=2e-3)
                    compared += 1
            state = GAME.apply(state, awaited[0].seat, GAME.think(view, "normal", SeededDice(1))).state
    assert compared > 300


def test_decisions_are_played_on_from_every_sensible_play(library: ctypes.CDLL, tmp_path: Path) -> None:
    rows = decisions(library, tmp_path, None, 20, 1.0)
    assert rows.seen.shape == (len(rows), SEEN)
    assert rows.open.shape == (len(rows), OPEN)
    won, multiplier = rows.came.T
    assert set(np.unique(won)) == {0.0, 1.0}
    assert (multiplier >= 1).all()
    assert rows.decision[-1] > 100
    assert len(rows) > 3 * rows.decision[-1]


def test_a_lesson_leads_to_a_network() -> None:
    pytest.importorskip("torch")
    networks = learn(1, 30, 2)
    assert set(networks) == set(ROLES)
    for role, again in learn(1, 30, 2).items():
        assert again.sizes[0] == SEEN
        assert again.sizes[-1] == 1
        assert again.layers == networks[role].layers


def test_bids_are_learned_from_who_wins_as_landlord() -> None:
    learned = learn_bids(1, 3_000)
    assert len(learned) == len(WEIGHTS)
    assert learned[5] > 0.6  # the big joker
