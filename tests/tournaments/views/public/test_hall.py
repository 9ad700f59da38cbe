"""More than eight tables in play on the big screen: calls and play beside each other, every table by its number."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.services import lateness

pytestmark = pytest.mark.django_db
CHIP = re.compile(r'hall__chip--(\w+)">(\d+)')
PANEL = re.compile(r'data-panel="([a-z0-9-]+)"')
CALLED = re.compile(r'screen-table--called"><span class="screen-table__number"><span[^>]*>[^<]*</span>(\d+)')


def screen(event: Any) -> str:
    return Client(headers={"accept-language": "en"}).get(reverse("screen", args=[event.slug])).content.decode()


def test_calls_stand_beside_play_and_every_table_by_its_number_below() -> None:
    event = make.called(make.drawn(entries=26))
    tables = make.tables_of(event)
    make.play(tables[0])
    lateness.report_missing(actor=make.boss_of(event), tournament_id=event.pk, table_id=tables[9].pk, line=0)
    html = screen(event)
    assert CHIP.findall(html)[:10] == [("done", "1"), *(("called", str(number)) for number in range(2, 11))]
    assert PANEL.findall(html) == ["hall-1", "hall-2", "bracket", "standings"]
    # Who is waited for comes first; a finished table is only a number.
    assert CALLED.findall(html) == ["10", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert html.count(">missing<") == 1
    assert "please" in html


def test_up_to_eight_tables_and_a_finished_round_stay_a_grid() -> None:
    small = make.called(make.drawn(entries=16))
    assert PANEL.findall(screen(small))[0] == "tables-1"
    large = make.drawn(entries=26)
    make.play_round(large)
    html = screen(large)
    assert PANEL.findall(html)[0] == "tables-1"
    assert "hall__chip" not in html
