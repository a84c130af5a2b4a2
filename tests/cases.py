"""Many small cases in one test, each of which is tried and, where it fails, named.

A thousand cases as a thousand tests cost more than what they check.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["all_hold", "told_by_umpires"]

Case = TypeVar("Case")


def all_hold(cases: Iterable[tuple[str, Case]], check: Callable[[Case], None]) -> None:
    """Check every case (name, case); fails with all that fail, and where there is no case at all."""
    failed, tried = [], 0
    for name, case in cases:
        tried += 1
        try:
            check(case)
        except Exception as error:
            failed.append(f"{name}: {type(error).__name__}: {error}")
    assert tried, "there is nothing to check"
    assert not failed, f"{len(failed)} of {tried} fail:\n\n" + "\n\n".join(failed)


def told_by_umpires(folder: Path) -> list[Any]:
    """Return the scenarios of a folder as a second engine can replay them: which starts and deals are refused is not its
    business, as it is only ever given good ones."""
    found = [one for file in sorted(folder.glob("*.json")) for one in json.loads(file.read_text(encoding="utf-8"))]
    return [
        one | {"steps": [step for step in one["steps"] if not _is_refused_deal(step)]}
        for one in found
        if "refused" not in one
    ]


def _is_refused_deal(step: Any) -> bool:
    return isinstance(step, dict) and isinstance(step.get("illegal"), dict)
