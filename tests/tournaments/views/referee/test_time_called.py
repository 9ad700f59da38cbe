"""The sheet once time has been called at its table: the next deal is the last, or none is written any more."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import deals, enter, spareggio, state
from tests.tournaments.views.organiser.conftest import text
from tests.tournaments.views.referee.sheets import hidden, out_of_time, points, url, with_code
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return out_of_time()


@pytest.fixture
def void() -> Table:
    """By the rules of its event the deal in progress is void."""
    return out_of_time({"on_time_expiry": "stop_and_void_deal"})


def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def referee_of(table: Table) -> Client:
    return english(make.client_of(make.with_role(table.tournament, "referee")))


def page_of(client: Client, table: Table, query: str = "") -> str:
    return client.get(url("table_sheet", table) + query).content.decode()


def is_ticked(page: str) -> bool:
    return re.search(r'name="time_called" checked', page) is not None


def test_the_words_and_the_tick_stand_on_the_sheet_of_the_referee_and_of_a_line(table: Table) -> None:
    """R-SCO-37"""
    for client in (referee_of(table), english(with_code(table, 0))):
        page = page_of(client, table)
        answer = text(client.get(url("table_sheet", table)))
        assert "Time called at " in answer
        assert "The deal in progress is finished, and no other begins. The line that is ahead wins." in answer
        assert "Untick this only if this deal was finished before time was called" in answer
        assert is_ticked(page)


def test_before_time_is_called_nothing_is_ticked() -> None:
    table = make.tables_of(make.called(entries=2))[0]
    assert not is_ticked(page_of(referee_of(table), table))
    assert "Time called" not in page_of(referee_of(table), table)


def test_the_deal_in_progress_ends_the_match_by_the_score(table: Table) -> None:
    """R-SCO-37"""
    points(referee_of(table), table, 5, 3, time_called="on")
    assert state(table) == ("done", [5, 3])


def test_a_deal_that_was_finished_before_leaves_the_match_open(table: Table) -> None:
    client = referee_of(table)
    points(client, table, 5, 3)
    assert state(table) == ("playing", [5, 3])
    assert is_ticked(page_of(client, table))
    assert not is_ticked(page_of(client, table, "?game=0&deal=0"))


def test_one_tap_ends_a_match_in_which_no_deal_is_played(table: Table) -> None:
    """R-SCO-37"""
    client = referee_of(table)
    enter(table, deals((5, 3)))
    table.refresh_from_db()
    assert "No deal is being played: end the match by the score" in page_of(client, table)
    client.post(url("table_time", table), {**hidden(client, table), "game": "0"})
    assert state(table) == ("done", [5, 3])


def test_a_level_score_goes_to_tie_break_deals(table: Table) -> None:
    """R-SCO-38"""
    client = referee_of(table)
    points(client, table, 4, 4, time_called="on")
    page = text(client.get(url("table_sheet", table)))
    assert state(table) == ("playing", [4, 4])
    assert "The table cannot be finished before this is decided." in page
    assert "end the match by the score" not in page
    assert "Time was called after the last regular deal." in page


def test_behind_the_tie_break_that_ended_a_match_out_of_time_there_is_nothing_to_write(table: Table) -> None:
    """R-SCO-38"""
    client = referee_of(table)
    enter(table, deals((4, 4), time_called=True, tiebreaks=(spareggio(1, (2, 1)),)))
    answer = client.get(f"/api/v1/events/{table.tournament.slug}/tables/{table.number}/deal/?game=0")
    assert answer.status_code == 200
    assert page_of(client, table, "?game=0&deal=2") != ""


def test_where_the_deal_is_void_none_is_written_and_one_tap_ends_the_match(void: Table) -> None:
    """R-SCO-37"""
    client = referee_of(void)
    enter(void, deals((5, 3)))
    page = page_of(client, void)
    assert '<form class="sheet"' not in page
    assert "No other deal is written: the match ends by the score." in page
    version, base = (re.search(rf'name="{name}" value="(\d+)"', page) for name in ("seen", "base"))
    assert version and base
    client.post(url("table_time", void), {"game": "0", "seen": version[1], "base": base[1], "key": "one-tap"})
    assert state(void) == ("done", [5, 3])


def test_a_deal_that_was_finished_before_can_still_be_written_there(void: Table) -> None:
    client = referee_of(void)
    page = page_of(client, void, "?prima=1")
    assert "Only a deal that was finished before is written now." in page
    assert is_ticked(page)
    points(client, void, 6, 2, url("table_sheet", void) + "?prima=1", time_called="on")
    assert state(void) == ("done", [6, 2])


def test_a_match_without_one_finished_deal_is_level(void: Table) -> None:
    """R-SCO-38"""
    client = referee_of(void)
    client.post(url("table_time", void), {"game": "0", "seen": void.version, "base": "0", "key": "nothing"})
    void.refresh_from_db()
    assert (void.status, void.tiebreak_due) == ("playing", 1)
    client.post(reverse("table_undo", args=[void.tournament.slug, void.number]), {"seen": void.version})
    assert state(void)[0] == "called"


def test_nobody_ends_a_match_without_a_deal_before_its_time() -> None:
    table = make.tables_of(make.called(entries=2))[0]
    answer = referee_of(table).post(url("table_time", table), {"game": "0", "seen": table.version, "base": "0"})
    assert answer.status_code == 422


def test_the_whole_result_is_ticked_too(table: Table) -> None:
    page = referee_of(table).get(url("table_total", table)).content.decode()
    assert re.search(r'name="time_called"[^>]* checked', page)
    assert "Time called at " in page


def test_a_correction_starts_from_what_the_clock_said(table: Table) -> None:
    client = referee_of(table)
    points(client, table, 5, 3, time_called="on")
    page = client.get(url("table_correct", table)).content.decode()
    assert re.search(r'name="time_called"[^>]* checked', page)
