"""The rows of a list in its text: what divides the columns, text in two bytes a letter, and their lines."""

import pytest

from tournaments.guessing.text import NO_DELIMITER, delimiter_of, numbered, wide_of


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Cognome;Nome\nVana,x;Gino\n", ";"),
        ("Cognome,Circolo\nVana,Bocce; carte; vino\nTeppa,Viù; Lanzo\n", ","),
        ("Iscritti, novembre\nCognome\tNome\n", "\t"),
        ("Coppia\nVana, Teppa\n", NO_DELIMITER),
        ("Vana, Gino / Teppa, Pia\nMassa, Ugo / Poma, Ada\n", NO_DELIMITER),
        ("Vana Gino, Teppa Pia\n", ","),
        ("Vana, Gino;Teppa, Pia\nRossi, Ada;Poma, Ugo\n", ";"),
        ("Vana\tGino\nTeppa\tPia\n", "\t"),
        ("Vana\nTeppa\n", NO_DELIMITER),
        # A line break within a cell ends no row.
        ('"Vana Gino\nPoma Pia";333 5550142\n"De Luca Ada\nMassa Ugo";\n', ";"),
        ('Vana "Gino;x\nTeppa\nPoma\n', NO_DELIMITER),
    ],
)
def test_what_divides_the_columns_is_found(text, sign):
    assert delimiter_of(text) == sign


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_text_in_two_bytes_a_letter_is_seen_without_a_mark(encoding):
    assert wide_of("Cognome\nNicolò\n".encode(encoding)) == encoding


@pytest.mark.parametrize("data", [b"", b"\0\0", b"Cognome\nVa\0na\n", b"\0" * 100, "Cognome\nNicolò".encode()])
def test_other_text_is_not(data):
    assert wide_of(data) == ""


def test_rows_are_read_with_the_line_on_which_they_begin():
    text = 'Cognome;Nome\r\n"Va\nna";Gino\n\nTeppa;Pia\n'
    assert [(begins, cells) for begins, _ends, cells in numbered(text, ";") if cells] == [
        (1, ["Cognome", "Nome"]), (2, ["Va\nna", "Gino"]), (5, ["Teppa", "Pia"]),
    ]  # fmt: skip
