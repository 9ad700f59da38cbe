"""Two commands at once in one match: one is first and the other hears so. The same on SQLite and on PostgreSQL."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.services.races import together
from tournaments.competition.live import deciding
from tournaments.competition.live.clocks import GRACE
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.games import registry
from tournaments.live_log.writes.log import decide, lock_match
from tournaments.models import Deadline, Match, MatchDeadline, MatchEvent, Scoresheet, Tournament
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing
from tournaments.online.writes.commands import CommandReceipt, MatchCommand, submit
from tournaments.tables.writes import live_opening
from tournaments.timing.writes import clocks
from tournaments.upkeep.writes import firing as firing_of_events

pytestmark = pytest.mark.django_db(transaction=True)

MOVE = 20_000
TOY = "tests.tournaments.toy"
BLOCKS, TRIALS = in_short(1, 20), in_short(20, 100)


@pytest.fixture
def match() -> Iterator[Match]:
    registry.configure((*settings.GAMES, TOY))
    found = at.practice(TOY, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=at.NOW)
    yield found
    registry.configure(settings.GAMES)


def playing(match: Match, card: str, client_id: str, late_ms: int = 0) -> Callable[[], CommandReceipt]:
    state = at.live(match).state
    command = MatchCommand(client_id, "play", state.sequence, state.turn, card)
    return lambda: submit(match_id=match.pk, command=command, now=at.NOW + timedelta(milliseconds=late_ms))


def numbers(match: Match) -> list[int]:
    return list(MatchEvent.objects.filter(match=match).order_by("sequence").values_list("sequence", flat=True))


def test_of_two_plays_at_once_one_is_made_and_the_other_is_stale(match):
    before = at.live(match).state
    found = together(*(playing(match, card, f"tap {card}") for card in at.plays(match)))
    stale = [each for each in found if isinstance(each, StaleVersionError)]
    assert (len([each for each in found if isinstance(each, CommandReceipt)]), len(stale)) == (1, 1)
    assert stale[0].current == before.sequence + 1
    assert numbers(match) == [*range(1, before.sequence + 2)]


def test_a_tap_that_is_sent_twenty_times_is_one_play_and_one_answer(match):
    before = at.live(match).state.sequence
    found = together(*[playing(match, at.plays(match)[0], "tap")] * 20)
    assert {each.sequence for each in found} == {before + 1}
    assert sorted(each.repeated for each in found) == [False] + [True] * 19
    assert numbers(match) == [*range(1, before + 2)]


def test_all_seats_are_ready_at_once_and_the_cards_are_dealt_once(match):
    other = at.practice(TOY, "club", (0, 1, 2))
    asked = [MatchCommand(f"r{seat}", "ready", 1, seat, f"{seat:032x}") for seat in range(3)]
    together(*(lambda each=each: submit(match_id=other.pk, command=each) for each in asked))
    kinds = list(MatchEvent.objects.filter(match=other).order_by("sequence").values_list("kind", flat=True))
    assert kinds == ["prepared", "ready", "ready", "ready", "dealt"]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_play_at_the_edge_and_the_time_out_are_one_of_them(match, block, record_property):
    """So many matches, each with a play around the last millisecond and three sweepers, all at the same moment."""
    dice, logs = random.Random(f"the edge {block}"), Counter[str]()
    for trial in range(TRIALS):
        found = match if trial == 0 else at.practice(TOY, "club", (0, 1), move_ms=MOVE)
        if found is not match:
            at.deal(found, now=at.NOW)
        logs[_at_the_edge(found, MOVE + dice.randint(-3, 1), dice)] += 1
    assert set(logs) <= {"played", "timed_out"}
    assert logs["timed_out"] > TRIALS // 20
    record_property(
        "figure",
        f"P4  {TRIALS} plays against their time-out ({connection.vendor}): {logs['played']} played,"
        f" {logs['timed_out']} timed out, 0 both, 0 neither",
    )


def _at_the_edge(match: Match, arrived_ms: int, dice: random.Random) -> str:
    """The kind of the event that was first; it is the only one, and says by what time."""
    deadline = MatchDeadline.objects.get(match=match, kind="turn")
    late = at.NOW + timedelta(milliseconds=MOVE + GRACE)
    turn, expected = at.live(match).state.turn, at.live(match).state.sequence
    command = MatchCommand("edge", "play", expected, turn, at.plays(match)[0])
    received = at.NOW + timedelta(milliseconds=arrived_ms)
    steps = [
        lambda: submit(match_id=match.pk, command=command, received=received, now=late),
        *[lambda: firing.fire(deadline_id=deadline.pk, now=late)] * 3,
    ]
    found = together(*dice.sample(steps, len(steps)))
    rows = list(MatchEvent.objects.filter(match=match, sequence__gt=expected).values_list("kind", "data"))
    kinds, said = [kind for kind, _data in rows], rows[0][1]
    assert numbers(match) == [*range(1, expected + len(rows) + 1)]
    if kinds == ["played"]:
        assert not any(each is True for each in found)
        assert said["elapsed"] == arrived_ms <= MOVE
    else:
        assert kinds == ["timed_out", "ended"]
        assert (said["line"], said["cause"]) == (match.seats[turn], "move_timeout")
        assert found.count(True) == 1
        refused = {each.code for each in found if isinstance(each, RefusedError)}
        assert refused <= ({"stale_sequence"} if arrived_ms <= MOVE else {"stale_sequence", "time_is_over"})
        assert len(refused) == 1
    return kinds[0]


def test_the_last_play_of_a_deal_and_the_call_of_time_end_the_match_in_either_order():
    event = make.called(entries=4, preset="valliadi_2022", entry_size=1)
    boss, table = make.boss_of(event), make.tables_of(event)[0]
    clocks.start_clock(actor=boss, tournament_id=event.pk, number=1, minutes=60)
    match = live_opening.open_table(actor=boss, tournament_id=event.pk, table_id=table.pk)
    at.deal(match)
    *before, (seat, action) = at.plays_to(at.live(match), level=False)
    for each in before:
        at.ask(match, "play", *each)
    at.fire_reports(match)
    due = Deadline.objects.get(tournament=event, kind="round_time")
    firing_of_events.fire_deadline(deadline_id=due.pk, now=timezone.now() + timedelta(hours=1))
    call = MatchDeadline.objects.get(match=match, kind="time").pk
    command = MatchCommand("last", "play", at.live(match).state.sequence, seat, action)
    hours = timezone.now() + timedelta(hours=1)
    found = together(
        lambda: submit(match_id=match.pk, command=command), *[lambda: firing.fire(deadline_id=call, now=hours)] * 3
    )
    assert isinstance(found[0], CommandReceipt)
    assert found[1:].count(True) == 1
    kinds = list(MatchEvent.objects.filter(match=match).order_by("sequence").values_list("kind", flat=True))
    assert (kinds.count("time_called"), kinds.count("closed"), kinds[-1]) == (1, 1, "ended")
    assert at.fire_reports(match) == 1
    table.refresh_from_db()
    assert (table.status, table.ending, table.deals_played) == ("done", "time", 1)


def test_a_match_waits_for_no_event_and_moves_no_version():
    tournament = make.called(entries=4)
    first, second = (
        live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
        for table in make.tables_of(tournament)
    )
    version = make.fresh(tournament).version
    lots = random.Random(1)
    together(*(lambda match=match: _play(match, lots) for match in (first, second)))
    assert Tournament.objects.get(pk=tournament.pk).version == version
    assert MatchDeadline.objects.filter(kind="report").count() == 2


def _play(match: Match, lots: random.Random) -> None:
    """Play the first deal."""
    assert any(live.state.closed for live in at.steps(match, lots))


def test_however_many_sweepers_find_it_a_sheet_is_written_once():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    match = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    _play(match, random.Random(2))
    deadline = MatchDeadline.objects.get(match=match, kind="report")
    found = together(*[lambda: firing.fire(deadline_id=deadline.pk)] * 4)
    assert sorted(found) == [False, False, False, True]
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_a_report_and_a_play_of_one_match_wait_for_each_other_in_no_ring():
    tournament = make.called(entries=4, preset="online_002")
    table = make.tables_of(tournament)[0]
    match = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    lots = random.Random(4)
    for live in at.steps(match, lots):
        if live.state.closed:
            break
    at.deal(match)
    deadline = MatchDeadline.objects.get(match=match, kind="report")
    found = together(
        playing(match, at.plays(match)[0], "one"),
        lambda: firing.fire(deadline_id=deadline.pk),
        lambda: make.play(make.tables_of(tournament)[1]),
    )
    assert found[1] is True
    assert Scoresheet.objects.filter(table=table).count() == 1
    assert at.live(match).state.deal.plays


def test_commands_that_come_doubled_late_and_in_another_order_leave_one_match(match):
    lots = random.Random(9)
    sent: list[MatchCommand] = []
    while not (state := at.live(match).state).is_over:
        if state.deal.is_waiting:
            asked = [MatchCommand(f"{len(sent)}-{seat}", "ready", state.sequence, seat) for seat in state.deal.seats]
        else:
            asked = [
                MatchCommand(f"{len(sent)}", "play", state.sequence, state.turn, lots.choice(list(at.plays(match))))
            ]
        old = lots.sample(sent, min(2, len(sent)))
        for command in lots.sample([*asked, *asked, *old], 2 * len(asked) + len(old)):
            _sent(match, command)
        sent += asked
    last = at.live(match).state
    assert numbers(match) == [*range(1, last.sequence + 1)]
    assert MatchEvent.objects.filter(match=match, kind="played").count() == sum(len(deal.plays) for deal in last.deals)
    assert (
        len({event["sequence"] for event in live_matches.events_for(live_matches.match(match.pk), 0)}) == last.sequence
    )


def _sent(match: Match, command: MatchCommand) -> None:
    submit(match_id=match.pk, command=command, now=at.NOW)


def test_the_lock_is_asked_for_before_the_log_is_read(match, django_assert_max_num_queries):
    step = playing(match, at.plays(match)[0], "counted")
    with django_assert_max_num_queries(8) as asked:
        step()
    texts = [query["sql"] for query in asked.captured_queries]
    locks = next(number for number, text in enumerate(texts) if "tournaments_match" in text)
    log = next(number for number, text in enumerate(texts) if "tournaments_matchevent" in text)
    assert locks < log
    assert ("FOR UPDATE" in texts[locks]) == (connection.vendor == "postgresql")


def test_rolled_back_events_are_not_cached(match, monkeypatch):
    """Two decisions of one transaction, the way robots take their seats; then another process appends instead."""
    prepared = at.practice(TOY, "club", (0, 1))
    with pytest.raises(ZeroDivisionError), lock_match(prepared.pk) as held:
        for seat in (0, 1):
            decide(held, partial(deciding.ready, seat=seat, seed=""))
        raise ZeroDivisionError
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(live_matches, "_state_cache", lambda *_match: [live_matches.EMPTY])
        at.ask(prepared, "ready", 1, "")
    assert set(at.live(prepared).state.deal.seeds) == {1}
