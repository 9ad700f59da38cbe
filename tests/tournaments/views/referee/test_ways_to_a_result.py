"""A finished result is opened from wherever it is shown: its sheet is never more than two taps from “E adesso”."""

import re
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services import rounds
from tests.tournaments.views.counted import questions
from tests.tournaments.views.referee.sheets import url
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<a\b[^>]*\bhref="([^"#]+)')


def links(client: Client, address: str) -> set[str]:
    """The addresses that a tap on the page leads to."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return {found.replace("&amp;", "&") for found in LINK.findall(answer.content.decode())}


def taps(client: Client, event: Tournament, most: int) -> dict[str, int]:
    """The fewest taps from “E adesso” to each address of the event that ``most`` taps reach."""
    start = reverse("organise", args=[event.slug])
    found, edge = {start: 0}, [start]
    for tap in range(1, most + 1):
        reached: list[str] = []
        for address in edge:
            new = sorted(each for each in links(client, address) if event.slug in each and each not in found)
            found |= dict.fromkeys(new, tap)
            reached += [each for each in new if "/risultati/" in each]
        edge = reached
    return found


def over(event: Tournament) -> list[Table]:
    return list(Table.objects.filter(tournament=event, status=Table.Status.DONE).order_by("number"))


def evening(kind: str) -> Tournament:
    """An event with a round in play, and results of the rounds before it."""
    if kind == "knockout":
        event = make.called(entries=8)
        make.play_round(event)
        event = make.called(event, round=2)
        make.play_round(event, 2)
        return make.called(event, round=3)
    if kind == "finished":
        return make.finished(entries=8)
    event = rounds.played_out(rounds.drawn(kind), 2)
    event = event if kind == "groups" else rounds.pair(event)
    return make.called(event, round=3)


@pytest.fixture(scope="module")
def made(stays: None) -> Tournament:
    return evening("knockout")


@pytest.fixture
def knockout(made: Tournament) -> Tournament:
    return deepcopy(made)


KINDS = ("knockout", "danish", "swiss", "groups", "finished")


@pytest.mark.parametrize("kind", KINDS)
def test_every_finished_result_is_at_most_two_taps_from_the_first_page(kind):
    event = evening(kind)
    client = make.client_of(make.boss_of(event))
    found = over(event)
    assert len({table.round_id for table in found}) > 1

    reached = taps(client, event, 2)

    assert {table.number: reached.get(url("table_sheet", table)) for table in found} == {
        table.number: 2 for table in found
    }


@pytest.mark.parametrize("kind", KINDS)
def test_the_rows_of_a_round_lead_to_the_sheets_of_its_results(kind):
    event = evening(kind)
    client = make.client_of(make.boss_of(event))
    found = over(event)
    for number in {table.round.number for table in found}:
        shown = links(client, f"{reverse('organise_rounds', args=[event.slug])}?turno={number}")
        assert {url("table_sheet", table) for table in found if table.round.number == number} <= shown


@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_the_grid_shows_an_earlier_round_where_its_results_are_corrected(role, knockout):
    client = make.client_of(make.boss_of(knockout) if role == "organiser" else make.with_role(knockout, role))
    grid = reverse("results_grid", args=[knockout.slug])
    first = [table for table in over(knockout) if table.round.number == 1]

    shown = links(client, f"{grid}?turno=1")

    assert {url("table_correct", table) for table in first} <= shown
    # The other rounds, and the filter, are of the same page; nothing of another round is among the rows.
    assert {f"{grid}?turno={number}" for number in (1, 2, 3)} <= shown
    assert f"{grid}?turno=1&solo=mancano" in shown
    others = Table.objects.filter(tournament=knockout, round__number__gt=1)
    assert not {url("table_sheet", table) for table in others} & shown


@pytest.mark.parametrize(("asked", "status"), [("9", 404), ("0", 404), ("x", 200), ("", 200), ("٣", 200)])
def test_a_round_that_was_not_called_has_no_results(asked, status):
    event = make.called(entries=8)
    client = make.client_of(make.boss_of(event))

    assert client.get(reverse("results_grid", args=[event.slug]), {"turno": asked}).status_code == status


def test_a_row_that_is_saved_without_a_script_is_shown_in_its_own_round():
    """The result of a late table of round 1 is written while round 2 is on."""
    event = make.called(entries=8)
    *played, last = make.tables_of(event)
    for table in played:
        make.play(table)
    event = make.called(event, round=2)
    client = make.client_of(make.boss_of(event))

    answer = client.get(reverse("results_row", args=[event.slug, last.number]))

    assert answer["Location"] == f"{reverse('results_grid', args=[event.slug])}?turno=1#row-{last.number}"
    assert url("table_sheet", last) in links(client, answer["Location"].partition("#")[0])


def test_a_number_that_tables_of_two_rounds_have_asks_which_round(knockout):
    client = make.client_of(make.with_role(knockout, "referee"))
    desk = reverse("referee_desk", args=[knockout.slug])
    tables = [
        table
        for table in Table.objects.filter(tournament=knockout, hall_number=1).order_by("-round__number")
        if table.has_sheet
    ]
    assert len(tables) == 3

    answer = client.get(desk, {"q": "1"})
    page = answer.content.decode()
    asked = page[page.index('id="which"') : page.index('class="desk-all"')]

    # The newest round first: its link has the focus, so that the key Enter opens it.
    assert LINK.findall(asked) == [url("table_sheet", table) for table in tables]
    assert re.findall(r"<b>([^<]+)</b>", asked) == [
        "Finale · tavolo 1",
        "Semifinali · tavolo 1",
        "Quarti di finale · tavolo 1",
    ]
    assert asked.index("autofocus") < asked.index("Semifinali")
    only = Table.objects.get(tournament=knockout, hall_number=4)
    assert client.get(desk, {"q": "4"})["Location"] == url("table_sheet", only)


def test_a_scorer_is_asked_only_among_tables_of_their_own(knockout):
    client = make.client_of(make.with_role(knockout, "scorer", tables=[2]))
    desk = reverse("referee_desk", args=[knockout.slug])

    assert client.get(desk, {"q": "1"})["Location"] == desk
    assert 'id="which"' in client.get(desk, {"q": "2"}).content.decode()


@pytest.mark.parametrize(
    ("role", "tables", "is_shown"),
    [
        ("organiser", [], True),
        ("referee", [], True),
        ("scorer", [1], True),
        ("scorer", [2], False),
        ("stranger", [], False),
        ("anonymous", [], False),
    ],
)
def test_the_page_of_a_match_leads_officials_to_its_sheet(role, tables, is_shown, knockout):
    table = Table.objects.get(tournament=knockout, hall_number=1, round__number=1)
    if role == "anonymous":
        client = make.client_of()
    elif role == "stranger":
        client = make.client_of(make.user())
    else:
        client = make.client_of(
            make.boss_of(knockout) if role == "organiser" else make.with_role(knockout, role, tables=tables)
        )

    shown = links(client, reverse("match", args=[knockout.slug, table.number]))

    assert (url("table_sheet", table) in shown) is is_shown


def test_the_page_of_a_match_that_nobody_has_called_has_no_way_to_a_sheet():
    event = make.called(entries=8)
    planned = make.tables_of(event, 3)[0]
    client = make.client_of(make.boss_of(event))

    assert url("table_sheet", planned) not in links(client, reverse("match", args=[event.slug, planned.number]))


def test_the_log_leads_to_the_sheets_that_it_speaks_of(knockout):
    client = make.client_of(make.boss_of(knockout))

    shown = links(client, f"{reverse('organise_audit', args=[knockout.slug])}?cosa=score_confirmed")

    assert {url("table_sheet", table) for table in over(knockout)} <= shown


def test_a_result_taken_back_with_its_call_has_no_sheet_in_the_log():
    event = make.called(entries=8)
    table = make.tables_of(event)[0]
    client = make.client_of(make.boss_of(event))
    log = reverse("organise_audit", args=[event.slug])
    client.post(reverse("organise_table_step", args=[event.slug, table.number]), {"step": "take_back"})

    assert url("table_sheet", table) not in links(client, f"{log}?cosa=call_taken_back")


def test_the_rounds_cost_no_question_more(knockout):
    client = make.client_of(make.with_role(knockout, "referee"))
    grid = reverse("results_grid", args=[knockout.slug])

    assert questions(client, f"{grid}?turno=1") <= questions(client, grid)
