"""The prizes of an event: what there is before, who wins it once places are final."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.events.writes import closing
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

PRIZES = "1° prosciutto\n3° e 4° olio\nMiglior punteggio: coppa"


def test_prizes_name_their_winners_once_the_event_is_closed():
    event = make.played_out(entries=4, prizes=PRIZES)
    boss = make.client_of(make.boss_of(event))
    pages = [reverse(name, args=[event.slug]) for name in ("event", "event_standings", "print_standings")]
    before = make.client_of().get(pages[0]).content.decode()
    assert "prosciutto" in before and "prosciutto<b>" not in before
    preview = boss.get(reverse("organise_closing", args=[event.slug])).content.decode()
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    first = Entry.objects.get(tournament=event, final_place=1).label
    assert f"prosciutto<b>{first}</b>" in preview
    for page in pages:
        shown = boss.get(page).content.decode()
        assert f"prosciutto<b>{first}</b>" in shown
        assert "Miglior punteggio: coppa</span>" in shown
