"""The evening by numbers: what a number of entries allows, and choosing one before the draw."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text

pytestmark = pytest.mark.django_db


def of_tables(penalty, entries=19, **overrides):
    """An event of tables with its entries taken."""
    return Desk(make.knockout(game=penalty, preset="club", entries=entries, **overrides))


def test_the_number_of_who_is_entered_is_filled_in(penalty):
    desk = of_tables(penalty)
    page = text(desk.get("organise_headcount"))
    assert "Entered: 19, checked in: 0." in page
    assert "3 tables of 5 1 table of 4 Rounds 3 Tables in each round 4 · 2 · 1" in page
    assert 'value="19"' in desk.get("organise_headcount").content.decode()


def test_who_has_checked_in_counts_where_somebody_has(penalty):
    desk = of_tables(penalty, 9)
    entry = desk.event.entries.all()[0]
    for each in desk.event.entries.all()[:8]:
        desk.post("organise_tick", each.pk, field="checked_in", value="1")
    assert entry.pk
    assert 'value="8"' in desk.get("organise_headcount").content.decode()


def test_a_policy_that_cannot_play_the_number_says_why_and_what_could(penalty):
    page = text(of_tables(penalty).get("organise_headcount", n="17"))
    assert "Only full tables of four are played: of 17 players the first 16 could play, or 32." in page
    assert "do not fill the next round" in page


def test_every_size_of_the_balanced_tables_is_shown(penalty):
    page = text(of_tables(penalty).get("organise_headcount", n="23"))
    assert "2 rest" in page
    for most in (4, 5, 6):
        assert f"Balanced tables, {most} at a table at most" in page


def test_one_evening_is_chosen_until_the_draw(penalty):
    desk = of_tables(penalty)
    page = desk.follow("organise_headcount", policy="balanced", max_table="6", n="19")
    event = desk.fresh()
    assert "The evening is chosen" in page
    assert (event.format["kind"], event.format["policy"], event.format["max_table"]) == ("tables", "balanced", 6)
    make.drawn(event)
    refused = desk.post("organise_headcount", policy="strict4", max_table="4", n="19")
    assert (refused.status_code, desk.fresh().format["policy"]) == (422, "balanced")
    assert "the rules of this event are fixed" in text(refused)
    assert "Play it like this" not in text(desk.get("organise_headcount"))


@pytest.mark.parametrize("wrong", [{"policy": "tombola"}, {"policy": "balanced", "max_table": "9"}, {}])
def test_what_is_no_evening_is_refused(penalty, wrong):
    desk = of_tables(penalty)
    assert desk.post("organise_headcount", n="19", **wrong).status_code == 422


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("uno", "Enter a whole number."),
        ("1", "Ensure this value is greater than or equal to 2."),
        ("5000", "Ensure this value is less than or equal to 4096."),
    ],
)
def test_an_impossible_number_is_refused_by_its_field(penalty, typed, sentence):
    assert sentence in text(of_tables(penalty).get("organise_headcount", n=typed))


def test_a_knockout_shows_its_evening_and_has_nothing_to_choose():
    desk = Desk(make.knockout(entries=11))
    page = text(desk.get("organise_headcount"))
    assert "Rounds 4 Tables in each round 3 · 4 · 2 · 1" in page
    assert "Play it like this" not in page
    assert desk.post("organise_headcount", policy="balanced", max_table="5").status_code == 422


def test_the_page_takes_the_same_queries_for_one_entry_and_for_three(penalty):
    few, more = of_tables(penalty, 1), of_tables(penalty, 3)
    first, second = (questions(desk.client, desk.url("organise_headcount")) for desk in (few, more))
    assert first == second


def test_everybody_can_ask_what_a_number_allows():
    client = make.client_of()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    address = reverse("calculator_evening")
    assert "How many have come" in text(client.get(address))
    page = text(client.get(address, {"n": "62"}))
    assert "14 tables of 4 2 tables of 3" in page
    assert "Knockout: two at a table, one goes on" in page
    assert "Play it like this" not in page
    assert "Ensure this value" in text(client.get(address, {"n": "0"}))
