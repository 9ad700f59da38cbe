"""Files of lists as every program writes them: read by one reader, and what nobody sees in them is said."""

import pytest
from openpyxl.styles import Font

from tests.tournaments.books import SPREADSHEET, compound, ods, rewritten, xls, xlsx, zipped
from tests.tournaments.services.reading_workbooks import read
from tournaments.entries.forms.entry_file import read_entries
from tournaments.errors import RefusedError
from tournaments.jobs.writes import uploaded_workbooks
from tournaments.jobs.writes.uploaded_workbooks import read_payload, sheet_of

ROWS = [
    ["Cognome", "Nome", "Telefono"],
    ["Vana", "Gino", 3331234567],
    ["Nicolò", "Pia", ""],
    ["D’Angelo", "Ida", 115550118],
]
SHEET = "xl/worksheets/sheet1.xml"


def sheets(data, tmp_path):
    path = tmp_path / "list"
    path.write_bytes(data)
    uploaded_workbooks.require_readable(data)
    return uploaded_workbooks.sheets_of(path, bool)


def entered(payload, size=1):
    found = read_entries(payload["text"], size=size, unseen=payload.get("unseen", {}))
    return [(entry.people[0].family_name, entry.phone) for entry in found.good], found


@pytest.mark.parametrize("book", [xlsx(ROWS), ods({"Iscritti": ROWS}), xls(ROWS)], ids=["xlsx", "ods", "xls"])
def test_every_kind_is_read_and_a_telephone_stays_one(book):
    people, found = entered({"text": read(book)})
    assert people == [("Vana", "3331234567"), ("Nicolò", ""), ("D’Angelo", "115550118")]
    assert found.to_look_at == ()


@pytest.mark.parametrize("said", ["A1", "A1:C2"])
def test_a_dimension_that_is_not_that_of_the_sheet_hides_nobody(said):
    book = rewritten(xlsx(ROWS), SHEET, r'<dimension ref="[^"]*"', f'<dimension ref="{said}"')
    assert len(entered({"text": read(book)})[0]) == 3


def test_a_thousand_empty_rows_between_hide_nobody():
    people, _found = entered({"text": read(xlsx([*ROWS, *[[]] * 1_200, ["Teppa", "Ada"]]))})
    assert [name for name, _phone in people] == ["Vana", "Nicolò", "D’Angelo", "Teppa"]


def mark(book):
    sheet = book.active
    sheet["A2"].font = Font(strike=True)
    sheet.row_dimensions[3].hidden = True


@pytest.mark.parametrize(
    "book",
    [xlsx(ROWS, mark), ods({"Iscritti": ROWS}, struck="Vana", hidden="Nicolò")],
    ids=["xlsx", "ods"],
)
def test_a_row_that_is_struck_through_or_hidden_is_doubtful(book, tmp_path):
    people, found = entered(read_payload(sheets(book, tmp_path)))
    assert [name for name, _phone in people] == ["D’Angelo"]
    assert [(row.line, row.why[0].code) for row in found.to_look_at] == [(2, "doubt_struck"), (3, "doubt_hidden")]
    assert [row.choices[0].code for row in found.to_look_at] == ["shown", "shown"]


def test_a_value_under_a_merged_cell_is_doubtful(tmp_path):
    book = rewritten(
        xlsx(ROWS), SHEET, "</sheetData>", '</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>'
    )
    _people, found = entered(read_payload(sheets(book, tmp_path)))
    assert [(row.line, row.why[0].code) for row in found.to_look_at] == [(3, "doubt_covered")]


def test_one_player_a_row_with_merged_numbers_is_a_list_of_pairs(tmp_path):
    rows = [["N.", "Giocatore"], [1, "Vana Gino"], ["", "Poma Pia"], [2, "Teppa Ada"], ["", "Genta Luigi"]]
    book = xlsx(rows, lambda book: [book.active.merge_cells(each) for each in ("A2:A3", "A4:A5")])
    found = read_entries(read_payload(sheets(book, tmp_path))["text"], size=2)
    assert [[person.family_name for person in entry.people] for entry in found.good] == [
        ["Vana", "Poma"],
        ["Teppa", "Genta"],
    ]


