"""Tables of an event as files: a number is a number, and nothing that somebody typed is a formula."""

import io
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from zipfile import ZipFile

import icalendar
import openpyxl
import pytest
from django.utils import timezone
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.services.reading_workbooks import read
from tests.tournaments.spreadsheets import read_csv, workbook
from tournaments.entries.writes.entries import NewEntry, PersonName, import_entries
from tournaments.errors import RefusedError
from tournaments.events.reads import calendars
from tournaments.jobs.reads.spreadsheets import TABLES, archive_files, tables_of, to_csv, to_xlsx
from tournaments.models import AuditEntry, Entry, Ruling, Table, Tournament

pytestmark = pytest.mark.django_db
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("http://example.org")']


@pytest.fixture
def finished() -> Tournament:
    return make.finished(entries=4)


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text):
    rows = [("name",), (text,), (7,), (-7,)]
    assert [row[0] for row in read_csv(to_csv(rows))] == ["name", f"'{text}", "7", "-7"]
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx([("x", rows)])))
    cells = [row[0] for row in book["x"].iter_rows()]
    assert [cell.data_type for cell in cells] == ["s", "s", "n", "n"]
    assert cells[1].value.lstrip("'").strip() == text.strip()


@pytest.mark.parametrize(
    ("language", "written"),
    [("it", ["3,5", "-0,5", "3", "3,333333", "1234,50"]), ("en", ["3.5", "-0.5", "3", "3.333333", "1234.50"])],
)
def test_a_share_of_points_is_a_number_and_no_date(language, written):
    shares = [Fraction(7, 2), Fraction(-1, 2), Fraction(6, 2), Fraction(10, 3), Decimal("1234.5")]
    with override(language):
        assert read_csv(to_csv([shares])) == [written]
        (row,) = openpyxl.load_workbook(io.BytesIO(to_xlsx([("x", [shares])])))["x"].iter_rows()
    assert [each.data_type for each in row] == ["n"] * 5
    assert [each.value for each in row] == [pytest.approx(float(value)) for value in shares]


def test_results_have_vp_where_the_event_has_any(finished):
    assert {"VP", "MP"} <= set(next(iter(TABLES["results"].rows(finished))))
    without = make.tables("scala40", preset="torneo_003", entries=8)
    head, *rows = TABLES["results"].rows(without)
    assert not {"VP", "MP"} & set(head)
    assert {len(row) for row in rows} == {len(head)}


def test_who_rests_has_one_row_without_a_table():
    event = make.called(entries=5)
    head, *rows = TABLES["results"].rows(event)
    alone = Table.objects.filter(tournament=event, status=Table.Status.BYE, round__number=1)
    resting = [row for row in rows if row[0] == 1 and row[1] == ""]
    assert head[1] == "Tavolo"
    assert len(resting) == alone.count() > 0
    assert [str(row[3]) for row in resting] == [str(table.lines.get(entry__isnull=False).entry) for table in alone]
    at_a_table = [(row[0], row[1], row[2]) for row in rows if row[1] != ""]
    assert len(at_a_table) == len(set(at_a_table))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("superseded", "Ne ha preso il posto un gradino successivo."),
        ("obsolete", "La partita è finita in altro modo."),
        ("Era già in sala", "Era già in sala"),
    ],
)
def test_why_a_penalty_was_not_applied_is_said_in_words(code, said):
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    Ruling.objects.create(
        tournament=event,
        table=table,
        entry=table.lines.get(index=0).entry,
        kind="warning",
        status=Ruling.Status.DISMISSED,
        cancel_reason=code,
    )
    with override("it"):
        _head, row = TABLES["penalties"].rows(event)
    assert row[-1] == said


def test_the_archive_has_the_tables_as_they_are_fetched(finished):
    with override("it"):
        fetched = [to_csv(table.rows(finished)) for table in tables_of(finished).values() if table.file]
        found = list(archive_files(finished))
    assert [data for _name, data in found] == fetched
    assert [name for name, _data in found] == ["iscritti.csv", "risultati.csv", "classifica.csv"]


def test_every_table_has_a_heading_and_rows_of_its_width(finished):
    for what, table in tables_of(finished).items():
        found = list(table.rows(finished))
        assert len({len(row) for row in found}) == 1, what
        assert len(found) > 1 or what == "penalties", what


def test_every_deal_is_there_with_each_lines_points(finished):
    head, *deals = TABLES["deals"].rows(finished)
    assert head[-1]
    results = list(TABLES["results"].rows(finished))[1:]
    assert {(row[0], row[1]) for row in deals} == {(row[0], row[1]) for row in results}
    assert {row[4] for row in deals} == {"A", "B"}


def test_a_deal_stands_once_however_often_its_sheet_was_written():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    first, second = ({"depth": "points", "tiebreak": 0, "points": points} for points in ([3, 1], [1, 2]))
    for sheets in ([first], [first, second]):
        make.enter(table, make.sheet(*sheets))
    _head, *deals = TABLES["deals"].rows(event)
    assert [row[3:5] + row[6:] for row in deals] == [(1, "A", 3), (1, "B", 1), (2, "A", 1), (2, "B", 2)]


