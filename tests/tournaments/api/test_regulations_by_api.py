"""The regulations of docs/regulations.md, made by a program from the JSON that the page shows."""

import pytest

from script.regulations import REGULATIONS
from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_what_the_page_shows_makes_the_event() -> None:
    api = Asker(key_of(make.user(name="Ada")))
    for evening in (each for regulation in REGULATIONS for each in regulation.evenings):
        made = api.post("events/", {"name": "Serata", "starts_at": "2026-12-20T20:30:00+01:00", **evening.settings})
        assert made.status_code == 201, made.json()
        assert Tournament.objects.get(slug=made.json()["slug"]).format["kind"] == evening.format["kind"]
