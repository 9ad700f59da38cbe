"""docs/api.md does what it says: its commands are run, in their order, against a server."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.e2e.serving import ROOT, Site, prepared_site, serving

PAGE = settings.BASE_DIR / "docs" / "api.md"
EMAIL, PASSWORD = "ada@example.org", "una-lunga-parola-d-ordine"
ACCOUNT = f"""
from tournaments.models import User
User.objects.create_user({EMAIL!r}, {PASSWORD!r}, name="Ada")
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = prepared_site(tmp_path)
    subprocess.run([sys.executable, "manage.py", "shell", "-c", ACCOUNT], cwd=ROOT, env=made.environment, check=True)
    return made


def test_the_page_runs_a_knockout_from_its_creation_to_its_standings(site: Site) -> None:
    commands = "\n".join(re.findall(r"^```bash\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE))
    with serving(site):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            env={**os.environ, "SITE": site.url, "EMAIL": EMAIL, "PASSWORD": PASSWORD},
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
    assert site.errors() == []
