"""docs/api.md does what it says: its commands are run, in their order, against a server."""

import logging
import os
import re
import subprocess
from typing import Any

import pytest
from django.conf import settings

from tests.tournaments import factories as make

PAGE = settings.BASE_DIR / "docs" / "api.md"
EMAIL, PASSWORD = "ada@example.org", "una-lunga-parola-d-ordine"


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_the_page_runs_a_knockout_from_its_creation_to_its_standings(
    live_server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    make.user(EMAIL, name="Ada", password=PASSWORD)
    commands = "\n".join(re.findall(r"^```bash\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        env={**os.environ, "SITE": live_server.url, "EMAIL": EMAIL, "PASSWORD": PASSWORD},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.split("\n")
    assert said[0] == EMAIL
    assert "finished" in said
    assert "304" in said
    assert said[-2] == "not_found"
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
