"""Every command with what carries it out. Modules of the rooms list theirs as ``HANDLERS`` and are found, as games are."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from typing import Any, Final

from bot import session
from bot.session.host.request import Handler

__all__ = ["HANDLERS"]


def _found() -> Iterator[Handler]:
    """Look through all modules of the rooms; the manager's own, which ask for this list, have none."""
    rooms = [f"{session.__name__}.{room.name}" for room in iter_modules(session.__path__) if room.ispkg]
    for room in rooms:
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            yield from getattr(import_module(module.name), "HANDLERS", ())


HANDLERS: Final[dict[type[Any], Handler]] = {handler.kind: handler for handler in _found()}
"""By the class of the command."""
