"""The container image without an engine: the steps of the Dockerfile in a folder, and every command of what comes of them.

What the image has is what the Dockerfile copies and pip installs of it; the libraries are those of this environment, without
what only extras of the package bring.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from bot import __version__
from games.doudizhu.native import CORE
from tests.process.program import READY, ROOT

PACKAGES = ("games", "arena", "storage", "bot")
_IMPORTS = re.compile(r"Traceback|No module named|ImportError")
_COMMANDS: dict[str, list[tuple[str, int]]] = {
    "run": [("run --check", 0)],
    "doctor": [("doctor", 0)],
    "selfplay": [
        ("selfplay gandengyan -n 1 --rounds --ai easy --seed 1 --record records", 0),
        ("selfplay gouji -n 2 --rounds --ai strong,easy --workers 2 --json", 0),
    ],
    "check": [("check records", 0)],
    "replay": [("replay {record} --all", 0)],
    "review": [("review {record}", 0)],
    "db": [
        ("db upgrade", 0), ("db check", 0), ("db backup copy.db", 0),
        ("db copy sqlite+aiosqlite:///copy.db sqlite+aiosqlite:///other.db", 0),
    ],
    "ratings": [("ratings rebuild", 0)],
    "restore": [("restore copy.db restored.db", 0)],
    "admin": [("admin tables", 0)],
    "announce": [("announce hello", 0)],
    "game": [("game list", 0)],
    "person": [("person telegram:1", 1)],
    "export": [("export M1", 1)],
    "cluster": [("cluster", 1)],
}  # fmt: skip
"""By command: how it is tried, and how that ends: 1 where there is nothing that it could do (no match, no person, no cluster)."""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which pip has put what the image has."""
    source, target = tmp_path_factory.mktemp("src"), tmp_path_factory.mktemp("image")
    build = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").split("\nFROM ")[0]
    installs = [line for line in build.splitlines() if line.startswith("RUN") and "pip install" in line]
    assert len(installs) == 1
    assert installs[0].endswith(" .")
    for line in build.splitlines():
        if not line.startswith("COPY "):
            continue
        *names, to = shlex.split(line)[1:]
        for name in names:
            there = ROOT / name
            if there.is_dir():
                shutil.copytree(there, source / to, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
            else:
                shutil.copy(there, source / to)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--no-deps"]
    pip.append("--no-compile")  # what runs is compiled when it does
    subprocess.run([*pip, "--no-build-isolation", "--target", target, source], check=True)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for name in re.findall(r"(?:^| )(\w+)", " ".join((*extras["arena"], *extras["learn"]))):
        (target / f"{name}.py").write_text(f"raise ModuleNotFoundError('No module named {name}: it is an extra')\n")
    return target


def _command(image: Path, command: str) -> list[str]:
    # Without the module ``site`` no path of this checkout comes in, as an editable installation would bring it.
    return [sys.executable, "-S", str(image / "bin" / "paiju"), *shlex.split(command)]


def _environment(image: Path, folder: Path) -> dict[str, str]:
    libraries = dict.fromkeys((str(image), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "TMPDIR"}}
    return kept | {
        "PYTHONPATH": os.pathsep.join(libraries),
        "PYTHONUNBUFFERED": "1",
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'paiju.db'}",
        "WEB_PORT": "0",
    }


def _ours(folder: Path) -> set[str]:
    """The files of our packages there, without what running them has left."""
    found = [path for name in PACKAGES for path in (folder / name).rglob("*") if path.suffix != ".pyc"]
    return {str(path.relative_to(folder)) for path in found if path.is_file()}


def _cores(kept: set[str]) -> set[str]:
    """The native cores as they are built, where they can be: all of them or none."""
    return {name.replace("core.c", "core.abi3.so") for name in kept if CORE and name.endswith("/native/core.c")}


def _build(kind: str, source: Path, target: Path, **environment: str) -> Path:
    """An sdist or a wheel, made as any installer makes it."""
    run = f"from setuptools import build_meta; print(build_meta.build_{kind}({str(target)!r}))"
    said = subprocess.run(
        [sys.executable, "-c", run],
        cwd=source,
        env=os.environ | environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return target / said.stdout.split()[-1]


def test_the_image_has_what_the_program_needs_and_nothing_else(image: Path) -> None:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES]
    kept = set(subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split())
    apart = re.compile(r"arena/lessons/|bot/frontends/web/types/|.*\.(md|[ch])$")
    assert _ours(image) == {name for name in kept if (ROOT / name).exists() and not apart.match(name)} | _cores(kept)
    assert not (image / "paiju_testing").exists()
    (about,) = image.glob("paiju-*.dist-info")
    assert f"\nVersion: {__version__}\n" in (about / "METADATA").read_text(encoding="utf-8")
    assert len([text for text in (about / "licenses").rglob("*") if text.is_file()]) == 3


