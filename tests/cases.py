"""Many small cases in one test, each of which is tried and, where it fails, named.

A thousand cases as a thousand tests cost more than what they check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

__all__ = ["all_hold"]

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
