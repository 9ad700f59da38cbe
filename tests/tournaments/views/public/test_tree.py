"""The tree of tables: who sits where, who goes on, who is level, and a window of it where it is large."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import queries
from tournaments.models import Table, Tournament
from tournaments.selectors import trees
from tournaments.selectors.brackets import Part
from tournaments.selectors.trees import Shape

pytestmark = pytest.mark.django_db


def english() -> Client:
    return Client(headers={"accept-language": "en"})


def page(event: Tournament, query: str = "", name: str = "event_bracket") -> str:
    answer = english().get(reverse(name, args=(event.slug,)) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def columns(text: str) -> list[int]:
    """How many tables each column of the page has."""
    return [column.count('class="match match--') for column in text.split('class="bracket__round ')[1:]]


def test_an_event_of_19_is_a_tree_of_four_tables_two_and_the_final(penalty: str) -> None:
    text = page(make.tables(penalty, entries=19))
    assert columns(text) == [4, 2, 1]
    assert sorted(len(re.findall("match__side", table)) for table in text.split("<li>") if "Table " in table)
    assert text.count("from table 1") == 2 + 2


def test_who_goes_on_is_marked_by_a_shape_and_said_aloud(penalty: str) -> None:
    event = make.called(make.tables(penalty, entries=8))
    table = make.tables_of(event)[0]
    make.enter(table, make.ended(table))
    text = page(event)
    assert text.count("match__side--through") == 2
    assert text.count("(goes on)") == 2
    assert text.count("match__side--out") == 2


def test_the_places_of_the_final_are_told(penalty: str) -> None:
    event = make.called(make.tables(penalty, entries=4))
    table = make.tables_of(event)[0]
    make.enter(table, make.ended(table))
    text = page(event)
    places = re.findall(r'match__place">(\d)', text)
    assert sorted(places) == ["1", "2", "3", "4"]
    assert text.count("(winner)") == 1


def test_who_is_level_is_named_on_the_tree(penalty: str) -> None:
    event = make.called(make.tables(penalty, entries=8))
    table = make.tables_of(event)[0]
    make.enter(table, make.sheet(make.deal(0, 104, 104, 120)))
    text = page(event)
    assert text.count("match__side--level") == 2
    assert text.count("(level)") == 2
    assert "tie-break 1 in progress" in text


def test_a_pair_that_rests_is_shown_as_one_that_waits(penalty: str) -> None:
    text = page(make.tables(penalty, entries=5))
    assert text.count("match--bye") == 1
    assert "rest in this round" in text


def test_a_part_that_is_not_there_is_missing(penalty: str) -> None:
    event = make.tables(penalty, entries=8)
    address = reverse("event_bracket", args=(event.slug,))
    for query in ("?part=9-0", "?part=1-2", "?part=x"):
        assert english().get(address + query).status_code == 404
    assert columns(page(event, "?part=2-0")) == [2, 1]


@pytest.mark.parametrize(
    ("counts", "part", "first", "parts"),
    [
        pytest.param((32, 16, 8, 4, 2, 1), None, 1, 0, id="32 tables are whole"),
        pytest.param((64, 32, 16, 8, 4, 2, 1), None, 3, 8, id="64 tables have eight parts"),
        pytest.param((64, 32, 16, 8, 4, 2, 1), Part(4, 3), 1, 0, id="a part shows its first tables"),
        pytest.param((64, 16, 4, 1), None, 2, 16, id="heats of four lead into one"),
        pytest.param((6, 4, 2, 1), None, 1, 0, id="thirds that come back"),
        pytest.param((96, 64, 32, 16, 8, 4, 2, 1), None, 4, 8, id="many thirds that come back"),
        pytest.param((16384, 8192, 4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1), None, 11, 32, id="65,536"),
    ],
)
def test_a_window_is_never_longer_than_a_page(
    counts: tuple[int, ...], part: Part | None, first: int, parts: int
) -> None:
    shown = trees.window(Shape(counts), part)
    assert shown is not None
    assert (shown.first_round, len(shown.parts)) == (first, parts)


@pytest.mark.parametrize(
    "counts", [(64, 32, 16, 8, 4, 2, 1), (64, 16, 4, 1), (4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1)]
)
def test_every_first_table_is_in_the_part_that_a_search_names(counts: tuple[int, ...]) -> None:
    shape = Shape(counts)
    for position in range(0, counts[0], 7):
        leaf = trees.leaf_of(shape, position)
        assert leaf is not None
        shown = trees.window(shape, leaf)
        assert shown is not None
        assert shown.first_round == 1
        assert position in shape.below(leaf, 1)


def test_where_first_tables_lead_to_no_known_ones_a_search_names_none() -> None:
    assert trees.leaf_of(Shape((96, 64, 32, 16, 8, 4, 2, 1)), 5) is None
    assert trees.leaf_of(Shape((4, 2, 1)), 1) is None


def test_the_tree_takes_the_same_queries_at_one_table_and_at_many(penalty: str) -> None:
    one, many = make.tables(penalty, entries=4), make.tables(penalty, entries=40)
    for event in (one, many):
        assert Table.objects.filter(tournament=event).exists()
    first, second = (queries(english(), reverse("event_bracket", args=(event.slug,))) for event in (one, many))
    assert first == second


def test_the_tree_is_printed_on_a_sheet_of_its_own(penalty: str) -> None:
    event = make.tables(penalty, entries=8)
    assert 'class="print-a3"' in page(event, "?stampa=a3")
    assert 'class="print-a4"' in page(event, "?stampa=a4")
