"""Settings for all tests: how fast the machine is proves nothing; the long run tries more examples."""

import gc
import os
import signal
import socket
from asyncio.selector_events import BaseSelectorEventLoop
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.seeds import ALL

settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("suite"), max_examples=1000)
settings.load_profile("soak" if ALL else "suite")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for what a shell runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)

_accept = getattr(BaseSelectorEventLoop, "_accept_connection2")  # noqa: B009


async def _accept_if_open(
    loop: Any, make: Any, connection: socket.socket, extra: Any, tls: Any = None, server: Any = None, *times: float
) -> None:
    """Python 3.11 forgets, open, a connection that came at the very moment at which its server was closed."""
    if server is not None and not server.sockets:
        connection.close()
    else:
        await _accept(loop, make, connection, extra, tls, server, *times)


setattr(BaseSelectorEventLoop, "_accept_connection2", _accept_if_open)  # noqa: B010

gc.disable()  # until everything is collected: it all stays, and looking through it again and again is a third of the work


_LONG = (
    "tests/process/test_promises.py",
    "tests/cluster_process/",
    "tests/process/",
    "tests/frontends/web/test_browser",
)
"""Tests that take long and mostly wait for others: the first of them begin first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every process of the tests begins with some files of long ones, so that nobody begins one when the others are done."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes == 1:
        return
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    long = list(dict.fromkeys(file for start in _LONG for file in files if file.startswith(start)))
    first = [[item for file in long[number::processes] for item in files[file]] for number in range(processes)]
    short = iter([item for item in items if item.nodeid.partition("::")[0] not in long])
    share = len(items) // processes
    items[:] = [item for some in first for item in (*some, *islice(short, max(0, share - len(some))))] + list(short)


def pytest_collection_finish() -> None:
    """What has been imported and collected lives as long as the process: nobody need look through it again. Tests make
    much and keep little, so what they leave is looked through seldom."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
