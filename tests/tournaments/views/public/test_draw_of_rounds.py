"""The public draw of an event in rounds: the page serves the script that draws it again."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.services.rounds import drawn

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("kind", "entries"), [("groups", 10), ("danish", 9), ("king", 6)])
def test_the_page_serves_the_document_and_the_script_that_checks_it(kind: str, entries: int, tmp_path: Path) -> None:
    event = drawn(kind, entries=entries)
    client = Client(headers={"accept-language": "en"})
    page = client.get(reverse("event_draw", args=(event.slug,))).content.decode()
    script, document = (
        "/sorteggio/verify_rounds_draw.py",
        reverse("event_draw_document", args=(event.slug, event.draws.get().pk)),
    )
    assert f'href="{script}"' in page
    assert f'href="{document}"' in page
    assert "Computed again just now" in page
    (tmp_path / "verify.py").write_bytes(client.get(script).content)
    run = subprocess.run(
        [sys.executable, "-I", tmp_path / "verify.py"],
        input=client.get(document).content,
        capture_output=True,
        check=False,
    )
    assert run.stdout == b"OK\n"


def test_no_other_file_is_served_as_a_script() -> None:
    client = Client()
    assert client.get("/sorteggio/verify_rounds.py").status_code == 200
    assert client.get("/sorteggio/play_match.py").status_code == 404
