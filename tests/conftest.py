"""Settings for all tests: how fast the machine is proves nothing; the long run tries more examples."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

from tests.seeds import ALL

settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("suite"), max_examples=1000)
settings.load_profile("soak" if ALL else "suite")

gc.disable()  # until everything is collected: it all stays, and looking through it again and again is a third of the work


def pytest_collection_finish() -> None:
    """What has been imported and collected lives as long as the process: nobody need look through it again."""
    gc.freeze()
    gc.enable()
