"""What all tests of the API share: nobody is counted by what the tests before them asked."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nobody_waits(settings: Any) -> Iterator[None]:
    settings.API_PER_MINUTE = dict.fromkeys(settings.API_PER_MINUTE, 1_000_000)
    cache.clear()
    yield
    cache.clear()
