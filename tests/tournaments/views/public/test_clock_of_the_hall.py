"""The clock of the hall on pages that are made once for all their readers."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import text
from tournaments.models import Round, Tournament
from tournaments.timing.words import words_of_round
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[4]
STATIC = [ROOT / each / "static" for each in ("tournaments", "scopa", "scala40")]


def page(event: Tournament, name: str = "screen") -> str:
    client = Client(headers={"accept-language": "en"})
    return client.get(reverse(name, args=[event.slug])).content.decode()


def clock_of(body: str) -> dict[str, str]:
    """The attributes of the clock on a page; none where there is no clock."""
    found = re.search(r'<div class="clock[^>]*>', body)
    return dict(re.findall(r'data-([a-z-]+)="([^"]*)"', found[0])) if found else {}


def started(**more: Any) -> Tournament:
    event = make.called(entries=4, **more)
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    return make.fresh(event)


def touched(event: Tournament, step: Any, **more: Any) -> Tournament:
    step(actor=make.boss_of(event), tournament_id=event.pk, **more)
    return make.fresh(event)


@pytest.mark.parametrize("name", ["screen", "event"])
def test_the_clock_waits_runs_stands_and_is_over(name: str) -> None:
    """R-TIM-01 to R-TIM-03"""
    event = make.called(entries=4)
    assert (clock_of(page(event, name))["state"], "60:00" in page(event, name)) == ("waiting", True)
    event = touched(event, clocks.start_clock, number=1)
    running = clock_of(page(event, name))
    assert (running["state"], len(running["ends-at"])) == ("running", 13)
    event = touched(event, clocks.pause_clock, number=1)
    stands = clock_of(page(event, name))
    assert (stands["state"], "ends-at" in stands) == ("paused", False)
    event = touched(event, clocks.resume_clock, number=1)
    Round.objects.update(time_called_at=timezone.now())
    assert clock_of(page(touched(event, clocks.add_time, number=1, minutes=1, reason="x"), name))["state"] == "running"


def test_over_it_says_when_time_was_called_and_what_the_rules_say() -> None:
    event = started()
    Round.objects.update(time_called_at=timezone.now())
    body = page(event)
    assert clock_of(body)["state"] == "over"
    assert re.search(r"Time called at \d\d:\d\d\. The deal in progress is finished, and no other begins\.", body)


def test_in_a_knockout_no_page_speaks_of_a_draw() -> None:
    """R-SCO-38"""
    body = page(started(rules={"tie_after_time": "draw", "draws_allowed": True}))
    assert "Level lines play tie-break deals, three at most." in body
    assert "drawn" not in body


def test_where_every_line_has_a_clock_the_hall_waits_for_none() -> None:
    """R-SCO-37"""
    event = make.called(entries=4, preset="online_002", round_minutes=30)
    assert clock_of(page(event)) == {}
    rules = text(Client(headers={"accept-language": "en"}).get(reverse("event_rules", args=[event.slug])))
    assert "Each line has a clock of its own with 30 minutes. The line whose clock runs out loses the match." in rules


def test_the_screen_says_in_small_until_when_a_table_plays_that_has_a_time_of_its_own() -> None:
    event = started()
    first, second = make.tables_of(event)
    event = touched(event, clocks.add_table_time, minutes=5, reason="private", table_id=first.pk)
    event = touched(event, clocks.pause_table_clock, table_id=second.pk)
    body = page(event)
    assert re.search(r"<small[^>]*>until \d\d:\d\d</small>", body)
    assert re.search(r"<small[^>]*>stopped</small>", body)
    assert "private" not in body


def test_tables_with_more_time_cost_the_screen_no_queries() -> None:
    found = []
    for entries in (2, 6):
        event = make.called(entries=entries)
        event = touched(event, clocks.start_clock, number=1)
        for table in make.tables_of(event):
            event = touched(event, clocks.start_table_clock, table_id=table.pk)
        with CaptureQueriesContext(connection) as captured:
            page(event)
        found.append(len(captured))
    assert found[0] == found[1]


def test_at_tables_of_several_those_with_the_fewest_points_go_on_and_in_a_final_one_wins() -> None:
    """R-S40-44"""
    event = make.called(make.tables("scala40", preset="torneo_003", entries=9))
    event = touched(event, clocks.start_clock, number=1, minutes=60)
    assert "Who has the fewest points goes on. Who is level at the cut plays a tie-break deal." in page(event)
    rounds = Round.objects.filter(tournament=event).count()
    with translation.override("en"):
        assert "Who has the fewest points wins." in words_of_round(event, rounds, rounds).at_zero


@pytest.mark.parametrize("name", ["screen", "event", "event_tables", "round_clock"])
def test_an_italian_clock_says_in_italian_that_time_is_over(name: str) -> None:
    event = make.called(entries=4)
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    Round.objects.update(clock_started_at=timezone.now() - timedelta(hours=3))
    reader = make.client_of(make.boss_of(event)) if name == "round_clock" else Client()
    address = reverse(name, args=[event.slug, *([1] if name == "round_clock" else [])])
    # In English first: what was said to one reader is not kept for another.
    assert "Time is over." in reader.get(address, headers={"accept-language": "en"}).content.decode()
    body = reader.get(address, headers={"accept-language": "it"}).content.decode()
    assert "Tempo scaduto." in body
    assert "Time is over." not in body


def test_scripts_have_no_words_of_their_own() -> None:
    """What a script shows comes from the page, in its language."""
    said = re.compile(r'(?:textContent|innerText|innerHTML|title|ariaLabel) \??=\s*["`][^"`]*[A-Za-z]{2}')
    scripts = [path for folder in STATIC for path in folder.rglob("*.js") if "vendor" not in path.parts]
    assert len(scripts) > 20
    assert [path.name for path in scripts if said.search(path.read_text())] == []


def test_the_screen_and_the_match_say_what_vp_and_mp_are() -> None:
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    match = Client(headers={"accept-language": "en"}).get(reverse("match", args=[event.slug, table.number]))
    assert "VP: victory points" in match.content.decode()
    make.play_round(event)
    assert "VP: victory points" in page(event)
