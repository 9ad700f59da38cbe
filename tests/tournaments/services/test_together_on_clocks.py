"""A clock that runs out while somebody writes: one of the two counts. The same on SQLite and on PostgreSQL."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.races import entering, together
from tournaments.errors import StaleVersionError
from tournaments.models import AuditEntry, Deadline, Round, Ruling, Scoresheet, Table, TableLine
from tournaments.timing.writes import clocks, line_clocks
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db(transaction=True)

LATER = timedelta(minutes=11)


def against_the_clock() -> Table:
    """A table at which the clock of the first line runs out in ten minutes."""
    tournament = make.called(entries=4, preset="online_002")
    table = make.tables_of(tournament)[0]
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk, "table_id": table.pk}
    line_clocks.set_line_clocks(**where, minutes=10)
    line_clocks.run_line_clock(**where, line=0)
    return Table.objects.select_related("tournament").get(pk=table.pk)


def firing_it() -> Callable[[], bool]:
    deadline, now = Deadline.objects.get(), timezone.now() + LATER
    return lambda: firing.fire_deadline(deadline_id=deadline.pk, now=now)


# R-TIM-09
@pytest.mark.parametrize("trial", range(6))
def test_a_result_and_the_end_of_a_lines_clock_are_one_of_them(trial: int):
    table = against_the_clock()
    result = make.content_for(table, 0)
    steps = [entering(table, result, make.boss_of(table.tournament)), firing_it()]

    found = together(*steps[:: 1 if trial % 2 else -1])

    table.refresh_from_db()
    kept = Scoresheet.objects.filter(table=table, status="confirmed")
    assert (table.status, kept.count()) == ("done", 1)
    by_clock = Ruling.objects.filter(table=table, kind="forfeit").count()
    lost = list(TableLine.objects.filter(table=table, place=2).values_list("index", flat=True))
    refused = [one for one in found if isinstance(one, StaleVersionError)]
    if by_clock:
        assert (table.ending, lost, len(refused)) == ("forfeit", [0], 1)
    else:
        assert (kept.get().content, lost, refused, found.count(False)) == (result, [1], [], 1)


# R-TIM-09
def test_however_many_sweepers_find_it_a_match_is_lost_by_the_clock_once():
    table = against_the_clock()

    found = together(*[firing_it()] * 4)

    assert sorted(found) == [False, False, False, True]
    assert Scoresheet.objects.filter(table=table).count() == 1
    assert Ruling.objects.filter(table=table).count() == 1
    assert AuditEntry.objects.filter(verb="score_confirmed").count() == 1


# R-TIM-05
def test_more_time_and_the_call_of_time_leave_the_clock_and_what_is_due_of_one_mind():
    tournament = make.called(entries=4)
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk, "number": 1}
    clocks.start_clock(**where, minutes=10)

    found = together(firing_it(), lambda: clocks.add_time(**where, minutes=5, reason="Una mano da rifare"))

    round_, deadline = Round.objects.get(tournament=tournament, number=1), Deadline.objects.get()
    fired = AuditEntry.objects.filter(verb="time_called").count()
    assert (fired, found[0]) in ((0, False), (1, True))
    # No matter who was first, the minutes count: nothing has been called, and the end is still to come.
    assert (round_.time_called_at, deadline.fired_at) == (None, None)
