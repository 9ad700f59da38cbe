"""docs/play_match.py plays a whole match against itself, by the API of a served site alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.serving import ROOT, Site, prepared_site, serving

CLIENT = ROOT / "docs" / "play_match.py"
LINES = 70
PREPARED = """
import json
from tests.tournaments.api.asking import key_of
from tests.tournaments.api.players import account_of, opened
from tests.tournaments.factories import ONE_DEAL
match = opened(rules=ONE_DEAL)
print(json.dumps([match.pk, *(key_of(account_of(match, seat), "play") for seat in (0, 1))]))
"""
LOOKED = """
import json
from tournaments.models import Match
match = Match.objects.get()
print(json.dumps([match.status, match.sequence]))
"""


def run(site: Site, program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", program],
        cwd=ROOT,
        env=site.environment,
        check=True,
        capture_output=True,
        text=True,
    )
    found: list[str] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return prepared_site(tmp_path)


@pytest.mark.full
def test_two_of_the_clients_of_the_documents_play_a_match(site: Site) -> None:
    assert len(CLIENT.read_text().splitlines()) <= LINES
    match, *keys = run(site, PREPARED)
    with serving(site):
        playing = [
            subprocess.Popen([sys.executable, CLIENT, site.url, key, str(match)], stdout=subprocess.PIPE, text=True)
            for key in keys
        ]
        said = [player.communicate(timeout=120)[0].splitlines() for player in playing]
        alone = subprocess.run(
            [sys.executable, CLIENT, site.url, "sb_nobody_x", str(match)], capture_output=True, text=True, timeout=60
        )
    assert [player.returncode for player in playing] == [0, 0]
    assert said[0][-1] == said[1][-1]
    assert said[0][-1].startswith("points: [")
    numbers = [int(line.split()[0]) for lines in said for line in lines[:-1] if line.split()[0].isdigit()]
    # Two seeds and thirty-six plays, of which each has a number of its own; level lines play another deal.
    assert len(numbers) == len(set(numbers)) >= 38
    assert run(site, LOOKED)[0] == "over"
    assert alone.stderr.startswith("token_invalid")
    assert site.errors() == []
