"""The clock of a round or of a table calls time, and the online matches that go by it end (R-LIV-07)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.event_tables import opened, order
from tournaments.discipline.writes import penalties
from tournaments.models import Deadline, Match, MatchDeadline, Pulse, Ruling, Scoresheet, Table, Tournament
from tournaments.online.reads import live_matches
from tournaments.online.writes import commands
from tournaments.online.writes import firing as matches
from tournaments.timing.writes import clocks, downtime
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Two called tables, one with an online match, the clock of an hour running."""
    tournament = make.called(entries=4, preset="valliadi_2022", entry_size=1)
    clocks.start_clock(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=1, minutes=60)
    return tournament


@pytest.fixture
def match(event: Tournament) -> Match:
    found = opened(event, make.tables_of(event)[0])
    at.deal(found)
    return found


def table_of(match: Match) -> Table:
    return Table.objects.select_related("tournament", "round").get(pk=match.table_id)


def call(event: Tournament, kind: str = "round_time") -> None:
    due = Deadline.objects.get(tournament=event, kind=kind, fired_at=None)
    Deadline.objects.filter(pk=due.pk).update(due_at=timezone.now())
    assert firing.fire_deadline(deadline_id=due.pk)


def heed(match: Match) -> bool:
    """Let the match look at its clock; False where nothing is due."""
    due = MatchDeadline.objects.filter(match=match, kind="time").first()
    return due is not None and matches.fire(deadline_id=due.pk)


def kinds(match: Match) -> list[str]:
    return [event["kind"] for event in live_matches.events_for(live_matches.match(match.pk), 0)]


def add_time(match: Match, minutes: int, *, of_table: bool = False) -> None:
    table = table_of(match)
    give = {"actor": make.boss_of(table.tournament), "tournament_id": table.tournament_id, "minutes": minutes}
    if of_table:
        clocks.add_table_time(**give, table_id=table.pk, reason="Un bicchiere rovesciato")
    else:
        clocks.add_time(**give, number=1, reason="Un bicchiere rovesciato")


def sheet_of(match: Match) -> Scoresheet:
    return Scoresheet.objects.filter(table=match.table_id).latest("version")


def test_the_call_of_a_round_ends_its_online_matches(event, match):
    at.close(match, level=False)
    at.fire_reports(match)
    assert table_of(match).status == Table.Status.PLAYING
    call(event)
    assert heed(match)
    assert not heed(match)
    assert kinds(match)[-3:] == ["time_called", "voided", "ended"]
    assert at.fire_reports(match)
    assert table_of(match).status == Table.Status.DONE
    assert (table_of(match).ending, sheet_of(match).content["games"][0]["time_called"]) == ("time", True)
    assert not table_of(match).referee_called


def test_the_last_deal_is_played_and_its_sheet_says_that_time_ended_the_match(event, match):
    call(event)
    assert heed(match)
    assert not Scoresheet.objects.filter(table=match.table_id).exists()
    at.close(match, level=False)
    at.fire_reports(match)
    assert live_matches.match(match.pk).status == Match.Status.OVER
    assert table_of(match).status == Table.Status.DONE
    assert len(sheet_of(match).content["games"][0]["deals"]) == 1


def test_the_clock_of_a_table_calls_time_for_its_match_alone(event, match):
    other = opened(event, make.tables_of(event)[1])
    at.deal(other)
    boss = make.boss_of(event)
    clocks.start_table_clock(actor=boss, tournament_id=event.pk, table_id=match.table_id, minutes=5)
    assert heed(match)
    assert "time_called" not in kinds(match)
    call(event, "table_time")
    assert heed(match)
    assert not heed(other)
    assert "time_called" in kinds(match)
    assert "time_called" not in kinds(other)


def test_a_table_with_extra_time_is_not_called_with_its_round(event, match):
    add_time(match, 10, of_table=True)
    heed(match)
    call(event)
    heed(match)
    assert "time_called" not in kinds(match)
    call(event, "table_time")
    heed(match)
    assert kinds(match)[-1] == "time_called"


@pytest.mark.parametrize("of_table", [False, True])
def test_more_minutes_let_an_online_match_go_on(event, match, of_table):
    call(event)
    heed(match)
    add_time(match, 10, of_table=of_table)
    assert heed(match)
    assert kinds(match)[-2:] == ["time_called", "time_extended"]
    at.close(match, level=False)
    at.fire_reports(match)
    assert live_matches.match(match.pk).status == Match.Status.OPEN
    assert not sheet_of(match).content["games"][0]["time_called"]
    call(event, "table_time" if of_table else "round_time")
    assert heed(match)
    assert at.fire_reports(match)
    assert live_matches.match(match.pk).status == Match.Status.OVER
    assert table_of(match).status == Table.Status.DONE


