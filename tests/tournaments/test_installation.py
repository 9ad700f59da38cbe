"""Which address phones know from before, as the computer that goes on remembers it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tournaments.installation import BEFORE, address_before, remember_address_before

OLD, NEW = "http://192.168.1.23:8000", "http://192.168.1.24:8000"
EVENING = datetime(2026, 11, 28, 21, 45, tzinfo=UTC)


def test_the_address_before_matters_for_an_evening_and_at_another_address_only(tmp_path: Path) -> None:
    assert address_before(tmp_path, NEW, EVENING) == ""
    remember_address_before(tmp_path, OLD, EVENING)
    assert address_before(tmp_path, NEW, EVENING) == OLD
    assert address_before(tmp_path, OLD, EVENING) == ""
    assert address_before(tmp_path, NEW, EVENING + timedelta(hours=13)) == ""


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"x"', '{"address": "x"}', '{"address": "x", "until": 7}', "\0" * 5000]
)
def test_what_is_damaged_is_as_if_it_were_not_there(tmp_path: Path, text: str) -> None:
    (tmp_path / BEFORE).write_text(text)
    assert address_before(tmp_path, NEW, EVENING) == ""
