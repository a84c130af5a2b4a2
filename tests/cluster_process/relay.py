"""A line from one worker to one server, which can be cut, or go silent, and be mended."""

import asyncio
from contextlib import suppress
from pathlib import Path

__all__ = ["Relay"]

_PIECE = 1 << 16


class Relay:
    """Listens on a port of this machine and passes on to the server's socket what it hears, and back."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._calls: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self.port = 0

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        self._abort()

    def silence(self) -> None:
        """Keep all connections, accept new ones, and pass nothing on."""
        self._flows.clear()

    async def mend(self) -> None:
        """Pass on again, with what has come in the meantime."""
        self._flows.set()
        if self._server is None:
            await self.open()

    async def close(self) -> None:
        await self.cut()
        self._flows.set()
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    def _abort(self) -> None:
        for end in self._ends:
            end.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = asyncio.current_task()
        assert call is not None
        self._calls.add(call)
        self._ends.add(writer)
        with suppress(OSError, asyncio.CancelledError):
            await self._join(reader, writer)
        writer.transport.abort()
        self._ends.discard(writer)
        self._calls.discard(call)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._flows.wait()
        there, back = await asyncio.open_unix_connection(str(self._socket))
        self._ends.add(back)
        both = [asyncio.create_task(self._pass(reader, back)), asyncio.create_task(self._pass(there, writer))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            back.transport.abort()
            self._ends.discard(back)
            for one in both:
                one.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(_PIECE):
            await self._flows.wait()
            writer.write(piece)
            await writer.drain()
