"""Evenings of tables that go any way they can: whatever is done and taken back, every seat follows from the results."""

import pytest

from tests.searching import seeds, short_of
from tests.tournaments.services.evenings import (
    STEPS,
    ask,
    assert_closing_agrees,
    assert_standings_say_who_plays,
    assert_verify_says_nothing,
    records,
)
from tests.tournaments.services.evenings_of_tables import EVENINGS, EveningOfTables, check

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", seeds())
# The others are asked by the evenings with penalties.
@pytest.mark.parametrize(
    ("entries", "options"),
    short_of(EVENINGS, "nineteen", "twelve, two thirds come back", "thirteen, most of them waiting"),
)
def test_any_evening_of_tables_keeps_its_seats_and_its_records_and_comes_to_an_end(penalty, entries, options, seed):
    evening = EveningOfTables(penalty, seed, entries, options)
    kept = records(evening.event)
    for step in range(STEPS):
        evening.anything()
        ask(step, evening.event, check, assert_standings_say_who_plays, assert_verify_says_nothing)
        before, kept = kept, records(evening.event)
        assert all(now >= then for now, then in zip(kept, before, strict=True))

    evening.to_the_end()
    check(evening.event)
    assert_closing_agrees(evening)
