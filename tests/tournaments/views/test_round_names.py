"""A round is called by its name, semifinals and not "round 2", wherever it is read; large numbers can be read."""

import re

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments import factories as make
from tournaments.backups.verifying.events import violations_of
from tournaments.draw.writes import draws
from tournaments.models import Entry, Scoresheet

pytestmark = pytest.mark.django_db
SEED = "0" * 64
MOVED = re.compile(r"of the same club could have been met \((Semifinals|Quarterfinals)\)\.")


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def page(client, name: str, *given: object) -> str:
    return client.get(reverse(name, args=given), headers={"accept-language": "en"}).content.decode()


def test_a_draw_says_in_which_round_two_of_a_club_could_have_met():
    # The same lots every time: one draw in many separates all clubs by the first round already, and moves nobody.
    event = make.knockout(entries=0, name="Sedici", format={"separate_by_group": True})
    make.with_entries(event, 16, clubs=True)
    event, draw = make.draft(event, seed=SEED)
    boss = make.boss_of(event)
    draft = page(make.client_of(boss), "organise_draw", event.slug)
    draws.announce_draw(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
    public = page(make.client_of(), "event_draw", event.slug)
    assert MOVED.search(draft) and MOVED.search(public)
    assert "met in round" not in draft + public


def test_my_events_name_the_round_of_my_table():
    account = make.user("rosa@example.org")
    client, costs = make.client_of(account), []
    for more in ([{"redraw": True}, {}], [{"redraw": True}, {}, {}]):
        for options in more:
            event = make.called(entries=4, format=options)
            Entry.objects.filter(tournament=event).update(entered_by=account, source=Entry.Source.SIGN_UP)
        with CaptureQueriesContext(connection) as asked:
            shown = page(client, "my_events")
        costs.append(len(asked))
    assert re.search(r"Semifinals · called", shown, re.IGNORECASE)
    assert not re.search(r"[Rr]ound 1\b", shown)
    assert costs[0] == costs[1]


def test_verify_names_the_round_that_differs_from_the_closing():
    event = make.finished(entries=4)
    sheet = Scoresheet.objects.filter(table__tournament=event, table__round__number=2, status="confirmed").get()
    Scoresheet.objects.filter(pk=sheet.pk).update(content={"games": [], "forfeit": None})
    said = [str(each) for each in violations_of(make.fresh(event)) if each.code == "closing_differs"]
    assert [each.rpartition(" (")[2] for each in said] == ["Final)."]


@pytest.mark.parametrize(("language", "written"), [("it", "16.384"), ("en", "16,384")])
def test_templates_write_large_numbers_as_they_are_read(language, written):
    with override(language):
        tabs = render_to_string("components/_tabs.html", {"items": [{"label": "x", "url": "/", "count": 16_384}]})
        tiles = render_to_string("components/_tiles.html", {"tiles": [{"label": "x", "value": 16_384}]})
    assert written in tabs and written in tiles
