"""How many draws a test of chance makes: a few in the suite, all of them in ``make soak``.

``make soak`` sets ``ALL_SEEDS``. The first draws are the same in both, so that what the suite shows stays comparable.
"""

import os

__all__ = ["ALL", "seeds"]

ALL = bool(os.environ.get("ALL_SEEDS"))  # Whether this is the long run


def seeds(suite: int, soak: int) -> range:
    """The numbers to draw from: ``suite`` of them, or ``soak`` in the long run."""
    assert suite < soak, "the long run tries more"
    return range(soak if ALL else suite)
