"""Lists of entries as people bring them: what is read, and which sentence what is refused gets."""

import tracemalloc
from time import process_time

import pytest
from django.utils import translation

from tournaments.entries.forms.entry_file import MOST_BYTES, MOST_ROWS, UnreadableListError, read_entries, tidy
from tournaments.entries.forms.list_files import decode
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.frame.names import PROBLEMS, TextProblem

PAIRS = "Cognome 1;Nome 1;Cognome 2;Nome 2;Circolo;Valle;Testa di serie\n"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def sentences(text, size=2, **known):
    return [str(problem) for problem in read_entries(text, size=size, **known).problems]


def refusal(text, size=2):
    with pytest.raises(UnreadableListError) as caught:
        read_entries(text, size=size)
    return str(caught.value.problem)


def test_a_pair_is_read_with_names_club_valley_and_seed():
    read = read_entries(PAIRS + "Vana;Gino;Cargnino;Pia;Traves;Valli di Lanzo;1\n", size=2)
    assert read.problems == ()
    assert read.entries == (
        NewEntry(
            people=(PersonName("Vana", "Gino"), PersonName("Cargnino", "Pia")),
            club="Traves",
            circle="Valli di Lanzo",
            seed=1,
            where="2",
        ),
    )


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_comma_semicolon_and_tab_divide_and_any_end_of_line_ends(sign, end):
    text = f"Surname 1{sign}Surname 2{sign}Club{end}Vana{sign}Cargnino{sign}Traves{end}"
    read = read_entries(text, size=2)
    assert (read.delimiter, [e.people for e in read.entries]) == (sign, [(PersonName("Vana"), PersonName("Cargnino"))])


@pytest.mark.parametrize(
    "heading",
    ["Cognome 1,Cognome 2,Società,Seed", "SURNAME1,surname_2,Club,seed", "Family name 1, Family name 2 ,club,T.S."],
)
def test_headings_are_read_in_both_languages_whatever_their_capitals_accents_and_signs(heading):
    read = read_entries(f"{heading}\nVana,Cargnino,Traves,3\n", size=2)
    assert (read.problems, read.entries[0].club, read.entries[0].seed) == ((), "Traves", 3)


def test_a_value_in_quotation_marks_keeps_the_sign_that_divides():
    assert (
        read_entries('Cognome,Circolo\nVana,"Bocce, carte e vino"\n', size=1).entries[0].club == "Bocce, carte e vino"
    )


def test_quotation_marks_inside_a_name_stay():
    text = 'Cognome;Nome\nVana;Gino "Lupo" Piero\n'
    assert read_entries(text, size=1).entries[0].people == (PersonName("Vana", 'Gino "Lupo" Piero'),)


def test_empty_lines_and_empty_places_at_the_end_are_nothing():
    read = read_entries(PAIRS + "\n;;;\nVana;;Cargnino;;;;;;;\n\n", size=2)
    assert ([e.where for e in read.entries], read.problems) == (["4"], ())


