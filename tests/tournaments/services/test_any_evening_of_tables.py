"""Evenings of tables that go any way they can: whatever is done and taken back, every seat follows from the results."""

import pytest

from tests.searching import seeds
from tests.tournaments.services.evenings import assert_closing_agrees, assert_standings_say_who_plays, records
from tests.tournaments.services.evenings_of_tables import EVENINGS, EveningOfTables, check

pytestmark = pytest.mark.django_db

STEPS = 45


@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize(("entries", "options"), EVENINGS)
def test_any_evening_of_tables_keeps_its_seats_and_its_records_and_comes_to_an_end(penalty, entries, options, seed):
    evening = EveningOfTables(penalty, seed, entries, options)
    kept = records(evening.event)
    for _step in range(STEPS):
        evening.anything()
        check(evening.event)
        assert_standings_say_who_plays(evening.event)
        before, kept = kept, records(evening.event)
        assert all(now >= then for now, then in zip(kept, before, strict=True))

    evening.to_the_end()
    check(evening.event)
    assert_closing_agrees(evening)
