"""The referee's desk: what wants somebody stands first."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import LEVEL, WON, A, deals, enter, spareggio, state, tied
from tests.tournaments.views.counted import DESK, questions
from tests.tournaments.views.referee.sheets import cast, url
from tournaments.discipline.writes import penalties
from tournaments.models import Table
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db


def desk(tournament) -> str:
    return reverse("referee_desk", args=[tournament.slug])


def test_the_most_urgent_tables_stand_first():
    tournament = make.called(entries=16)
    called, tied, late, waiting_line, playing, _just_called, done, _other = make.tables_of(tournament)
    scoresheets.call_referee(actor=A, tournament_id=tournament.pk, table_id=called.pk)
    enter(tied, LEVEL)
    Table.objects.filter(pk=late.pk).update(called_at=timezone.now() - timedelta(minutes=12))
    enter(waiting_line, WON, actor=A)
    enter(playing, deals((5, 3)))
    enter(done, WON)

    page = make.client_of(make.boss_of(tournament)).get(desk(tournament)).content.decode()

    assert re.findall(r"desk-group--(\w+)", page) == [
        "called",
        "tiebreak",
        "late",
        "to_confirm",
        "playing",
        "waiting",
        "done",
    ]
    assert "12 min" in page
    assert "appena chiamato" in page
    assert "1 finito su 8" in page


def test_a_table_that_ended_by_the_last_capture_says_so_in_few_words():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    enter(table, tied(spareggio(1, (2, 2)), spareggio(2, (3, 3)), spareggio(3, (1, 1), last_capture=0)))

    page = make.client_of(make.boss_of(tournament)).get(desk(tournament)).content.decode()

    assert ">spareggi 2–2, 3–3, 1–1: ultima presa</span>" in page


def test_a_table_number_leads_straight_to_the_sheet():
    tournament = make.called(entries=4)
    second = make.tables_of(tournament)[1]
    client = make.client_of(make.boss_of(tournament))

    answer = client.get(desk(tournament), {"q": second.hall_number})

    assert answer["Location"] == url("table_sheet", second)


@pytest.mark.parametrize("asked", ["99", "", "abc", "9" * 40, "-1"])
def test_a_number_that_no_table_has_is_said_so_at_the_address_of_the_desk(asked):
    """A page at the address of the search would leave for the table as soon as it is called."""
    tournament = make.called(entries=4)
    client = make.client_of(make.boss_of(tournament))

    answer = client.get(desk(tournament), {"q": asked})

    assert (answer.status_code, answer["Location"]) == (303, desk(tournament))
    assert "messages" in client.get(desk(tournament)).content.decode()


def test_a_result_is_confirmed_from_the_list():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    enter(table, WON, actor=A)
    client = make.client_of(make.with_role(tournament, "referee"))
    page = client.get(desk(tournament)).content.decode()
    form = page[page.index(url("table_confirm", table)) :].split("</form>")[0]

    answer = client.post(url("table_confirm", table), dict(re.findall(r'name="(seen|key|back)" value="([^"]*)"', form)))

    assert answer["Location"] == desk(tournament)
    assert state(table) == ("done", [21, 11])


def test_being_there_takes_the_call_from_the_list():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    scoresheets.call_referee(actor=A, tournament_id=tournament.pk, table_id=table.pk)
    client = make.client_of(make.with_role(tournament, "referee"))

    client.post(url("table_call_referee", table), {"wanted": "off", "back": "desk"})

    assert "desk-group--called" not in client.get(desk(tournament)).content.decode()


STEPS = (
    "table_time",
    "table_confirm",
    "table_dispute",
    "table_call_referee",
    "table_missing",
    "table_arrived",
)


@pytest.mark.parametrize("step", STEPS)
def test_a_refused_step_that_is_loaded_again_is_the_page_of_the_table(step):
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    client = make.client_of(make.with_role(tournament, "referee"))
    refused = client.post(url(step, table), {"seen": "99", "line": "7"})
    # A referee is refused no call.
    assert refused.status_code in ((303,) if step == "table_call_referee" else (409, 422))

    answer = client.get(url(step, table))

    assert (answer.status_code, answer["Location"]) == (303, url("table_sheet", table))
    assert client.get(url(step, table).replace(f"/{table.number}/", "/999/")).status_code == 404
    # What the refusal shows leads on from there, and not from the address of the step.
    page = refused.content.decode().partition("<main")[2]
    assert not re.findall(r'<form(?![^>]*action=)[^>]*>|href="\?[^"]*"', page)


@pytest.mark.parametrize("name", ["penalty_apply", "penalty_dismiss"])
def test_a_refused_decision_that_is_loaded_again_is_the_desk(name):
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    boss = make.boss_of(tournament)
    given = penalties.give_penalty(
        actor=boss,
        tournament_id=tournament.pk,
        kind="warning",
        reason="Tardi",
        table_id=table.pk,
        entry_id=table.lines.get(index=0).entry_id,
    )
    client = make.client_of(make.with_role(tournament, "referee"))
    address = reverse(name, args=[tournament.slug, given.pk])
    for back in ("desk", "penalties"):
        refused = client.post(address, {"back": back, "reason": "Già deciso"})
        page = refused.content.decode()
        assert refused.status_code in (409, 422)
        assert not re.findall(r'<form(?![^>]*action=)[^>]*>|href="\?[^"]*"', page[page.index("<main") :])

    answer = client.get(address)

    assert (answer.status_code, answer["Location"]) == (303, desk(tournament))
    assert client.get(reverse(name, args=[tournament.slug, 99_999])).status_code == 404


def test_an_event_without_called_tables_says_what_comes():
    tournament = make.drawn(entries=4)

    page = make.client_of(make.boss_of(tournament)).get(desk(tournament)).content.decode()

    assert 'class="empty"' in page


def test_the_desk_changes_by_itself():
    tournament = make.called(entries=4)

    page = make.client_of(make.boss_of(tournament)).get(desk(tournament)).content.decode()

    assert f'data-live-url="{reverse("event_live", args=[tournament.slug])}"' in page
    assert f'data-version="{make.fresh(tournament).version}"' in page


def test_who_may_open_the_desk():
    tournament = make.called(entries=4)

    found = [one.get(desk(tournament)).status_code for one in cast(tournament, make.tables_of(tournament)[0]).values()]

    assert found == [200, 200, 200, 302, 404, 302]


def test_the_desk_asks_as_much_for_three_tables_as_for_one():
    counted = []
    for entries in (2, 6):
        tournament = make.called(entries=entries)
        counted.append(questions(make.client_of(make.boss_of(tournament)), desk(tournament)))

    assert counted[0] == counted[1] <= DESK


def test_the_desk_asks_as_much_for_three_finished_tables_as_for_one():
    tournament = make.called(entries=12)
    client, counted = make.client_of(make.boss_of(tournament)), []
    for table in make.tables_of(tournament)[:3]:
        make.play(table)
        counted.append(questions(client, desk(tournament)))

    assert counted[0] == counted[2] <= DESK


def test_a_sheet_asks_as_much_for_three_deals_as_for_one():
    counted = []
    table = make.tables_of(make.called(entries=4))[0]
    for number in (1, 2, 3):
        enter(table, deals(*[(3, 1)] * number))
        counted.append(questions(make.client_of(make.boss_of(table.tournament)), url("table_sheet", table)))

    assert counted[0] == counted[2] <= 9
