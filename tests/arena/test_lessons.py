"""Lessons replace no network that plays but by a duel that was won, and the page about training names all that play."""

from hashlib import sha256
from pathlib import Path

import pytest

from arena.figures import Interval
from arena.lessons import __main__ as lessons
from bench import duel


def test_a_network_is_replaced_only_by_one_that_has_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place := tmp_path / "gongzhu" / "ai").mkdir(parents=True)
    (place / "odds.net").write_bytes(b"old")
    (tmp_path / "odds.net").write_bytes(b"new")
    (tmp_path / "lesson.json").write_text('{"command": "", "hours": 1}', encoding="utf-8")
    for asked, low, code, left in (
        ([], 1, 1, b"old"),
        (["--ship", "5"], -1, 1, b"old"),
        (["--ship", "5"], 1, 0, b"new"),
    ):
        monkeypatch.setattr(duel, "duel", lambda *_, low=low: Interval(low + 1, low, low + 2))
        assert lessons.main(["gongzhu", "--out", str(tmp_path), *asked], shipped=tmp_path) == code
        assert (place / "odds.net").read_bytes() == left


def test_the_page_about_training_names_every_network_that_plays() -> None:
    lines = Path("docs/training.md").read_text("utf-8").splitlines()
    for file in Path().glob("games/*/ai/*.net"):
        begins = f"| {file.parts[-3]} `{file.stem}` | {sha256(file.read_bytes()).hexdigest()[:8]} |"
        assert [line for line in lines if line.startswith(begins)], begins
