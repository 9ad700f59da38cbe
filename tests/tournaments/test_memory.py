"""What a web process holds after a log-in: nothing that no page needs, and not much."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import mould

ROOT = Path(__file__).resolve().parents[2]
# What is loaded where it is used: by the API, papers, archives and lists, passkeys, calendars, webhooks, other engines,
# workers, logs as JSON, and tests. Games come with the first page of the site, which names those that can be practised.
HEAVY = {
    "rest_framework", "drf_spectacular", "django_filters", "weasyprint", "segno", "openpyxl",
    "fido2", "cryptography", "icalendar", "urllib3", "requests", "psycopg", "psycopg_pool", "redis",
    "celery", "kombu", "structlog", "yaml", "jinja2", "rich", "PIL", "django.test",
}  # fmt: skip
# What an import of an event is read, checked and written by.
IMPORTING = re.compile(r"tournaments\.(jobs\.writes\.importing|backups\.verifying\.events)(\.|$)")
ENDPOINTS = re.compile(r"tournaments\.\w+\.api(\.|$)")
# MB: some more than what docs/performance.md says, for systems count in different ways.
MOST = 85


@pytest.mark.full
def test_after_a_log_in_a_process_holds_nothing_that_no_page_needs(tmp_path: Path) -> None:
    left_out = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "ALLOWED_HOSTS")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    environment = {**kept, "SETTEBELLO_DATA": str(tmp_path), "DEBUG": "on"}
    mould.database_into(tmp_path)
    command = [sys.executable, "-m", "tests.tournaments.one_visit"]
    told = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE).stdout
    found = json.loads(told)
    assert found["answers"] == [200, 200, 303, 200]
    assert HEAVY & {".".join(name.split(".")[:depth]) for name in found["modules"] for depth in (1, 2)} == set()
    assert [name for name in found["modules"] if ENDPOINTS.match(name) or IMPORTING.match(name)] == []
    assert found["mb"] < MOST
