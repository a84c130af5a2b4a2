"""What workers say to each other, as the last release said it: ``python -m tests.cluster.spoken`` writes it down at the next."""

import importlib
import json
import pkgutil
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any

from bot.cluster.packing import SPOKEN

__all__ = ["FILE", "spoken"]

FILE = Path(__file__).with_name("spoken.json")


def spoken() -> dict[str, dict[str, str]]:
    """The fields of all values of the port and of rows, and what those are that need not be said."""
    found = {}
    for package in map(importlib.import_module, ("bot.session.port", "storage.themes")):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, kind in vars(importlib.import_module(module.name)).items():
                if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.name:
                    found[f"{module.name}.{name}"] = {one.name: f"{one.type}{_usual(one)}" for one in fields(kind)}
    return found


def _usual(one: Field[Any]) -> str:
    if one.default is not MISSING:
        return f" = {one.default!r}"
    return "" if one.default_factory is MISSING else " = …"


if __name__ == "__main__":
    values = ",\n".join(f"{json.dumps(name)}: {json.dumps(said)}" for name, said in sorted(spoken().items()))
    FILE.write_text(f'{{"spoken": {json.dumps(SPOKEN)}, "values": {{\n{values}\n}}}}\n')
