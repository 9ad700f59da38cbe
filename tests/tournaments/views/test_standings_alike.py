"""The standings are the same on the page, on paper, for programs and in files, column by column."""

import re
from fractions import Fraction
from html import unescape
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.spreadsheets import read_csv
from tests.tournaments.views.formats import FORMATS, evening
from tournaments.jobs.reads import event_tables, spreadsheets
from tournaments.models import Tournament
from tournaments.standings.reads.standing_columns import columns_of
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db

ROW = re.compile(r"<tr[^>]*><td>([^<]*)<th scope=row>(.*?)<td>(.*)")
HEAD = re.compile(r'<th scope="col">([^<]*)</th>')
# What the API calls a column of a stage, where the name is another.
IN_STAGE = {"points": "table_points"}


SHARES = {"½": ",5", "⅓": ",333333", "⅔": ",666667", "¼": ",25", "¾": ",75"}


def plain(text: str) -> list[str]:
    """The cells of a CSV for a cell of a page: without signs, with a record as three, “14½” as 14,5."""
    if re.fullmatch(r"\d+-\d+-\d+", text):
        return text.split("-")
    if text == "–":
        return [""]
    number = text.replace("−", "-").removeprefix("+")
    if number[-1:] in SHARES:
        number = (number[:-1] or "0") + SHARES[number[-1]]
    return [number if re.fullmatch(r"-?\d+(,\d+)?", number) else text]


def rows_of(html: str) -> dict[str, list[str]]:
    """The cells of each entry in a table of the standings, as a file has them."""
    found = {}
    for _place, name, cells in ROW.findall(html):
        said = re.sub(r" <(span|small)\b.*", "", name)
        shown = [unescape(cell) for cell in cells.split("<td>")]
        found[unescape(re.sub(r"<[^>]+>", "", said))] = [each for cell in shown for each in plain(cell)]
    return found


def everywhere(event: Tournament) -> None:
    """Compare the page, the paper, the file, the archive and the API of an event."""
    boss = make.client_of(boss_of(event))
    boss.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    page = boss.get(reverse("event_standings", args=[event.slug])).content.decode()
    paper = boss.get(reverse("print_standings", args=[event.slug])).content.decode()
    api = boss.get(f"/api/v1/events/{event.slug}/standings/").json()
    with override("it"):
        head, *listed = event_tables.final_standings(event)
        archive = dict(spreadsheets.archive_files(event))["classifica.csv"]
        columns = columns_of(event)

    headings = [column.heading for column in columns]
    assert HEAD.findall(page)[2 : 2 + len(columns)] == headings
    assert HEAD.findall(paper)[2 : 2 + len(columns)] == headings
    in_file = [name for column in columns for name, _value in column.cells]
    first = len(head) - len(in_file) - 1
    assert list(head[first:-1]) == in_file
    assert ("VP" in in_file) == ("VP" in headings)
    with override("it"):
        written, book = spreadsheets.to_csv([head, *listed]), spreadsheets.to_xlsx([("x", [head, *listed])])
    assert archive == written
    filed = {row[1]: [cell.removeprefix("'") for cell in row[first:-1]] for row in read_csv(written)[1:]}
    assert filed
    assert rows_of(page) == filed
    assert rows_of(paper) == filed
    sheet = openpyxl.load_workbook(BytesIO(book))["x"]
    assert [[each.value for each in row[first:-1]] for row in list(sheet.rows)[1:]] == [
        [
            None if value in (None, "") else value if isinstance(value, str) else pytest.approx(float(value))
            for value in row
        ]
        for row in (each[first:-1] for each in listed)
    ]
    assert {row["name"]: told(row, [column.name for column in columns]) for row in api["results"]} == {
        row.name: told_here(row, columns) for row in all_standings(event)
    }
    assert [(row["place"], row["name"]) for row in api["results"]] == [(row[0] or None, row[1]) for row in listed]


def boss_of(event: Tournament) -> Any:
    return make.with_role(event, "organiser")


def told(row: dict[str, Any], names: list[str]) -> list[Any]:
    """What the API has in these columns; a round is a number there, and a word elsewhere."""
    if "round" in names:
        return [row[name] or 0 for name in names if name != "round"]
    values: list[Any] = []
    for name in names:
        if name == "record":
            values += [(row if each in row else row["stage"])[each] for each in ("wins", "draws", "losses")]
        else:
            found = row[name] if name in ("vp", "mp", "wins") else row["stage"][IN_STAGE.get(name, name)]
            values.append(Fraction(found) if name == "points" else found)
    return values


def told_here(row: Any, columns: Any) -> list[Any]:
    return [value or 0 for column in columns if column.name != "round" for value in column.values(row)]


@pytest.mark.full
def test_every_event_of_the_demonstration_has_the_same_standings_everywhere(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    call_command("seed_demo", verbosity=0)
    events = [event for event in Tournament.objects.order_by("slug") if all_standings(event)]
    assert {event.game for event in events} == {"scopa", "scala40"}
    assert {event.vp_scale is None for event in events} == {True, False}

    for event in events:
        everywhere(event)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_same_standings_everywhere(name):
    options, rounds = FORMATS[name]
    event = make.drawn(make.closed(entries=9, preset="online_002", format=options))
    for moment in evening(event, rounds):
        if moment in ("round 1 played", f"round {rounds - 2} played", "closed"):
            everywhere(make.fresh(event))


def test_an_event_without_vp_has_no_columns_for_them():
    event = make.called(make.tables("scala40", preset="torneo_003", entries=10))

    with override("it"):
        head, *_rows = event_tables.final_standings(event)

    assert list(head) == ["Posto", "Nome", "Turno", "Posto al tavolo", "Smazzate", "Punti", "Ritirato"]
    everywhere(event)


def spare(event: Tournament) -> list[str]:
    """The headings that a phone leaves out, by the classes of the table on the page."""
    page = make.client_of(make.boss_of(event)).get(reverse("event_standings", args=[event.slug])).content.decode()
    (classes,) = set(re.findall(r'<table class="data standings ([^"]*)"', page))
    heads = re.findall(HEAD, page.partition("<thead>")[2].partition("</thead>")[0])
    return [heads[int(each.rpartition("-")[2]) - 1] for each in classes.split() if "--spare-" in each]


@pytest.mark.parametrize(
    ("form", "left_out"),
    [
        ({"kind": "knockout"}, ["Turno", "Vinte"]),
        (FORMATS["groups"][0], ["Giocate"]),
        ({**FORMATS["groups"][0], "ranking": "three_points"}, ["Giocate", "Fatti"]),
    ],
    ids=["knockout", "groups by VP", "groups by points"],
)
def test_a_phone_leaves_out_columns_by_their_names(form, left_out):
    event = make.called(make.drawn(make.closed(entries=6, preset="online_002", format=form)))
    assert spare(make.fresh(event)) == left_out


@pytest.mark.parametrize(("points", "shared"), [([0, 105, 105, 110], "4½"), ([0, 105, 105, 105], "3⅓")])
def test_who_shares_a_place_has_the_same_share_everywhere(penalty, points, shared):
    event = make.called(make.tables(penalty, entries=8, format={"kind": "heats", "rounds": 2}))
    for table in make.tables_of(event):
        make.enter(table, make.sheet(make.deal(*points)))

    everywhere(make.fresh(event))
    page = make.client_of().get(reverse("event_standings", args=[event.slug])).content.decode()
    assert f"<td>{shared}" in page