def test_spaces_around_and_doubled_are_tidied():
    assert tidy("  De \xa0 Marchi ") == "De Marchi"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("Cognome\nNicolò\n".encode(), "UTF-8"),
        ("\ufeffCognome\nNicolò\n".encode(), "UTF-8"),
        ("Cognome\nNicolò\n".encode("latin-1"), "Windows-1252"),
        ("Cognome\nNicolò\n".encode("utf-16"), "UTF-16"),
        ("Cognome\nNicolò\n".encode("utf-16-le"), "UTF-16"),
        ("Cognome\nNicolò\n".encode("utf-16-be"), "UTF-16"),
        ("Cognome\nNicolò\n".encode("mac-roman"), "Mac OS Roman"),
        ("Cognome\nNicolò\n".encode("cp850"), "DOS 850"),
    ],
)
def test_the_encoding_is_found_and_said(data, encoding):
    text, found = decode(data)
    assert (found, read_entries(text, size=1).entries[0].people) == (encoding, (PersonName("Nicolò"),))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04rest of a spreadsheet", "file_is_spreadsheet"),
        (b"\xff\xfe\x00", "file_not_text"),
        (bytes(range(128, 256)) * 3, "file_not_text"),
        (b"%PDF-1.7", "file_is_pdf"),
        (b"{\\rtf1", "file_is_document"),
        (b"<html><table><tr><td>Vana</td></tr></table>", "file_is_page"),
        (b"\xff\xd8\xff\xe0", "file_is_picture"),
        (b"x" * (MOST_BYTES + 1), "file_too_big"),
    ],
)
def test_a_file_that_is_no_list_is_refused(data, code):
    with pytest.raises(UnreadableListError) as caught:
        decode(data)
    assert caught.value.problem.code == code


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The list is empty: paste at least one entry."),
        (" \n\n", "The list is empty: paste at least one entry."),
        ("Cognome 1;Cognome 2\n", "Below the heading there is no entry."),
        ("Cognome\n" + "x" * 140_000, "Line 2: a value is too long to be a name."),
        ("x" * (MOST_BYTES + 1), "The list is too big: it may have 2 MB. Divide it into smaller ones."),
        (";".join(["Cognome"] * 41), "Line 1: 41 columns; a list has at most 40."),
    ],
)
def test_a_list_that_cannot_be_read_says_why(text, sentence):
    assert refusal(text) == sentence


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (";Gino;Cargnino;;;;", "Line 2: the family name of player 1 is missing."),
        ("Vana;;;Pia;;;", "Line 2: the family name of player 2 is missing."),
        ("Vana;;Cargnino;;;;0", "Line 2: seed “0” is not a number from 1 to 99,999."),
        ("Vana;;Cargnino;;;;prima", "Line 2: seed “prima” is not a number from 1 to 99,999."),
        ("Vana;;Cargnino;;;;²", "Line 2: seed “²” is not a number from 1 to 99,999."),
        ("Vana;;Cargnino;;;;999999999999999", "Line 2: seed “999999999999999” is not a number from 1 to 99,999."),
        ("=cmd();;Cargnino;;;;", "Line 2: “=cmd()” begins with “=”: a name cannot begin with =, +, - or @."),
        ("Vana;;Cargnino;;+39;;", "Line 2: “+39” begins with “+”: a name cannot begin with =, +, - or @."),
        ("Va\x00na;;Cargnino;;;;", "Line 2: “Va\ufffdna” holds a character that cannot be written."),
        ('"Va\nna";;Cargnino;;;;', "Line 2: “Va\ufffdna” holds a character that cannot be written."),
        (f"{'x' * 61};;Cargnino;;;;", f"Line 2: “X{'x' * 38}…” has 61 characters; at most 60 fit."),
        ("Vana;Gino;vana;GINO;;;", "Line 2: Gino Vana is in line 2 already."),
    ],
)
def test_a_wrong_line_is_named_with_its_value_and_the_rule(row, sentence):
    assert sentences(PAIRS + row + "\n") == [sentence]


def test_every_wrong_line_is_named_at_once():
    text = PAIRS + "=a;;b;;;;\nVana;;Cargnino;;;;1\nVana;;Teppa;;;;1\n"
    assert sentences(text) == [
        "Line 2: “=a” begins with “=”: a name cannot begin with =, +, - or @.",
        "Line 4: Vana is in line 3 already.",
        "Line 4: seed 1 is taken already.",
    ]


def test_people_and_seeds_of_the_event_are_taken():
    known = {"people": {("vana", "gino")}, "seeds": {2}}
    assert sentences(PAIRS + "Vana;Gino;Cargnino;;;;2\n", **known) == [
        "Line 2: Gino Vana is in this event already.",
        "Line 2: seed 2 is taken already.",
    ]


def test_a_pair_in_an_event_of_singles_is_refused():
    assert sentences("Cognome 1;Cognome 2\nVana;Cargnino\n", size=1) == [
        "Line 2: two players, but in this event everybody plays alone."
    ]


def test_an_odd_number_of_singles_is_counted_not_refused():
    read = read_entries("Cognome 1;Cognome 2\nVana;Cargnino\nTeppa;\nSolero\nAirola;\n", size=2)
    assert (read.problems, read.singles(2), len(read.entries)) == ((), 3, 4)


def test_the_lines_with_a_problem_can_be_marked():
    read = read_entries(PAIRS + "Vana;;Cargnino;;;;\n@x;;Teppa;;;;\n", size=2)
    assert [row.key for row in read.to_look_at] == ["3"]


@pytest.mark.full
def test_five_thousand_entries_are_read_and_one_more_is_refused():
    row = "".join(f"A{n};B{n}\n" for n in range(MOST_ROWS))
    assert len(read_entries("Cognome 1;Cognome 2\n" + row, size=2).entries) == MOST_ROWS
    assert refusal("Cognome 1;Cognome 2\n" + row + "Vana;Cargnino\n") == (
        "The list has more than 5000 entries. Divide it into smaller ones."
    )


