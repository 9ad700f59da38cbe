"""What the tests of services share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.receiver import Receiver
from tournaments.frame.writes import ssrf_guard
from tournaments.webhooks.writes import sending


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """The other side; the name leads to it, and loopback counts as outside while the test runs."""
    found = Receiver(tmp_path)
    monkeypatch.setattr(ssrf_guard, "is_outside", lambda address: True)
    monkeypatch.setattr(ssrf_guard.target, "__defaults__", (lambda host, port: ["127.0.0.1"],))
    monkeypatch.setattr(sending, "trust", lambda: found.trust)
    yield found
    found.stop()
