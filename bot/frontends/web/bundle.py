"""The page in two files: its modules joined into one script, its style sheets into one, when the server starts.

The sources stay plain modules that a browser could load one by one; on a slow line each of them would cost a way there and
back. Every module keeps a scope of its own, so that names may repeat. Only the forms of ``import`` and ``export`` that are
written here are understood; any other one stops the start (and a test before that).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Final

__all__ = ["NotJoinable", "joined_script", "joined_styles"]

_IMPORT: Final = re.compile(r'^import\s*(?:\{([^{}]*)\}\s*from\s*)?"(\.[^"]+)";[ \t]*$', re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\(\s*"(\.[^"]+)"\s*\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) +([\w$]+))", re.MULTILINE)
_REMARK: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
_STRANGE: Final = re.compile(r"^.*(?:^\s*(?:import|export)\b|\bimport\s*(?:\.|\()).*$", re.MULTILINE)
_OUTSIDE: Final = re.compile(r"^.*(?:@import|url\((?!\s*[\"']?(?:data:|/|#))).*$", re.MULTILINE)
_STYLE_REMARK: Final = re.compile(r"/\*[\s\S]*?\*/\n*")


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
    for path, text in sheets.items():
        if strange := _OUTSIDE.search(_STYLE_REMARK.sub("", text)):
            raise NotJoinable(f"{path}: {strange[0].strip()}")
    return "".join(_STYLE_REMARK.sub("", text) for text in sheets.values())


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
    """A module without remarks that fill lines."""
    return _REMARK.sub("", text + "\n")


def _place(path: str, name: str) -> str:
    """The path that a module means by a relative name."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