def test_the_log_has_a_row_for_each_of_the_chain(finished):
    rows = list(TABLES["log"].rows(finished))[1:]
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert {row[-1] for row in rows} == set(
        AuditEntry.objects.filter(tournament=finished).values_list("hash", flat=True)
    )


def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries):
    for entries in (4, 16):
        event = make.finished(entries=entries)
        for table in TABLES.values():
            with django_assert_max_num_queries(9):
                list(table.rows(event))


def test_a_workbook_is_read_as_a_list():
    data = workbook(
        [["Cognome 1", "Nome 1", "Testa di serie"], ["Vana", "Gìno", 3], [None, None, None], ["Teppa", "Ugo"]]
    )
    assert read(data) == ("Cognome 1;Nome 1;Testa di serie\nVana;Gìno;3\n\nTeppa;Ugo\n")


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (lambda: workbook([["Cognome 1"], *[[f"n{n}"] for n in range(5_002)]]), "workbook_rows"),
        (lambda: workbook([["x"] * 41]), "workbook_columns"),
        (lambda: b"PK\x03\x04 nothing", "zip_damaged"),
    ],
)
def test_a_workbook_past_the_limits_is_refused(made, code):
    with pytest.raises(RefusedError) as refused:
        read(made())
    assert refused.value.code == code


def test_a_workbook_that_names_a_file_of_the_server_is_refused(tmp_path):
    """No entity is taken from elsewhere, and none grows."""
    (tmp_path / "key").write_text("hush")
    for entity in (f'SYSTEM "file://{tmp_path}/key"', f'"{"ha" * 10}"'):
        changed = io.BytesIO()
        with ZipFile(io.BytesIO(workbook([["Cognome 1"], ["Vana"]]))) as found, ZipFile(changed, "w") as made:
            for name in found.namelist():
                text = found.read(name).decode()
                if name == "xl/worksheets/sheet1.xml":
                    text = f"<!DOCTYPE x [<!ENTITY e {entity}>]>" + text[text.index("<worksheet") :]
                    text = text.replace("</sheetData>", "</sheetData>&e;")
                made.writestr(name, text)
        with pytest.raises(RefusedError) as refused:
            read(changed.getvalue())
        assert refused.value.code == "workbook_unreadable"


def test_the_calendar_has_text_as_text_and_one_entry_an_event():
    event = make.knockout(entries=0, name="Torneo; con, virgole\nBEGIN:VEVENT", venue="Bar «Due», Viù")
    data = calendars.calendar_of([(event, "https://example.org/e/x/")])
    found = icalendar.Calendar.from_ical(data)
    entries = list(found.walk("VEVENT"))
    assert len(entries) == 1
    assert str(entries[0]["summary"]) == event.name
    assert entries[0].decoded("dtstart") == event.starts_at
    assert str(entries[0]["location"]) == "Bar «Due», Viù"


@pytest.mark.parametrize(
    ("begins", "closed", "ends"),
    [
        ("2026-11-28 20:30", None, "2026-11-29 00:30"),
        ("2026-11-28 20:30", "2026-11-28 22:10", "2026-11-29 00:30"),
        ("2026-11-28 20:30", "2026-11-29 01:20", "2026-11-29 01:20"),
        ("2026-11-28 09:00", "2026-11-28 22:15", "2026-11-28 22:15"),
        # Closed on a later day, whenever: the entry is that of the evening.
        ("2026-11-28 20:30", "2026-11-29 10:00", "2026-11-29 00:30"),
        ("2026-11-28 20:30", "2026-11-30 21:00", "2026-11-29 00:30"),
        ("2026-11-28 20:30", "2027-03-01 12:00", "2026-11-29 00:30"),
        ("2026-11-28 01:00", "2026-11-28 05:30", "2026-11-28 05:30"),
        ("2026-11-28 01:00", "2026-11-28 12:00", "2026-11-28 05:00"),
    ],
)
def test_an_event_that_is_closed_on_a_later_day_stays_an_evening_in_the_calendar(begins, closed, ends):
    def at(text: str) -> datetime:
        return timezone.make_aware(datetime.fromisoformat(text))

    event = make.knockout(entries=0)
    event.starts_at, event.finished_at = at(begins), at(closed) if closed else None

    data = calendars.calendar_of([(event, "https://example.org/e/x/")])

    (entry,) = icalendar.Calendar.from_ical(data).walk("VEVENT")
    assert (entry.decoded("dtstart"), entry.decoded("dtend")) == (at(begins), at(ends))


def test_names_that_look_like_formulas_leave_the_site_as_text():
    event = make.knockout(entries=0)
    import_entries(
        actor=make.boss_of(event), tournament_id=event.pk, rows=[NewEntry((PersonName("Vana"), PersonName("Teppa")))]
    )
    Entry.objects.filter(tournament=event).update(label='=cmd|"/c calc"!A1')
    rows = read_csv(to_csv(TABLES["entries"].rows(event)))
    assert rows[1][1].startswith("'=")
