"""A server on this machine that takes whatever it is sent, as those do to which reports and traces go."""

from aiohttp import web


class Collector:
    def __init__(self) -> None:
        app = web.Application()
        app.router.add_post("/{path:.*}", self._take)
        self._runner = web.AppRunner(app)
        self.bodies: list[bytes] = []

    async def _take(self, request: web.Request) -> web.Response:
        self.bodies.append(await request.read())
        return web.Response()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def __aenter__(self) -> "Collector":
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
