"""Which address phones know from before, as the computer that goes on remembers it; and what is to be typed."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from tournaments import installation
from tournaments.installation import BEFORE, address_before, command, own_secret, remember_address_before

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


def test_what_is_to_be_typed_names_the_program_and_the_data_if_they_are_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "club data"
    assert command("serve", "--lan", data=installation.usual_data()) == "script/run --lan"
    assert (
        command("verify", data=there) == f".venv/bin/python -m tournaments.management.program verify --data '{there}'"
    )
    monkeypatch.setattr(installation, "IS_CLONE", False)
    assert command("serve", "--lan", data=installation.usual_data()) == "settebello serve --lan"
    monkeypatch.setattr(installation, "os", SimpleNamespace(name="nt"))
    assert command("restore", "a b", data=installation.usual_data()) == 'settebello restore "a b"'


def test_a_key_that_a_full_disk_has_left_empty_is_made_anew_and_then_kept(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    path.touch()
    key = own_secret(path)
    assert len(key) > 50
    assert own_secret(path) == key
    assert (path.stat().st_mode & 0o777, list(tmp_path.iterdir())) == (0o600, [path])
