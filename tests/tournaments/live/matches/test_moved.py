"""After what of an event's log its players are looked at again."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import opened, play
from tournaments.events.writes import rounds
from tournaments.live.matches import asking
from tournaments.log import reads as log
from tournaments.log.words.verbs import VERBS

pytestmark = pytest.mark.django_db


def test_results_and_calls_change_nobodys_part_and_a_role_may():
    event, (match, _other) = opened()
    seen, is_first = asking.has_moved(event.pk, None)
    assert is_first
    play(match)
    seen, has_moved = asking.has_moved(event.pk, seen)
    assert not has_moved
    make.with_role(event, "referee")
    newest, has_moved = asking.has_moved(event.pk, seen)
    assert newest > seen
    assert has_moved


def test_a_version_without_a_row_and_more_rows_than_are_read_may_have_changed_anything(monkeypatch):
    event = make.called(make.drawn(entries=4))
    seen, _first = asking.has_moved(event.pk, None)
    assert asking.has_moved(event.pk, seen) == (seen, True)
    monkeypatch.setattr(log, "MOST_SINCE", 2)
    for table in make.tables_of(event, 1):
        rounds.take_call_back(actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk)
        rounds.call_table(actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk)
    assert asking.has_moved(event.pk, seen)[1]


def test_every_step_without_places_is_one_that_the_log_has():
    assert set(VERBS) >= asking.WITHOUT_PLACES
