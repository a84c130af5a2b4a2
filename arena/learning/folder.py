"""Where a learner keeps what it has learned."""

import json
from pathlib import Path
from typing import Final

from arena.learning.selfplay import Setting
from arena.learning.worth import Worth

__all__ = ["NETWORK", "SETTING", "open_folder"]

SETTING: Final = "setting.json"
NETWORK: Final = "network.npz"


def open_folder(game: str, folder: Path) -> tuple[Setting, Worth]:
    """What a folder has learned; ``ValueError`` if that is nothing, or another game."""
    try:
        setting = Setting(**json.loads((folder / SETTING).read_text("utf-8")))
        worth = Worth.load(folder / NETWORK)
    except FileNotFoundError:
        raise ValueError(
            f"{folder}: nobody has learned anything here; python -m arena train {game} --out {folder}"
        ) from None
    if setting.game != game:
        raise ValueError(f"{folder}: learned {setting.game}, not {game}")
    return setting, worth
