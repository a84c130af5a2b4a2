"""``python bench/outside/competition.py FILE`` runs a client of the Guandan competition as it stands.

What it would say and hear over a WebSocket passes over standard output and input, one JSON text a line."""

import os
import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


class _Client:
    """What such clients build upon, connected to us whatever their address says."""

    def __init__(self, *address: object, **settings: object) -> None:
        pass

    def connect(self) -> None:
        self.opened()

    def opened(self) -> None:
        pass

    def run_forever(self) -> None:
        for line in sys.stdin:
            self.received_message(line)

    def received_message(self, message: Any) -> None:
        raise NotImplementedError

    def send(self, payload: str, binary: bool = False) -> None:
        os.write(_OUT, payload.encode() + b"\n")

    def close(self, code: int = 1000, reason: str = "") -> None:
        pass


if __name__ == "__main__":
    _OUT = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what it prints is no answer
    for name in ("ws4py", "ws4py.client", "ws4py.client.threadedclient"):
        sys.modules[name] = ModuleType(name)
    sys.modules["ws4py.client.threadedclient"].WebSocketClient = _Client  # type: ignore[attr-defined]
    file = Path(sys.argv[1]).resolve()
    sys.argv = [str(file)]
    sys.path[0] = str(file.parent)
    runpy.run_path(str(file), run_name="__main__")
