"""The files of the page, read once and sent compressed where a browser takes that.

They are text and few: packed at the start, they cost a browser a third of the bytes and the server no work later.
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import blake2s
from pathlib import Path
from typing import Final

from aiohttp import web

__all__ = ["Asset", "Assets"]

_LEAST: Final = 300
"""Bytes below which packing does not pay."""
_TEXT: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: what it is, its bytes, the same packed (``None`` where that does not pay), and a mark of its contents."""

    kind: str
    plain: bytes
    packed: bytes | None
    mark: str

    @classmethod
    def of(cls, kind: str, plain: bytes, *, text: bool = True) -> Asset:
        """Pack a file."""
        packed = gzip.compress(plain, 9, mtime=0) if text and len(plain) >= _LEAST else None
        return cls(kind, plain, packed, f'"{blake2s(plain, digest_size=12).hexdigest()}"')

    def answer(self, request: web.Request) -> web.Response:
        """Send it, or say that the browser has it already."""
        headers = {"Cache-Control": "no-cache", "ETag": self.mark, "Vary": "Accept-Encoding"}
        if self.mark in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        body = self.plain
        if self.packed is not None and "gzip" in request.headers.get("Accept-Encoding", "").lower():
            body, headers["Content-Encoding"] = self.packed, "gzip"
        return web.Response(body=body, headers={**headers, "Content-Type": self.kind})


class Assets:
    """All files below a folder, by their paths in it."""

    def __init__(self, folder: Path) -> None:
        self._known = {
            path.relative_to(folder).as_posix(): _read(path) for path in sorted(folder.rglob("*")) if path.is_file()
        }

    def __getitem__(self, path: str) -> Asset:
        return self._known[path]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Send the file that a request names as ``path``; nothing but these files can be had."""
        asset = self._known.get(request.match_info["path"])
        if asset is None:
            raise web.HTTPNotFound(text="no such file")
        return asset.answer(request)


def _read(path: Path) -> Asset:
    text = path.suffix in _TEXT
    kind = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}.get(path.suffix)
    kind = kind or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset.of(f"{kind}; charset=utf-8" if text else kind, path.read_bytes(), text=text)
