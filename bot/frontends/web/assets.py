"""The files of the page, read once and sent compressed where a browser takes that.

They are text and few: packed at the start, they cost a browser a third of the bytes and the server no work later. The page
names what it loads with a mark of its contents (``?v=…``), so that a browser keeps it for good and asks for it once; the page
itself is asked for each time.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2s
from pathlib import Path, PurePosixPath
from typing import Final

from aiohttp import web

from bot.frontends.web.bundle import NotJoinable, joined_script, joined_styles

__all__ = ["Asset", "Assets", "mark_of"]

_LEAST: Final = 300
"""Bytes below which packing does not pay."""
_TEXT: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})
_LASTING: Final = "public, max-age=31536000, immutable"
_START: Final = "js/main.js"
_SHEET: Final = re.compile(r'<link rel="stylesheet" href="/static/(css/[\w/]+\.css)">\n')
_FIRST: Final = '<script type="module" async'


def mark_of(contents: bytes) -> str:
    """The mark by which a file with these contents is asked for."""
    return blake2s(contents, digest_size=12).hexdigest()


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
        return cls(kind, plain, packed, mark_of(plain))

    def answer(self, request: web.Request) -> web.Response:
        """Send it, or say that the browser has it already. Asked for by its mark, it is good for ever."""
        lasts = request.query.get("v") == self.mark
        headers = {
            "ETag": f'"{self.mark}"',
            "Vary": "Accept-Encoding",
            "Cache-Control": _LASTING if lasts else "no-cache",
        }
        if self.mark in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        body = self.plain
        if self.packed is not None and "gzip" in request.headers.get("Accept-Encoding", "").lower():
            body, headers["Content-Encoding"] = self.packed, "gzip"
        return web.Response(body=body, headers={**headers, "Content-Type": self.kind})


class Assets:
    """All files below a folder by their paths in it, those ``besides`` that lie elsewhere, the page's ``texts`` by language,
    and the page that names them."""

    def __init__(self, folder: Path, texts: Mapping[str, Mapping[str, str]], besides: Mapping[str, bytes]) -> None:
        self._known = {
            path.relative_to(folder).as_posix(): _asset(path.name, path.read_bytes())
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self._known |= {path: _asset(path, contents) for path, contents in besides.items()}
        self._texts = {language: _packed_texts(found) for language, found in texts.items()}
        page = self._text("index.html")
        self._join(_SHEET.findall(page))
        self._pages = {language: Asset.of("text/html; charset=utf-8", self._page(page, language)) for language in texts}

    def add_routes(self, router: web.UrlDispatcher, below: str = "") -> None:
        """Serve the page and all that it loads; ``below`` another address all that it loads alone."""
        if not below:
            router.add_get("/", self.page)
        router.add_get(f"{below}/static/{{path:.+}}", self._file)
        router.add_get(f"{below}/texts/{{language}}.json", self._words)

    async def page(self, request: web.Request) -> web.Response:
        """Send the page; the words that it says come with it in the language that the browser asks for first."""
        first = request.headers.get("Accept-Language", "").lower()[:2]
        answer = self._pages[first if first in self._pages else "en"].answer(request)
        answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
        return answer

    async def _file(self, request: web.Request) -> web.Response:
        """Send the file that a request names as ``path``; nothing but these files can be had."""
        asset = self._known.get(request.match_info["path"])
        if asset is None:
            raise web.HTTPNotFound(text="no such file")
        return asset.answer(request)

    async def _words(self, request: web.Request) -> web.Response:
        texts = self._texts.get(request.match_info["language"])
        if texts is None:
            raise web.HTTPNotFound(text="no such language")
        return texts.answer(request)

    def _text(self, path: str) -> str:
        return self._known[path].plain.decode()

    def _address(self, path: str) -> str:
        """Where a file can be had for good."""
        if path not in self._known:
            raise NotJoinable(f"{path} is not there")
        return f"/static/{path}?v={self._known[path].mark}"

    def _join(self, sheets: list[str]) -> None:
        """Put the one script and the one style sheet of the page beside the files."""
        modules = {path: self._text(path) for path in self._known if path.startswith("js/")}
        script = joined_script(modules, _START, self._address)
        self._known["page.js"] = Asset.of("text/javascript; charset=utf-8", script.encode())
        styles = joined_styles({path: self._text(path) for path in sheets})
        self._known["page.css"] = Asset.of("text/css; charset=utf-8", styles.encode())

    def _page(self, text: str, language: str) -> bytes:
        """The page that loads the joined files, its words first."""
        words = {one: f"/texts/{one}.json?v={asset.mark}" for one, asset in self._texts.items()}
        links = [f'<link rel="stylesheet" href="{self._address("page.css")}">']
        links += [f'<link rel="preload" as="fetch" crossorigin href="{words[language]}">']
        links += [
            f'<link rel="alternate" hreflang="{one}" type="application/json" href="{words[one]}">' for one in words
        ]
        text = _SHEET.sub("", text)
        text = text.replace(_FIRST, "\n".join([*links, _FIRST]))
        text = text.replace("/static/first.js", self._address("first.js"))
        text = text.replace(f"/static/{_START}", self._address("page.js"))
        return text.replace('<html lang="en">', f'<html lang="{"zh-Hans" if language == "zh" else language}">').encode()


def _packed_texts(texts: Mapping[str, str]) -> Asset:
    """The words of the page in a language."""
    found = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return Asset.of("application/json; charset=utf-8", found.encode())


def _asset(name: str, contents: bytes) -> Asset:
    """A file as what its name says."""
    ending = PurePosixPath(name).suffix
    kind = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}.get(ending)
    kind = kind or mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = ending in _TEXT
    return Asset.of(f"{kind}; charset=utf-8" if text else kind, contents, text=text)
