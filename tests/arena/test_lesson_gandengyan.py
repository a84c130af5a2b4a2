"""What learns in C sees what ``strong`` sees: the same rounds, the same options, the same numbers."""

import ctypes
import shutil
from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from arena.lessons.gandengyan.learning import INPUTS, Rounds, layers_of, learned
from games.base.cards import Card, Cards, Rank, rank_of, sort_cards
from games.contract import Deal
from games.gandengyan import GAME
from games.gandengyan.ai.features import Features
from games.gandengyan.ai.scene import PASS, Option, Scene
from games.gandengyan.ai.strong import action
from games.gandengyan.ai.worth import weigher
from games.gandengyan.kinds import Kind, Reading
from games.gandengyan.options import HouseRules, house_rules
from games.gandengyan.tables import tables
from games.kit.counts import as_ranks
from games.kit.network import network

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
KINDS = list(Kind)
MOST = 1200
MOST_WEIGHED = 60
VALUE = network("games.gandengyan.ai", "value")
Told = tuple[int, tuple[int, int, int] | None]


def told_in_c(rules: HouseRules) -> list[int]:
    """House rules as C holds them."""
    return [
        rules.packs, rules.draw == "all", rules.combos.trio_set, rules.combos.rocket_top, rules.bomb_factor == "size",
        ("double", "banker", "off").index(rules.unplayed), *(name in rules.leftover for name in ("jokers", "twos", "bombs")),
        rules.alarm_free, rules.cap,
    ]  # fmt: skip


OPTIONS = {
    tuple(told_in_c(house_rules(options))): options
    for options in (GAME.option_set.complete(dict(preset.options)) for preset in GAME.presets)
}


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Rounds:
    known = Rounds(tmp_path_factory.mktemp("learning"))
    known.know(layers_of(VALUE))
    return known


def look(rounds: Rounds, scene: Scene) -> dict[Told, tuple[list[float], float, float]]:
    """The options that C finds: numbers, what normal takes each to be worth, what the network says."""
    reading = None if scene.standing is None else scene.standing.reading
    others = [
        number
        for place, count in enumerate(scene.counts)
        for number in (count, scene.plays[place], scene.silences[place], *scene.lacks[place])
    ]
    moment = scene.stock, scene.owner, len(scene.counts), scene.own_plays, scene.banker, scene.multiplier
    plays, told = (ctypes.c_uint64 * MOST)(), (ctypes.c_int * (3 * MOST))()
    rows, worths, values = (ctypes.c_float * (MOST * INPUTS))(), (ctypes.c_double * MOST)(), (ctypes.c_double * MOST)()
    found = rounds.library.look(
        (ctypes.c_uint64 * 2)(scene.hand, scene.unseen), (ctypes.c_int * 6)(*moment),
        (ctypes.c_int * 3)(*((-1, 0, 0) if reading is None else (KINDS.index(reading.kind), reading.top, reading.size))),
        (ctypes.c_int * len(others))(*others), (ctypes.c_int * 11)(*told_in_c(scene.rules)),
        plays, told, rows, worths, values,
    )  # fmt: skip
    return {
        (plays[at], None if told[3 * at] < 0 else (told[3 * at], told[3 * at + 1], told[3 * at + 2])): (
            rows[at * INPUTS : (at + 1) * INPUTS], worths[at], values[at],
        )
        for at in range(found)
    }  # fmt: skip


def as_told(option: Option) -> Told:
    if option.meaning is None:
        return option.play, None
    kind, top, size = option.meaning.reading
    return option.play, (KINDS.index(kind), top, size)


def positions(rounds: Rounds, seed: int) -> Iterator[tuple[Scene, list[Option], Option]]:
    """The decisions of a round that C has played: what is known, what may be done, what was done."""
    hands, stock = (ctypes.c_uint64 * 6)(), (ctypes.c_uint64 * 108)()
    beginning, points = (ctypes.c_int * 14)(), (ctypes.c_double * 6)()
    plays, told = (ctypes.c_uint64 * 1000)(), (ctypes.c_int * 3000)()
    steps = rounds.library.retold(
        ctypes.c_uint64(seed), ctypes.c_double(0.8), hands, stock, beginning, plays, told, points
    )
    seats, banker, in_stock, *rules = beginning
    options = OPTIONS[tuple(rules)]
    dealt = [unit.bit_length() // 4 for unit in reversed(stock[:in_stock])]
    *cards, rest = placed([*map(as_ranks, hands[:seats]), dealt], GAME.pack(options, seats))
    state = GAME.start(options, Deal(tuple(map(sort_cards, cards)), rest, {"banker": banker}), {}).state
    for step in range(steps):
        seat = GAME.awaited(state)[0].seat
        view = GAME.view(state, seat)
        scene = Scene.of_view(view)
        kind, top, size = told[3 * step : 3 * step + 3]
        meaning = tables(scene.rules).meaning(Reading(KINDS[kind], Rank(top), size)) if plays[step] else None
        done = Option(plays[step], meaning)
        yield scene, scene.options(), done
        assert view.hand is not None
        state = GAME.apply(state, seat, action(view.hand, done, scene)).state
    result = GAME.result(state)
    assert result is not None
    assert result.points == tuple(map(int, points[:seats]))


def placed(piles: Iterable[Iterable[int]], pack: Cards) -> list[Cards]:
    """Cards of a pack for piles of ranks, in their order; C takes all jokers for small ones."""
    left = sorted(pack, reverse=True)
    return [tuple(left.pop(_last(left, rank)) for rank in pile) for pile in piles]


def _last(cards: list[Card], rank: int) -> int:
    """Where the lowest card of a rank stands; of jokers any."""
    return max(at for at, card in enumerate(cards) if min(rank_of(card), 13) == rank)


def test_both_play_the_same_rounds_and_see_the_same_numbers(rounds: Rounds) -> None:
    compared = 0
    for seed in range(10):
        for scene, options, done in positions(rounds, seed):
            if len(options) > MOST_WEIGHED:
                continue  # of more each looks at the larger ones
            found, features = look(rounds, scene), Features(scene.rules)
            worths = weigher(scene.rules.combos).worths(scene, options)
            assert found.keys() == {as_told(option) for option in options}
            if done.play != PASS and done.play != scene.hand:
                assert worths[options.index(done)] == max(worths)
            shared = features.shared(scene)
            for option, worth in zip(options, worths, strict=True):
                numbers, in_c, says = found[as_told(option)]
                own = features.own(scene, option)
                assert np.allclose([*shared, *own], numbers, atol=1e-5)
                assert worth == pytest.approx(in_c, abs=1e-6)
                assert VALUE.value([*shared, *own]) == pytest.approx(says, abs=1e-3)
                compared += 1
    assert compared > 700


def test_a_lesson_leads_to_a_network_the_same_by_the_same_seed(rounds: Rounds) -> None:
    pytest.importorskip("torch")
    network = learned(rounds, 1, 20, 2)
    assert network.sizes[0] == VALUE.sizes[0] == INPUTS
    assert network.layers == learned(rounds, 1, 20, 2).layers
    rounds.know(layers_of(VALUE))