def test_an_sdist_has_the_documents_too_and_its_wheel_is_the_same(image: Path, tmp_path: Path) -> None:
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    for name in (one for one in kept if (ROOT / one).exists()):
        (tmp_path / "all" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "all" / name)
    subprocess.run(["tar", "-xf", _build("sdist", tmp_path / "all", tmp_path)], cwd=tmp_path, check=True)
    (unpacked,) = (one for one in tmp_path.glob("paiju-*") if one.is_dir())
    documents = {"docs", "deploy", "CHANGELOG.md", "LICENSE", "README.md", "README.zh.md", "SECURITY.md"}
    made = {"PKG-INFO", "setup.cfg", "paiju.egg-info"}
    assert {one.name for one in unpacked.iterdir()} - made == {
        *documents, *PACKAGES, "bench", "tests", "scripts", "MANIFEST.in", "pyproject.toml", "setup.py", ".env.example",
    }  # fmt: skip
    sources = {name for name in kept if re.match(r"games/.*\.[ch]$", name)}
    assert {str(path.relative_to(unpacked)) for path in unpacked.rglob("games/**/*.[ch]")} == sources
    for compiler, has in (("false", _ours(image) - _cores(sources)), (os.environ.get("CC", "cc"), _ours(image))):
        wheel = _build("wheel", unpacked, tmp_path, CC=compiler)
        assert "-cp311-abi3-" in wheel.name
        shutil.unpack_archive(wheel, tmp_path / compiler, "zip")
        assert _ours(tmp_path / compiler) == has
        assert (tmp_path / compiler / "paiju_testing" / "tests" / "own_game").is_dir()
    if CORE is None:
        pytest.skip(
            "no C compiler here, or no headers of Python: it was NOT tested that a wheel holds the native cores"
        )


def test_the_arena_is_a_wheel_of_its_own_without_what_chats_need(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "scripts" / "arena_wheel.py", tmp_path], check=True)
    (wheel,) = tmp_path.glob("paiju_arena-*.whl")
    shutil.unpack_archive(wheel, tmp_path / "here", "zip")
    assert {one.name for one in (tmp_path / "here").iterdir() if one.suffix != ".dist-info"} == {
        "arena",
        "bench",
        "games",
    }
    used = "import sys, arena; arena.env('guandan', seed=1).reset(); print(arena.__file__, *sys.modules)"
    run = [sys.executable, "-c", used]
    said = subprocess.run(run, cwd=tmp_path / "here", check=True, capture_output=True, text=True).stdout.split()
    assert said[0].startswith(str(tmp_path))
    assert not {"bot", "storage", "discord", "telegram", "aiohttp", "sqlalchemy"}.intersection(said)


def test_every_command_of_the_image_can_do_its_work(image: Path, tmp_path: Path) -> None:
    environment = _environment(image, tmp_path)

    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            _command(image, command), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    offered = re.findall(r"^    (\w+) ", run("--help").stdout, re.MULTILINE)
    assert sorted(offered) == sorted(_COMMANDS)
    for command, status in [tried for tries in _COMMANDS.values() for tried in tries]:
        done = run(command.format(record=next(tmp_path.glob("records/*.json"), "")))
        assert not _IMPORTS.search(done.stderr), (command, done.stderr)
        assert done.returncode == status, (command, done.stdout, done.stderr)
        assert status == 0 or done.stderr.startswith("paiju: "), (command, done.stderr)


def test_the_program_of_the_image_starts_is_well_and_stops(image: Path, tmp_path: Path) -> None:
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    check = json.loads(dockerfile.partition("HEALTHCHECK")[2].partition("CMD ")[2].splitlines()[0])
    assert check.pop(0) == "python"
    environment = _environment(image, tmp_path)
    with subprocess.Popen(
        _command(image, "run"), cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        said = []
        for line in running.stdout:
            said.append(line)
            if READY in line:
                port = {"WEB_PORT": line.rpartition(":")[2].strip()}
                health = subprocess.run([sys.executable, *check], env=environment | port, check=False)
                running.send_signal(signal.SIGTERM)
        assert running.wait() == 0, "".join(said)
    assert READY in "".join(said)
    assert health.returncode == 0
    assert not _IMPORTS.search("".join(said))


@pytest.mark.parametrize("package", ["bigtwo", "package"])
def test_packages_of_games_are_strictly_typed_against_it(image: Path, tmp_path: Path, package: str) -> None:
    pytest.importorskip("mypy", reason="mypy comes with paiju[lint]")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    (home,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (home / "paiju.pth").write_text(f"{image}\n{sysconfig.get_path('purelib')}\n")
    source = shutil.copytree(ROOT / "tests" / "plugin" / package, tmp_path / "source")
    python, cache = str(tmp_path / "venv" / "bin" / "python"), str(tmp_path / "cache")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--exclude", "suite", "--cache-dir", cache]
    command = [*mypy, "--python-executable", python, "."]
    done = subprocess.run(command, cwd=source, text=True, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stdout
