"""The files of the page: its modules joined into one script, its style sheets into one, packed, marked and served."""

import gzip
import json
import mimetypes
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from pathlib import Path, PurePosixPath
from typing import Final, Self

import brotli
from aiohttp import web

__all__ = ["Asset", "Assets", "NotJoinable", "joined_script", "joined_styles", "mark_of"]

_IMPORT: Final = re.compile(r'^import\s*(?:\{([^{}]*)\}\s*from\s*)?"(\.[^"]+)";[ \t]*$', re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\(\s*"(\.[^"]+)"\s*\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) +([\w$]+))", re.MULTILINE)
_REMARK: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_STRANGE: Final = re.compile(
    r"^.*(?:^\s*(?:import|export)\b|\bimport\s*(?:\.|\()).*$|^(?:[^`\n]*`[^`\n]*`)*[^`\n]*`[^`\n]*$", re.MULTILINE
)
_OUTSIDE: Final = re.compile(r"^.*(?:@import|url\((?!\s*[\"']?(?:data:|/|#))).*$", re.MULTILINE)
_STYLE_REMARK: Final = re.compile(r"/\*[\s\S]*?\*/\n*")
_LEAST: Final = 300  # Bytes below which packing does not pay
_TEXT: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})
_LASTING: Final = "public, max-age=31536000, immutable"
_START: Final = "js/main.js"
_SHEET: Final = re.compile(r'<link rel="stylesheet" href="/static/(css/[\w/]+\.css)">\n')
_FIRST: Final = '<script type="module" async'
_NAMED: Final = re.compile(r'(?<=")/static/([\w.-]+\.(?:svg|png|webmanifest))(?=")')
_QUALITY: Final = 10  # Brotli's best takes three times as long for a fiftieth less


class NotJoinable(ValueError):
    """A module or style sheet holds a form that is not understood here; the message says which."""


def joined_script(modules: Mapping[str, str], start: str, later: Callable[[str], str]) -> str:
    """The module ``start`` with all that it imports as one script. ``modules`` have their texts by path; ``later``
    gives the address under which a file that is loaded only when it is wanted (``import("../vendor/…")``) can be had.
    """
    order: dict[str, int] = {}
    _reach(modules, start, order, ())
    return "".join(_scope(path, modules[path], order, later) for path in order)


def joined_styles(sheets: Mapping[str, str]) -> str:
    """Style sheets as one, in their order."""
    bare = {path: _INDENT.sub("", _STYLE_REMARK.sub("", text)) for path, text in sheets.items()}
    for path, text in bare.items():
        if strange := _OUTSIDE.search(text):
            raise NotJoinable(f"{path}: {strange[0].strip()}")
    return "".join(bare.values())


def _reach(modules: Mapping[str, str], path: str, order: dict[str, int], above: tuple[str, ...]) -> None:
    """Number a module and, before it, those that it imports: the order in which a browser would run them."""
    if path in above:
        raise NotJoinable(f"{path} imports itself by way of {above[-1]}")
    if path in order:
        return
    if path not in modules:
        raise NotJoinable(f"{above[-1] if above else 'the page'} imports {path}, which is not there")
    for _, name in _IMPORT.findall(_bare(modules[path])):
        _reach(modules, _place(path, name), order, (*above, path))
    order[path] = len(order)


def _scope(path: str, text: str, order: Mapping[str, int], later: Callable[[str], str]) -> str:
    """A module as a function that runs once and gives what the module exports."""
    text = _bare(text)
    given = _EXPORT.findall(text)
    text = _EXPORT.sub("", text)
    text = _IMPORT.sub(lambda found: _taken(found[1], order[_place(path, found[2])]), text)
    text = _LATER.sub(lambda found: f'__later("{later(_place(path, found[1]))}")', text)
    if strange := _STRANGE.search(text):
        raise NotJoinable(f"{path}: {strange[0].strip()}")
    text = text.replace("__later(", "import(").strip()
    back = f"\nreturn {{ {', '.join(given)} }};" if given else ""
    return f"// {path}\nconst module{order[path]} = (() => {{\n{text}{back}\n}})();\n"


