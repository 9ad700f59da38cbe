"""Briscola in six: teams of three from the set-up and the sign-up to the end of the event."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.played_evenings import close
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN
from tests.tournaments.views.referee.sheets import total
from tournaments.backups.verifying.events import violations_of
from tournaments.entries.forms.entry_file import read_entries
from tournaments.entries.forms.list_files import decode
from tournaments.entries.writes.entries import NewEntry, PersonName, label_of
from tournaments.events.forms.ruleset import settings_name
from tournaments.jobs.reads import event_tables, spreadsheets
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
GAME = {"game": "punti", "preset": "briscola_6"}
THREE = {
    "family_name": "Vana",
    "given_name": "Rosa",
    "partner_family_name": "Perino",
    "partner_given_name": "Ugo",
    "third_family_name": "Solero",
    "third_given_name": "Ida",
    "club": "Traves",
}
AT_DESK = {"family1": "Teppa", "given1": "Gino", "family2": "Rù", "family3": "Airola", "given3": "Ada"}


@pytest.fixture
def desk() -> Desk:
    return Desk(make.knockout(entries=0, review_sign_ups=False, **GAME))


def labels(event: Tournament) -> list[str]:
    return list(Entry.objects.filter(tournament=event).order_by("number").values_list("label", flat=True))


def sign_up(event: Tournament, **changes: str):
    return make.client_of().post(
        reverse("sign_up", args=[event.slug]), {**THREE, **changes}, headers={"accept-language": "it"}
    )


def test_the_set_up_makes_an_event_of_threes_whatever_it_says_of_pairs():
    """R-PTI-02"""
    client = make.client_of(make.organiser())
    answer = client.post(reverse("event_create"), {**AS_SHOWN, "preset": "punti:briscola_6", "entry_size": "2"})
    event = Tournament.objects.latest("pk")
    assert (answer.status_code, event.entry_size) == (303, 3)
    with translation.override("it"):
        assert settings_name(event).startswith("Squadre di tre")


def test_three_sign_up_with_all_their_names(desk):
    """R-PTI-02"""
    shown = text(make.client_of().get(reverse("sign_up", args=[desk.event.slug]), headers={"accept-language": "it"}))
    assert "Una squadra si iscrive con tutti e tre i nomi." in shown
    for missing in ("partner_family_name", "third_family_name"):
        assert sign_up(desk.event, **{missing: ""}).status_code == 422
    assert labels(desk.event) == []
    assert sign_up(desk.event).status_code == 303
    entry = Entry.objects.get(tournament=desk.event)
    assert (entry.label, entry.status, entry.members.count()) == ("Vana – Perino – Solero", "confirmed", 3)


def test_the_desk_asks_three_names_and_corrects_them(desk):
    """R-PTI-02"""
    assert "Name of the third player" in text(desk.get("organise_entries"))
    for missing in ("family2", "family3"):
        assert desk.post("organise_entries", **{**AT_DESK, missing: ""}).status_code == 422
    desk.follow("organise_entries", **AT_DESK)
    entry = Entry.objects.get(tournament=desk.event)
    assert (entry.label, entry.status) == ("Teppa – Rù – Airola", "confirmed")
    desk.follow("organise_entry", entry.pk, change="rename", **{**AT_DESK, "family3": "Genta"})
    assert labels(desk.event) == ["Teppa – Rù – Genta"]


def test_the_arrivals_add_three_by_their_names_and_no_fewer(desk):
    """R-PTI-02"""
    page = text(desk.client.get(desk.url("organise_arrivals"), {"q": "Vana Rosa, Perino Ugo"}))
    assert "all the names, with commas between them" in page
    assert "A team enters with all three names." in page
    desk.post("organise_arrivals", who="Vana Rosa, Perino Ugo", step="add")
    assert labels(desk.event) == []
    desk.post("organise_arrivals", who="Vana Rosa, Perino Ugo, Solero Ida", step="add")
    assert labels(desk.event) == ["Vana – Perino – Solero"]


def test_the_example_of_a_list_is_read_and_a_row_without_its_third_waits(desk):
    """R-PTI-02"""
    example = desk.client.get(desk.url("organise_import_example")).content.decode("utf-8-sig")
    short = f"{example}Vana;Gino;Teppa;Pia;;;Traves;;\n"
    page = text(desk.post("organise_import", text=short))
    assert "2 of 3 players: the others are missing." in page
    assert "Public pages write a team with its family names: Castagneri – Vottero – " in page
    assert "Third player" in page or "third player" in page
    read = read_entries(short, size=3)
    assert [len(entry.people) for entry in read.good] == [3, 3]
    (row,) = read.to_look_at
    assert row.why[0].code == "too_few_people"
    mended = read_entries(short, size=3, chosen={row.key: 'typed:[["Vana","Gino"],["Teppa","Pia"],["Poma","Ada"]]'})
    assert [label_of(entry.people) for entry in mended.good][-1] == "Vana – Teppa – Poma"


@pytest.mark.parametrize(
    "text_",
    [
        "Giocatore 1;Giocatore 2;Giocatore 3\nVana Gino;Teppa Pia;Rossi Mario\nMassa Renato;Genta Luigi;Poma Teresa\n",
        "Squadra\nVana Gino / Teppa Pia / Rossi Mario\nMassa Renato - Genta Luigi - Poma Teresa\n",
        "Vana Gino, Teppa Pia, Rossi Mario\nMassa Renato, Genta Luigi, Poma Teresa\n",
    ],
)
def test_lists_of_threes_as_people_have_them(text_):
    """R-PTI-02"""
    read = read_entries(text_, size=3)
    assert [label_of(entry.people) for entry in read.good] == ["Vana – Teppa – Rossi", "Massa – Genta – Poma"]


def test_a_doubt_about_the_second_of_three_keeps_the_others():
    """R-PTI-02"""
    read = read_entries("Giocatore 1;Giocatore 2;Giocatore 3\nVana Gino;Ugo;Rossi Mario\n", size=3)
    whole = [entry.people for row in read.rows for entry in row.entries]
    whole += [entry.people for row in read.rows for choice in row.choices for entry in choice.entries]
    assert {(people[0].family_name, people[-1].family_name) for people in whole} == {("Vana", "Rossi")}


def test_nobody_of_a_list_of_threes_is_entered_alone():
    """R-PTI-02"""
    read = read_entries("Squadra\nRossi Mario / Massa Renato / Genta Luigi\nVana Gino / Teppa Pia /\n", size=3)
    assert [(row.state, row.choices) for row in read.to_look_at] == [("doubtful", ())]


def test_the_label_of_three_long_names_fits():
    """R-PTI-02"""
    label = label_of([PersonName(letter * 60) for letter in "ABC"])
    assert len(label) <= 140
    assert [part[0] for part in label.split(" – ")] == ["A", "B", "C"]
    event = make.knockout(entries=0, **GAME)
    long = NewEntry(tuple(PersonName(letter * 60) for letter in "ABC"))
    make.entries.import_entries(actor=make.boss_of(event), tournament_id=event.pk, rows=[long])
    assert labels(event) == [label]


@pytest.mark.django_db(transaction=True)
def test_six_teams_of_three_play_from_sign_up_to_the_end(desk):
    """R-PTI-02, R-PTI-26"""
    sign_up(desk.event)
    desk.follow("organise_entries", **AT_DESK)
    make.with_entries(desk.event, 4)
    before = labels(desk.event)
    with translation.override("it"):
        written, _encoding = decode(spreadsheets.to_csv(event_tables.entries(make.fresh(desk.event))))
    assert [label_of(entry.people) for entry in read_entries(written, size=3).good] == before
    event = make.called(make.drawn(make.closed(make.fresh(desk.event))))
    referee = make.client_of(make.boss_of(event))
    referee.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    for name in ("print_entries", "print_round", "print_sheets", "event", "screen", "organise"):
        page = referee.get(reverse(name, args=[event.slug]))
        assert page.status_code == 200, name
    assert "Vana – Perino – Solero" in referee.get(reverse("print_entries", args=[event.slug])).content.decode()
    for number in range(1, 4):
        if number > 1:
            event = make.called(event, round=number)
        for table in make.tables_of(event, number):
            assert total(referee, table, 70, 60).status_code == 422
            assert total(referee, table, 70, 50).status_code == 303
        event = make.fresh(event)
    rows = close(event)
    assert (len(rows), rows[0].place) == (6, 1)
    for name in ("print_standings", "print_certificates", "event_standings", "event_rules"):
        assert referee.get(reverse(name, args=[event.slug])).status_code == 200, name
    there = archives.brought(archives.bring(archives.archive_of(make.fresh(event))))
    assert (there.entry_size, sorted(labels(there)), list(violations_of(there))) == (3, sorted(before), [])
