"""What the public pages say of rotating partners: the draw by pairs, and where a single player sits with a partner."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.partners import evening, singles
from tests.tournaments.views.public.reading import english, page
from tournaments.models import Entry, TableLine

pytestmark = pytest.mark.django_db


def test_the_draw_names_the_pairs_and_who_rests() -> None:
    event = evening(players=9)
    html = page(english(), "event_draw", event)
    assert "The pairs of the first round" in html
    for pair in Entry.objects.filter(tournament=event, status="pair"):
        assert html.count(pair.label) == 1
    resting = TableLine.objects.get(table__tournament=event, table__status="bye", entry__isnull=False).entry
    assert f'<th scope="row">{resting}</th>' in html


def test_a_player_reads_the_partner_the_opponents_and_the_table() -> None:
    event = make.called(evening(players=8))
    line = make.tables_of(event)[0].lines.select_related("entry").get(index=0)
    other = make.tables_of(event)[0].lines.select_related("entry").get(index=1)
    first = next(entry for entry in singles(event) if entry.in_pairs.filter(entry=line.entry).exists())
    html = english().get(f"/e/{event.slug}/dove/{first.pk}/").content.decode()
    assert f"in the pair</small> {line.entry}" in html
    assert f"against</small> {other.entry}" in html
    assert str(line.entry) in english().get(f"/e/{event.slug}/dove/{line.entry_id}/").content.decode()
    assert "data-call-me" not in english().get(f"/e/{event.slug}/dove/{line.entry_id}/").content.decode()


def test_the_pair_of_a_round_that_is_over_is_not_asked_to_wait() -> None:
    event = evening(players=8)
    make.play_round(event, 1)
    pair = TableLine.objects.filter(table__tournament=event).values_list("entry", flat=True)[0]
    said = english().get(f"/e/{event.slug}/dove/{pair}/").content.decode()
    assert "the partners play on with others" in said
    assert "leave this page open" not in said
