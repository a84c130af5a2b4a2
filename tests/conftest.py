"""Settings for property tests: how fast the machine is proves nothing."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("paiju", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("paiju")
