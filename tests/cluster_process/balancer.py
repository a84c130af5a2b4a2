"""A plain balancer before the workers' webhooks: each request goes to the next worker in line, whoever has the table."""

import json
from collections.abc import Callable, Sequence

import aiohttp
from aiohttp import web

__all__ = ["Balancer"]

_SECONDS = aiohttp.ClientTimeout(total=4.0, sock_connect=1.0)
_PASSED_ON = ("Content-Type", "X-Telegram-Bot-Api-Secret-Token")


class Balancer:
    """Round robin. Where a worker cannot be reached or does not answer in time, the next one is asked, as proxies do."""

    def __init__(self, workers: Callable[[], Sequence[str]]) -> None:
        self._workers = workers
        self._turn = 0
        self._client: aiohttp.ClientSession | None = None
        self._runner: web.AppRunner | None = None
        self.served = [0, 0]
        """Requests that a worker has answered, and those for which none was found."""
        self.took: dict[str, str] = {}
        """Which worker has answered the request about an update, by its id."""
        self.url = ""

    async def start(self) -> None:
        self._client = aiohttp.ClientSession(timeout=_SECONDS)
        app = web.Application()
        app.router.add_post("/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
        if self._client is not None:
            await self._client.close()

    async def _handle(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
        assert self._client is not None
        workers = self._workers()
        self._turn += 1
        for number in range(len(workers)):
            worker = workers[(self._turn + number) % len(workers)]
            try:
                async with self._client.post(worker + request.path, data=body, headers=headers) as answer:
                    self.served[0] += 1
                    self.took[str(json.loads(body)["update_id"])] = worker
                    return web.Response(status=answer.status)
            except (aiohttp.ClientError, TimeoutError):
                continue
        self.served[1] += 1
        return web.Response(status=502)
