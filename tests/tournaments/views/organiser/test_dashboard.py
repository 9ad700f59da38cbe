"""One button at every step of an evening, from the first to the last."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import fire, matches_of, online, open_more
from tests.tournaments.services.sheets import LEVEL, WON, A, deals, enter
from tests.tournaments.services.stages import GROUPS, KNOCKOUT, event_of
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.writes import entries, participation
from tournaments.models import Round, TableLine
from tournaments.tables.writes import scoresheets
from tournaments.timing.writes import clocks, lateness

pytestmark = pytest.mark.django_db


def title(desk):
    """What the first page says to do now."""
    body = desk.get("organise").content.decode()
    return body.split('id="now-title">')[1].split("</h2>")[0]


def test_who_waits_is_named_when_the_entries_are_closed():
    """R-STG-32."""
    desk = Desk(make.event(format={"kind": "danish", "rounds": 3, "odd": "refused"}))
    desk.follow("organise_step", step="open")
    last = make.with_entries(desk.event, 5)[-1]
    said = desk.follow("organise_step", step="close")
    assert f"So many cannot play, so the last ones are on the waiting list: {last.label}." in said
    assert "where it is odd, the last one entered is on the waiting list" in desk.get("event_rules").content.decode()


def test_a_whole_evening_is_one_button_after_the_other():
    desk = Desk(make.event())
    assert title(desk) == "Open the entries"
    desk.follow("organise_step", step="open")
    assert title(desk) == "Take the entries"
    make.with_entries(desk.event, 4)
    assert title(desk) == "Close the entries when everybody is here"
    desk.follow("organise_step", step="close")
    assert title(desk) == "Draw in front of everybody"
    desk.follow("organise_step", step="commit")
    assert title(desk) == "Ask the hall for a number"
    desk.follow("organise_draw", hall="7")
    assert title(desk) == "Check the draw and announce it"
    desk.follow("organise_draw_announce")
    assert title(desk) == "Semifinals: call the tables"
    assert "Tables called: 2." in desk.follow("organise_step", step="call", round="1")
    assert title(desk) == "Semifinals: start the clock"
    assert "The clock runs: 60 minutes." in desk.follow("organise_step", step="clock", round="1")
    assert title(desk) == "Semifinals: the tables are playing"
    for table in make.tables_of(desk.event, 1):
        make.play(table)
    assert title(desk) == "Final: call the tables"
    make.play_round(desk.event, 2)
    assert title(desk) == "Everything is played: close the event"
    desk.follow("organise_closing")
    assert title(desk) == "The event is finished"


def test_a_redrawn_event_goes_on_to_the_next_draw():
    desk = Desk(make.drawn(make.knockout(entries=4, format={"redraw": True})))
    make.play_round(desk.event, 1)
    assert title(desk) == "Draw the next round"
    desk.follow("organise_step", step="commit", round="1")
    assert title(desk) == "Ask the hall for a number"
    desk.follow("organise_draw", hall="7")
    desk.follow("organise_draw_announce")
    assert title(desk) == "Final: call the tables"
    make.play_round(desk.event, 2)
    assert title(desk) == "Everything is played: close the event"


def test_the_tables_that_are_waited_for_are_named_and_lead_to_their_sheets():
    desk = Desk(make.called(entries=8))
    first, *others = make.tables_of(desk.event)
    make.play(first)
    clocks.start_clock(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, number=1)
    body = desk.get("organise").content.decode()
    assert "3 results are missing." in body
    for table in others:
        assert reverse("table_sheet", args=[desk.event.slug, table.number]) in body
    assert reverse("table_sheet", args=[desk.event.slug, first.number]) not in body


def playing(entries):
    """The desk of an event whose first round is played."""
    desk = Desk(make.called(entries=entries, fee_cents=1000))
    clocks.start_clock(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, number=1)
    return desk


def test_while_a_round_is_played_each_missing_table_says_how_it_stands():
    desk = playing(16)
    boss, tables = make.boss_of(desk.event), make.tables_of(desk.event)
    scoresheets.call_referee(actor=boss, tournament_id=desk.event.pk, table_id=tables[0].pk)
    enter(tables[1], LEVEL)
    lateness.report_missing(actor=boss, tournament_id=desk.event.pk, table_id=tables[2].pk, line=0)
    enter(tables[3], deals((5, 3)))
    enter(tables[4], WON, actor=A)
    make.play(tables[5])
    body = desk.get("organise").content.decode()
    tiles = body.split('<ul class="now__tables"')[1].split("</ul>")[0]
    found = re.findall(r'now-table(?:--(\w+))?" href.*?number">(\d+)</b> <span>([^<]*)</span>', tiles)
    assert found == [
        ("red", "1", "calls the referee"),
        ("gold", "2", "tie-break 1"),
        ("gold", "3", "somebody is missing"),
        ("", "4", "5–3"),
        ("dashed", "5", "to confirm"),
        ("", "7", "called"),
        ("", "8", "called"),
    ]
    assert "2 things need you" in body


def test_while_a_round_is_played_money_and_presence_are_behind_a_tap():
    desk = playing(4)
    shown, _details, behind = desk.get("organise").content.decode().partition('<details class="panel" id="parts">')
    assert "checked in" not in shown
    assert "checked in" in behind
    assert desk.url("results_grid") in shown


def test_the_clock_of_the_round_is_paused_from_the_first_page():
    desk = playing(4)
    assert 'id="clock"' in desk.get("organise").content.decode()
    answer = desk.post("round_clock", 1, step="pause", back="organise")
    assert answer["Location"] == desk.url("organise")
    assert "Resume the clock" in text(desk.get("organise"))


def test_the_first_page_of_a_round_takes_the_same_queries_at_one_table_and_at_three():
    one, three = playing(2), playing(6)
    first, second = (questions(desk.client, desk.url("organise")) for desk in (one, three))
    assert first == second


def test_a_clock_that_was_forgotten_is_what_comes_next():
    desk = Desk(make.called(entries=4))
    boss = make.boss_of(desk.event)
    clocks.start_clock(actor=boss, tournament_id=desk.event.pk, number=1)
    clocks.pause_clock(actor=boss, tournament_id=desk.event.pk, number=1)
    assert title(desk) == "Semifinals: the tables are playing"
    before = timezone.now() - timedelta(minutes=11)
    Round.objects.filter(number=1).update(clock_started_at=before, clock_paused_at=before + timedelta(seconds=1))
    assert title(desk).startswith("Semifinals: the clock has been paused since ")
    assert "59:59 are left at every table that goes by it." in text(desk.get("organise"))
    assert "The clock is resumed." in desk.follow("organise_step", step="resume", round="1")
    assert title(desk) == "Semifinals: the tables are playing"


def test_a_walkover_does_not_stand_for_the_start_of_the_clock():
    desk = Desk(make.called(entries=8))
    make.play_round(desk.event)
    boss, gone = make.boss_of(desk.event), make.tables_of(desk.event, 2)[0].lines.get(index=0).entry
    participation.withdraw_entry(actor=boss, tournament_id=desk.event.pk, entry_id=gone.pk, reason="Malata")
    desk.follow("organise_step", step="call", round="2")
    assert title(desk) == "Semifinals: start the clock"
    make.play(make.tables_of(desk.event, 2)[1])
    assert title(desk) != "Semifinals: start the clock"


def test_past_the_time_the_button_says_which_tables_are_missing():
    desk = Desk(make.called(entries=8))
    make.play(make.tables_of(desk.event)[0])
    clocks.start_clock(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, number=1)
    Round.objects.filter(number=1).update(time_called_at=timezone.now())
    assert title(desk) == "Quarterfinals: time is over, 3 tables are missing"
    assert "The deal in progress is finished, and no other begins." in text(desk.get("organise"))


def test_where_the_lines_have_their_own_clocks_the_halls_is_not_the_next_step():
    desk = Desk(make.called(entries=4, preset="online_002", round_minutes=30))
    assert title(desk) == "Semifinals: the tables are playing"


def test_tables_that_are_ready_early_can_be_called_already():
    desk = Desk(make.called(entries=8))
    for table in make.tables_of(desk.event)[:2]:
        make.play(table)
    assert "Semifinals: call 1 table already" in text(desk.get("organise"))
    desk.follow("organise_step", step="call", round="2")
    assert [table.status for table in make.tables_of(desk.event, 2)] == ["called", "planned"]


def test_a_table_that_calls_the_referee_comes_first():
    desk = Desk(make.called(entries=4))
    table = make.tables_of(desk.event)[0]
    scoresheets.call_referee(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, table_id=table.pk)
    page = text(desk.get("organise"))
    assert page.index("1 table calls the referee: table 1") < page.index("What now Semifinals: start the clock")


def test_sign_ups_and_singles_are_alarms_before_the_draw():
    desk = Desk(make.knockout(entries=2))
    entries.sign_up(actor=make.Actor(user=make.user()), tournament_id=desk.event.pk, new=make.names(50))
    entries.enter_at_desk(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, new=make.names(51, 1))
    page = text(desk.get("organise"))
    assert "1 sign-up waits for your answer." in page
    assert "1 player looks for a partner and is not in the draw yet." in page
    assert f"{desk.url('organise_arrivals')}#arrivals-singles" in desk.get("organise").content.decode()
    assert "1 looks for a partner" in text(desk.get("organise_entries"))


def test_the_tiles_count_entries_presence_and_money():
    desk = Desk(make.knockout(entries=3, fee_cents=750, capacity=16))
    entry = desk.event.entries.all()[0]
    for field in ("checked_in", "fee_paid"):
        desk.post("organise_tick", entry.pk, field=field, value="1")
    page = text(desk.get("organise"))
    assert "3 of 16 entries 1 of 3 checked in 7.50 € of 22.50 € in the cash box" in page


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"step": "draw"}, "There is no such draw."),
        ({"step": "commit"}, "Close the entries before the draw."),
        ({"step": "call", "round": "1"}, "There is no round 1."),
        ({"step": "call", "round": "x"}, "There is no round 0."),
        ({"step": "clock", "round": "9" * 40}, "The event is not running."),
        ({"step": "open"}, "This step is not open to an event that is:"),
    ],
)
def test_a_step_at_the_wrong_time_is_refused_in_a_sentence(step, sentence):
    desk = Desk(make.knockout(entries=2))
    refused = desk.post("organise_step", **step)
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert desk.fresh().status == "open"


@pytest.mark.parametrize("step", ["", "delete", "__class__"])
def test_a_step_that_does_not_exist_changes_nothing(step):
    desk = Desk(make.knockout(entries=2))
    assert desk.post("organise_step", step=step).status_code == 422
    assert desk.fresh().status == "open"


def test_a_draw_with_one_entry_is_refused():
    desk = Desk(make.closed(make.knockout(entries=1)))
    refused = desk.post("organise_step", step="commit")
    assert refused.status_code == 422
    assert "A draw needs at least 2 entries; entered now: 1." in text(refused)


def test_an_event_can_be_hidden_again():
    desk = Desk(make.knockout(entries=0))
    desk.follow("organise_step", step="hide")
    assert desk.fresh().status == "draft"


def test_the_first_page_takes_the_same_queries_at_one_table_and_at_three():
    one, three = Desk(make.called(entries=2)), Desk(make.called(entries=6))
    first, second = (questions(desk.client, desk.url("organise")) for desk in (one, three))
    assert first == second


def test_the_pages_are_in_italian_by_default():
    event = make.knockout(entries=2)
    page = make.client_of(make.boss_of(event)).get(reverse("organise", args=[event.slug]))
    assert '<html lang="it"' in page.content.decode()


def test_an_online_round_that_did_not_open_says_why_and_is_tried_again():
    event = online()
    line = TableLine.objects.filter(table__tournament=event, table__round__number=1).order_by("pk")
    lost = [(each.pk, each.entry_id) for each in line]
    line.update(entry=None)
    fire(event)
    desk = Desk(make.fresh(event))
    page = text(desk.get("organise"))
    assert "the tables did not open by themselves at" in page
    assert "no table is ready; waiting for the results before them: 2. Try again" in page
    for key, entry in lost:
        TableLine.objects.filter(pk=key).update(entry=entry)
    assert "Tables called: 2." in desk.follow("organise_step", step="call", round="1")
    assert "did not open" not in text(desk.get("organise"))
    assert "no table is ready; waiting for the results before them: 2." in text(desk.get("organise_audit"))
    while open_more(event):
        pass
    assert len(matches_of(event)) == 2


def in_rounds(**options):
    """An event in rounds that was drawn, with the same clock for all."""
    event = make.closed(
        entries=5,
        preset="online_002",
        rules={"time_expiry": "no_fault"},
        round_minutes=40,
        format={"rounds": 2, **options},
    )
    return Desk(make.drawn(event))


def play(desk, number):
    for table in make.tables_of(desk.event, number):
        make.play(table)


def test_a_round_by_the_standings_takes_three_taps_and_the_last_one_closes_the_event():
    """Pair, call, clock."""
    desk = in_rounds(kind="danish")
    assert title(desk) == "Round 1: call the tables"
    make.called(desk.event)
    play(desk, 1)
    assert title(desk) == "Pair round 2"
    body = text(desk.get("organise"))
    assert "Round 2 of 2: who meets follows from the standings." in body
    assert "Look at the pairing first" in body
    for _tap in range(2):
        assert "Round 2 is paired." in desk.follow("organise_step", step="pair", round="2")
    assert title(desk) == "Round 2: call the tables"
    desk.follow("organise_step", step="call", round="2")
    assert title(desk) == "Round 2: start the clock"
    desk.follow("organise_step", step="clock", round="2")
    play(desk, 2)
    assert title(desk) == "Everything is played: close the event"


def test_with_one_entry_left_no_round_is_paired_and_the_event_is_closed():
    desk = in_rounds(kind="danish")
    make.called(desk.event)
    play(desk, 1)
    for entry in desk.event.entries.all()[1:]:
        participation.withdraw_entry(
            actor=make.boss_of(desk.event), tournament_id=desk.event.pk, entry_id=entry.pk, reason="A casa"
        )
    assert title(desk) == "Everything is played: close the event"
    desk.follow("organise_closing")
    assert title(desk) == "The event is finished"


def test_in_groups_the_next_round_is_called_when_this_one_is_over():
    desk = Desk(make.drawn(make.closed(entries=4, preset="online_002", format={"kind": "groups", "size": 4})))
    make.called(desk.event)
    first, *others = make.tables_of(desk.event, 1)
    make.play(first)
    assert "already" not in text(desk.get("organise"))
    for table in others:
        make.play(table)
    assert title(desk) == "Round 2: call the tables"


def test_after_the_groups_one_tap_makes_the_tables_of_the_knockout():
    desk = Desk(event_of(GROUPS, KNOCKOUT, entries=8))
    for number in (1, 2, 3):
        make.called(desk.event, round=number)
        play(desk, number)
    assert title(desk) == "Begin: knockout"
    assert "Groups of 4: everything is played." in text(desk.get("organise"))
    assert "Pairing of round 4" in text(desk.get("organise_pairing"))
    desk.follow("organise_step", step="pair", round="4")
    assert "call the tables" in title(desk)
    assert "Look at the pairing" in text(desk.get("organise"))
