"""The clocks of two lines, where the rules of the event make them cost the match."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import text
from tournaments.models import Deadline, Table, TableLine
from tournaments.tables.writes.codes import code_of
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.called(entries=4, preset="online_002"))[0]


@pytest.fixture
def scorer(table: Table) -> Client:
    client = make.client_of(make.with_role(table.tournament, "scorer", tables=[table.hall_number or 0]))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(name: str, table: Table) -> str:
    return reverse(name, args=[table.tournament.slug, table.number])


def post(client: Client, table: Table, **data: Any) -> str:
    answer = client.post(url("table_line_clocks", table), data)
    assert answer.status_code == 303, text(answer)
    return text(client.get(answer["Location"]))


def refused(client: Client, table: Table, **data: Any) -> str:
    answer = client.post(url("table_line_clocks", table), data)
    assert answer.status_code == 422
    return text(answer)


def left(table: Table) -> list[int | None]:
    return list(TableLine.objects.filter(table=table).order_by("index").values_list("clock_left_ms", flat=True))


def test_the_clocks_are_set_run_one_at_a_time_and_stopped(table: Table, scorer: Client) -> None:
    """R-TIM-09"""
    assert "Clocks of the lines" in text(scorer.get(url("table_sheet", table)))
    page = post(scorer, table, step="set", minutes="20")
    assert "The line whose clock runs out loses the match. Touch the line whose time starts." in page
    assert (page.count("20:00"), left(table)) == (2, [1_200_000] * 2)
    page = post(scorer, table, step="run", line="0")
    assert "Touch the other line when it is their turn." in page
    assert Deadline.objects.get(kind="line_clock").line == 0
    post(scorer, table, step="run", line="1")
    assert Deadline.objects.get(kind="line_clock").line == 1
    body = scorer.get(url("table_line_clocks", table)).content.decode()
    assert (body.count('aria-pressed="true"'), body.count("data-ends-at=")) == (1, 1)
    assert "Touch the line whose time starts." in post(scorer, table, step="stop")


def test_what_is_not_possible_is_said_in_a_sentence(table: Table, scorer: Client) -> None:
    assert "set them first." in refused(scorer, table, step="run", line="0")
    assert "Minutes:" in refused(scorer, table, step="set", minutes="")
    assert "Minutes:" in refused(scorer, table, step="set", minutes="601")
    post(scorer, table, step="set", minutes="20")
    assert "no such line" in refused(scorer, table, step="run", line="5")
    assert "Line:" in refused(scorer, table, step="run", line="7")
    assert "No clock of a line is running" in refused(scorer, table, step="stop")
    assert refused(scorer, table, step="burn")


def test_at_zero_the_match_is_over_and_the_page_leads_to_the_sheet(table: Table, scorer: Client) -> None:
    """R-TIM-09"""
    post(scorer, table, step="set", minutes="1")
    post(scorer, table, step="run", line="1")
    later = timezone.now() + timedelta(seconds=61)
    assert firing.fire_deadline(deadline_id=Deadline.objects.get(kind="line_clock").pk, now=later)
    page = text(scorer.get(url("table_line_clocks", table)))
    assert "The clocks of the lines run as long as the match is played. To the sheet" in page


def test_a_line_has_no_hand_on_the_clocks(table: Table) -> None:
    phone = make.client_of()
    phone.post(reverse("open_code", args=[table.tournament.slug, code_of(table, 0)]))
    assert phone.get(url("table_line_clocks", table)).status_code in (302, 403)
    assert "table_line_clocks" not in phone.get(url("table_sheet", table)).content.decode()


def test_where_no_clock_costs_the_match_there_is_no_such_page() -> None:
    table = make.tables_of(make.called(entries=2))[0]
    client = make.client_of(make.boss_of(table.tournament))
    assert client.get(url("table_line_clocks", table)).status_code == 404
    assert url("table_line_clocks", table) not in client.get(url("table_sheet", table)).content.decode()
