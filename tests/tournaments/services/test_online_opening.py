"""The tables of an online round are opened a few a commit: nobody waits for all of them, and a crash costs nothing.

Thirty-two tables in a run that everybody waits for, sixty-four with ``script/test --full`` (``FULL=1``).
"""

from itertools import pairwise

import pytest

from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import matches_of, online, open_more, opening_of
from tests.tournaments.services.play import table as at
from tests.tournaments.services.races import together
from tournaments.events.writes import rounds
from tournaments.events.writes.rounds import OPENED_AT_ONCE
from tournaments.models import Deadline, Match, Tournament
from tournaments.tables.writes import live_opening
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = in_short(32, 64)


def called() -> Tournament:
    """An event whose first round has been called: its matches are to be opened."""
    event = online(entries=2 * TABLES)
    due = opening_of(event)
    assert firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    return make.fresh(event)


def waiting(event: Tournament) -> int:
    return sum(table.status == "called" for table in make.tables_of(event, 1))


def test_plays_and_results_are_made_between_a_few_tables_and_the_next():
    event = called()
    to_open = waiting(event)
    assert not matches_of(event)
    counts = [0]
    while open_more(event):
        counts.append(len(matches_of(event)))
        if counts[-1] < to_open:
            match = matches_of(event)[len(counts) - 2]
            at.deal(match)
            at.ask(match, "abandon", 0)
            at.fire_reports(match)
            assert match.table is not None
            match.table.refresh_from_db()
            assert match.table.status == "done"
    assert [after - before for before, after in pairwise(counts)][:-1] == [OPENED_AT_ONCE] * (len(counts) - 2)
    assert counts[-1] == to_open
    assert not Deadline.objects.filter(tournament=event, round__number=1).exists()


def test_a_crash_between_two_tables_opens_the_same_ones_again_and_none_twice(monkeypatch: pytest.MonkeyPatch):
    event = called()
    to_open = waiting(event)
    assert open_more(event)
    opened, open_table = [], live_opening.open_for_players

    def crash(*given):
        opened.append(open_table(*given))
        if len(opened) == 3:
            raise RuntimeError

    with monkeypatch.context() as patched, pytest.raises(RuntimeError):
        patched.setattr(live_opening, "open_for_players", crash)
        open_more(event)
    assert len(matches_of(event)) == OPENED_AT_ONCE
    while open_more(event):
        pass
    assert len({match.table_id for match in matches_of(event)}) == Match.objects.count() == to_open


def test_sweepers_at_once_and_an_organiser_who_calls_again_open_nothing_twice():
    event = called()
    to_open, boss = waiting(event), make.boss_of(event)
    call = lambda: rounds.announce_round(actor=boss, tournament_id=event.pk, number=1)  # noqa: E731
    while waiting(event):
        together(*[lambda: open_more(event)] * 4, call)
    assert len({match.table_id for match in matches_of(event)}) == Match.objects.count() == to_open
