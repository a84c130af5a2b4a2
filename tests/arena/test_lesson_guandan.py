"""What learns in C sees what ``strong`` sees: the same plays, the same numbers, the same choices of habit and of the network."""

import ctypes
import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest

from arena.lessons.guandan.learning import begun, compiled, decisions, fitted, learn, take_network, together
from games.base.cards import RANKS, full_pack, sort_cards
from games.contract import Deal, Json
from games.guandan import GAME
from games.guandan.ai.scene import Decision, Scene
from games.guandan.ai.sight import OWN, SHARED
from games.guandan.combinations.kinds import Kind
from games.guandan.combinations.selection import Hand
from games.guandan.state import State
from games.kit.counts import UNITS, pack
from games.kit.network import Network, network

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
KINDS = list(Kind)
MOST = 121


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("learning")
    library = begun(compiled(folder), 1)
    take_network(library, folder, network("games.guandan.ai", "strong"))
    return library


def by_suit(hand: Hand) -> list[int]:
    """A hand as C holds it: packed counts of each suit, then of all cards, wild ones apart."""
    cards = [card for rank in range(15) for card in hand.by_rank[rank]]
    return [*(pack([card for card in cards if card < 52 and card & 3 == suit]) for suit in range(4)), pack(cards)]


def weighed_in_c(
    library: ctypes.CDLL, scene: Scene
) -> tuple[list[tuple[int, ...]], list[float], list[float], list[list[float]]]:
    """The options that C weighs: each with its play and the hand that is left, what habit and the network find them worth, and
    their numbers."""
    told, standing = scene.told, scene.standing
    seen = [
        scene.rules.level, scene.seat, *scene.counts, len(scene.finished), *scene.finished, *[0] * (4 - len(scene.finished)),
        *([-1, 0, 0] if standing is None else [KINDS.index(standing.kind), standing.rank, standing.size]), scene.standing_seat,
        *(lowest for seat in told.declined for lowest in seat), *told.bombs, told.passed, scene.hand.counted.wilds,
        *(times for seat in told.led for times in seat),
    ]  # fmt: skip
    ranks, as_, left = (ctypes.c_uint64 * MOST)(), (ctypes.c_int * (3 * MOST))(), (ctypes.c_uint64 * (5 * MOST))()
    values = (ctypes.c_double * (2 * MOST))()
    shared, own = (ctypes.c_float * SHARED)(), (ctypes.c_float * (OWN * MOST))()
    count = library.weighed_for(
        (ctypes.c_int * len(seen))(*seen), (ctypes.c_uint64 * 9)(*by_suit(scene.hand), *told.laid), ranks, as_, left, values,
        shared, own,
    )  # fmt: skip
    plays = [(ranks[at], *as_[3 * at : 3 * at + 3], *left[5 * at : 5 * at + 5]) for at in range(count)]
    return (
        plays,
        values[: 2 * count : 2],
        values[1 : 2 * count : 2],
        [[*shared, *own[OWN * at : OWN * at + OWN]] for at in range(count)],
    )


def weighed(decision: Decision, scene: Scene) -> list[tuple[int, ...]]:
    """The same from what ``strong`` weighs."""
    found: list[tuple[int, ...]] = []
    for option in decision.options:
        choice = option.choice
        if choice is None:
            found.append((0, -1, -1, 0, *by_suit(scene.hand)))
            continue
        ranks = (
            pack([card for card in choice.cards if card != scene.rules.wild]) + choice.wilds * UNITS[scene.rules.level]
        )
        reading = choice.reading
        found.append((ranks, KINDS.index(reading.kind), reading.rank, choice.wilds, *by_suit(choice.left)))
    return found


def fresh(random: Random) -> State:
    cards = list(full_pack(2))
    random.shuffle(cards)
    hands = tuple(sort_cards(cards[seat::4]) for seat in range(4))
    keys: dict[str, Json] = {"level": RANKS[random.randrange(13)], "leader": random.randrange(4)}
    return GAME.start(GAME.option_set.complete({}), Deal(hands, keys=keys), {}).state


def test_both_weigh_the_same_plays_by_the_same_numbers(library: ctypes.CDLL) -> None:
    random, learned, compared = Random("lesson"), network("games.guandan.ai", "strong"), 0
    for _ in range(5):
        state = fresh(random)
        while asked := GAME.awaited(state):
            scene = Scene.of(GAME.view(state, asked[0].seat))
            decision = scene.decision()
            if len(decision.options) > 1:
                plays, habits, worth, numbers = weighed_in_c(library, scene)
                assert plays == weighed(decision, scene)
                assert habits == pytest.approx([option.habit for option in decision.options])
                for option, shown, value in zip(decision.options, numbers, worth, strict=True):
                    features = [*decision.shared, *option.own]
                    assert features == pytest.approx(shown, abs=1e-5)
                    assert learned.value(features) == pytest.approx(value, abs=1e-3)
                compared += 1
            best = max(range(len(decision.options)), key=lambda at: decision.options[at].habit)
            choice = decision.options[best if random.random() < 0.7 else random.randrange(len(decision.options))].choice
            state = GAME.apply(state, asked[0].seat, scene.action(choice)).state
    assert compared > 120


def test_choices_of_a_decision_are_played_out_side_by_side(library: ctypes.CDLL, tmp_path: Path) -> None:
    rows = decisions(begun(library, 1), tmp_path, 10, 1.0)
    assert len(rows) > 1_000
    assert set(np.abs(rows["result"])) == {1, 2, 3}
    assert (np.diff(rows["decision"]) >= 0).all()
    assert np.bincount(rows["decision"]).min() >= 2, "a decision has at least two choices"
    assert (np.bincount(rows["decision"], rows["best"]) == 1).all(), "one of them would have been chosen"
    first = rows["numbers"][rows["decision"] == 0]
    assert (first[:, :SHARED] == first[0, :SHARED]).all(), "what choices share is the same in each row"
    again = decisions(begun(library, 1), tmp_path, 10, 1.0)
    assert (again == rows).all()


def test_a_lesson_leads_to_a_network(library: ctypes.CDLL, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="what learns needs PyTorch: pip install paiju[learn]")
    learned = learn(1, 10, 2)["strong"]
    assert learned.sizes[0] == SHARED + OWN
    assert Network.read(learned.written()).sizes == learned.sizes
    rows = decisions(begun(library, 2), tmp_path, 10)
    one, other = fitted(rows), fitted(rows, 1)
    assert fitted(rows).layers == one.layers, "the same rows and seed teach the same"
    numbers = (rows["numbers"][0] / 2048).tolist()
    mean = (one.value(numbers) + other.value(numbers)) / 2
    assert together([one, other]).value(numbers) == pytest.approx(mean, abs=1e-4)
