"""Rounds written as a table."""

import json
from collections import Counter
from pathlib import Path

import pytest

parquet = pytest.importorskip("pyarrow.parquet", reason="tables need pyarrow: pip install paiju[export]")

from arena.__main__ import main  # noqa: E402 # arena.export needs pyarrow
from arena.export import COLUMNS  # noqa: E402
from games.base.notation import read_action, read_exact  # noqa: E402


def test_rounds_are_written_as_the_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, tables = Path("docs/training.md").read_text("utf-8"), []
    for file in (tmp_path / "one", tmp_path / "other"):
        said = f"export gandengyan --rounds 3 --level easy --seed 5 --workers 1 --out {file}"
        assert main(said.split()) == 0
        tables.append(parquet.read_table(file))
        assert f"{len(tables[0])} decisions of 3 rounds" in capsys.readouterr().out
    assert tables[0].equals(tables[1])
    assert {field.name: str(field.type) for field in tables[0].schema} == COLUMNS
    assert all(f"| `{name}` | {kind} |" in page for name, kind in COLUMNS.items())
    about = json.loads(tables[0].schema.metadata[b"paiju"])
    assert (about["game"], about["level"], about["seed"]) == ("gandengyan", "easy", 5)
    rows = tables[0].to_pylist()
    for row in rows:
        assert not Counter(getattr(read_action(row["action"]), "cards", ())) - Counter(read_exact(row["hand"]))
        assert (row["why"] == "lead") == (json.loads(row["facts"])["standing"] is None)
    assert [row["won"] for row in {row["round"]: row for row in rows}.values()] == [True] * 3, "the last card wins"
