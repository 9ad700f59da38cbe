"""Evenings that go any way they can: whatever is done and taken back, every seat follows from the results."""

import pytest

from tests.searching import seeds, short_of
from tests.tournaments.services.evenings import (
    EVENINGS,
    STEPS,
    Evening,
    ask,
    assert_closing_agrees,
    assert_standings_say_who_plays,
    assert_verify_says_nothing,
    check,
    records,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", seeds())
# The others are asked by the tests that begin with an evening of these: penalties, archives, the script for rounds.
@pytest.mark.parametrize(
    ("entries", "options"),
    short_of(
        EVENINGS,
        "seven for every place",
        "eight drawn again each round",
        "six, and a second final",
        "eight and a consolation",
        "six over two legs",
        "nine with rotating partners",
        "nine in groups and finals by place",
        "eight in a Mitchell and a Danish",
    ),
)
def test_any_evening_keeps_its_seats_and_its_records_and_comes_to_an_end(entries, options, seed):
    evening = Evening(seed, entries, options)
    kept = records(evening.event)
    for step in range(STEPS):
        evening.anything()
        ask(step, evening.event, check, assert_standings_say_who_plays, assert_verify_says_nothing)
        before, kept = kept, records(evening.event)
        assert all(now >= then for now, then in zip(kept, before, strict=True))

    evening.to_the_end()
    check(evening.event)
    assert_closing_agrees(evening)
