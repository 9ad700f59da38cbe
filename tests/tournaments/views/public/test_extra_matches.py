"""Groups of unequal size in which everybody has as many matches, on the pages (R-GRP-22)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.competition.rounds_script import verdict
from tests.tournaments import factories as make
from tests.tournaments.services.rounds import play
from tests.tournaments.views.public.reading import english
from tournaments.backups.verifying.events import violations_of
from tournaments.events.writes import closing
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db


def test_an_extra_match_counts_in_both_groups_and_stands_on_their_page() -> None:
    """R-GRP-22."""
    made = make.knockout(entries=10, preset="online_002", format={"kind": "groups", "size": 4, "even": True})
    event = make.drawn(make.closed(made))
    for number in (1, 2, 3):
        play(event, number)
    event = make.fresh(event)
    assert {row.stage.tally.played for row in all_standings(event) if row.stage} == {3}
    html = english().get(reverse("event_bracket", args=[event.slug])).content.decode()
    titles = [len(re.findall("Extra match", part)) for part in html.split("standings__title")[1:]]
    assert titles == [1, 1, 0]
    rules = english().get(reverse("event_rules", args=[event.slug])).content.decode()
    assert "those of the smaller ones play an extra match" in rules
    state = Client().get(f"/api/v1/events/{event.slug}/state/").json()
    assert verdict(state) == "OK\n"
    wrong = [table for table in state["tables"] if table["group"] == 0]
    assert len(wrong) == 3
    wrong[0]["lines"][0]["entry"] = wrong[1]["lines"][0]["entry"]
    assert "has 2 matches" in verdict(state)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
