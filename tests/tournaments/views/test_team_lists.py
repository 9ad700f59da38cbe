"""A list of teams: pasted, as a CSV file, as a spreadsheet; looked at and taken as the list of pairs is (R-SQU-15)."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments import factories as make
from tests.tournaments.spreadsheets import workbook
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.entries.forms.reading_lists import read_list
from tournaments.jobs.reads import event_tables, spreadsheets
from tournaments.jobs.writes import jobs
from tournaments.jobs.writes.entry_import import payload_of, rows_of
from tournaments.models import Entry, Job, Tournament

pytestmark = pytest.mark.django_db

COLUMNS = """Squadra;Circolo;Capitano;Giocatore 2;Riserva
Arci Prato;Arci;Rossi Anna;Della Valle Gino;Neri Ada
Dopolavoro;;Verdi Ugo;Gallo Rita;
"""
CELLS = "1. Arci Prato: Rossi Anna, Della Valle Gino, Neri Ada\n2. Dopolavoro: Verdi Ugo, Gallo Rita\n"
BLOCKS = "Arci Prato\nRossi Anna\nDella Valle Gino\nNeri Ada\n\nDopolavoro\nVerdi Ugo\nGallo Rita\n"
PEOPLE = [
    ["Squadra", "Giocatore"],
    ["Arci Prato", "Rossi Anna"],
    ["Arci Prato", "Della Valle Gino"],
    ["", "Neri Ada"],
    ["Dopolavoro", "Verdi Ugo"],
    ["Dopolavoro", "Gallo Rita"],
]
TEAMS = {"Arci Prato": ["Anna Rossi", "Gino Della Valle", "Ada Neri"], "Dopolavoro": ["Ugo Verdi", "Rita Gallo"]}


def event_of_teams() -> Tournament:
    return make.knockout(entries=0, game="squadre", preset="scopa_briscola_21")


def teams_of(desk: Desk) -> dict[str, list[str]]:
    found = Entry.objects.filter(tournament=desk.event).order_by("number")
    return {each.label: [str(one.person) for one in each.members.order_by("position")] for each in found}


def send(desk: Desk, typed: str = "", *, data: bytes = b"", name: str = "squadre.csv", **more: str) -> Any:
    sent: dict[str, Any] = {"text": typed, **more}
    if data:
        sent["file"] = SimpleUploadedFile(name, data)
    return desk.client.post(desk.url("organise_import"), sent)


@pytest.mark.parametrize("typed", [COLUMNS, CELLS, BLOCKS], ids=["columns", "one line a team", "blocks"])
def test_a_list_of_teams_is_looked_at_and_taken(typed: str) -> None:
    desk = Desk(event_of_teams())
    page = text(send(desk, typed))
    assert "2 entries, nothing wrong" in page
    assert "Arci Prato: Anna Rossi, Gino Della Valle, Ada Neri" in page
    assert "looks for a partner" not in page
    assert teams_of(desk) == {}
    assert send(desk, typed, confirm="1").status_code == 303
    assert teams_of(desk) == TEAMS
    again = send(desk, typed)
    assert "2 entries of the list are in the event already." in text(again)
    assert 'name="confirm"' not in again.content.decode()


def test_a_spreadsheet_with_a_row_for_each_player_is_read_as_teams() -> None:
    desk = Desk(event_of_teams())
    sent = send(desk, data=workbook(PEOPLE), name="squadre.xlsx")
    jobs.run(Job.objects.latest("pk").pk)
    page = desk.client.get(sent.url)
    assert "2 entries, nothing wrong" in text(page)
    read = page.content.decode().split('name="text"')[1].split(">", 1)[1].split("</textarea>")[0]
    assert send(desk, read.lstrip("\n"), confirm="1").status_code == 303
    assert teams_of(desk) == TEAMS


def test_the_file_of_the_entries_comes_back_as_the_same_teams() -> None:
    desk, other = Desk(event_of_teams()), Desk(event_of_teams())
    send(desk, CELLS, confirm="1")
    written = spreadsheets.to_csv(event_tables.entries(desk.event))
    read = send(other, data=written)
    assert "Anna Rossi, Gino Della Valle, Ada Neri" in text(read)
    assert send(other, written.decode("utf-8-sig"), confirm="1").status_code == 303
    assert set(teams_of(other)) == set(TEAMS)
    assert {name for people in teams_of(other).values() for name in people} >= {"Anna Rossi", "Rita Gallo"}


def test_each_team_that_cannot_be_taken_says_why_and_the_others_are() -> None:
    desk = Desk(event_of_teams())
    desk.follow("organise_entries", name="Bocciofila", members="Grosso Pia\nVana Teo")
    typed = "\n".join(
        (
            "Squadra;Giocatori",
            ";Perino Ugo, Solero Ada",
            "Sola;Vottero Piera",
            "Bocciofila;Castagneri Mario, Airola Anna",
            "Presi;Grosso Pia, Bertolotto Luca",
            "Arci;Rossi Anna, Neri Ada",
            "Due volte;Rossi Anna, Blu Ivo",
            "Doppi;Corti Leo, Corti Leo",
            f"Troppi;{', '.join(f'Gialli{letter}' for letter in 'abcdefghijklm')}",
            "=Formula;Lupi Eva, Lupi Ida",
            "Dopolavoro;Verdi Ugo, Gallo Rita",
            "arci;Fermi Ada, Fermi Ivo",
        )
    )
    page = text(send(desk, typed))
    for why in (
        "The name of the team is missing.",
        "1 of 2 players: the others are missing.",
        "It is in the event already",
        "Pia Grosso is in this event already.",
        "Anna Rossi is in line 6 already.",
        "Leo Corti is in line 8 already.",
        "13 players, but an entry has at most 12.",
        "a name cannot begin with =, +, - or @.",
        "It is in line 6 already",
    ):
        assert why in page, why
    assert "What the columns hold" not in page
    assert send(desk, typed, confirm="1").status_code == 303
    assert {"Arci", "Dopolavoro", "Bocciofila"} == set(teams_of(desk))


def test_a_row_that_the_file_hid_is_asked_about_and_one_can_be_left_out() -> None:
    desk = Desk(event_of_teams())
    hidden = {"unseen": '{"2": "hidden"}', "delimiter": ";", "before": "", "headed": "1"}
    assert "This row is hidden in the file." in text(send(desk, COLUMNS, **hidden))
    shown = text(send(desk, COLUMNS, **hidden, pick="2:shown"))
    assert "2 entries, nothing wrong" in shown
    assert "1 entry, nothing wrong" in text(send(desk, COLUMNS, drop="3"))


def test_an_empty_list_and_a_heading_alone_are_refused_and_the_example_can_be_read() -> None:
    desk = Desk(event_of_teams())
    assert "The list is empty" in text(send(desk, " "))
    assert "Below the heading there is no entry." in text(send(desk, "Squadra;Giocatori"))
    assert "A row for each team" in text(desk.get("organise_import"))
    example = desk.get("organise_import_example").content
    assert "2 entries, nothing wrong" in text(send(desk, data=example))


def test_a_job_that_takes_a_long_list_keeps_the_names_of_the_teams() -> None:
    rows = list(read_list(event_of_teams(), COLUMNS).good)
    assert [row.name for row in rows] == [*TEAMS]
    assert rows_of(json.loads(json.dumps(payload_of(rows)))) == rows
