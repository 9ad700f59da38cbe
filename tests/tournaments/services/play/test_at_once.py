"""Two commands at once in one match: one is first and the other hears so. The same on SQLite and on PostgreSQL."""

import random
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.services.test_together import together
from tournaments.competition.live.clocks import GRACE
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.games import registry
from tournaments.models import Match, MatchDeadline, MatchEvent, Scoresheet, Tournament
from tournaments.selectors import live_matches
from tournaments.services.play import firing, opening
from tournaments.services.play.commands import Command, Receipt, submit

pytestmark = pytest.mark.django_db(transaction=True)

MOVE = 20_000


@pytest.fixture
def match() -> Iterator[Match]:
    name = "tests.tournaments.toy"
    registry.configure((*settings.GAMES, name))
    found = at.practice(name, "club", (0, 1), move_ms=MOVE)
    at.deal(found, now=at.NOW)
    yield found
    registry.configure(settings.GAMES)


def playing(match: Match, card: str, client_id: str, late_ms: int = 0) -> Callable[[], Receipt]:
    state = at.live(match).state
    command = Command(client_id, "play", state.sequence, state.turn, card)
    return lambda: submit(match_id=match.pk, command=command, now=at.NOW + timedelta(milliseconds=late_ms))


def numbers(match: Match) -> list[int]:
    return list(MatchEvent.objects.filter(match=match).order_by("sequence").values_list("sequence", flat=True))


def test_of_two_plays_at_once_one_is_made_and_the_other_is_stale(match):
    before = at.live(match).state
    found = together(*(playing(match, card, f"tap {card}") for card in at.plays(match)))
    stale = [each for each in found if isinstance(each, StaleVersionError)]
    assert (len([each for each in found if isinstance(each, Receipt)]), len(stale)) == (1, 1)
    assert stale[0].current == before.sequence + 1
    assert numbers(match) == [*range(1, before.sequence + 2)]


def test_a_tap_that_is_sent_twenty_times_is_one_play_and_one_answer(match):
    before = at.live(match).state.sequence
    found = together(*[playing(match, at.plays(match)[0], "tap")] * 20)
    assert {each.sequence for each in found} == {before + 1}
    assert sorted(each.repeated for each in found) == [False] + [True] * 19
    assert numbers(match) == [*range(1, before + 2)]


def test_all_seats_are_ready_at_once_and_the_cards_are_dealt_once(match):
    other = at.practice("tests.tournaments.toy", "club", (0, 1, 2))
    asked = [Command(f"r{seat}", "ready", 1, seat, f"{seat:032x}") for seat in range(3)]
    together(*(lambda each=each: submit(match_id=other.pk, command=each) for each in asked))
    kinds = list(MatchEvent.objects.filter(match=other).order_by("sequence").values_list("kind", flat=True))
    assert kinds == ["prepared", "ready", "ready", "ready", "dealt"]


@pytest.mark.parametrize("trial", range(4))
def test_a_play_at_the_edge_and_the_time_out_are_one_of_them(match, trial):
    deadline = MatchDeadline.objects.get(match=match, kind="turn")
    late = at.NOW + timedelta(milliseconds=MOVE + GRACE)
    turn, expected = at.live(match).state.turn, at.live(match).state.sequence
    command = Command("edge", "play", expected, turn, at.plays(match)[0])
    received = at.NOW + timedelta(milliseconds=MOVE)
    steps = [
        lambda: submit(match_id=match.pk, command=command, received=received, now=late),
        *[lambda: firing.fire(deadline_id=deadline.pk, now=late)] * 3,
    ]
    found = together(*steps[:: 1 if trial % 2 else -1])
    kinds = list(MatchEvent.objects.filter(match=match, sequence__gt=expected).values_list("kind", flat=True))
    if kinds == ["played"]:
        assert not any(each is True for each in found)
    else:
        assert kinds == ["timed_out", "ended"]
        assert found.count(True) == 1
        assert [each.code for each in found if isinstance(each, RefusedError)] == ["stale_sequence"]


def test_a_match_waits_for_no_event_and_moves_no_version():
    tournament = make.called(entries=4)
    first, second = (
        opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
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
    match = opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    _play(match, random.Random(2))
    deadline = MatchDeadline.objects.get(match=match, kind="report")
    found = together(*[lambda: firing.fire(deadline_id=deadline.pk)] * 4)
    assert sorted(found) == [False, False, False, True]
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_a_report_and_a_play_of_one_match_wait_for_each_other_in_no_ring():
    tournament = make.called(entries=4, preset="online_002")
    table = make.tables_of(tournament)[0]
    match = opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
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
    sent: list[Command] = []
    while not (state := at.live(match).state).is_over:
        if state.deal.is_waiting:
            asked = [Command(f"{len(sent)}-{seat}", "ready", state.sequence, seat) for seat in state.deal.seats]
        else:
            asked = [Command(f"{len(sent)}", "play", state.sequence, state.turn, lots.choice(list(at.plays(match))))]
        old = lots.sample(sent, min(2, len(sent)))
        for command in lots.sample([*asked, *asked, *old], 2 * len(asked) + len(old)):
            _sent(match, command)
        sent += asked
    last = at.live(match).state
    assert numbers(match) == [*range(1, last.sequence + 1)]
    assert MatchEvent.objects.filter(match=match, kind="played").count() == sum(len(deal.plays) for deal in last.deals)
    assert len({event["sequence"] for event in live_matches.events_since(match.pk, 0)}) == last.sequence


def _sent(match: Match, command: Command) -> None:
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
