"""Tables and calendars of an event, fetched by a program."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of

pytestmark = pytest.mark.django_db


def test_an_organiser_fetches_tables_and_everybody_the_calendar():
    event = make.finished(entries=3)
    boss = make.boss_of(event).user
    asker = Asker(key_of(boss, "organise"))
    answer = asker.get(f"events/{event.slug}/files/entries.csv")
    assert answer.status_code == 200
    assert answer.content.startswith("\ufeff".encode())
    assert asker.get(f"events/{event.slug}/files/all.xlsx").content.startswith(b"PK")
    assert asker.get(f"events/{event.slug}/files/nothing.csv").status_code == 404
    assert asker.get("events/none/files/entries.csv").status_code == 404
    stranger = Asker(key_of(make.user(), "read"))
    assert b"BEGIN:VCALENDAR" in stranger.get(f"events/{event.slug}/event.ics").content
    assert stranger.get(f"events/{event.slug}/files/entries.csv").status_code in (403, 404)
