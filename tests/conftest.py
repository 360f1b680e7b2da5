"""What all tests share: folders of their own, so that they neither read nor fill what the user keeps."""

import os

import pytest
from hypothesis import HealthCheck, settings

# No test fails because the machine is busy.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Before anything is imported that keeps something. What is worked out once serves all workers, and the next run."""
    own = config.rootpath / ".pytest_cache" / "dicedsl"
    for name, folder in (("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data")):
        (own / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[name] = str(own / folder)
