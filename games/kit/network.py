"""Small networks that were learned elsewhere, read from a file and evaluated by the standard library alone.

A network is a chain of layers: each output is a weighted sum of all inputs and a bias, and but for the last layer nothing below
zero (*ReLU*). Files end in ``.net``: a line of JSON (``sizes``: how wide each layer is, inputs first; ``about``: where it comes
from), then, compressed, the weights as small floats: layer by layer each output's weights and then all biases.
"""

import json
import zlib
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from operator import mul
from sys import byteorder
from typing import Final, Self

__all__ = ["Layer", "Network", "network", "read_from"]

Layer = tuple[tuple[tuple[float, ...], ...], tuple[float, ...]]
"""By output the weights of all inputs; and the biases."""

_FORMAT: Final = "f"


class Network:
    """A function of some numbers, the same on every machine but for rounding."""

    def __init__(self, layers: Sequence[Layer], about: str = "") -> None:
        self.layers = tuple(layers)
        self.about = about
        first, self._biases = self.layers[0]
        self._columns = tuple(zip(*first, strict=True))
        self._rows_from: dict[int, list[tuple[float, ...]]] = {}
        self.sizes = (len(self._columns), *(len(biases) for _, biases in self.layers))
        """How many numbers go in, pass through each layer, and come out."""

    @classmethod
    def read(cls, written: bytes) -> Self:
        """Read the network that a file holds; ``ValueError`` if it has not as many weights as it says."""
        head, _, body = written.partition(b"\n")
        told = json.loads(head)
        sizes = tuple(told["sizes"])
        weights = array(_FORMAT, zlib.decompress(body))
        if byteorder == "big":
            weights.byteswap()
        if len(weights) != sum((wide + 1) * out for wide, out in pairwise(sizes)):
            raise ValueError(f"not as many weights as a network of {sizes} has: {len(weights)}")
        layers: list[Layer] = []
        at = 0
        for wide, out in pairwise(sizes):
            rows = tuple(tuple(weights[at + row * wide : at + (row + 1) * wide]) for row in range(out))
            at += wide * out
            layers.append((rows, tuple(weights[at : at + out])))
            at += out
        return cls(layers, told["about"])

    def written(self) -> bytes:
        """The network as the contents of a file."""
        weights = array(_FORMAT)
        for rows, biases in self.layers:
            for row in rows:
                weights.extend(row)
            weights.extend(biases)
        if byteorder == "big":
            weights.byteswap()
        head = json.dumps({"sizes": self.sizes, "about": self.about})
        return head.encode() + b"\n" + zlib.compress(weights.tobytes(), 9)

    def values(self, features: Sequence[float]) -> list[float]:
        """What comes out for these numbers.

        >>> Network([(((1.0, 2.0),), (0.5,))]).values([3.0, 4.0])
        [11.5]
        """
        return self._rest(self._begun(features, 0))

    def value(self, features: Sequence[float]) -> float:
        """The first number that comes out."""
        return self.values(features)[0]

    def given(self, shared: Sequence[float]) -> Callable[[Sequence[float]], float]:
        """``value`` as a function of the last features, when the first ones stay: the work for these is done once."""
        begun, first = self._begun(shared, 0), len(shared)

        def value(own: Sequence[float]) -> float:
            return self._rest(self._begun(own, first, begun))[0]

        return value

    def _begun(self, features: Sequence[float], first: int, begun: Sequence[float] | None = None) -> list[float]:
        """Add some features, from one on, into the first layer."""
        sums = list(self._biases if begun is None else begun)
        if 3 * features.count(0.0) < 2 * len(features):
            rows = self._rows_from.get(first)
            if rows is None:
                rows = self._rows_from[first] = [row[first:] for row in self.layers[0][0]]
            return [one + sum(map(mul, row, features)) for one, row in zip(sums, rows, strict=True)]
        for feature, column in zip(features, self._columns[first:], strict=False):
            if feature:  # where most are zero this is less work
                sums = [one + feature * weight for one, weight in zip(sums, column, strict=True)]
        return sums

    def _rest(self, sums: list[float]) -> list[float]:
        for rows, biases in self.layers[1:]:
            inputs = [number if number > 0.0 else 0.0 for number in sums]
            sums = [bias + sum(map(mul, row, inputs)) for row, bias in zip(rows, biases, strict=True)]
        return sums


_folders: list[Traversable] = []


def read_from(folder: Traversable) -> None:
    """Let this process read networks from a folder instead; before it has read any."""
    _folders[:] = [folder]


@cache
def network(package: str, name: str) -> Network:
    """The network ``NAME.net`` that lies beside the modules of a package; read once."""
    place = _folders[0] if _folders else files(package)
    return Network.read(place.joinpath(f"{name}.net").read_bytes())
