"""A stage that is over keeps its standings and its cross tables: on pages, on paper and as a table."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import pair
from tests.tournaments.services.stages import DANISH, GROUPS, KNOCKOUT, event_of, play_rounds
from tests.tournaments.spreadsheets import read_csv
from tests.tournaments.views.counted import fresh_queries
from tests.tournaments.views.public.reading import english, heads, main, page, shown
from tournaments.events.writes import closing
from tournaments.jobs.reads.spreadsheets import tables_of, to_csv
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db


def in_the_second_stage(*parts: dict[str, Any], entries: int = 8) -> Tournament:
    event = event_of(GROUPS, *(parts or (KNOCKOUT,)), entries=entries)
    play_rounds(event, 1, 2, 3)
    return pair(event)


def names(event: Tournament) -> list[str]:
    return [row.name for row in all_standings(event)]


def links(html: str) -> list[tuple[str, str]]:
    nav = html[html.index('aria-label="Stages"') :]
    return re.findall(r'href="([^"]+)"[^>]*>([^<]+)<', nav[: nav.index("</nav>")])


def test_the_standings_of_the_groups_stay_once_the_knockout_has_begun() -> None:
    event = event_of(GROUPS, KNOCKOUT, entries=8)
    play_rounds(event, 1, 2, 3)
    before = re.findall(r"<tr[^>]*><td>.*", main("event_standings", make.fresh(event)))
    event = pair(event)
    html = main("event_standings", event)
    address = reverse("event_standings", args=[event.slug])
    assert links(html) == [(address, "Whole event"), (f"{address}?stage=1", "Groups of 4")]
    html = main("event_standings", event, "?stage=1")
    assert heads(html)[:4] == ["#", "Pair", "Played", "VP"]
    assert "This stage is over." in html
    assert "Group 2" in html
    plain = [shown(row).replace("✓", "").replace(" through", "").replace(" out of reach", "").split() for row in before]
    assert [shown(row).split() for row in re.findall(r"<tr[^>]*><td>.*", html)] == plain


def test_the_cross_tables_of_the_groups_stay_beside_the_bracket() -> None:
    event = in_the_second_stage()
    address = reverse("event_bracket", args=[event.slug])
    html = main("event_bracket", event)
    assert links(html) == [(f"{address}?stage=1", "Groups of 4"), (address, "Knockout")]
    html = main("event_bracket", event, "?stage=1")
    assert html.count('class="data cross"') == 2
    assert "This stage is over." in html


def test_the_cross_tables_stay_where_the_next_stage_has_no_page_of_its_own() -> None:
    event = in_the_second_stage(DANISH)
    html = main("event_bracket", event)
    assert html.count('class="data cross"') == 2
    assert "Stages" not in html
    tab = f'<a class="tabs__tab" href="{reverse("event_bracket", args=[event.slug])}">Groups</a>'
    assert tab in main("event_standings", event)


def test_a_finished_event_keeps_all_its_stages() -> None:
    event = in_the_second_stage(DANISH)
    play_rounds(event, 4)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    event = make.fresh(event)
    assert [label for _url, label in links(main("event_standings", event))] == [
        "Whole event",
        "Groups of 4",
        "Danish in 1 round",
    ]
    assert "Final standings" not in main("event_standings", event, "?stage=2")


@pytest.mark.parametrize("query", ["?stage=2", "?stage=7", "?stage=x"])
def test_a_stage_that_is_not_over_shows_what_is_played(query: str) -> None:
    event = in_the_second_stage()
    assert main("event_standings", event, query) == main("event_standings", event)


def test_an_event_of_one_stage_has_no_links_of_stages() -> None:
    assert "Stages" not in page(english(), "event_standings", make.called(make.drawn(entries=4)))


def test_paper_and_table_have_each_stage() -> None:
    event = in_the_second_stage()
    client = english()
    client.force_login(make.boss_of(event).user)
    address = reverse("print_standings", args=[event.slug])
    assert f'href="{address}?fase=1"' in client.get(address).content.decode()
    paper = client.get(f"{address}?fase=1").content.decode()
    assert "Standings: Groups of 4" in shown(paper)
    assert '<input type="hidden" name="turno" value="1">' in paper
    assert "Group 2" in paper
    head, *rows = read_csv(to_csv(tables_of(event)["stages"].rows(event)))
    assert head[:4] == ["Stage", "Format", "Place", "Name"]
    assert [row[:2] for row in rows] == [["1", "Groups of 4"]] * 8
    assert "stages" not in tables_of(make.drawn(entries=2))


def test_a_stage_costs_no_query_more_for_more_groups() -> None:
    few, many = in_the_second_stage(), in_the_second_stage(entries=24)
    for name in ("event_standings", "event_bracket"):
        one, other = (fresh_queries(f"{reverse(name, args=[event.slug])}?stage=1") for event in (few, many))
        assert one == other