@pytest.mark.full
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"Cognome\n" + b"Vana\n" * 1_000_000, id="1,000,000 rows"),
        pytest.param(b"x" * 10_000_000, id="10 MB"),
        pytest.param(b"a;" * 100_000, id="100,000 columns"),
        pytest.param(b"Cognome\n" + b"a;" * 100_000, id="100,000 values"),
        pytest.param(b"Cognome\n" + b"a\n" * 900_000, id="900,000 short rows"),
        pytest.param(b'"' * 1_900_000, id="quotation marks only"),
    ],
)
def test_what_is_much_too_big_is_refused_quickly_and_in_bounded_memory(data):
    tracemalloc.start()
    began = process_time()
    try:
        text, encoding = decode(data)
        problems = read_entries(text, size=1, encoding=encoding).problems
    except UnreadableListError as error:
        problems = (error.problem,)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert problems
    assert process_time() - began < 20
    assert peak < 60_000_000


def test_a_thousand_wrong_lines_give_two_hundred_sentences():
    text = "Cognome\n" + "".join(f"=x{n}\n" for n in range(1000))
    assert len(read_entries(text, size=1).problems) == 200


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_problem_has_a_sentence_with_its_values(code):
    values = dict.fromkeys(("value", "found", "most", "columns", "player", "sign", "name", "first"), "VALUE")
    sentence = str(TextProblem(code, 7, values))
    assert "%(" not in sentence
    assert sentence.endswith((".", "?")) or code.startswith(("is_", "in_"))


LOG = """COGNOME E NOME;2° giocatore;Soc.;pag.;tel casa
ROSSETTO CARLO;cabodi nadia;Valle di Viù;10;
Attilio Vana;Adele Cargnino;SOC. OPERAIA;20;0123 55 01 12
SAVANT NOE';D'ANGELO LUCIA;;;
massa renato;cerca;;;
Cabodi Nadia;Rossetto Carlo;;;
Brunero Aldo -;;;;
"""


def label(row):
    return " – ".join(f"{person.family_name} {person.given_name}".strip() for person in row.entry.people)


def test_a_list_as_a_volunteer_has_it_is_read():
    """Capitals and order are mended, what is not needed is left out by name, a pair twice counts once."""
    read = read_entries(LOG, size=2)
    assert [(row.line, row.state, label(row), row.entry.club) for row in read.rows] == [
        (2, "good", "Rossetto Carlo – Cabodi Nadia", "Valle di Viù"),
        (3, "good", "Vana Attilio – Cargnino Adele", "Soc. Operaia"),
        (4, "good", "Savant Noè – D'Angelo Lucia", ""),
        (5, "good", "Massa Renato", ""),
        (6, "double", "Cabodi Nadia – Rossetto Carlo", ""),
        (7, "doubtful", "Brunero Aldo", ""),
    ]
    assert [(entry.paid_cents, entry.phone) for entry in read.good[:2]] == [(1000, ""), (2000, "0123 55 01 12")]
    assert read.ignored == ()
    assert [str(problem) for problem in read.problems] == [
        "Line 7: behind the sign between the names there is nobody: add the partner, or enter one alone."
    ]
    assert (len(read.entries), len(read.good)) == (4, 4)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Bertolotto Piero - Airola Gianni\nMassa Renato - Poma Teresa\n", ["Bertolotto Piero", "Airola Gianni"]),
        ("Mario Bertolotto, Gianni Airola\nRenato Massa, Teresa Poma\n", ["Bertolotto Mario", "Airola Gianni"]),
        ("1\tBertolotto\tPiero\tAirola\tUgo\n2\tMassa\tUgo\tPoma\tPia\n", ["Bertolotto Piero", "Airola Ugo"]),
        ("Nome,Cognome,Nome,Cognome\nPiero,BERTOLOTTO,Gianni,AIROLA\n", ["Bertolotto Piero", "Airola Gianni"]),
        ("Gara di novembre\n\nCircolo;Coppia\nTraves;Bertolotto/Airola\n", ["Bertolotto", "Airola"]),
        ("Bertolotto;Airola\nMassa;Poma\n", ["Bertolotto", "Airola"]),
    ],
    ids=["one cell", "given name first", "numbered", "headings twice", "title above", "family names"],
)
def test_headings_order_and_number_of_columns_are_free(text, people):
    read = read_entries(text, size=2)
    assert (label(read.rows[0]).split(" – "), read.problems) == (people, ())


