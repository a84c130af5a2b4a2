"""How often a second, and how much memory: what every bench of the rules measures with."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

__all__ = [
    "Calls",
    "Rounds",
    "TimedCalls",
    "median_rates",
    "peak_memory",
    "rate_of_calls",
    "rate_of_rounds",
]

Rounds = Callable[[], object]
"""Plays one random round."""
Calls = Callable[[], int]
"""Asks something of many positions once; returns how many positions."""
Run = TypeVar("Run")


class TimedCalls:
    """Calls of an engine that cannot be asked about stored positions: it adds up their ``seconds`` while it plays."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> int:
        """Play one round; returns how many calls were timed in it."""
        raise NotImplementedError


def rate_of_rounds(run: Rounds, seconds: float) -> float:
    """Rounds in a second."""
    began = time.perf_counter()
    rounds = 0
    while (spent := time.perf_counter() - began) < seconds:
        run()
        rounds += 1
    return rounds / spent


def rate_of_calls(run: Calls, seconds: float) -> float:
    """Calls in a second."""
    timed = run if isinstance(run, TimedCalls) else None
    if timed is not None:
        timed.seconds = 0.0
    began = time.perf_counter()
    calls = 0
    while (spent := time.perf_counter() - began) < seconds:
        calls += run()
    return calls / (spent if timed is None else timed.seconds)


def median_rates(
    makers: Mapping[str, Callable[[], Run]], rate: Callable[[Run, float], float], seconds: float, repeats: int
) -> dict[str, float | None]:
    """The median rate of each engine; ``None`` for those that are not installed.

    Engines take turns, so that a busy moment of the machine hits all of them.
    """
    runs: dict[str, Run] = {}
    for name, make in makers.items():
        try:
            runs[name] = make()
        except ImportError as missing:
            print(f"{name}: skipped, {missing.name} is not installed")
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        rate(run, min(1.0, seconds))  # warm up
    for _ in range(repeats):
        for name, run in runs.items():
            rates[name].append(rate(run, seconds))
    return {name: statistics.median(rates[name]) if name in rates else None for name in makers}


def peak_memory(code: str) -> float | None:
    """The peak memory in MiB of a process that runs one line of Python; ``None`` where there is no ``/proc``.

    Not by ``getrusage``: its peak counts what the process was before it became another program.
    """
    if not Path("/proc/self/status").exists():
        return None
    script = f"{code}; print(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    peak = next(line for line in done.stdout.splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024
