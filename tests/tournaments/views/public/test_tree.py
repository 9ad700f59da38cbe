"""The tree of tables: who sits where, who goes on, who is level, and a window of it where it is large."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tournaments.entries.writes import participation
from tournaments.events.writes import closing
from tournaments.frame.policies import Actor
from tournaments.models import Table, Tournament
from tournaments.standings.reads import trees
from tournaments.standings.reads.brackets import BracketPart
from tournaments.standings.reads.trees import TreeShape

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
    # Who goes on in any case is named while the others still play for it, and who does not is out.
    assert text.count("match__side--through") == 1
    assert text.count("match__side--out") == 1


def test_who_is_out_is_marked_while_the_table_is_played_and_nobody_once_it_waits(penalty: str) -> None:
    event = make.called(make.tables(penalty, entries=8))
    table = make.tables_of(event)[0]
    make.enter(table, make.sheet(make.deal(0, 104, 20, 30)))
    assert page(event).count("match__side--out") == 1
    table.refresh_from_db()
    make.enter(table, make.ended(table), actor=Actor(line=0, label="1A"))
    assert "match__side--out" not in page(event)


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
        pytest.param((64, 32, 16, 8, 4, 2, 1), BracketPart(4, 3), 1, 0, id="a part shows its first tables"),
        pytest.param((64, 16, 4, 1), None, 2, 16, id="heats of four lead into one"),
        pytest.param((6, 4, 2, 1), None, 1, 0, id="thirds that come back"),
        pytest.param((96, 64, 32, 16, 8, 4, 2, 1), None, 4, 8, id="many thirds that come back"),
        pytest.param((16384, 8192, 4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1), None, 11, 32, id="65,536"),
    ],
)
def test_a_window_is_never_longer_than_a_page(
    counts: tuple[int, ...], part: BracketPart | None, first: int, parts: int
) -> None:
    shown = trees.window(TreeShape(counts), part)
    assert shown is not None
    assert (shown.first_round, len(shown.parts)) == (first, parts)


@pytest.mark.parametrize(
    "counts", [(64, 32, 16, 8, 4, 2, 1), (64, 16, 4, 1), (4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1)]
)
def test_every_first_table_is_in_the_part_that_a_search_names(counts: tuple[int, ...]) -> None:
    shape = TreeShape(counts)
    for position in range(0, counts[0], 7):
        leaf = trees.leaf_of(shape, position)
        assert leaf is not None
        shown = trees.window(shape, leaf)
        assert shown is not None
        assert shown.first_round == 1
        assert position in shape.below(leaf, 1)


def test_where_first_tables_lead_to_no_known_ones_a_search_names_none() -> None:
    assert trees.leaf_of(TreeShape((96, 64, 32, 16, 8, 4, 2, 1)), 5) is None
    assert trees.leaf_of(TreeShape((4, 2, 1)), 1) is None


def test_the_tree_takes_the_same_queries_at_one_table_and_at_many(penalty: str) -> None:
    one, many = make.tables(penalty, entries=4), make.tables(penalty, entries=40)
    for event in (one, many):
        assert Table.objects.filter(tournament=event).exists()
    first, second = (questions(english(), reverse("event_bracket", args=(event.slug,))) for event in (one, many))
    assert first == second


def test_the_tree_is_printed_on_a_sheet_of_its_own(penalty: str) -> None:
    event = make.tables(penalty, entries=8)
    assert 'class="print-a3"' in page(event, "?stampa=a3")
    assert 'class="print-a4"' in page(event, "?stampa=a4")


def test_the_standings_of_tables_tell_round_place_deals_and_points_and_no_vp(penalty: str) -> None:
    event = make.called(make.tables(penalty, entries=8))
    table = make.tables_of(event)[0]
    make.enter(table, make.sheet(make.deal(0, 45, 103, 120)))
    text = page(event, name="event_standings")
    assert "VP" not in text
    assert "Place at the table" in text
    out = [row for row in text.splitlines() if row.startswith("<tr class=is-out")]
    assert len(out) == 2
    assert out[0].endswith("<td>3<td>1<td>103")
    assert out[1].endswith("<td>3<td>1<td>120") or out[1].endswith("<td>4<td>1<td>120")


def test_a_finished_event_of_tables_has_a_final_place_for_everybody(penalty: str) -> None:
    event = make.tables(penalty, entries=11)
    for number in (1, 2, 3):
        make.end_round(event, number)
    event = closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    text = page(event, name="event_standings")
    assert text.count("<th scope=row>") == 11
    assert "<td>Final" in text
    assert "Quarterfinals" in text


@pytest.mark.full
def test_every_page_of_tables_is_shown_at_every_stage_in_both_languages(penalty: str) -> None:
    event = make.knockout(game=penalty, preset="club", entries=9)
    names = (
        "event",
        "event_bracket",
        "event_tables",
        "event_standings",
        "event_entries",
        "event_rules",
        "event_draw",
        "screen",
    )
    for stage in (lambda e: e, make.drawn, make.called):
        event = stage(event)
        for name in names:
            address = reverse(name, args=(event.slug,))
            for client in (english(), make.client_of()):
                assert event.name in client.get(address).content.decode()


def test_the_rules_of_tables_say_how_many_go_on_and_nothing_of_vp(penalty: str) -> None:
    text = page(make.tables(penalty, entries=9), name="event_rules")
    assert "From each table the best two go on; the two of one table meet the two of another." in text
    assert "with 101 points or more a player is out" in text
    assert "VP" not in text


def test_the_screen_names_who_is_level_above_everything(penalty: str) -> None:
    event = make.called(make.tables(penalty, entries=8))
    table = make.tables_of(event)[0]
    make.enter(table, make.sheet(make.deal(0, 104, 104, 120)))
    text = page(event, name="screen")
    names = [line.entry.label for line in table.lines.filter(index__in=(1, 2)).select_related("entry")]
    assert f"Tie-break at table {table.hall_number}: {names[0]} and {names[1]}." in text
    assert "screen-tables--many" in text


@pytest.mark.parametrize("name", ["screen", "event_tables", "event_standings", "event_rules"])
def test_pages_of_tables_take_the_same_queries_for_one_table_and_for_many(penalty: str, name: str) -> None:
    one, many = make.called(make.tables(penalty, entries=4)), make.called(make.tables(penalty, entries=40))
    first, second = (questions(english(), reverse(name, args=(event.slug,))) for event in (one, many))
    assert first == second


def test_who_comes_back_is_not_named_before_the_round_is_over(penalty: str) -> None:
    event = make.tables(penalty, entries=12, format={"kind": "tables", "policy": "ripescaggio"})
    text = page(event)
    assert columns(text) == [3, 2, 1]
    assert text.count("one of the best who were out") == 2
    assert "tree__round--0" in text


def test_a_large_tree_has_parts_and_a_search_that_names_them(penalty: str) -> None:
    event = make.tables(penalty, entries=170)
    text = page(event)
    assert text.count("parts__part") == 8
    assert columns(text)[-1] == 1
    entry = event.entries.order_by("number")[33]
    found = page(event, f"?q={entry.label.split()[1]}")
    assert entry.label in found
    query = re.search(r'href="[^"]*(\?part=4-\d)"', found)
    assert query is not None
    part = page(event, query[1])
    assert entry.label in part
    assert columns(part)[0] == 8
    assert "Nobody called" in page(event, "?q=introvabile")


def test_who_left_and_who_never_came_are_marked(penalty: str) -> None:
    event = make.tables(penalty, entries=10)
    absent, played = make.tables_of(event)
    gone = absent.lines.order_by("index")[4].entry
    assert gone is not None
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="febbre")
    make.called(event)
    make.enter(played, make.sheet(make.deal(0, 45, 103, 20, 104, left={3: "abandon"})))
    text = page(event)
    assert text.count("match__side--absent") == 1
    assert text.count("(absent)") == 1
    assert text.count("match__side--left") == 1
    assert text.count("(has left the table)") == 1