def _taken(names: str | None, number: int) -> str:
    """What stands in the place of an import."""
    if names is None:
        return ""
    parts = (part.split(" as ") for part in " ".join(names.split()).strip(", ").split(", "))
    return f"const {{ {', '.join(': '.join(part) for part in parts)} }} = module{number};"


def _bare(text: str) -> str:
    """A module without remarks that fill lines, and without indentation, which no text of several lines needs here."""
    return _INDENT.sub("", _REMARK.sub("", text + "\n"))


def _place(path: str, name: str) -> str:
    """The path that a module means by a relative name."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def mark_of(contents: bytes) -> str:
    """The mark by which a file with these contents is asked for."""
    return blake2s(contents, digest_size=12).hexdigest()


@cache
def _packings(plain: bytes) -> dict[str, bytes]:
    """The ways in which a text can be sent shorter, the shortest first."""
    return {"br": brotli.compress(plain, quality=_QUALITY), "gzip": gzip.compress(plain, 9, mtime=0)}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: what it is, its bytes, the same packed (in no way where that does not pay), and a mark of its contents."""

    kind: str
    plain: bytes
    packed: Mapping[str, bytes]
    mark: str

    @classmethod
    def of(cls, kind: str, plain: bytes, *, text: bool = True) -> Self:
        """Pack a file."""
        return cls(kind, plain, _packings(plain) if text and len(plain) >= _LEAST else {}, mark_of(plain))

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
        body, taken = self.plain, re.split(r"[ ,]+", request.headers.get("Accept-Encoding", "").lower())
        if way := next((way for way in self.packed if way in taken), None):
            body, headers["Content-Encoding"] = self.packed[way], way
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
        self._worker = self._asset_worker({*besides, "page.js", "page.css", "first.js", *_NAMED.findall(page)})

    def add_routes(self, router: web.UrlDispatcher, below: str = "") -> None:
        """Serve the page and all that it loads; ``below`` another address all that it loads alone."""
        if not below:
            router.add_get("/", self.page)
            router.add_get("/worker.js", self.worker)  # it serves what lies below its own address
        router.add_get(f"{below}/static/{{path:.+}}", self._file)
        router.add_get(f"{below}/texts/{{language}}.json", self._words)

    async def page(self, request: web.Request) -> web.Response:
        """Send the page; the words that it says come with it in the language that the browser asks for first."""
        first = request.headers.get("Accept-Language", "").lower()[:2]
        answer = self._pages[first if first in self._pages else "en"].answer(request)
        answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
        return answer

    async def worker(self, request: web.Request) -> web.Response:
        """Send the script that keeps the page at hand in a browser; another version of the page makes another script."""
        return self._worker.answer(request)

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

    def _asset_worker(self, paths: Iterable[str]) -> Asset:
        """The worker with what it is to keep: these files and all words. What names others names them by their marks, so
        that it differs whenever anything does."""
        kept = [self._address(path) for path in sorted(paths)]
        kept += [f"/texts/{one}.json?v={asset.mark}" for one, asset in self._texts.items()]
        named = json.dumps([mark_of(b"".join(page.plain for page in self._pages.values())), kept])
        script = self._text("worker.js").replace('["", []]', named)
        return Asset.of("text/javascript; charset=utf-8", script.encode())

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
        text = _NAMED.sub(lambda found: self._address(found[1]), text)
        return text.replace('<html lang="en">', f'<html lang="{"zh-Hans" if language == "zh" else language}">').encode()


def _packed_texts(texts: Mapping[str, str]) -> Asset:
    """The words of the page in a language."""
    found = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return Asset.of("application/json; charset=utf-8", found.encode())


def _asset(name: str, contents: bytes) -> Asset:
    ending = PurePosixPath(name).suffix
    kind = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}.get(ending)
    kind = kind or mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = ending in _TEXT
    return Asset.of(f"{kind}; charset=utf-8" if text else kind, contents, text=text)