def several(book):
    book.active.title = "Cassa"
    for name, state in (("Iscritti", "visible"), ("Iscritti 2025", "visible"), ("vecchio", "hidden")):
        sheet = book.create_sheet(name)
        sheet.sheet_state = state
        for row in [["Cognome", "Nome"], [name.upper(), "Gino"]]:
            sheet.append(row)


def test_of_several_sheets_somebody_says_which(tmp_path):
    payload = read_payload(sheets(xlsx([["QUOTA", 20], ["", 10]], several), tmp_path))
    assert [(sheet["name"], sheet["hidden"], sheet["named"]) for sheet in payload["sheets"]] == [
        ("Cassa", False, 0),
        ("Iscritti", False, 1),
        ("Iscritti 2025", False, 1),
        ("vecchio", True, 1),
    ]
    assert payload["sheet"] == 1
    chosen = sheet_of(payload, 2)
    assert ("ISCRITTI 2025" in chosen["text"], "sheets" in chosen) == (True, False)
    assert sheet_of(payload, 9)["text"] == payload["text"]


def test_the_only_sheet_with_names_is_read_without_asking(tmp_path):
    book = xlsx(
        [["QUOTA", 20]], lambda book: [book.create_sheet("Elenco").append(row) for row in (["Cognome"], ["Gino"])]
    )
    assert "sheets" not in read_payload(sheets(book, tmp_path))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zipped({"[Content_Types].xml": "<x/>", "word/document.xml": "<w/>"}), "workbook_is_document"),
        (
            zipped({"mimetype": SPREADSHEET.replace("spreadsheet", "text"), "content.xml": "<x/>"}),
            "workbook_is_document",
        ),
        (compound("WordDocument", b"text"), "workbook_is_document"),
        (b"\xef\xbb\xbf <html><table><tr><td>Vana</td></tr></table></html>", "workbook_is_page"),
        (b"<?xml version='1.0'?><Workbook/>", "workbook_is_page"),
        (compound("Other", b"data"), "workbook_unreadable"),
    ],
    ids=["docx", "odt", "doc", "html", "xml of 2003", "another compound file"],
)
def test_what_is_no_spreadsheet_is_called_what_it_is(data, code):
    with pytest.raises(RefusedError) as refused:
        uploaded_workbooks.require_readable(data)
    assert refused.value.code == code


@pytest.mark.parametrize("between", ["<text:line-break/>", "</text:p><text:p>"], ids=["line break", "paragraph"])
def test_two_names_below_each_other_in_a_cell_of_an_ods_are_a_pair(between):
    book = rewritten(ods({"Iscritti": [["Coppia"], ["Vana Gino|Cargnino Piera"]]}), "content.xml", r"\|", between)

    (entry,) = read_entries(read(book), size=2).good
    assert [(one.family_name, one.given_name) for one in entry.people] == [("Vana", "Gino"), ("Cargnino", "Piera")]


def test_a_tab_in_a_cell_of_an_ods_keeps_two_words_apart():
    book = rewritten(ods({"Iscritti": [["Cognome", "Nome"], ["De|Luca", "Ada"]]}), "content.xml", r"\|", "<text:tab/>")

    assert entered({"text": read(book)})[0] == [("De Luca", "")]


@pytest.mark.parametrize(
    "shape",
    [
        "<draw:frame><draw:text-box><text:p>Chi non paga</text:p></draw:text-box></draw:frame>",
        '<draw:custom-shape draw:name="&quot;A&quot; &lt;1&gt;"><text:p>non gioca</text:p></draw:custom-shape>',
        "<draw:g><draw:rect><text:p>1</text:p></draw:rect><draw:line><text:p/></draw:line></draw:g>",
    ],
)
def test_what_lies_on_a_cell_of_an_ods_is_not_in_the_list(shape, tmp_path):
    plain = ods({"Iscritti": ROWS, "L'altro & «ultimo»": [["Teppa", "Ada"]]}, hidden="Nicolò")
    drawn = rewritten(plain, "content.xml", "<text:p>Vana", f"{shape}<text:p>Vana")
    drawn = rewritten(drawn, "content.xml", "<office:document-content ", '<office:document-content xmlns:draw="urn:x" ')

    assert sheets(drawn, tmp_path) == sheets(plain, tmp_path)
