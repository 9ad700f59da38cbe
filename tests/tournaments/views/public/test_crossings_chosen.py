"""A knockout in which chosen places of the groups meet, on the pages (R-GRP-19 to R-GRP-21)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.competition.rounds_script import verdict
from tests.tournaments import factories as make
from tests.tournaments.services.rounds import pair
from tests.tournaments.services.stages import close, event_of, play_rounds
from tests.tournaments.views.public.reading import english, where
from tournaments.events.reads.events import progress_of
from tournaments.hall import reads as screens
from tournaments.hall.pages.screen_parts import bracket_panels
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db
CROSSED = {"kind": "knockout", "third_place": True, "from": {"first": 3, "crossing": "ends"}}


@pytest.fixture
def event() -> Tournament:
    """Two groups of three: both firsts meet a third, and the seconds each other; four winners, and one has a bye."""
    made = event_of({"kind": "groups", "size": 3}, CROSSED, entries=6)
    play_rounds(made, 1, 2, 3)
    pair(made)
    return make.fresh(made)


def seen(event: Tournament, name: str, *args: object, **query: str) -> str:
    return english().get(reverse(name, args=[event.slug, *args]), query).content.decode()


@pytest.mark.parametrize("query", [{}, {"stampa": "a4"}, {"stampa": "a3"}])
def test_the_bracket_has_a_gap_where_nobody_plays(event: Tournament, query: dict[str, str]) -> None:
    first, second = re.findall(r"<ol class=\"bracket__matches\".*?</ol>", seen(event, "event_bracket", **query), re.S)[
        :2
    ]
    # The best first, or the other one, has the bye: as the lots fall.
    at = re.findall(r'<li class="bracket__gap" aria-hidden="true">|class="match match--(\w+)', first)
    assert (len(at), at.count(""), at[::2]) == (4, 1, ["todo", "todo"])
    assert re.findall(r"class=\"match match--(\w+)", second) == ["todo", "todo"]


def test_the_screen_has_the_same_gap(event: Tournament) -> None:
    columns = bracket_panels(screens.screen(event, progress_of(event)).bracket, 6)[0]["rounds"]
    gaps = [[match is None for match in column["matches"]] for column in columns]
    assert (sum(gaps[0]), gaps[0][::2], gaps[1]) == (1, [False, False], [False, False])


def test_the_page_says_which_places_meet_and_each_match_why(event: Tournament) -> None:
    said = "the first 3 of each group go on, and these places meet: 1–3, 2–2"
    assert said in seen(event, "event_rules")
    whys = {where(event, key) for key in event.entries.values_list("pk", flat=True)}
    told = re.findall(r"Place (\d) of group \d meets place (\d) of group \d, as the organiser chose", " ".join(whys))
    assert sorted(set(told)) == [("1", "3"), ("2", "2")]


def test_who_waits_for_nobody_goes_on_and_the_event_is_played_to_its_end(event: Tournament) -> None:
    assert Client().get(f"/api/v1/events/{event.slug}/state/").json()["stages"][1]["coming"]["crossing"] == "ends"
    play_rounds(event, 4)
    semifinals = event.tables.filter(round__number=5, section="main")
    assert {table.status for table in semifinals} == {Table.Status.PLANNED, Table.Status.BYE}
    play_rounds(event, 5, 6)
    places = close(event)
    assert sorted(place for place in places.values() if place) == [1, 2, 3, 4, 5, 6]
    assert verdict(Client().get(f"/api/v1/events/{event.slug}/state/").json()) == "OK\n"
