"""The rounds: tables are called, the clock runs, slips are printed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import open_more
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.writes import participation
from tournaments.models import Deadline, Match, Round
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.codes import code_of
from tournaments.timing.reads import clock_of_round, ends_at
from tournaments.timing.writes import clocks
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return Desk(make.drawn(entries=5))


def test_before_the_draw_there_is_nothing_but_the_way_to_it():
    assert "The tables are made by the draw." in text(Desk(make.knockout(entries=2)).get("organise_rounds"))


def test_all_tables_that_are_ready_are_called_at_once(hall):
    page = hall.follow("organise_round_step", 1, step="call")
    assert "Tables called: 1." in page
    assert [table.status for table in make.tables_of(hall.event)] == ["called"]
    again = hall.post("organise_round_step", 1, step="call")
    assert again.status_code == 422
    assert "Quarterfinals: every table has been called already." in text(again)


def test_one_table_is_called_and_taken_back(hall):
    table = make.tables_of(hall.event)[0]
    hall.follow("organise_table_step", table.number, step="call")
    table.refresh_from_db()
    assert table.status == "called"
    twice = hall.post("organise_table_step", table.number, step="call")
    assert (twice.status_code, "has been called already." in text(twice)) == (422, True)
    hall.follow("organise_table_step", table.number, step="take_back")
    table.refresh_from_db()
    assert table.status == "planned"


def test_a_call_is_not_taken_back_once_something_is_written(hall):
    make.called(hall.event)
    table = make.tables_of(hall.event)[0]
    make.play(table)
    refused = hall.post("organise_table_step", table.number, step="take_back")
    assert (refused.status_code, "the call cannot be taken back." in text(refused)) == (422, True)


def test_a_table_whose_lines_are_open_is_not_called(hall):
    last = hall.event.tables.order_by("-number")[0]
    refused = hall.post("organise_table_step", last.number, step="call")
    assert (refused.status_code, "is still waiting for its players." in text(refused)) == (422, True)


def test_the_clock_is_started_stopped_and_let_run_on_from_the_page_of_the_rounds(hall):
    make.called(hall.event)
    page = hall.follow("round_clock", 1, step="start", minutes="45", back="rounds")
    assert "The clock runs: 45 minutes." in page
    assert "At zero the deal in progress is finished. The line that is ahead wins." in page
    assert "Reset the clock" in page
    assert "The clock is paused: it stays so everywhere" in hall.follow("round_clock", 1, step="pause", back="rounds")
    assert "The clock is resumed." in hall.follow("round_clock", 1, step="resume", back="rounds")


def test_before_the_call_there_is_no_button_for_the_clock(hall):
    assert "Start the clock" not in text(hall.get("organise_rounds", turno="2"))
    assert "Start the clock" in text(Desk(make.called(entries=4)).get("organise_rounds"))


def test_a_table_with_more_time_says_how_much_and_why():
    hall = Desk(make.called(entries=4))
    boss, event = make.boss_of(hall.event), hall.event
    first, second = make.tables_of(event)
    clocks.start_clock(actor=boss, tournament_id=event.pk, number=1)
    give = {"actor": boss, "tournament_id": event.pk}
    clocks.add_table_time(**give, minutes=5, reason="una sedia", table_id=first.pk)
    clocks.add_time(**give, number=1, minutes=3, reason="la luce")
    clocks.start_table_clock(actor=boss, tournament_id=event.pk, table_id=second.pk, minutes=30)
    page = text(hall.get("organise_rounds"))
    assert "5 minutes more: una sedia · until" in page
    assert "its own clock · until" in page
    assert "3 minutes more: la luce" in page


def test_the_tables_show_who_plays_the_score_and_what_is_missing(hall):
    hall = Desk(make.called(entries=8))
    first, second, *_others = make.tables_of(hall.event)
    make.play(first)
    scoresheets.call_referee(actor=make.boss_of(hall.event), tournament_id=hall.event.pk, table_id=second.pk)
    page = text(hall.get("organise_rounds"))
    assert "1 of 4" in page
    assert "21 – 7 Finished" in page.replace("✓ ", "")
    assert "calls the referee" in page
    assert "3 tables are missing: 2 3 4" in page
    seen = hall.follow("organise_table_step", second.number, step="seen")
    assert "calls the referee" not in seen


def test_past_the_time_the_open_tables_are_late():
    hall = Desk(make.called(entries=4))
    started = clocks.start_clock(actor=make.boss_of(hall.event), tournament_id=hall.event.pk, number=1)
    deadline = Deadline.objects.get()
    firing.fire_deadline(deadline_id=deadline.pk, now=ends_at(clock_of_round(started)))
    page = text(hall.get("organise_rounds"))
    assert page.count("past the time") == 2
    assert "The deal in progress is finished, and no other begins. The line that is ahead wins." in page


def test_each_round_has_its_page_and_says_who_will_come(hall):
    page = text(hall.get("organise_rounds", turno="2"))
    assert "winner of table 1" in page


@pytest.mark.parametrize("number", ["9", "99999", "0"])
def test_a_round_that_is_not_there_is_not_there(hall, number):
    answer = hall.get("organise_rounds", turno=number)
    assert answer.status_code == (404 if len(number) < 5 else 200)


def test_a_step_of_a_table_that_does_not_exist_changes_nothing(hall):
    table = make.tables_of(hall.event)[0]
    before = hall.fresh().version
    assert hall.post("organise_table_step", table.number, step="burn").status_code == 422
    assert hall.post("organise_table_step", 99999, step="call").status_code == 404
    assert hall.post("organise_round_step", 99, step="call").status_code in (404, 422)
    assert hall.fresh().version == before


def test_a_slip_has_both_halves_with_name_code_and_qr():
    hall = Desk(make.called(entries=4))
    table = make.tables_of(hall.event)[0]
    body = hall.get("organise_print", 1).content.decode()
    for line in table.lines.all():
        assert code_of(table, line.index) in body
        assert line.entry.label in body
    assert body.count("<svg") == 4
    assert "style=" not in body
    assert "127.0.0.1:8000/codice<" in body


def test_new_codes_make_the_printed_ones_worthless():
    hall = Desk(make.called(entries=2))
    table = make.tables_of(hall.event)[0]
    old = code_of(table, 0)
    assert "has new codes: print its slip again." in hall.follow("organise_table_step", table.number, step="renew")
    assert old not in hall.get("organise_print", 1).content.decode()


def test_a_slip_is_printed_for_tables_that_are_to_be_played_only():
    hall = Desk(make.called(entries=6))
    tables = make.tables_of(hall.event)
    make.play(tables[0])
    gone = tables[1].lines.get(index=0).entry
    participation.withdraw_entry(
        actor=make.boss_of(hall.event), tournament_id=hall.event.pk, entry_id=gone.pk, reason="x"
    )
    assert "No slips to print" in text(hall.get("organise_print", 1))
    assert "No slips to print" in text(hall.get("organise_print", 3))
    assert hall.get("organise_print", 9).status_code == 404


def test_slips_come_on_a6_or_on_a4(hall):
    assert "print-slips--a4" in hall.get("organise_print", foglio="a4").content.decode()
    assert "print-slips--a6" in hall.get("organise_print", foglio="a0").content.decode()


def test_the_poster_leads_to_the_public_page():
    desk = Desk(make.knockout(entries=0, venue="Circolo di Traves", fee_cents=2000, capacity=64))
    page = desk.get("organise_poster")
    assert "Circolo di Traves" in text(page)
    assert "entry fee 20 € · 64 places" in text(page)
    assert f"127.0.0.1:8000/e/{desk.event.slug}" in text(page)
    assert page.content.decode().count("<svg") == 1
    assert "Sign up here, and find your table here" in text(page)


def test_the_poster_of_an_event_that_takes_no_more_entries_leads_to_everybodys_table():
    desk = Desk(make.drawn(entries=4))
    page = text(desk.get("organise_poster"))
    assert f"127.0.0.1:8000/e/{desk.event.slug}/dove" in page
    assert "Where do I play?" in page


@pytest.mark.parametrize("name", ["organise_rounds", "organise_print"])
def test_the_hall_takes_the_same_queries_at_one_table_and_at_three(name):
    one, three = Desk(make.called(entries=2)), Desk(make.called(entries=6))
    first, second = (questions(desk.client, desk.url(name) + "?turno=1") for desk in (one, three))
    assert first == second


def test_an_online_round_says_when_it_opens_and_opens_on_a_word():
    desk = Desk(make.drawn(entries=4, mode="online", starts_at=timezone.now() + timedelta(hours=1)))
    assert "Open 2 tables" in text(desk.get("organise"))
    assert "They open by themselves" in text(desk.get("organise"))
    shown = text(desk.get("organise_rounds"))
    assert "The tables open by themselves" in shown
    assert "Call the" not in shown
    assert "This round is played online" not in shown
    assert "Tables called: 2." in desk.follow("organise_round_step", 1, step="call")
    while open_more(desk.event):
        pass
    assert Match.objects.filter(status="open").count() == 2
    after = text(desk.get("organise_rounds"))
    assert "Start the clock" not in after
    assert "Save the plan" not in after


def test_an_organiser_plans_the_hour_and_the_place_of_a_round():
    desk = Desk(make.drawn(entries=4, mode="both"))
    assert "This round is played online" in text(desk.get("organise_rounds"))
    plan = {"plan-is_online": "on", "plan-day": "2030-11-20", "plan-hour": "21:30"}
    assert "The plan of the round is saved." in desk.follow("organise_round_step", 1, step="plan", **plan)
    round_ = Round.objects.get(tournament=desk.event, number=1)
    assert (round_.is_online, timezone.localtime(round_.opens_at).strftime("%d.%m.%Y %H:%M")) == (
        True,
        "20.11.2030 21:30",
    )
    form = desk.get("organise_rounds").context["plan"]
    assert [str(form[name].value()) for name in ("is_online", "day", "hour")] == ["True", "2030-11-20", "21:30:00"]
    desk.follow("organise_round_step", 1, step="plan")
    round_.refresh_from_db()
    assert (round_.is_online, round_.opens_at) == (False, None)


@pytest.mark.parametrize("half", [{"plan-day": "2030-11-20"}, {"plan-hour": "21:30"}, {"plan-hour": "soon"}])
def test_half_an_hour_is_no_plan(half):
    desk = Desk(make.drawn(entries=4, mode="online"))
    refused = desk.post("organise_round_step", 1, step="plan", **half)
    assert refused.status_code == 422
    assert 'id="plan" open' in refused.content.decode()


def test_a_round_in_the_hall_is_not_planned():
    desk = Desk(make.drawn(entries=4))
    assert "Save the plan" not in text(desk.get("organise_rounds"))
    refused = desk.post("organise_round_step", 1, step="plan")
    assert refused.status_code == 422
    assert "this event is played in the hall" in text(refused)
