"""Lessons of Guandan: decisions whose choices are played out side by side, each from the same four hands to the end of the round.

What a choice brings more than another of the same decision is learned, not what hands are worth: that differs far more, and would
drown it. The rounds and the play-outs are played by what was learned so far, at first by habit alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.base.cards import Rank, full_pack, sort_cards
from games.guandan import GAME
from games.guandan.ai.scene import Decision, Scene
from games.guandan.ai.sight import Told
from games.guandan.ai.strong import GATE
from games.guandan.combinations.kinds import order_index
from games.guandan.fast_round import PASS, FastRound
from games.guandan.options import house_rules
from games.kit.network import Layer, Network

__all__ = ["Pupil", "fitted", "learn", "lessons", "together"]

_LOOKED_AT: Final = 0.12
"""Of so many decisions the choices are played out."""
_MOST: Final = 5
"""So many choices of a decision are."""
_STRAY: Final = 0.15
"""Of so many decisions another choice is taken, so that more is seen than good play brings about."""
_DOUBT: Final = 0.8
"""How far, in turns, habit may misjudge those that are looked at or taken so."""
_WIDE: Final = 48
_TOGETHER: Final = 3
"""So many networks are learned in the end, each so wide, and asked together."""
_BATCH: Final = 512
_WORTH: Final = 0.1
"""How much is made of telling what a position is worth, beside what its choices differ by."""
Rows = NDArray[np.float32]


class Pupil:
    """How seats choose: by habit, and by a network where there is one."""

    def __init__(self, network: Network | None) -> None:
        self.layers = None
        if network is not None:
            self.layers = [
                (np.array(rows, np.float32), np.array(biases, np.float32)) for rows, biases in network.layers
            ]

    def best(self, decision: Decision) -> int:
        """Return which option to take."""
        out = decision.out()
        if out is not None:
            return out
        if self.layers is None:
            return max(range(len(decision.options)), key=lambda at: decision.options[at].habit)
        values = rows_of(decision)
        for place, (weights, biases) in enumerate(self.layers):
            values = (np.maximum(values, 0.0) if place else values) @ weights.T + biases
        return decision.best(values[:, 0].tolist(), GATE)


def rows_of(decision: Decision) -> Rows:
    """Return the features of each option."""
    return np.array([[*decision.shared, *option.own] for option in decision.options], np.float32)


class _Lesson:
    """A round with what has been told of it."""

    def __init__(self, round_: FastRound, told: Told) -> None:
        self.round, self.told, self._heard = round_, told, 0

    def decision(self) -> Decision | None:
        """Return what the seat to act has to decide, ``None`` once the round is over; passes without a choice are made."""
        round_, index = self.round, order_index(self.round.rules.level)
        while not round_.is_over:
            for seat, _, cards, reading in round_.deeds[self._heard :]:
                if reading is not None or not cards:
                    self.told.hear(seat, cards, reading, index)
            self._heard = len(round_.deeds)
            found = Scene.of_round(round_, self.told).decision()
            if len(found.options) > 1:
                return found
            self.do(found, 0)
        return None

    def do(self, decision: Decision, at: int) -> None:
        """Take an option."""
        choice = decision.options[at].choice
        if choice is None:
            self.round.step(PASS)
        else:
            self.round.lay(choice.cards, choice.reading)

    def copy(self) -> _Lesson:
        """Return the same lesson, to be gone on with for itself."""
        told = replace(self.told, declined=[[*lowest] for lowest in self.told.declined], bombs=self.told.bombs.copy())
        other = _Lesson(self.round.copy(), told)
        other._heard = self._heard
        return other

    def points(self, pupil: Pupil, seat: int) -> int:
        """Play to the end, and return the points of a seat."""
        while (decision := self.decision()) is not None:
            self.do(decision, pupil.best(decision))
        return self.round.points()[seat]


def _fresh(random: Random) -> _Lesson:
    """Return a round after its tributes, at any level."""
    cards = list(full_pack(2))
    random.shuffle(cards)
    hands = [sort_cards(cards[seat::4]) for seat in range(4)]
    round_ = FastRound.dealt(
        hands, house_rules(GAME.option_set.complete({})), Rank(random.randrange(13)),
        places_before=tuple(random.sample(range(4), 4)),
    )  # fmt: skip
    index = order_index(round_.rules.level)
    while round_.phase != "play":
        ranks = [card >> 2 for card in round_.held(round_.turn)]
        round_.step(
            min(round_.legal(), key=lambda card: (ranks.count(card >> 2) > 1, index[card >> 2] if card < 52 else 15))
        )
    return _Lesson(round_, Told())


def lessons(seed: int | str, rounds: int, pupil: Pupil) -> tuple[Rows, Rows, NDArray[np.intp]]:
    """Return rows of features, what came of each, and to which decision each belongs."""
    random = Random(f"guandan {seed}")
    rows: list[Rows] = []
    results: list[float] = []
    groups: list[int] = []
    count = 0
    for _ in range(rounds):
        lesson = _fresh(random)
        while (decision := lesson.decision()) is not None:
            seat, options = lesson.round.turn, decision.options
            best = pupil.best(decision)
            doubted = [option.habit + random.gauss(0, _DOUBT) for option in options]
            order = sorted(range(len(options)), key=lambda at: -doubted[at])
            if random.random() < _LOOKED_AT:
                passing = [len(options) - 1] if options[-1].choice is None else []
                features = rows_of(decision)
                for at in list(dict.fromkeys([best, *passing, *order]))[:_MOST]:
                    other = lesson.copy()
                    other.do(decision, at)
                    rows.append(features[at])
                    results.append(other.points(pupil, seat))
                    groups.append(count)
                count += 1
            lesson.do(decision, order[0] if random.random() < _STRAY else best)
    return np.array(rows), np.array(results, np.float32), np.array(groups, np.intp)


def fitted(rows: Rows, results: Rows, groups: NDArray[np.intp], *, passes: float = 7.0, seed: int = 0) -> Network:
    """Return the network that tells best what the choices of a decision differ by, and a little what they are all worth.

    ``groups`` ascend, from 0 on.
    """
    import torch  # only who learns needs it
    from torch import nn

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    count = int(groups.max()) + 1
    first = np.searchsorted(groups, np.arange(count + 1))
    most = int(np.diff(first).max())
    members = np.minimum(first[:-1, None] + np.arange(most), len(rows) - 1)
    there = torch.from_numpy((first[:-1, None] + np.arange(most) < first[1:, None]).astype(np.float32))
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale[scale < 1e-3] = 1.0
    inputs, wanted = torch.from_numpy((rows - mean) / scale), torch.from_numpy(results)
    model = nn.Sequential(nn.Linear(rows.shape[1], _WIDE), nn.ReLU(), nn.Linear(_WIDE, 1))
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=2e-2)
    steps = max(1, int(passes * count / _BATCH))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=4e-3, total_steps=steps + 1)
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        chosen = chance.integers(0, count, _BATCH)
        places, mask = torch.from_numpy(members[chosen]), there[chosen]
        told, came = model(inputs[places.reshape(-1)]).reshape(places.shape), wanted[places]
        size = mask.sum(1, keepdim=True)
        all_told, all_came = (told * mask).sum(1, keepdim=True) / size, (came * mask).sum(1, keepdim=True) / size
        apart = (((told - all_told - came + all_came) ** 2) * mask).sum() / mask.sum()
        optimiser.zero_grad()
        (apart + _WORTH * ((all_told - all_came) ** 2).mean()).backward()
        optimiser.step()
        schedule.step()
    layers: list[Layer] = []
    for place, part in enumerate((model[0], model[2])):
        weights, biases = part.weight.detach().double().numpy(), part.bias.detach().double().numpy()
        if not place:
            weights = weights / scale
            biases = biases - weights @ mean
        layers.append((tuple(tuple(map(float, row)) for row in weights), tuple(map(float, biases))))
    return Network(layers, f"guandan: {len(rows)} choices of {count} decisions")


def together(networks: Sequence[Network]) -> Network:
    """Return networks with one hidden layer as a single one that says their mean: what each has learned amiss cancels out."""
    share = 1 / len(networks)
    hidden, last = zip(*(network.layers for network in networks), strict=True)
    first = tuple(row for rows, _ in hidden for row in rows), tuple(bias for _, biases in hidden for bias in biases)
    mean = tuple(weight * share for rows, _ in last for weight in rows[0])
    return Network([first, ((mean,), (share * sum(biases[0] for _, biases in last),))], networks[0].about)


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Return the networks of this game by their names, learned in so many turns of so many rounds: the first among players of
    habit, each further one with players by what was learned until then."""
    found: list[tuple[Rows, Rows, NDArray[np.intp]]] = []
    network: Network | None = None
    seen = 0
    for turn in range(turns):
        rows, results, groups = lessons(f"{seed}/{turn}", rounds, Pupil(network))
        found.append((rows, results, groups + seen))
        seen += int(groups.max()) + 1
        every = [np.concatenate(parts) for parts in zip(*found, strict=True)]
        last = turn == turns - 1
        network = together([fitted(*every, seed=one) for one in range(_TOGETHER if last else 1)])
    assert network is not None, "at least one turn"
    return {"strong": network}
