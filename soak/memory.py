"""How much memory a process holds, and whether that keeps growing."""

from __future__ import annotations

from pathlib import Path

import pytest

__all__ = ["assert_level", "resident_mib"]


def resident_mib(process: int | str = "self") -> float:
    """Resident memory of a process in MiB; skips the test where there is no ``/proc``."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        pytest.skip("memory is read from /proc, which is not here")
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def assert_level(samples: list[float], allowed: float) -> None:
    """The mean of the last quarter of the samples may lie at most ``allowed`` MiB above that of the second quarter.

    The first quarter is left out: caches and tables fill up then, as they should.
    """
    quarter = len(samples) // 4
    assert quarter >= 1, f"too few samples to judge: {samples}"
    early = sum(samples[quarter : 2 * quarter]) / quarter
    late = sum(samples[-quarter:]) / quarter
    course = " ".join(f"{sample:.0f}" for sample in samples[:: max(1, len(samples) // 40)])
    assert late - early <= allowed, f"from {early:.1f} to {late:.1f} MiB; the course: {course}"
