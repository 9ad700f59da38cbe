"""The standings of elimination tables: without VP, by round, place, deals and penalties."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tournaments.events.writes import closing
from tournaments.models import Tie
from tournaments.standings.reads import standings
from tournaments.tables.reads import records

pytestmark = pytest.mark.django_db


def test_who_is_still_in_comes_first_and_who_is_out_has_a_place(penalty):
    event = make.called(make.tables(penalty, entries=8))
    first = make.tables_of(event)[0]
    make.enter(first, make.sheet(make.deal(0, 10, 120, 110)))

    found = standings.standings(make.fresh(event))

    assert (found.still_in, [row.place for row in found.rows]) == (6, [None] * 6 + [7, 8])
    assert [(row.points, row.deals, row.table_place, row.vp) for row in found.rows[-2:]] == [
        (110, 1, 3, 0),
        (120, 1, 4, 0),
    ]


@pytest.mark.parametrize("options", [{}, {"policy": "ripescaggio"}, {"policy": "batterie"}], ids=str)
def test_the_standings_at_the_end_are_those_of_the_closing(penalty, options):
    event = make.tables(penalty, entries=12, format=options)
    for number in event.rounds.values_list("number", flat=True):
        make.end_round(event, number)
    event = make.fresh(event)

    places = {row.entry: row.place for row in standings.all_standings(event)}

    assert places == closing.final_places(event)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    final = standings.standings(make.fresh(event))
    assert {row.entry: row.place for row in final.rows} == places
    assert final.rows[0].table_place == 1 and {row.round for row in final.rows[:4]} == {event.rounds.count()}


def test_a_third_is_still_in_until_the_best_are_known(penalty):
    event = make.called(make.tables(penalty, entries=12, format={"policy": "ripescaggio"}))
    first, second, third = make.tables_of(event)
    for table in (first, second):
        make.enter(table, make.ended(table))
    assert sum(row.place is None for row in standings.all_standings(make.fresh(event))) == 10

    make.enter(third, make.ended(third))
    assert sum(row.place is None for row in standings.all_standings(make.fresh(event))) == 8


def test_open_ties_are_read_in_two_queries_however_many(penalty):
    event = make.called(make.tables(penalty, entries=16))
    counts = []
    for table in make.tables_of(event)[:3]:
        make.enter(table, make.sheet(make.deal(10, 104, 110, 104)))
        with CaptureQueriesContext(connection) as asked:
            found = records.open_ties(event)
        counts.append((len(found), len(asked)))

    assert counts == [(1, 2), (2, 2), (3, 2)]
    assert [line.index for line in found[0].lines] == [1, 3]
    assert [tie.number for tie in Tie.objects.filter(table=found[0].table.pk)] == [1]
