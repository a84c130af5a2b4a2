"""A Redis server of the tests' own, on a socket in a folder of its own; it keeps nothing on the disk."""

import atexit
import ctypes
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import redis

from tests.patience import ENOUGH, Patience

__all__ = ["PROGRAM", "Server", "end_with_parent"]

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")

_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_SET_END_SIGNAL = 1


def end_with_parent() -> None:
    """In a new process: let it be killed when its parent ends, however that ends."""
    if _LIBC is not None:
        _LIBC.prctl(_SET_END_SIGNAL, signal.SIGKILL)


class Server:
    """One server, which can be killed, stopped and started again."""

    def __init__(self, *options: str) -> None:
        self._folder = TemporaryDirectory(prefix="pj-redis-", dir="/tmp")  # short, as paths of sockets have to be
        self.socket = Path(self._folder.name) / "s"
        self.url = f"unix://{self.socket}"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.close)  # where no fixture came to its end
        self.start()

    def start(self) -> None:
        assert PROGRAM is not None
        words = [PROGRAM, "--port", "0", "--unixsocket", str(self.socket), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [*words, *self._options], cwd=self._folder.name, stdout=subprocess.DEVNULL, preexec_fn=end_with_parent
        )
        patience = Patience()
        while True:
            assert self._process.poll() is None, "redis-server ended"
            assert patience.rested < ENOUGH, "redis-server does not answer"
            with suppress(redis.ConnectionError):
                self.ask("PING")
                return
            patience.wait()

    def ask(self, *words: str | int) -> object:
        """Carry out one command, from outside the cluster."""
        with redis.Redis(unix_socket_path=str(self.socket), socket_timeout=None) as client:
            answer: object = client.execute_command(*words)
            return answer

    def kill(self) -> None:
        """End it at once, with all that it knew."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Have it answer nothing while its connections stay."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        atexit.unregister(self.close)
        self.kill()
        self._folder.cleanup()
