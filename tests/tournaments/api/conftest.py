"""What all tests of the API share: nobody is counted by what the tests before them asked, nor by the next minute."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache

from tournaments.frame.api import limits


@pytest.fixture(autouse=True)
def _nobody_waits(settings: Any, monkeypatch: pytest.MonkeyPatch, no_gap: None) -> Iterator[None]:
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 1_800_000_010.0))
    settings.API_PER_MINUTE = dict.fromkeys(settings.API_PER_MINUTE, 1_000_000)
    cache.clear()
    yield
    cache.clear()
