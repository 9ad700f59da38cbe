"""Lists on paper: as pages and as PDF, on the paper that was asked for, with names as they were typed."""

import re
from pathlib import Path

import pytest

from tests.needs import needs
from tests.searching import short_of
from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.printed import pdf_of, sheets_of, told, words_of
from tournaments.entries.reads import entries as entry_lists
from tournaments.jobs.shown.documents import DOCUMENTS
from tournaments.models import Entry, Job, Person, Table
from tournaments.standings.reads import standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("press")]

LEAST_PT = 7
MARKUP = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
LISTS = (
    "print_entries",
    "print_certificates",
    "print_money",
    "print_receipts",
    "print_round",
    "print_sheets",
    "print_standings",
)
A4, A3 = ("595.276", "841.89"), ("841.89", "1190.55")


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_the_entries_are_all_on_the_list_with_a_box_to_tick(monkeypatch):
    desk = Desk(make.knockout(entries=5, fee_cents=500))
    monkeypatch.setattr(entry_lists, "PER_PAGE", 2)
    page = desk.get("print_entries")
    for entry in Entry.objects.filter(tournament=desk.event):
        assert entry.label in text(page)
    assert page.content.count(b"paper-box") == 2 * 5
    assert "Waiting list" not in text(page)


def test_a_round_is_listed_by_the_number_in_the_hall_with_its_names_and_byes():
    desk = Desk(make.called(entries=5))
    page = text(desk.get("print_round"))
    for table in make.tables_of(desk.event):
        names = " ".join(str(line.entry) for line in table.lines.order_by("index"))
        assert f"{table.hall_number} {names}" in page
    assert "Byes" in page
    assert "not known yet" in text(desk.get("print_round", turno=2))
    assert desk.get("print_round", turno=9).status_code == 404
    assert "they come with the draw" in text(Desk(make.knockout(entries=3)).get("print_round"))


@pytest.mark.parametrize("entries", [5, 8])
def test_a_round_is_listed_by_family_name_with_the_table_of_everybody(entries):
    desk = Desk(make.called(entries=entries))
    page = text(desk.get("print_round", ordine="nome"))
    seen = {}
    for table in Table.objects.filter(tournament=desk.event, round__number=1):
        for line in table.lines.exclude(entry=None).select_related("entry"):
            for person in Person.objects.filter(memberships__entry=line.entry):
                where = "bye" if table.status == "bye" else table.hall_number
                name = f"{person.family_name} {person.given_name}"
                seen[name] = page.index(f"{name} {line.entry} {where}")
    assert len(seen) == 2 * entries
    assert [seen[name] for name in sorted(seen)] == sorted(seen.values())
    assert "ordine=nome" in desk.get("print_round").content.decode()


@needs("pdftotext", "pango")
@pytest.mark.parametrize(
    "what", short_of(["entries", "money", "round", "round-names", "sheets", "standings"], "entries", "round-names")
)
@pytest.mark.full
def test_each_list_says_when_it_was_printed_and_on_each_sheet(what):
    desk = Desk(make.called(entries=70))
    pdf = pdf_of(desk, what)
    pages, _size = sheets_of(pdf)
    assert len(re.findall(r"Printed: \w+ \d+ \w+ \d{4}, \d\d:\d\d", words_of(pdf))) >= pages


@pytest.mark.parametrize("sort", ["pairs", "tables"])
def test_a_sheet_has_a_column_for_each_line_and_room_to_sign_and_gives_no_code_away(sort, penalty):
    event = make.called(make.tables(penalty, entries=9)) if sort == "tables" else make.called(entries=8)
    page = Desk(event).get("print_sheets").content.decode()
    for table, sheet in zip(make.tables_of(event), page.split('class="result-sheet"')[1:], strict=True):
        lines = [str(line.entry) for line in table.lines.order_by("index")]
        assert f'data-lines="{len(lines)}"' in sheet
        assert all(f"</b> {name}</th>" in sheet for name in lines)
        assert sheet.count("<td></td>") == len(lines) * 14
    assert "double-slip__code" not in page


def test_sheets_are_of_the_tables_that_are_still_to_be_played():
    desk = Desk(make.called(entries=8))
    first = desk.get("print_sheets").content.count(b'class="result-sheet"')
    make.play(next(table for table in make.tables_of(desk.event) if table.status == "called"))
    assert desk.get("print_sheets").content.count(b'class="result-sheet"') == first - 1
    assert desk.get("print_sheets", turno=9).status_code == 404


def test_the_standings_are_whole_whatever_a_page_holds(monkeypatch):
    desk = Desk(make.finished(entries=5))
    monkeypatch.setattr(standings, "PER_PAGE", 2)
    page = desk.get("print_standings")
    assert "Final standings" in text(page)
    assert page.content.count(b"<th scope=row>") == 5


PAPERS = {
    "entries": A4,
    "round": A4,
    "round-names": A4,
    "sheets": A4,
    "standings": A4,
    "standings-a3": A3,
    "bracket-a4": A4[::-1],
    "bracket-a3": A3[::-1],
    "poster": A4,
}


