"""The lesson of Guandan: compile, play out the choices of decisions from the same four hands, fit, measure; then again with what
has been learned.

What a choice brings more than another of the same decision is learned, not what hands are worth: that differs far more, and would
drown it. The rounds and the play-outs are played by what was learned so far, at first by habit alone, and at every level.
"""

import ctypes
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena import native
from games.guandan.ai.sight import OWN, SHARED
from games.guandan.ai.strong import FEW, GATE, ODDS
from games.kit.network import Network

__all__ = ["begun", "compiled", "decisions", "fitted", "learn", "odds", "take_network", "together"]

_HERE: Final = Path(__file__).parent
_LOOKED_AT: Final = 0.12  # Of so many decisions the choices are played out
_MOST: Final = 5  # So many choices of a decision are
_STRAY: Final = 0.15  # Of so many decisions another choice is taken, so that more is seen than good play brings about
_DOUBT: Final = 0.8  # How far, in turns, habit may misjudge those that are looked at or taken so
_WIDE: Final = 48
_TOGETHER: Final = 3  # So many networks are learned in the end, each so wide, and asked together
_BATCH: Final = 512
_PASSES: Final = 7.0  # So often each decision is learned from
_WORTH: Final = 0.1  # How much is made of telling what a position is worth, beside what its choices differ by
_DEALS: Final = 2_000  # So many deals are measured after each turn, from both sides
_ODDS_ROUNDS: Final = 60_000  # So many rounds teach the odds of hidden hands
_MEASURED: Final = 900_000  # Deals that are measured have seeds from here on; those that are learned from have others

_ROW: Final = np.dtype(
    [("numbers", np.int16, SHARED + OWN), ("result", np.int16), ("best", np.int16), ("decision", np.int32)]
)
_SCALE: Final = 2048.0  # The numbers of a row are multiplied by it
Rows = NDArray[Any]


def compiled(folder: Path) -> ctypes.CDLL:
    library = native.compiled(_HERE / "learning.c", folder)
    library.decisions.restype = ctypes.c_long
    return library


def begun(library: ctypes.CDLL, seed: int) -> ctypes.CDLL:
    """The library, which draws from a seed from now on."""
    library.begin(ctypes.c_uint64(seed))
    return library


def take_network(library: ctypes.CDLL, folder: Path, network: Network | None) -> None:
    """Let the players of the library choose by a network, ``None``: by habit."""
    file = folder / "weights"
    if network is not None:
        (first, biases), (second, last) = network.layers
        numbers = [*np.ravel(first), *biases, *np.ravel(second), *last]
        sizes = np.array(network.sizes[:2], dtype=np.int32)
        file.write_bytes(sizes.tobytes() + np.array(numbers, dtype=np.float32).tobytes())
    if not library.take_network(b"" if network is None else str(file).encode()):
        raise OSError("the network cannot be read in C")


def decisions(library: ctypes.CDLL, folder: Path, rounds: int, share: float = _LOOKED_AT) -> Rows:
    """Return a row for each choice that was played out in so many rounds: its numbers, the points that came of it, and to which
    decision it belongs. The first of a decision is what would have been chosen."""
    file = folder / "rows"
    written = library.decisions(
        str(file).encode(), ctypes.c_long(rounds), ctypes.c_double(GATE), ctypes.c_double(share), ctypes.c_int(_MOST),
        ctypes.c_double(_DOUBT), ctypes.c_double(_STRAY),
    )  # fmt: skip
    if written < 0:
        raise OSError("the rounds cannot be written down")
    return np.fromfile(file, dtype=_ROW)