def test_a_clock_that_is_taken_back_takes_its_call_back(event, match):
    call(event)
    heed(match)
    clocks.stop_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    assert heed(match)
    assert kinds(match)[-1] == "time_extended"


def test_the_sheet_forgets_a_call_that_is_taken_back(event, match):
    at.close(match, level=True)
    call(event)
    heed(match)
    at.fire_reports(match)
    assert sheet_of(match).content["games"][0]["time_called"]
    assert table_of(match).tiebreak_due == 1
    add_time(match, 10)
    heed(match)
    at.fire_reports(match)
    assert not sheet_of(match).content["games"][0]["time_called"]
    assert table_of(match).tiebreak_due == 0


def test_a_match_that_the_referee_has_paused_hears_the_call_and_goes_on_from_it(event, match):
    at.close(match, level=False)
    order(match, commands.PAUSE)
    call(event)
    heed(match)
    assert live_matches.match(match.pk).status == Match.Status.PAUSED
    order(match, commands.RESUME)
    assert kinds(match)[-3:] == ["resumed", "voided", "ended"]


def test_a_match_that_opens_after_the_call_is_level_and_waits_for_its_players(event):
    call(event)
    match = opened(event, make.tables_of(event)[0])
    assert heed(match)
    assert at.view(match, None)["deal"]["tiebreak"] == 1
    assert not MatchDeadline.objects.filter(match=match, kind="deal").exists()


def test_a_match_that_is_played_on_after_the_call_hears_it_then(event, match):
    at.close(match, level=False)
    at.deal(match)
    order(match, commands.LOSS, to=0)
    at.fire_reports(match)
    call(event)
    assert not heed(match)
    penalties.cancel_penalty(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        ruling_id=Ruling.objects.get(tournament=event).pk,
        reason="Un errore",
    )
    assert heed(match)
    assert kinds(match)[-3:] == ["time_called", "voided", "ended"]
    at.fire_reports(match)
    assert (table_of(match).status, table_of(match).ending) == (Table.Status.DONE, "time")


def test_where_the_higher_card_decides_the_referee_is_called_to_cut():
    event = make.called(entries=4, preset="valliadi_2022", entry_size=1, rules={"tie_after_time": "high_card"})
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1, minutes=60)
    match = opened(event, make.tables_of(event)[0])
    at.deal(match)
    at.close(match, level=True)
    call(event)
    heed(match)
    at.fire_reports(match)
    assert live_matches.match(match.pk).status == Match.Status.OVER
    assert (table_of(match).status, table_of(match).referee_called) == (Table.Status.PLAYING, True)


def test_a_table_on_paper_and_a_table_for_practice_have_nothing_due(event):
    at.practice("scopa", "valliadi_2022", (0, 1))
    call(event)
    assert not MatchDeadline.objects.filter(kind="time").exists()


def test_while_no_table_is_served_the_call_waits(event, match):
    call(event)
    now = timezone.now()
    due = MatchDeadline.objects.get(match=match, kind="time")
    assert due.pk in matches.due(now)
    Pulse.objects.create(name=downtime.TABLES, at=now - timedelta(seconds=10))
    assert due.pk not in matches.due(now)


@pytest.fixture
def four() -> Match:
    """A match of four whose first deal is over, under the clock of its round."""
    tables = {"kind": "tables", "max_table": 4}
    event = make.called(entries=4, preset="several_004", entry_size=1, format=tables)
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1, minutes=60)
    found = opened(event, make.tables_of(event)[0])
    assert len(found.seats) == 4
    at.deal(found)
    at.close(found, level=False)
    at.fire_reports(found)
    return found


def test_at_a_table_of_several_the_last_deal_is_finished_without_a_line_that_is_ruled_out(four):
    at.deal(four)
    call(table_of(four).tournament)
    heed(four)
    order(four, commands.LOSS, to=1)
    at.deal(four)
    at.close(four, level=False)
    assert at.fire_reports(four)
    game = sheet_of(four).content["games"][0]
    assert (len(game["deals"]), game["time_called"]) == (2, True)
    assert not table_of(four).referee_called


def test_a_line_that_was_ruled_out_after_the_last_deal_is_not_ranked_by_the_call(four):
    totals = at.view(four, None)["score"][0]["totals"]
    order(four, commands.LOSS, to=totals.index(max(totals)))
    call(table_of(four).tournament)
    heed(four)
    at.fire_reports(four)
    found = at.view(four, None)
    if found["is_over"]:
        assert found["score"][0]["winner"] is None
        assert table_of(four).referee_called
    assert not table_of(four).is_over
    assert not sheet_of(four).content["games"][0]["time_called"]
