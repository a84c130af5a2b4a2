"""C that is compiled on demand, as learning wants more rounds than Python plays, and networks as it holds them. Nothing that runs
needs it."""

import ctypes
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from numpy.typing import NDArray

from games.kit.network import Network

__all__ = ["Layer", "compiled", "network_of", "pointer", "unpacked", "unscaled"]

Layer = tuple[NDArray[Any], NDArray[Any]]  # Weights by output, then input; and biases

# Sums in any order, which is most of what `-ffast-math` gains; that itself would also turn off the smallest numbers for the
# whole process that loads the library.
_OPTIONS: Final = (
    "-O3", "-march=native", "-shared", "-fPIC",
    "-fno-math-errno", "-fno-trapping-math", "-fno-signed-zeros", "-fassociative-math", "-freciprocal-math",
)  # fmt: skip


def compiled(source: Path, folder: Path) -> ctypes.CDLL:
    """Compile a file of C into a library in a folder; ``FileNotFoundError`` without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise FileNotFoundError("a C compiler: cc, gcc or clang")
    library = folder / f"{source.parent.name}.so"
    subprocess.run([compiler, *_OPTIONS, "-o", library, source, "-lm"], check=True)
    return ctypes.CDLL(str(library))


def pointer(numbers: NDArray[Any]) -> ctypes.c_void_p:
    return numbers.ctypes.data_as(ctypes.c_void_p)


def unpacked(weights: NDArray[Any], sizes: Sequence[int]) -> list[Layer]:
    """Layers of weights as C holds them: layer by layer each input's weights, then the biases."""
    layers, at = list[Layer](), 0
    for wide, out in pairwise(sizes):
        biases = at + wide * out
        layers.append((weights[at:biases].reshape(wide, out).T, weights[biases : biases + out]))
        at = biases + out
    return layers


def unscaled(model: Iterable[Any], mean: NDArray[Any], scale: NDArray[Any]) -> list[Layer]:
    """The layers of a model of PyTorch that was shown inputs less their mean in units of their scale, for inputs as they come."""
    (first, biases), *others = [
        (part.weight.detach().double().numpy(), part.bias.detach().double().numpy())
        for part in model
        if hasattr(part, "weight")
    ]
    first = first / scale
    return [(first, biases - first @ mean), *others]


def network_of(layers: Iterable[Layer], about: str) -> Network:
    return Network([(tuple(map(tuple, weights.tolist())), tuple(biases.tolist())) for weights, biases in layers], about)
