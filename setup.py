"""The native cores of the games: one of each folder ``native`` that has a ``core.c``. Where there is no C compiler none is
built, and nothing misses it."""

from pathlib import Path
from zlib import crc32

from setuptools import Extension, setup

HERE = Path(__file__).parent
SHARED = sorted(path.relative_to(HERE).as_posix() for path in (HERE / "games/kit/native").glob("*.h"))


def core(source: Path) -> Extension:
    folder = source.parent.relative_to(HERE)
    files = sorted([*source.parent.glob("*.[ch]"), *(HERE / "games/kit/native").glob("*.h")])
    return Extension(
        ".".join((*folder.parts, "core")),
        [(folder / source.name).as_posix()],
        depends=[*SHARED, *sorted((folder / path.name).as_posix() for path in source.parent.glob("*.h"))],
        define_macros=[("PAIJU_SOURCE", str(crc32(b"".join(file.read_bytes() for file in files)) >> 1))],
        extra_compile_args=["-O3", "-g0", "-ffp-contract=off"],  # every product is rounded, as in Python
        py_limited_api=True,
        optional=True,
    )


setup(
    ext_modules=[core(source) for source in sorted((HERE / "games").glob("*/native/core.c"))],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
