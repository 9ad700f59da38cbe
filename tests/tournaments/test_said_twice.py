"""What the site tells in two places is the same in both: rule and page, preview and effect, page and file."""

import csv
import io
import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, played_out
from tests.tournaments.services.sheets import WON, deals
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.writes import entries, participation
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.frame.api.description import description
from tournaments.models import Circuit, Entry, Payment, Tournament
from tournaments.seasons import writes as circuits
from tournaments.standings.reads import standings
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db


def read(answer: Any) -> list[dict[str, str]]:
    """The rows of a CSV file by their headings."""
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def program(event: Tournament, path: str) -> Any:
    return Client().get(f"/api/v1/events/{event.slug}/{path}").json()


def enter(desk: Desk, *people: str) -> Entry:
    new = NewEntry(people=tuple(PersonName(*each.split()) for each in people))
    return entries.enter_at_desk(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, new=new)


# Sentences and their values


def test_the_rules_name_the_minutes_that_programs_read():
    desk = Desk(make.knockout(entries=2, round_minutes=35))
    minutes = program(desk.event, "")["round_minutes"]
    assert f"The hall's clock gives {minutes} minutes;" in text(desk.get("event_rules"))


def test_the_desk_takes_the_fee_that_it_says_for_who_is_added():
    desk = Desk(make.knockout(entries=0, fee_cents=750, fee_kind="person"))
    typed = "Alfa Ugo, Beta Pia"
    assert "Here and paid 15\xa0€" in desk.get("organise_arrivals", q=typed).content.decode().replace(
        '<span class="num">', ""
    )
    desk.part("organise_arrivals", who=typed, step="add_paid")
    assert Payment.objects.get().cents == 1500


def test_a_page_of_the_standings_has_as_many_rows_as_the_description_says():
    (page,) = (
        each
        for each in description()["paths"]["/api/v1/events/{slug}/standings/"]["get"]["parameters"]
        if each.get("name") == "page"
    )
    assert page["description"] == f"{standings.PER_PAGE} rows a page"


# Files and pages


def test_the_file_of_a_circuit_has_the_points_of_its_page():
    owner = make.organiser()
    circuit = circuits.create_circuit(actor=owner, name="Valli di Lanzo", description="")
    first, second = (make.finished(make.drawn(make.knockout(owner, entries=3))) for _evening in range(2))
    for event in (first, second):
        circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    for entry in first.entries.all():
        for member in entry.members.all():
            second.entries.get(number=entry.number).members.filter(position=member.position).update(
                person=member.person
            )
    Circuit.objects.filter(pk=circuit.pk).update(
        season={"scoring": "places", "points": [10, 7], "taking_part": 2, "best": 1, "minimum": 0}
    )
    page = make.client_of().get(reverse("circuit", args=[circuit.slug])).content.decode()
    shown = dict(re.findall(r'role="rowheader">\s*<a[^>]*>([^<]+)</a>.*?<strong>(\d+)</strong>', page, re.DOTALL))
    rows = read(make.client_of().get(reverse("circuit_table", args=[circuit.slug])))
    assert len(shown) == 6
    assert {row["Nome"]: row["Punti"] for row in rows} == shown


def test_the_file_of_the_deals_has_those_of_the_result_in_force():
    desk = Desk(make.called(entries=2))
    table = make.tables_of(desk.event)[0]
    table = make.enter(table, WON)
    scoresheets.undo_result(
        actor=make.boss_of(desk.event), tournament_id=desk.event.pk, table_id=table.pk, seen=table.version
    )
    assert read(desk.get("organise_table", "deals", "csv")) == []
    make.enter(table, deals((6, 10), (4, 11)))
    rows = read(desk.get("organise_table", "deals", "csv"))
    points = Counter[str]()
    for row in rows:
        points[row["Line"]] += int(row["Points"])
    assert [points[letter] for letter in "AB"] == [line["points"] for line in program(desk.event, "tables/1/")["lines"]]


def test_programs_read_the_place_in_the_group_that_the_file_has():
    event = played_out(drawn("groups", entries=6, size=3), 3)
    rows = read(Desk(event).get("organise_table", "standings", "csv"))
    told = [(row["name"], row["stage"]) for row in program(event, "standings/")["results"]]
    assert {name: (str(stage["group"]), str(stage["group_place"])) for name, stage in told} == {
        row["Name"]: (row["Group"], row["Place in the group"]) for row in rows
    }


# Previews and their effects


def test_who_is_said_to_come_in_from_the_waiting_list_comes_in():
    desk = Desk(make.knockout(entries=0, capacity=1))
    leaving, *waiting = (enter(desk, f"{name} Ugo", f"{name} Pia") for name in ("Mora", "Zeta", "Beta"))
    (said,) = set(re.findall(r"Leave out, (.+?) comes in", text(desk.get("organise_arrivals", solo="mancano"))))
    desk.part("organise_arrivals", entry=leaving.pk, step="out", solo="mancano")
    assert [each.label for each in waiting if Entry.objects.get(pk=each.pk).status == "confirmed"] == [said]


def test_the_places_before_the_closing_are_those_after_it():
    desk = Desk(make.called(entries=4))
    gone = make.tables_of(desk.event)[0].lines.get(index=0).entry_id
    participation.withdraw_entry(
        actor=make.boss_of(desk.event), tournament_id=desk.event.pk, entry_id=gone, reason="Malata"
    )
    make.played_out(desk.event)
    cell = r'<td class="is-place"[^>]*>(\d+)</td>\s*<th[^>]*>([^<]+)</th>'
    shown = re.findall(cell, desk.get("organise_closing").content.decode())
    desk.post("organise_closing")
    stored = desk.event.entries.order_by("final_place", "number").values_list("final_place", "label")
    assert shown == [(str(place), label) for place, label in stored]
