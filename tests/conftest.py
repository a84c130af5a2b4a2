"""Settings for all tests: how fast the machine is proves nothing; the long run tries more examples."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from hypothesis import HealthCheck, settings

from tests.seeds import ALL

settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("suite"), max_examples=1000)
settings.load_profile("soak" if ALL else "suite")

if find_spec("sniffio") is None:
    # Telegram's client asks for this optional package several times in each call. Where it is missing, pytest's own search
    # for modules makes that an eighth of a match; None says once and for all that it is not there.
    sys.modules["sniffio"] = None  # type: ignore[assignment]