@pytest.mark.full
@needs("pdftotext", "pango")
@pytest.mark.parametrize("what", short_of(PAPERS, "sheets", "standings-a3", "bracket-a4", "poster"))
def test_names_with_markup_are_text_in_a_pdf_of_the_paper_that_was_asked_for(what):
    size = PAPERS[what]
    event = make.knockout(entries=8, name=f"Coppa {MARKUP}", venue=IMAGE)
    Entry.objects.filter(tournament=event, number=1).update(label=MARKUP)
    Entry.objects.filter(tournament=event, number=2).update(label=IMAGE)
    desk = Desk(make.called(make.drawn(make.closed(event))))
    pdf = pdf_of(desk, what)
    sheets, paper = sheets_of(pdf)
    assert paper == size
    # Two result sheets stand on a sheet of paper.
    assert what != "sheets" or sheets == len(make.tables_of(desk.event)) / 2
    shown = re.sub(r"\s+", "", words_of(pdf))
    assert MARKUP in shown
    if what not in ("poster", "bracket-a4"):
        assert IMAGE.replace(" ", "") in shown or what == "bracket-a3"


@pytest.mark.full
@needs("pdftotext", "pango")
def test_a_long_list_goes_on_with_its_head_on_the_next_sheet():
    desk = Desk(make.knockout(entries=60))
    pdf = pdf_of(desk, "entries")
    pages, _size = sheets_of(pdf)
    assert pages > 1
    assert words_of(pdf).count("Present") == pages


@needs("pdftotext", "pango")
@pytest.mark.parametrize(
    ("entries", "pages"),
    [pytest.param(32, 1, marks=pytest.mark.full), (33, 2), pytest.param(64, 2, marks=pytest.mark.full)],
)
def test_a_bracket_on_a4_takes_two_sheets_above_32_entries_and_no_letter_is_below_7_pt(entries, pages):
    desk = Desk(make.called(entries=entries))
    pdf = pdf_of(desk, "bracket-a4")
    assert sheets_of(pdf)[0] == pages
    assert smallest_letter(pdf) >= LEAST_PT


def smallest_letter(pdf: Path) -> float:
    """The size in points of the smallest letters of a PDF."""
    sizes = told("pdftohtml", "-xml", "-stdout", "-i", "-zoom", "3", pdf)
    return min(map(int, re.findall(r'<fontspec [^>]*size="(\d+)"', sizes))) / 3


@needs("pdftotext", "pango")
@pytest.mark.full
def test_a_bracket_of_64_on_a3_is_one_sheet_and_no_letter_is_below_7_pt():
    pdf = pdf_of(Desk(make.called(entries=64)), "bracket-a3")
    assert sheets_of(pdf)[0] == 1
    assert smallest_letter(pdf) >= LEAST_PT


@needs("pdftotext", "pango")
@pytest.mark.parametrize(
    ("entries", "paper", "pages"),
    [
        (32, "a4", 1),
        (64, "a4", 3),
        (64, "a3", 1),
        pytest.param(96, "a4", 5, marks=pytest.mark.full),
        pytest.param(128, "a3", 3, marks=pytest.mark.full),
    ],
)
@pytest.mark.full
def test_a_tree_of_tables_takes_as_many_sheets_as_letters_of_7_pt_need(penalty, entries, paper, pages):
    event = make.called(make.tables(penalty, entries=entries))
    pdf = pdf_of(Desk(event), f"bracket-{paper}")
    assert sheets_of(pdf)[0] == pages
    assert smallest_letter(pdf) >= LEAST_PT
    sheets = words_of(pdf).split("\f")[:pages]
    assert all(event.name in sheet and "Printed:" in sheet for sheet in sheets)


@needs("pdftotext", "pango")
@pytest.mark.full
def test_every_sheet_of_a_bracket_names_the_event_and_when_it_was_printed():
    desk = Desk(make.called(entries=64))
    sheets = words_of(pdf_of(desk, "bracket-a4")).split("\f")[:2]
    assert all(desk.event.name in sheet and "Printed:" in sheet for sheet in sheets)


@needs("pdftotext", "pango")
@pytest.mark.parametrize("what", ["slips", "poster"])
@pytest.mark.full
def test_slips_and_poster_say_when_they_were_printed(what):
    pdf = pdf_of(Desk(make.called(entries=2)), what)
    assert "Printed:" in words_of(pdf)
    assert sheets_of(pdf)[0] == 1


@needs("pango")
def test_a_pdf_is_of_the_round_that_was_named():
    desk = Desk(make.called(entries=8))
    assert desk.post("organise_job_start", what="round", key="x", turno="2").status_code == 303
    assert "not known yet" in Job.objects.latest("pk").payload["html"]
    assert desk.post("organise_job_start", what="round", key="y", turno="9").status_code == 404


def test_every_document_stands_on_the_page_of_documents_with_its_paper():
    pages = [Desk(each).get("organise_jobs").content.decode() for each in (make.called(entries=4), make.finished())]
    for what, document in DOCUMENTS.items():
        is_there = [f'name="what" value="{what}"' in page for page in pages]
        assert is_there == [status in document.statuses for status in ("running", "finished")]
    assert all("foglio=a3" in page for page in pages)


@pytest.mark.parametrize("name", LISTS)
def test_lists_on_paper_are_for_organisers(name):
    desk = Desk(make.called(entries=4))
    referee = make.with_role(desk.event, "referee")
    assert make.client_of(referee).get(desk.url(name)).status_code == 403
    assert make.client_of(make.user()).get(desk.url(name)).status_code == 404
    assert make.client_of().get(desk.url(name)).url.startswith("/entra/")


@pytest.mark.parametrize("name", LISTS)
def test_a_long_list_takes_the_queries_of_a_short_one(name):
    few, many = Desk(make.called(entries=4)), Desk(make.called(entries=16))
    assert questions(few.client, few.url(name)) == questions(many.client, many.url(name))