def test_what_somebody_says_of_the_columns_goes_before_the_guess():
    read = read_entries("Traves;Rossi Anna\nMassa;Vana Gino\n", size=1, columns=("family1", ""))
    assert [label(row) for row in read.rows] == ["Traves", "Massa"]
    assert read_entries("Cognome\nMassa\n", size=1, has_heading=False).rows[0].entry.where == "1"
    assert read_entries("Traves\nMassa\n", size=1, has_heading=True).rows[0].entry.where == "2"


def test_people_of_the_club_keep_the_spelling_and_order_that_the_club_knows():
    read = read_entries("Niccolo Rosa;SAVANT NOE\n", size=2, known=[("Niccolò", "Rosa"), ("Savant", "Noè")])
    assert label(read.rows[0]) == "Niccolò Rosa – Savant Noè"
    parts = read_entries("Cognome;Nome\nsavant;noe\n", size=1, known=[("Savant", "Noè"), ("Vana", "")])
    assert label(parts.rows[0]) == "Savant Noè"


def test_an_entry_that_the_event_has_is_no_problem():
    pair = frozenset({("vana", "gino"), ("teppa", "pia")})
    known = {"people": frozenset(pair), "entered": frozenset({pair})}
    read = read_entries("Teppa Pia - Vana Gino\nVana Gino - Rossi Ada\n", size=2, **known)
    assert [row.state for row in read.rows] == ["here", "doubtful"]


def test_a_list_without_names_asks_for_their_column():
    read = read_entries("Altezza;Peso\n180;75\n", size=1)
    assert (read.entries, read.good) == ((), ())
    assert [str(each) for each in read.problems] == [
        "In none of the columns names of players were found: say which column has them."
    ]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("=cmd()", "Line 3: “=cmd()” begins with “=”: a name cannot begin with =, +, - or @."),
        ("x" * 400, f"Line 3: “{'x' * 39}…” has 400 characters; at most 60 fit."),
        ("Rossi - Bianchi - Verdi - Neri", "Line 3: 4 players, but an entry has at most 2."),
    ],
)
def test_a_wrong_cell_of_whole_names_is_named(cell, said):
    assert sentences(f"Coppia\nVana Gino - Teppa Pia\n{cell}\n") == [said]


def test_a_sign_before_the_column_of_the_partner_is_no_problem():
    assert sentences("Giocatore;Compagno\nBrunero Aldo -;Airola Anna\n") == []
    assert sentences("Giocatore;Compagno\nBrunero Aldo;Airola -\n") == []


@pytest.mark.parametrize(
    ("columns", "cells", "paid", "phone"),
    [
        ("Quota;Pagato", "20;sì", (True, 2000), ""),
        ("Pagato;Quota", "X;14,50", (True, 1450), ""),
        ("Quota;Pagato", "20;no", (False, None), ""),
        ("Quota;Pagato", ";", (False, None), ""),
        ("Tel;Cell", "333 5550142;347 5550118", (False, None), "333 5550142, 347 5550118"),
    ],
)
def test_two_columns_of_one_kind_are_both_read(columns, cells, paid, phone):
    read = read_entries(f"Coppia;{columns}\nVana Gino - Poma Pia;{cells}\nMassa Ugo - Neri Ada\n", size=2)
    entry = read.good[0]
    assert ((entry.is_paid, entry.paid_cents), entry.phone) == (paid, phone)


@pytest.mark.parametrize(("said", "names"), [("same_out", []), ("as_read", ["Vana", "Poma"]), ("drop", [])])
def test_beside_one_of_two_names_a_withdrawal_is_asked_about(said, names):
    listed = "Vana Gino (ritirato) - Poma Pia\n"
    row = read_entries(listed, size=2).to_look_at[0]
    assert [choice.code for choice in row.choices] == ["same_out", "as_read"]
    read = read_entries(listed, size=2, chosen={"1": said})
    assert [person.family_name for entry in read.good for person in entry.people] == names
    assert read.to_look_at == ()


def test_who_is_in_the_list_already_is_left_out_with_one_choice():
    listed = "Bruno Massa - Piero Vana\nMassa Bruno - Poma Pia\n"
    assert "same" in [choice.code for choice in read_entries(listed, size=2).to_look_at[0].choices]
    read = read_entries(listed, size=2, chosen={"2": "same"})
    assert (len(read.good), read.to_look_at) == (1, ())
