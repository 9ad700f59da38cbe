"""Robots at online tables: ready at once, playing when their turn has lasted a moment, as blind as their seat."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings as site

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.table import after, away
from tests.tournaments.toy.game import Toy
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor, Role
from tournaments.games import registry
from tournaments.live_log.writes.log import PLAYS_OF_BREAK
from tournaments.models import Match, MatchDeadline
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing
from tournaments.tables.writes import live_opening
from tournaments.upkeep.writes import sweeping

pytestmark = pytest.mark.django_db

PAUSE = timedelta(milliseconds=site.ROBOT_PAUSE_MS)


@pytest.fixture
def at_once(settings) -> None:
    settings.ROBOT_PAUSE_MS = 0


@pytest.fixture
def match(toy) -> Match:
    """A person in seat 0 and a robot in seat 1, who plays first: seat 0 deals."""
    found = at.practice(toy, "club", (0, 1), dealer=0, robots={1: 1})
    at.ask(found, "ready", 0, "ab" * 16, now=at.NOW)
    return found


def due(match: Match, kind: str = "robot") -> MatchDeadline | None:
    return MatchDeadline.objects.filter(match=match, kind=kind).first()


def played(match: Match) -> list[tuple[int, str]]:
    """Every play of the log, with its seat."""
    events = live_matches.events_for(live_matches.match(match.pk), 0)
    return [(event["seat"], event["play"]) for event in events if event["kind"] == "played"]


def swept(match: Match) -> Iterator[None]:
    """Sweep until the match is over."""
    for _ in range(2_000):
        if at.live(match).state.is_over:
            return
        sweeping.fire_due()
        yield
    raise AssertionError("the match does not end")


def test_a_robot_is_ready_at_once_and_adds_no_seed(toy):
    found = at.practice(toy, "club", (0, 1, 2), robots={1: 1, 2: 1})
    assert dict(at.live(found).state.deal.seeds) == {1: "", 2: ""}
    at.ask(found, "ready", 0, "ab" * 16)
    assert at.live(found).state.deal.is_open


def test_a_robot_plays_a_moment_after_its_turn_began_and_then_waits_for_the_person(match):
    pending = due(match)
    assert pending.due_at == at.NOW + PAUSE
    assert not firing.fire(deadline_id=pending.pk, now=pending.due_at - timedelta(milliseconds=1))
    assert [firing.fire(deadline_id=pending.pk, now=pending.due_at) for _ in range(2)] == [True, False]
    assert [seat for seat, _play in played(match)] == [1]
    assert due(match) is None
    at.ask(match, "play", 0, at.plays(match)[0], now=after(60_000, at.NOW))
    assert due(match).due_at == after(60_000, at.NOW) + PAUSE


def test_nobody_else_plays_for_a_robot(match):
    with pytest.raises(RefusedError, match="other_turn"):
        at.ask(match, "play", 0, "k1")


def test_the_dice_choose(match, monkeypatch):
    cards = list(at.plays(match))
    monkeypatch.setattr(firing, "DICE", lambda bound: bound - 1)
    firing.fire(deadline_id=due(match).pk, now=due(match).due_at)
    assert played(match) == [(1, cards[-1])]


def test_a_robot_is_told_what_its_seat_sees_and_nothing_else(match, monkeypatch):
    told = []

    def nosy(rules, view, actions, dice):
        told.append((rules, view, list(actions)))
        return actions[0]

    monkeypatch.setattr(Toy, "robots", (nosy,), raising=False)
    Match.objects.filter(pk=match.pk).update(chairs={**match.chairs, "robots": {"1": 2}})
    seen = at.view(match, 1)["cards"]
    firing.fire(deadline_id=due(match).pk, now=due(match).due_at)
    assert told == [(match.rules, seen, seen["actions"])]


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [
        ("scopa", "online_002", (0, 1, 0, 1)),
        ("scopa", "scopone_scientifico", (0, 1, 0, 1)),
        ("scopa", "scopa_d_assi", (0, 1, 0, 1)),
        ("", "club", (0, 1, 2)),
    ],
)
def test_robots_alone_play_a_match_to_its_end(toy, at_once, game, preset, seats):
    key = game or toy
    level = len(getattr(registry.game(key), "robots", ())) + 1
    found = at.practice(key, preset, seats, robots=dict.fromkeys(range(len(seats)), level))
    list(swept(found))
    assert at.live(found).state.is_over
    assert not MatchDeadline.objects.filter(match=found).exists()


def test_where_nobody_but_robots_plays_the_points_of_a_deal_stand_for_a_while(toy):
    found = at.practice(toy, "club", (0, 1), robots={0: 1, 1: 1})
    waits = due(found, "deal").due_at - found.opened_at
    assert abs(waits - PLAYS_OF_BREAK * PAUSE) < timedelta(seconds=5)


def test_a_paused_robot_does_not_play(match):
    at.ask(match, "pause", now=after(100, at.NOW))
    assert due(match) is None
    at.ask(match, "resume", now=after(50_000, at.NOW))
    assert due(match).due_at == after(50_000, at.NOW) + PAUSE


def test_a_robot_pays_for_no_pause_and_loses_no_match_by_the_clock(toy):
    found = at.practice(toy, "club", (0, 1), dealer=0, robots={1: 1}, move_ms=500, bank_ms=600)
    at.ask(found, "ready", 0, "", now=at.NOW)
    firing.fire(deadline_id=due(found).pk, now=at.NOW + PAUSE)
    state = at.live(found).state
    assert (state.turn, dict(state.clocks.used)) == (0, {1: 0})


def test_after_a_gap_a_robot_plays_as_soon_as_always(toy):
    found = at.practice(toy, "club", (0, 1), dealer=0, robots={1: 1}, move_ms=20_000)
    at.ask(found, "ready", 0, "")
    away(600)
    before = due(found).due_at
    sweeping.fire_due()
    assert live_matches.events_for(live_matches.match(found.pk), 0)[-1]["kind"] == "time_given"
    assert due(found).due_at - before < timedelta(seconds=15)


@pytest.mark.parametrize(
    ("robots", "code"), [({2: 1}, "seat_missing"), ({0: 0}, "robot_unknown"), ({1: 2}, "robot_unknown")]
)
def test_a_robot_of_no_seat_or_of_no_level_is_refused(toy, robots, code):
    with pytest.raises(RefusedError, match=code):
        at.practice(toy, "club", (0, 1), robots=robots)
    assert not Match.objects.exists()


def test_robots_sit_in_an_event_on_the_word_of_its_organiser_alone():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    where = {"tournament_id": tournament.pk, "table_id": table.pk, "robots": {0: 2}}
    for role in (Role.REFEREE, Role.SCORER):
        with pytest.raises(RefusedError, match="robots_need_organiser"):
            live_opening.open_table(actor=Actor(role=role), **where)
    assert not Match.objects.exists()
    match = live_opening.open_table(actor=make.boss_of(tournament), **where)
    assert at.live(match).setup.robots == {0: 2}
