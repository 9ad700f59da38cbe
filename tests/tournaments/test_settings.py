"""What the settings promise is true of the running database, and a wrong environment is refused by name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_the_database_keeps_what_it_acknowledges() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone() == (2,)
            assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
            assert "journal_mode=WAL" in connection.settings_dict["OPTIONS"]["init_command"]
        else:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() == ("on",)
            assert connection.settings_dict["OPTIONS"]["pool"]


def start(**environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT, env={**kept, **environment}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def test_a_server_without_a_secret_is_refused_by_the_name_of_the_variable(tmp_path: Path) -> None:
    done = start(DATABASE_URL="postgres://nobody@localhost/nothing", SETTEBELLO_DATA=str(tmp_path))
    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr


def test_a_laptop_makes_a_secret_of_its_own_and_keeps_it_to_itself(tmp_path: Path) -> None:
    assert start(SETTEBELLO_DATA=str(tmp_path)).returncode == 0
    made = tmp_path / "secret_key"
    first = made.read_text()
    assert made.stat().st_mode & 0o077 == 0
    assert start(SETTEBELLO_DATA=str(tmp_path)).returncode == 0
    assert made.read_text() == first
