"""The HTTP side: reads a request as the platform would, checks it, lets faults strike, and answers."""

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from aiohttp import web

from .errors import ApiError, Violation, too_many_requests, violation
from .limits import RATED, UNRATED
from .methods import Methods
from .spec import Upload, bot_api
from .wire import dumps
from .world import Call

if TYPE_CHECKING:
    from .faults import Fault
    from .sim import TelegramSim

_REFUSALS: dict[str, tuple[int, str]] = {
    "server_error": (500, "Internal Server Error"),
    "bad_gateway": (502, "Bad Gateway"),
    "unauthorized": (401, "Unauthorized"),
    "not_found": (404, "Not Found"),
    "conflict": (409, "Conflict: terminated by other getUpdates request"),
    "forbidden": (403, "Forbidden: bot was blocked by the user"),
}


class ApiServer:
    """`/bot<token>/<method>` and `/file/bot<token>/<path>`."""

    def __init__(self, sim: "TelegramSim") -> None:
        self._sim = sim
        self._methods = Methods(sim)
        self._runner: web.AppRunner | None = None
        self.base_url = ""
        self.beside: dict[str, ApiServer] = {}  # Those of other bots, by token: they answer at this address, too

    async def start(self, port: int) -> None:
        app = web.Application(client_max_size=60 * 1024 * 1024)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        address = self._runner.addresses[0]
        self.base_url = f"http://127.0.0.1:{address[1]}"

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def _handle(self, request: web.Request) -> web.Response:
        if (other := self.beside.get(request.match_info["token"])) is not None:
            return await other._handle(request)
        if request.match_info["token"] != self._sim.token:
            return _answer(ApiError(401, "Unauthorized"))
        spec = bot_api(ephemeral=self._sim.ephemeral)
        method = spec.method_name(request.match_info["method"])
        if method is None:
            if bot_api().method_name(request.match_info["method"]) is None:
                self._sim.violations.append(f"{request.match_info['method']}: no such method")
            return _answer(ApiError(404, "Not Found: method not found"))
        parameters: dict[str, Any] = {}
        attached: dict[str, Upload] = {}
        chat: int | None = None
        error: ApiError | None = None
        result: object = None
        fault: Fault | None = None
        at = time.monotonic()
        try:
            parameters, attached = await _read(request, method)
            if not self._sim.ephemeral:  # a server ignores what it does not know
                parameters.pop("ephemeral_message_parameters", None)
                for command in parameters.get("commands", []):
                    command.pop("is_ephemeral", None)
            chat = parameters["chat_id"] if isinstance(parameters.get("chat_id"), int) else None
            fault = self._sim.faults.take(method, chat)
            self._check(method, parameters)
            self._strike(request, fault)
            aside = "ephemeral_message_parameters" in parameters or "ephemeral_message_id" in parameters
            if not aside or self._sim.counts_ephemerals:
                self._rate(method, chat)
            result = await self._methods.call(method, parameters, attached)
        except Violation as refused:
            self._sim.violations.append(f"{method}: {refused.description} {_shown(parameters)}")
            error = refused
        except ApiError as refused:
            error = refused
        finally:
            outcome = error.description if error else None
            self._sim.calls.append(Call(method, parameters, at, chat, error is None, outcome))
            self._sim.changed()
        if fault is not None and fault.kind == "hang_after":
            await asyncio.Event().wait()
        if fault is not None and fault.kind == "lost_answer":
            _hang_up(request)
        return _answer(error) if error else _ok(result)

    def _check(self, method: str, parameters: dict[str, Any]) -> None:
        wrong = bot_api(ephemeral=self._sim.ephemeral).check_call(method, parameters)
        if wrong:
            raise violation("; ".join(wrong))

    def _strike(self, request: web.Request, fault: "Fault | None") -> None:
        if fault is None:
            return
        if fault.kind == "flood":
            raise too_many_requests(fault.retry_after)
        if fault.kind in _REFUSALS:
            code, text = _REFUSALS[fault.kind]
            raise ApiError(code, text)
        if fault.kind == "drop":
            _hang_up(request)
            raise ApiError(500, "the connection was closed")

    def _rate(self, method: str, chat_id: int | None) -> None:
        rates = self._sim.rates
        if rates is None or chat_id is None or not method.startswith(RATED) or method in UNRATED:
            return
        seconds = rates.take(chat_id, chat_id < 0)
        if seconds is not None:
            raise too_many_requests(seconds)


def _hang_up(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def _shown(parameters: dict[str, Any]) -> str:
    return repr(parameters)[:600]


async def _read(request: web.Request, method: str) -> tuple[dict[str, Any], dict[str, Upload]]:
    """The parameters, and the files that some of them refer to as `attach://<field>`."""
    spec = bot_api()
    values: dict[str, Any] = {name: spec.decode(method, name, text) for name, text in request.query.items()}
    if request.method == "GET":
        return values, {}
    if request.content_type == "application/json":
        body = json.loads(await request.text() or "{}")
        if not isinstance(body, dict):
            raise violation("Can't parse JSON object")
        return values | body, {}
    uploads: dict[str, Upload] = {}
    for name, field in (await request.post()).items():
        if isinstance(field, web.FileField):
            uploads[name] = Upload(name, field.filename, field.file.read())
        elif isinstance(field, str):
            values[name] = spec.decode(method, name, field)
    written = dumps(values)
    attached = {name: upload for name, upload in uploads.items() if f'"attach://{name}"' in written}
    values |= {name: upload for name, upload in uploads.items() if name not in attached}
    return values, attached


def _ok(result: object) -> web.Response:
    return web.Response(text=dumps({"ok": True, "result": result}), content_type="application/json")


def _answer(error: ApiError) -> web.Response:
    body: dict[str, Any] = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.Response(status=error.code, text=dumps(body), content_type="application/json")
