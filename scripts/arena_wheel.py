"""The rules, the arena and what speaks to programs of other people as a distribution of their own, ``paiju-arena``, without what
chats need: ``python scripts/arena_wheel.py OUT``. It holds the same packages as ``paiju``: whoever has one needs no other."""

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ("games", "arena", "bench/outside", "LICENSE", "setup.py")
GROUPS: Final = ("paiju.games", "paiju.arena")


def main() -> None:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()
    with TemporaryDirectory() as folder:
        for name in KEPT:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            copy(ROOT / name, Path(folder) / name)
        (Path(folder) / "pyproject.toml").write_text(_about(), encoding="utf-8")
        wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]
        subprocess.run([*wheel, str(out), folder], check=True)


def _about() -> str:
    """What ``pyproject.toml`` says of these packages, for them alone."""
    about: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, extras = about["project"], about["project"]["optional-dependencies"]
    version = (ROOT / "bot" / "__init__.py").read_text(encoding="utf-8").split('__version__ = "')[1].split('"')[0]
    progress = next(one for one in project["dependencies"] if one.startswith("tqdm"))
    told = {
        "name": "paiju-arena", "version": version, "requires-python": project["requires-python"],
        "description": "Chinese card games as environments, and contests of programs that play them.",
        "license": "MIT", "dependencies": [progress, *extras["arena"]],
    }  # fmt: skip
    lines = ["[build-system]", *_said(about["build-system"]), "[project]", *_said(told)]
    lines += ["[project.optional-dependencies]", *_said({"learn": extras["learn"][1:], "export": extras["export"]})]
    for group in GROUPS:
        lines += [f'[project.entry-points."{group}"]', *_said(project["entry-points"][group])]
    found = {"include": ["games*", "arena*", "bench.outside*"], "exclude": ["arena.lessons*"]}
    lines += ["[tool.setuptools]", "include-package-data = false", "[tool.setuptools.packages.find]", *_said(found)]
    return "\n".join([*lines, "[tool.setuptools.package-data]", '"*" = ["*.toml", "*.net", "py.typed"]', ""])


def _said(table: dict[str, Any]) -> list[str]:
    return [f"{key} = {json.dumps(value)}" for key, value in table.items()]


if __name__ == "__main__":
    main()
