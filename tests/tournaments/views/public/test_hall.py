"""More than eight tables in play on the big screen: calls and play beside each other, every table by its number."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.folding import fold as plain
from tournaments.models import Person, Table
from tournaments.timing.writes import clocks, lateness

pytestmark = pytest.mark.django_db
CHIP = re.compile(r'hall__chip--(\w+)">(\d+)')
PANEL = re.compile(r'data-panel="([a-z0-9-]+)"')
NAME = re.compile(
    r"<li><span><b>([^<]+)</b> ([^<]+)</span> <span class=\"screen-names__table\"><span[^>]*>[^<]*</span>(\d+)"
)
CALLED = re.compile(r'screen-table--called">\s*<span class="screen-table__number"><span[^>]*>[^<]*</span>(\d+)')


def start(tables: Sequence[Table]) -> None:
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(status=Table.Status.PLAYING)


def screen(event: Any) -> str:
    return Client(headers={"accept-language": "en"}).get(reverse("screen", args=[event.slug])).content.decode()


def test_calls_stand_beside_play_and_every_table_by_its_number_below() -> None:
    event = make.called(make.drawn(entries=26))
    tables = make.tables_of(event)
    make.play(tables[0])
    lateness.report_missing(actor=make.boss_of(event), tournament_id=event.pk, table_id=tables[9].pk, line=0)
    html = screen(event)
    assert CHIP.findall(html)[:10] == [("done", "1"), *(("called", str(number)) for number in range(2, 11))]
    # As long as somebody is called, the called tables stay; many are found by name too.
    assert PANEL.findall(html) == ["hall-1", "hall-2", "names-1", "names-2"]
    # Who is waited for comes first; a finished table is only a number.
    assert CALLED.findall(html) == ["10", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert html.count(">missing<") == 1
    assert "please" in html


def clock_runs(event: Any) -> None:
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    clocks.start_clock(**where, number=1, minutes=60)


def test_called_tables_play_once_their_clock_runs_but_for_who_is_missing() -> None:
    event = make.called(make.drawn(entries=26))
    tables = make.tables_of(event)
    lateness.report_missing(actor=make.boss_of(event), tournament_id=event.pk, table_id=tables[9].pk, line=0)
    clock_runs(event)

    html = screen(event)

    assert set(CALLED.findall(html)) == {"10"}
    assert [number for state, number in CHIP.findall(html) if state == "live"] == [
        str(number) for number in range(1, 11) if number != 10
    ]
    assert "<h2>In play" in html


def test_a_table_with_a_clock_of_its_own_plays_when_that_runs() -> None:
    event = make.called(make.drawn(entries=26))
    first = make.tables_of(event)[0]
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    clocks.start_table_clock(**where, table_id=first.pk, minutes=60)

    assert ("live", "1") in CHIP.findall(screen(event))
    assert "1" not in CALLED.findall(screen(event))


def test_before_the_first_call_nothing_is_in_play() -> None:
    html = screen(make.drawn(entries=26))

    assert "In play" not in html
    assert "Not called yet" in html


def test_many_calls_take_three_pages_and_the_names_follow() -> None:
    event = make.called(make.drawn(entries=80))
    panels = [panel.partition("-")[0] for panel in PANEL.findall(screen(event))]

    assert panels[:4] == ["hall", "hall", "hall", "names"]
    assert set(panels[3:]) == {"names"}


def test_the_clock_stops_after_the_final() -> None:
    event = make.called(make.drawn(entries=2))
    clock_runs(event)
    assert 'data-behaviour="clock"' in screen(event)

    make.play(make.tables_of(event)[0])

    assert 'data-behaviour="clock"' not in screen(event)


def test_few_calls_stand_on_every_panel_beside_what_is_played() -> None:
    event = make.called(make.drawn(entries=26))
    tables = make.tables_of(event)
    start(tables[2:])
    html = screen(event)
    panels = PANEL.findall(html)
    assert len(panels) > 1
    assert {panel.partition("-")[0] for panel in panels} == {"hall"}
    assert CALLED.findall(html) == ["1", "2"] * len(panels)
    assert f"1 of {len(panels)}" in html


def test_names_stand_from_a_to_z_with_their_tables_while_a_hall_plays() -> None:
    event = make.called(make.drawn(entries=26))
    tables = make.tables_of(event)
    make.play(tables[0])
    start(tables[1:])
    member = tables[3].lines.get(index=1).entry.members.select_related("person").first()
    hidden = tables[4].lines.get(index=0).entry.members.select_related("person").first().person
    Person.objects.filter(pk=hidden.pk).update(anonymised_at=timezone.now())
    html = screen(event)
    names = NAME.findall(html)
    assert (member.person.family_name, member.person.given_name, str(tables[3].hall_number)) in names
    assert names == sorted(names, key=lambda each: (plain(each[0]), plain(each[1])))
    # Two of the finished table have none, and one wants to be left out.
    assert len(names) == 2 * 2 * 9 - 1
    assert [panel.partition("-")[0] for panel in PANEL.findall(html)][-2:] == ["bracket", "standings"]
    assert re.search(r"winner of match \d+, round of 32", html)


def test_up_to_six_tables_and_a_finished_round_stay_a_grid() -> None:
    small = make.called(make.drawn(entries=12))
    assert PANEL.findall(screen(small))[0] == "tables-1"
    large = make.drawn(entries=26)
    make.play_round(large)
    html = screen(large)
    assert PANEL.findall(html)[0] == "tables-1"
    assert "hall__chip" not in html


def test_a_round_of_more_than_sixteen_tables_has_pages_of_its_matches() -> None:
    event = make.called(make.drawn(entries=60))
    tables = [table for table in make.tables_of(event) if table.hall_number]
    make.play(tables[0])
    start(tables[1:])
    html = screen(event)
    pages = re.findall(r'data-panel="bracket-\d+".*?</section>', html, re.DOTALL)
    # 28 matches are played; four who have a bye play none.
    assert [page.count("screen-match__title") for page in pages] == [8, 8, 8, 4]
    assert all(f"Round of 64 <small>{n} of 4</small>" in page for n, page in enumerate(pages, 1))
    names = {str(line.entry) for table in tables for line in table.lines.all() if line.entry}
    assert all(name in "".join(pages) for name in names)
    assert "screen-match__side--won" in pages[0]


def test_matches_beyond_what_anybody_waits_for_are_left_to_the_page_of_the_bracket() -> None:
    event = make.called(make.drawn(entries=200))
    tables = [table for table in make.tables_of(event) if table.hall_number]
    start(tables)
    assert screen(event).count("screen-match__title") == 64 < len(tables)
