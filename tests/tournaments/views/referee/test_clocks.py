"""The clock of a round and the time of a table on the pages of those who keep them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import text
from tournaments.events.writes import closing
from tournaments.models import AuditEntry, Round, Tournament
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return make.called(entries=4)


@pytest.fixture
def referee(event: Tournament) -> Client:
    client = make.client_of(make.with_role(event, "referee"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(name: str, event: Tournament, number: int = 1) -> str:
    return reverse(name, args=[event.slug, number])


def post(client: Client, event: Tournament, number: int = 1, name: str = "round_clock", **data: Any) -> str:
    """A step that is taken, and the words of the page after it."""
    answer = client.post(url(name, event, number), data)
    assert answer.status_code == 303, text(answer)
    return text(client.get(answer["Location"]))


def refused(client: Client, event: Tournament, number: int = 1, name: str = "round_clock", **data: Any) -> str:
    answer = client.post(url(name, event, number), data)
    assert answer.status_code == 422
    return text(answer)


def round_of(event: Tournament) -> Round:
    return Round.objects.get(tournament=event, number=1)


def test_a_referee_starts_stops_and_resumes_the_clock_of_a_round(event: Tournament, referee: Client) -> None:
    assert "Start the clock" in text(referee.get(url("round_clock", event)))
    page = post(referee, event, step="start", minutes="45")
    assert "The clock runs: 45 minutes." in page
    assert (
        "At zero the deal in progress is finished. The line that is ahead wins. Level lines play tie-break deals"
        in page
    )
    assert "has been started already." in refused(referee, event, step="start", minutes="45")
    stopped = post(referee, event, step="pause")
    assert "The clock is paused." in stopped
    assert re.search(r"4[45]:\d\d", stopped)
    assert "Pause the clock" not in stopped
    assert "is paused already." in refused(referee, event, step="pause")
    assert "The clock is resumed." in post(referee, event, step="resume")
    assert "cannot be resumed." in refused(referee, event, step="resume")


@pytest.mark.parametrize("minutes", ["0", "-5", "601", "tanti", "1e3", "9" * 40])
def test_impossible_minutes_are_refused_on_their_field(event: Tournament, referee: Client, minutes: str) -> None:
    assert "Minutes:" in refused(referee, event, step="start", minutes=minutes)
    assert round_of(event).clock_started_at is None


def test_a_round_that_is_not_announced_has_no_clock(event: Tournament, referee: Client) -> None:
    assert "so the clock cannot start." in refused(referee, event, 2, step="start", minutes="30")


def test_extra_time_of_a_round_is_given_with_its_reason(event: Tournament, referee: Client) -> None:
    post(referee, event, step="start", minutes="60")
    page = post(referee, event, step="extend", **{"extra-minutes": "5", "extra-reason": "la luce"})
    assert "5 minutes more: la luce" in page
    page = post(referee, event, step="extend", **{"extra-minutes": "-2", "extra-reason": "è tardi"})
    assert "3 minutes more: la luce; è tardi" in page
    assert "Reason: This field is required." in refused(referee, event, step="extend", **{"extra-minutes": "5"})
    wrong = {"extra-minutes": "0", "extra-reason": "x"}
    assert "Minutes more: Minutes: 0." in refused(referee, event, step="extend", **wrong)


def test_after_the_call_of_time_the_page_says_what_extra_time_does(event: Tournament, referee: Client) -> None:
    post(referee, event, step="start", minutes="60")
    Round.objects.update(time_called_at=timezone.now())
    page = text(referee.get(url("round_clock", event)))
    assert "Time called at " in page
    assert "Extra time takes the call back: the minutes count from now." in page
    post(referee, event, step="extend", **{"extra-minutes": "4", "extra-reason": "l'ultima"})
    assert round_of(event).time_called_at is None


def test_taking_the_clock_back_says_its_consequences_first(event: Tournament, referee: Client) -> None:
    post(referee, event, step="start", minutes="60")
    question = text(referee.get(url("round_clock_stop", event)))
    assert "it goes back to 60:00 and stops." in question
    assert "pause it instead" in question
    assert round_of(event).clock_started_at is not None
    assert "reset: it can be started again." in post(referee, event, name="round_clock_stop")
    assert round_of(event).clock_started_at is None
    assert "is not running." in refused(referee, event, name="round_clock_stop")


def test_the_question_names_a_call_and_extra_time_that_are_lost(event: Tournament, referee: Client) -> None:
    table = make.tables_of(event)[0]
    post(referee, event, step="start", minutes="60")
    Round.objects.update(time_called_at=timezone.now())
    post(referee, event, table.number, "table_clock", step="extend", **{"extra-minutes": "4", "extra-reason": "x"})
    question = text(referee.get(url("round_clock_stop", event)))
    assert "The call of time is taken back at every table that goes by it." in question
    assert "Extra time of single tables is lost." in question


@pytest.mark.parametrize(
    ("back", "role", "name"),
    [
        ("desk", "referee", "referee_desk"),
        ("rounds", "organiser", "organise_rounds"),
        ("rounds", "referee", "round_clock"),
    ],
)
def test_a_step_leads_back_to_the_page_it_was_taken_on(event: Tournament, back: str, role: str, name: str) -> None:
    client = make.client_of(make.with_role(event, role))
    answer = client.post(url("round_clock", event), {"step": "start", "minutes": "60", "back": back})
    numbered = [event.slug, 1] if name == "round_clock" else [event.slug]
    assert answer["Location"].partition("?")[0] == reverse(name, args=numbered)


def test_an_unknown_step_does_nothing(event: Tournament, referee: Client) -> None:
    before = AuditEntry.objects.count()
    refused(referee, event, step="burn")
    refused(referee, event, make.tables_of(event)[0].number, "table_clock", step="burn")
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize("name", ["round_clock", "round_clock_stop", "table_clock", "table_clock_stop"])
def test_only_those_who_direct_keep_the_time(event: Tournament, name: str) -> None:
    scorer = make.client_of(make.with_role(event, "scorer", tables=[1]))
    assert scorer.get(url(name, event)).status_code == 403
    assert make.client_of(make.user()).get(url(name, event)).status_code == 404
    assert make.client_of().get(url(name, event)).status_code == 302
    assert make.client_of(make.with_role(event, "referee")).get(url(name, event, 99)).status_code == 404


def test_a_table_that_was_called_late_gets_its_full_hour(event: Tournament, referee: Client) -> None:
    table = make.tables_of(event)[0]
    post(referee, event, step="start", minutes="60")
    Round.objects.update(clock_started_at=timezone.now() - timedelta(minutes=50))
    page = text(referee.get(url("table_clock", event, table.number)))
    assert "it gets the full time from now" in page
    assert re.search(r"10:00|09:\d\d", page)
    page = post(referee, event, table.number, "table_clock", step="start", minutes="60")
    assert f"table {table.hall_number} has a clock of its own: 60 minutes." in page
    assert re.search(r"60:00|59:\d\d", page)
    assert "its own clock" in page
    assert "its own clock" in text(referee.get(url("table_sheet", event, table.number)))
    assert "its own clock · until " in text(referee.get(reverse("referee_desk", args=[event.slug])))
    assert "its own clock · until " in text(referee.get(url("round_clock", event)))
    assert "a clock of its own already." in refused(referee, event, table.number, "table_clock", step="start")


def test_the_clock_of_a_table_is_stopped_alone_and_taken_back(event: Tournament, referee: Client) -> None:
    table = make.tables_of(event)[0]
    post(referee, event, step="start", minutes="60")
    stopped = post(referee, event, table.number, "table_clock", step="pause")
    assert "The clock of this table is paused; the others keep running." in stopped
    assert "its own clock" in stopped
    assert "The clock of this table is resumed." in post(referee, event, table.number, "table_clock", step="resume")
    question = text(referee.get(url("table_clock_stop", event, table.number)))
    assert "From then on it has what the round has:" in question
    assert "goes by the clock of the round again." in post(referee, event, table.number, "table_clock_stop")
    assert "is not running." in refused(referee, event, table.number, "table_clock_stop")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"time_called_at": timezone.now()}, "time is called at this table too, at once."),
        ({"clock_started_at": None}, "the table plays without one until it is."),
    ],
)
def test_the_question_says_what_the_table_goes_by_then(
    event: Tournament, referee: Client, changes: dict[str, Any], sentence: str
) -> None:
    table = make.tables_of(event)[0]
    post(referee, event, step="start", minutes="60")
    post(referee, event, table.number, "table_clock", step="start", minutes="30")
    Round.objects.update(**changes)
    assert sentence in text(referee.get(url("table_clock_stop", event, table.number)))


def test_extra_time_of_one_table_is_marked_everywhere_with_its_reason(event: Tournament, referee: Client) -> None:
    table = make.tables_of(event)[0]
    assert "Extra time for this table" not in text(referee.get(url("table_clock", event, table.number)))
    post(referee, event, step="start", minutes="60")
    extra = {"extra-minutes": "5", "extra-reason": "una sedia rotta"}
    page = post(referee, event, table.number, "table_clock", step="extend", **extra)
    assert "+5 minutes." in page
    said = "5 minutes more: una sedia rotta"
    for address in (
        url("table_clock", event, table.number),
        url("table_sheet", event, table.number),
        url("round_clock", event),
        reverse("referee_desk", args=[event.slug]),
    ):
        assert said in text(referee.get(address)), address


def test_a_table_that_is_over_has_no_time_to_keep(event: Tournament, referee: Client) -> None:
    table = make.tables_of(event)[0]
    make.play(table)
    assert "called and not over." in text(referee.get(url("table_clock", event, table.number)))
    assert "is confirmed" in refused(referee, event, table.number, "table_clock", step="start", minutes="5")


def test_time_that_starts_afresh_has_no_extra_any_more(event: Tournament, referee: Client) -> None:
    boss = make.boss_of(event)
    post(referee, event, step="start", minutes="60")
    post(referee, event, step="extend", **{"extra-minutes": "5", "extra-reason": "la luce"})
    clocks.stop_clock(actor=boss, tournament_id=event.pk, number=1)
    assert "la luce" not in post(referee, event, step="start", minutes="60")


@pytest.mark.parametrize("name", ["round_clock", "referee_desk"])
def test_tables_with_more_time_cost_no_queries(name: str) -> None:
    found = []
    for entries in (2, 6):
        event = make.called(entries=entries)
        boss = make.boss_of(event)
        clocks.start_clock(actor=boss, tournament_id=event.pk, number=1)
        for table in make.tables_of(event):
            clocks.add_table_time(actor=boss, tournament_id=event.pk, table_id=table.pk, minutes=5, reason="x")
        address = reverse(name, args=[event.slug] if name == "referee_desk" else [event.slug, 1])
        found.append(questions(make.client_of(boss), address))
    assert found[0] == found[1]


def test_the_server_tells_its_time_to_everybody_and_keeps_no_answer() -> None:
    before = timezone.now().timestamp() * 1000 - 1
    answer = make.client_of().get(reverse("server_time"))
    assert before <= int(answer.content) <= timezone.now().timestamp() * 1000 + 1
    assert answer["Cache-Control"] == "no-store"
    assert make.client_of().post(reverse("server_time")).status_code == 405


def test_scorers_see_the_clock_and_have_no_buttons_for_it(event: Tournament) -> None:
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    scorer = make.client_of(make.with_role(event, "scorer", tables=[1]))
    body = scorer.get(reverse("referee_desk", args=[event.slug])).content.decode()
    assert 'id="clock"' in body
    assert 'id="clock-steps"' not in body


def test_no_clock_stands_on_the_pages_of_an_event_that_is_over() -> None:
    event = make.called(entries=2)
    where: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk}
    clocks.start_clock(**where, number=1, minutes=60)
    make.play(make.tables_of(event)[0])
    referee = make.client_of(make.with_role(event, "referee"))
    addresses = [url("round_clock", event), reverse("referee_desk", args=[event.slug])]
    running = [referee.get(address).content.decode() for address in addresses]
    closing.finish_tournament(**where)
    over = [referee.get(address).content.decode() for address in addresses]
    assert ["data-ends-at" in page for page in running] == [True, True]
    assert ["data-ends-at" in page for page in over] == [False, False]