def fitted(rows: Rows, seed: int = 0) -> Network:
    """Return the network that tells best what the choices of a decision differ by, and a little what they are all
    worth. The decisions ascend, from 0 on."""
    import torch  # only who learns needs it
    from torch import nn

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    count = int(rows["decision"][-1]) + 1
    first = np.searchsorted(rows["decision"], np.arange(count + 1))
    most = int(np.diff(first).max())
    numbers = np.ascontiguousarray(rows["numbers"])  # else all of them would be copied whenever some are taken
    results = rows["result"].astype(np.float32)
    some = numbers[:: max(1, len(rows) // 200_000)].astype(np.float32) / np.float32(_SCALE)
    mean, scale = some.mean(axis=0), some.std(axis=0)
    scale[scale < 1e-3] = 1.0
    times, less = torch.from_numpy(1 / (np.float32(_SCALE) * scale)), torch.from_numpy(mean / scale)
    model = nn.Sequential(nn.Linear(SHARED + OWN, _WIDE), nn.ReLU(), nn.Linear(_WIDE, 1))
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=2e-2)
    steps = max(1, int(_PASSES * count / _BATCH))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=4e-3, total_steps=steps + 1)
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        chosen = chance.integers(0, count, _BATCH)
        places = first[chosen, None] + np.arange(most)
        mask = torch.from_numpy((places < first[chosen + 1, None]).astype(np.float32))
        np.minimum(places, len(rows) - 1, out=places)
        inputs = torch.from_numpy(numbers.take(places.reshape(-1), 0)).float().mul_(times).sub_(less)
        told, came = model(inputs).reshape(places.shape), torch.from_numpy(results[places])
        size = mask.sum(1, keepdim=True)
        all_told, all_came = (told * mask).sum(1, keepdim=True) / size, (came * mask).sum(1, keepdim=True) / size
        apart = (((told - all_told - came + all_came) ** 2) * mask).sum() / mask.sum()
        optimiser.zero_grad()
        (apart + _WORTH * ((all_told - all_came) ** 2).mean()).backward()
        optimiser.step()
        schedule.step()
    return native.network_of(native.unscaled(model, mean, scale), f"guandan: {len(rows)} choices of {count} decisions")


def together(networks: Sequence[Network]) -> Network:
    """Return networks with one hidden layer as a single one that says their mean: what each has learned amiss cancels out."""
    share = 1 / len(networks)
    hidden, last = zip(*(network.layers for network in networks), strict=True)
    first = tuple(row for rows, _ in hidden for row in rows), tuple(bias for _, biases in hidden for bias in biases)
    mean = tuple(weight * share for rows, _ in last for weight in rows[0])
    return Network([first, ((mean,), (share * sum(biases[0] for _, biases in last),))], networks[0].about)


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """The network of this game by its name, learned in so many turns of so many rounds: the first among players of habit,
    each further one with players by what was learned until then."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        library = compiled(folder)
        found: list[Rows] = []
        network: Network | None = None
        seen = 0
        for turn in range(turns):
            take_network(library, folder, network)
            found.append(decisions(begun(library, seed * 1_000 + turn), folder, rounds))
            found[-1]["decision"] += seen
            seen = int(found[-1]["decision"][-1]) + 1
            every = np.concatenate(found)
            networks = _TOGETHER if turn == turns - 1 else 1
            network = together([fitted(every, seed * 1_000 + turn * _TOGETHER + one) for one in range(networks)])
            take_network(library, folder, network)
            _measure(begun(library, _MEASURED), min(_DEALS, rounds), turn, network)
        assert network is not None, "at least one turn"
        return {"strong": network, "odds": odds(begun(library, seed), min(rounds, _ODDS_ROUNDS))}


def odds(library: ctypes.CDLL, rounds: int) -> Network:
    """The odds of hidden hands late in a round, learned from rounds of the network that plays."""
    likely = np.zeros(ODDS, np.float32)
    library.learn_odds(ctypes.c_long(rounds), ctypes.c_double(GATE), FEW, native.pointer(likely))
    about = f"logarithms of the odds of hidden hands in Guandan: {rounds} rounds"
    return native.network_of([(likely[None], np.zeros(1))], about)


def _measure(library: ctypes.CDLL, deals: int, turn: int, network: Network) -> None:
    figures = (ctypes.c_double * 4)()
    library.measure(ctypes.c_long(deals), ctypes.c_double(GATE), figures)
    won, error, points, points_error = figures
    sys.stderr.write(
        f"turn {turn + 1}: {network.about}: {100 * won:.1f} ± {196 * error:.1f} % of rounds against habit from both sides, "
        f"{points:+.2f} ± {1.96 * points_error:.2f} points a round\n"
    )
