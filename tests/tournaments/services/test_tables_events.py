"""Whole events of elimination tables, from the draw to places 1 to N, through the services only."""

import pytest

from tests.tournaments import factories as make
from tournaments.events.writes import closing
from tournaments.models import Entry, Table, Tournament

pytestmark = pytest.mark.django_db

EVENTS = [
    pytest.param(4, {}, [[4]], id="R-TAB-02 four are the final"),
    pytest.param(5, {}, [[2, 3], [4]], id="R-TAB-07 five, two of them with a bye"),
    pytest.param(11, {}, [[2, 3, 3, 3], [4, 4], [4]], id="R-TAB-07 eleven, two of them with a bye"),
    pytest.param(19, {}, [[4, 5, 5, 5], [4, 4], [4]], id="R-TAB-03 nineteen are 5, 5, 5 and 4"),
    pytest.param(17, {"max_table": 4}, [[2] * 7 + [3], [4] * 4, [4] * 2, [4]], id="R-TAB-08 seventeen by four"),
    pytest.param(17, {"policy": "strict4"}, [[2] * 7 + [3], [4] * 4, [4] * 2, [4]], id="R-TAB-09 play-in"),
    pytest.param(13, {"policy": "ripescaggio"}, [[3, 3, 3, 4], [4, 4], [4]], id="R-TAB-10 nobody comes back"),
    pytest.param(12, {"policy": "ripescaggio"}, [[4, 4, 4], [4, 4], [4]], id="R-TAB-10 two thirds come back"),
    pytest.param(20, {"policy": "batterie"}, [[5, 5, 5, 5], [4]], id="R-TAB-12 heats"),
    pytest.param(62, {}, [[3, 3] + [4] * 14, [4] * 8, [4] * 4, [4] * 2, [4]], id="sixty-two"),
]


def sizes(event: Tournament) -> list[list[int]]:
    rounds = event.rounds.order_by("number")
    return [sorted(table.lines.count() for table in each.tables.all()) for each in rounds]


def play_all(event: Tournament) -> Tournament:
    for number in event.rounds.order_by("number").values_list("number", flat=True):
        make.end_round(event, number)
    return make.fresh(event)


@pytest.mark.parametrize(("entries", "options", "expected"), EVENTS)
def test_an_event_of_tables_ends_with_a_place_for_everybody(penalty, entries, options, expected):
    event = make.tables(penalty, entries=entries, format=options)
    assert sizes(event) == expected

    event = play_all(event)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)

    places = list(Entry.objects.order_by("final_place").values_list("final_place", flat=True))
    assert places[:4] == [1, 2, 3, 4]
    assert None not in places and max(places) <= entries


def test_pairs_of_byes_sit_at_no_hall_table_and_go_on_together(penalty):
    event = make.tables(penalty, entries=5)

    pair = Table.objects.get(tournament=event, status="bye")
    final = Table.objects.get(tournament=event, round__number=2)
    assert (pair.hall_number, list(pair.lines.values_list("place", flat=True))) == (None, [1, 2])
    assert list(pair.lines.values_list("vp", "mp")) == [(None, None)] * 2
    assert list(final.lines.filter(source=pair).order_by("index").values_list("entry", flat=True)) == list(
        pair.lines.order_by("index").values_list("entry", flat=True)
    )


def test_hall_numbers_count_the_tables_that_are_played(penalty):
    event = make.tables(penalty, entries=17, format={"max_table": 4})

    halls = Table.objects.filter(tournament=event).order_by("number").values_list("round__number", "hall_number")
    assert [hall for round_, hall in halls if round_ == 1 and hall] == [1]
    assert [hall for round_, hall in halls if round_ == 2] == [1, 2, 3, 4]
