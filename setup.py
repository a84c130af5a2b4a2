"""The native cores of the games: one of each folder ``native`` that has a ``core.c``. Where there is no C compiler none is
built, and nothing misses it. And the suites of ``paiju game test`` with all that they stand on, put as they are into a folder of
their own, ``paiju_testing``; where there are no tests, as for the container, there is none."""

from pathlib import Path
from zlib import crc32

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SHARED = sorted(path.relative_to(HERE).as_posix() for path in (HERE / "games/kit/native").glob("*.h"))
STANDS_ON = (
    "scripts/describe_messages.py", "bench/hints.py", "tests/specs/*.*", "tests/own_game/*.*", "tests/simulators/**/*.*",
    *(f"tests/{folder}*.py" for folder in ("", "games/", "present/", "arena/", "frontends/**/")),
)  # fmt: skip
SUITES = {
    f"test_{name}.py" for name in ("own_game", "conformance", "secrecy", "every_sentence", "hints", "environment")
}


def testing() -> list[str]:
    """The files of ``paiju_testing``, as they lie here."""
    found = [path for pattern in STANDS_ON for path in HERE.glob(pattern) if path.suffix != ".pyc"]
    chosen = [path for path in found if not path.name.startswith("test_") or path.name in SUITES]
    return sorted(path.relative_to(HERE).as_posix() for path in chosen)


class Build(build_py):
    """Puts the suites into the wheel, and names them for the sdist."""

    def run(self) -> None:
        super().run()
        for name in () if self.editable_mode else testing():
            to = Path(self.build_lib) / "paiju_testing" / name
            self.mkpath(str(to.parent))
            self.copy_file(name, str(to))

    def get_source_files(self) -> list[str]:
        return [*super().get_source_files(), *testing()]


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
    cmdclass={"build_py": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
