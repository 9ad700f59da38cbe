"""The public draw of elimination tables: who sits together, and the script that draws it again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.draw.pages.draw import check

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).parents[4] / "docs"


def test_the_page_shows_tables_with_their_byes_and_names_the_script_that_checks_them(penalty):
    event = make.tables(penalty, entries=11)
    page = Client(headers={"accept-language": "en"}).get(reverse("event_draw", args=(event.slug,))).content.decode()

    assert page.count('<td class="is-number">') == 8
    assert page.count('<span class="muted">bye</span>') == 1
    assert "python3 verify_tables_draw.py" in page


def test_the_published_document_is_drawn_again_by_the_script(penalty):
    event = make.tables(penalty, entries=23)
    address = reverse("event_draw_document", args=(event.slug, event.draws.get().pk))
    document = Client().get(address).content

    run = subprocess.run(
        [sys.executable, str(DOCS / "verify_tables_draw.py")], input=document, capture_output=True, check=False
    )
    assert run.stdout == b"OK\n"
    assert check(json.loads(document)).is_ok
