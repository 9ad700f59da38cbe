"""What all tests of the platform share: no page that one test kept is shown to the next."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches


@pytest.fixture(autouse=True)
def _no_kept_pages() -> Iterator[None]:
    caches["pages"].clear()
    yield
    caches["pages"].clear()
