"""House rules of Pao De Kuai."""

from typing import Final

from games.base.options import Flag, Number, OptionSet, Preset

__all__ = ["OPTIONS", "PRESETS"]

OPTIONS: Final = OptionSet((Flag("must_beat", True), Number("rounds", 0, 1_000_000, 6)))
PRESETS: Final = (Preset("standard", {}), Preset("free", {"must_beat": False}))
