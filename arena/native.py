"""C that is compiled on demand: learning wants more rounds than Python plays. Nothing that runs needs it."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Final

__all__ = ["compiled"]

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
