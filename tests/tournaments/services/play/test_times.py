"""Time at an online table: limits, banks, credit for slow lines, time-outs once, gaps in service."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.table import after, away, given, pulse
from tournaments.competition.live.clocks import COURTESY, GRACE
from tournaments.errors import RefusedError
from tournaments.live import ticker
from tournaments.models import Match, MatchDeadline, Pulse, Ruling
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing
from tournaments.tables.writes import live_opening
from tournaments.timing.writes import downtime
from tournaments.upkeep.writes import sweeping

pytestmark = pytest.mark.django_db

MOVE, BANK = 20_000, 50_000


@pytest.fixture
def match(toy) -> Match:
    """A match of two with both limits, dealt at ``NOW``."""
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE, bank_ms=BANK)
    at.deal(found, now=at.NOW)
    return found


def play(match: Match, ms: int, **more: object) -> None:
    turn = at.live(match).state.turn
    at.ask(match, "play", turn, at.plays(match)[0], now=after(ms, at.NOW), **more)


def due(match: Match) -> MatchDeadline:
    return MatchDeadline.objects.get(match=match, kind="turn")


def test_a_play_in_time_is_charged_to_the_bank_of_its_seat_only(match):
    turn = at.live(match).state.turn
    play(match, 15_000)
    clock = at.view(match, None, after(18_000, at.NOW))["clock"]
    assert clock["turn"] == 1 - turn
    assert (clock["bank_ms"][turn], clock["bank_ms"][1 - turn]) == (BANK - 15_000, BANK - 3_000)
    assert (clock["move_ms"][turn], clock["move_ms"][1 - turn]) == (MOVE, MOVE - 3_000)


def test_a_play_that_comes_too_late_is_refused_and_the_time_out_is_decided_by_the_sweeper_once(match):
    turn = at.live(match).state.turn
    with pytest.raises(RefusedError, match="time_is_over"):
        play(match, MOVE + 1)
    pending = due(match)
    assert pending.due_at == after(MOVE + GRACE, at.NOW)
    assert not firing.fire(deadline_id=pending.pk, now=after(MOVE + GRACE - 1, at.NOW))
    late = after(MOVE + GRACE, at.NOW)
    assert [firing.fire(deadline_id=pending.pk, now=late) for _ in range(2)] == [True, False]
    state = at.live(match).state
    assert (state.is_over, state.fault.line, state.fault.cause) == (True, turn, "move_timeout")
    with pytest.raises(RefusedError, match="match_is_over_online"):
        play(match, MOVE)


def test_a_play_that_reached_the_server_in_time_counts_as_long_as_no_time_out_is_in_the_log(match):
    play(match, MOVE + 1_200, received=after(MOVE, at.NOW))
    assert at.live(match).state.deal.plays


@pytest.mark.parametrize(("lag", "is_in_time"), [(999, False), (1_000, True), (60_000, True)])
def test_the_credit_for_a_slow_line_is_bounded(match, lag, is_in_time):
    received = after(MOVE + 1_000, at.NOW)
    if is_in_time:
        play(match, MOVE + 1_100, received=received, lag_ms=lag)
        with pytest.raises(RefusedError, match="time_is_over"):
            play(match, 2 * MOVE + 2_102, received=after(2 * MOVE + 2_101, at.NOW), lag_ms=60_000)
    else:
        with pytest.raises(RefusedError, match="time_is_over"):
            play(match, MOVE + 1_100, received=received, lag_ms=lag)


def test_a_bank_that_is_used_up_costs_the_match_sooner_than_the_limit_of_a_play(toy):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE, bank_ms=25_000)
    at.deal(found, now=at.NOW)
    turn = at.live(found).state.turn
    play(found, 15_000)
    play(found, 16_000)
    assert due(found).due_at == after(16_000 + 10_000 + GRACE, at.NOW)
    assert firing.fire(deadline_id=due(found).pk, now=after(16_000 + 10_000 + GRACE, at.NOW))
    assert (at.live(found).state.fault.line, at.live(found).state.fault.cause) == (turn, "match_clock")


def test_a_pause_stops_the_clock_and_resuming_goes_on_with_what_was_left(match):
    at.ask(match, "pause", now=after(5_000, at.NOW))
    assert not MatchDeadline.objects.filter(match=match).exists()
    assert at.view(match, None, after(900_000, at.NOW))["clock"]["is_running"] is False
    at.ask(match, "resume", now=after(1_000_000, at.NOW))
    assert due(match).due_at == after(1_000_000 + MOVE - 5_000 + GRACE, at.NOW)


def test_the_next_deal_is_dealt_without_the_seed_of_who_says_nothing(toy):
    found = at.practice(toy, "club", (0, 1))
    assert not MatchDeadline.objects.exists()
    at.deal(found)
    while at.live(found).state.deal.number == 1:
        play(found, 0)
    at.ask(found, "ready", 0, "ab" * 16, now=at.NOW)
    pending = MatchDeadline.objects.get(match=found, kind="deal")
    assert firing.fire(deadline_id=pending.pk, now=pending.due_at)
    deal = at.live(found).state.deal
    assert (deal.is_open, dict(deal.seeds)) == (True, {0: "ab" * 16})
    assert not MatchDeadline.objects.filter(match=found, kind="deal").exists()


def test_who_leaves_loses_the_match_by_what_the_rules_say_of_the_position():
    tournament = make.called(entries=4, preset="online_002")
    table = make.tables_of(tournament)[0]
    found = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    at.deal(found)
    at.ask(found, "abandon", 1)
    assert at.fire_reports(found) == 1
    table.refresh_from_db()
    assert (table.status, table.ending, table.note) == ("done", "forfeit", {"cause": "abandon", "losers": [1]})
    assert list(table.lines.values_list("vp", "place")) == [(15, 1), (0, 2)]
    assert Ruling.objects.filter(table=table, kind="forfeit").count() == 1


def test_where_the_rules_know_no_such_fault_who_leaves_loses_by_a_ruling():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    found = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    at.deal(found)
    at.ask(found, "abandon", 0)
    assert at.fire_reports(found) == 1
    table.refresh_from_db()
    assert (table.status, table.note["losers"]) == ("done", [0])
    assert Ruling.objects.get(table=table).kind == "loss"


def test_at_a_table_of_several_of_an_event_the_referee_is_called(toy):
    tournament = make.called(make.tables(toy, entries=8, preset="four"))
    table = make.tables_of(tournament)[0]
    found = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    at.deal(found)
    while not at.live(found).state.closed:
        play(found, 0)
    at.ask(found, "abandon", 0)
    state = at.live(found).state
    assert (state.is_over, state.is_paused, state.fault.line) == (False, True, 0)
    assert at.fire_reports(found) == 1
    table.refresh_from_db()
    assert (table.referee_called, table.deals_played) == (True, 1)


@pytest.mark.parametrize("seconds", [2, 4.5, 600])
def test_a_gap_in_service_is_given_back_with_some_time_on_top(toy, seconds):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=timezone.now() - timedelta(seconds=seconds))
    away(seconds)
    before, gap = due(found).due_at, timedelta(seconds=seconds)
    sweeping.fire_due()
    moved = due(found).due_at - before
    assert gap <= moved - timedelta(milliseconds=COURTESY) < gap + timedelta(minutes=1)
    assert live_matches.events_for(live_matches.match(found.pk), 0)[-1]["kind"] == "time_given"
    sweeping.fire_due()
    assert due(found).due_at == before + moved


def test_a_pulse_that_is_a_little_late_gives_no_time(toy):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=timezone.now())
    away(0.5)
    sweeping.fire_due()
    assert live_matches.events_for(live_matches.match(found.pk), 0)[-1]["kind"] == "dealt"


def test_a_play_after_a_gap_is_not_charged_for_it_and_the_next_turn_gets_no_more(toy):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE, bank_ms=BANK)
    at.deal(found, now=timezone.now() - timedelta(minutes=10))
    away(600)
    turn = at.live(found).state.turn
    at.ask(found, "play", turn, at.plays(found)[0])
    state = at.live(found).state
    assert state.clocks.used == {turn: 0}
    sweeping.fire_due()
    assert at.live(found).state.clocks == state.clocks
    assert [event["kind"] for event in live_matches.events_for(live_matches.match(found.pk), 0)][-2:] == [
        "time_given",
        "played",
    ]


def test_while_tables_are_not_served_nothing_falls_due_at_them_and_the_time_is_given_back_once(toy):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=timezone.now() - timedelta(seconds=25))
    # The sweeper is a process of its own and goes on; who serves the sockets has been away for ten seconds.
    pulse("clocks", 0)
    pulse("tables", 10)
    assert sweeping.fire_due() == 0
    assert given(found) == []

    downtime.serve_tables()
    sweeping.fire_due()
    downtime.serve_tables()
    assert [ms // 1000 for ms in given(found)] == [(10_000 + COURTESY) // 1000]
    assert at.live(found).state.fault is None


def test_pages_that_start_while_tables_are_not_served_take_no_time_from_anybody(toy, settings, monkeypatch):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=timezone.now() - timedelta(seconds=25))
    pulse("clocks", 0)
    pulse("tables", 10)
    monkeypatch.setattr("asyncio.to_thread", in_place)
    monkeypatch.setattr(ticker, "close_old_connections", lambda: None)
    for serves in (False, True):
        settings.SERVES_TABLES = serves
        # Without a loop: the threads of one would not see what this test has written.
        with pytest.raises(StopIteration):
            ticker.open_up().send(None)
        assert sweeping.fire_due() == 0
        assert bool(given(found)) is serves
    assert at.live(found).state.fault is None


async def in_place(step):
    step()


@pytest.mark.parametrize("steps", [["sweep", "serve"], ["serve", "sweep"]])
def test_a_gap_of_the_whole_computer_is_given_back_once(toy, steps):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=timezone.now() - timedelta(minutes=10))
    pulse("clocks", 600)
    pulse("tables", 600)
    for step in steps:
        {"sweep": sweeping.fire_due, "serve": downtime.serve_tables}[step]()
    assert len(given(found)) == 1


def test_with_nobody_at_any_table_what_is_due_takes_effect(toy):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=timezone.now() - timedelta(seconds=60))
    pulse("clocks", 0)
    pulse("tables", 10)
    downtime.leave_tables()
    assert sweeping.fire_due() == 1
    assert at.live(found).state.fault is not None


def test_a_process_at_rest_leaves_the_pulse_of_another_that_serves_tables(toy):
    found = at.practice(toy, "club", (0, 1), move_ms=MOVE)
    at.deal(found)
    last = timezone.now()
    downtime.serve_tables(last)
    other = last + timedelta(milliseconds=400)
    downtime.serve_tables(other)
    downtime.leave_tables(unless_after=last)
    assert Pulse.objects.get(name=downtime.TABLES).at == other
    downtime.leave_tables(unless_after=other)
    assert not Pulse.objects.filter(name=downtime.TABLES).exists()


def test_where_nothing_is_due_no_pulse_of_the_tables_is_kept(toy):
    found = at.practice(toy, "club", (0, 1))
    downtime.serve_tables()
    assert not Pulse.objects.filter(name=downtime.TABLES).exists()
    at.deal(found)
    assert not MatchDeadline.objects.exists()
