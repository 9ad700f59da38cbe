"""How the rows of a list lie: titles above the heading, sections, blocks side by side, one player a row."""

import pytest

from tournaments.guessing.blocks import layout_of


def laid(text, size=2, **said):
    """The layout of a list of semicolons: its rows as “key kind cells”, and what the columns of each block hold."""
    rows = [(line, row.split(";")) for line, row in enumerate(text.splitlines(), 1) if row.strip("; ")]
    layout = layout_of(rows, size, **said)
    lines = [f"{line.key} {line.kind or 'entry'} {';'.join(line.cells)}" for line in layout.lines]
    return lines, [[column.role for column in shape.columns] for shape in layout.shapes]


def sections(text, size=2):
    rows = [(line, row.split(";")) for line, row in enumerate(text.splitlines(), 1)]
    return [(line.kind, line.section, line.section_kind) for line in layout_of(rows, size).lines]


def test_titles_headings_totals_and_places_are_no_entries():
    assert laid("Torneo di scopa;\nBar Vana;x\n\nCoppia;Circolo\nVana - Poma;Traves\n2;...\nTotale coppie;1\n") == (
        [
            "1 title Torneo di scopa;",
            "2 above Bar Vana;x",
            "4 heading Coppia;Circolo",
            "5 entry Vana - Poma;Traves",
            "6 place 2;...",
            "7 total Totale coppie;1",
        ],
        [["person1", "club"]],
    )


def test_a_title_of_a_known_word_is_not_the_heading_where_one_stands_below():
    assert laid("Iscritti\nCognome;Nome\nVana;Gino\n", 1) == (
        ["1 heading Iscritti", "2 heading Cognome;Nome", "3 entry Vana;Gino"],
        [["family1", "given1"]],
    )
    assert laid("Elenco giocatori;\nCoppia n.;Giocatore\n1;Vana - Poma\n")[0] == [
        "1 title Elenco giocatori;",
        "2 heading Coppia n.;Giocatore",
        "3 entry 1;Vana - Poma",
    ]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Riserve\nVana Gino - Poma Pia\n", "1 section Riserve"),
        ("Torneo\n12\n", "1 title Torneo"),
        ("Riserve\n12\n", "1 section Riserve"),
        ("Vana Gino - Poma Pia\n", "1 entry Vana Gino - Poma Pia"),
    ],
)
def test_a_first_row_that_is_a_section_or_a_title_names_no_columns(text, first):
    assert laid(text)[0][0] == first


@pytest.mark.parametrize(
    ("text", "has_heading", "kinds"),
    [
        ("Cognome;Nome\nVana;Gino\n", False, ["1 entry Cognome;Nome", "2 entry Vana;Gino"]),
        ("Chi;Altro\nVana Gino;Traves\n", True, ["1 heading Chi;Altro", "2 entry Vana Gino;Traves"]),
        ("Vana;Gino\nPoma;Pia\n", None, ["1 entry Vana;Gino", "2 entry Poma;Pia"]),
        ("", True, []),
        ("", None, []),
    ],
)
def test_somebody_may_say_whether_the_first_row_is_a_heading(text, has_heading, kinds):
    assert laid(text, 1, has_heading=has_heading)[0] == kinds


def test_a_heading_is_repeated_and_another_one_begins_a_block_of_its_own():
    text = "Cognome;Nome\nVana;Gino\nCognome;Nome\nPoma;Pia\nNome;Cognome\nAda;Neri\n"
    rows = [(line, row.split(";")) for line, row in enumerate(text.splitlines(), 1)]
    layout = layout_of(rows, 1)
    assert [line.kind for line in layout.lines] == ["heading", "", "heading", "", "heading", ""]
    assert [line.shape for line in layout.lines] == [0, 0, 0, 0, 1, 1]
    assert [[column.role for column in shape.columns] for shape in layout.shapes] == [
        ["family1", "given1"],
        ["given1", "family1"],
    ]
    assert layout.has_heading
    assert layout.shape is layout.shapes[0]


def test_rows_are_in_the_section_that_begins_above_them():
    assert sections("Vana - Poma\nRiserve:\nNeri - Grosso\nTotale coppie 1\nRitirati\nGenta - Ferro\n") == [
        ("", "", ""),
        ("section", "", "wait"),
        ("", "2", "wait"),
        ("total", "2", "wait"),
        ("section", "", "out"),
        ("", "5", "out"),
    ]
    assert sections("Girone A\nVana - Poma\nGirone B\nNeri - Grosso\n") == [
        ("section", "", "group"),
        ("", "1", "group"),
        ("section", "", "group"),
        ("", "3", "group"),
    ]


def test_a_title_among_entries_needs_more_than_one_above_them():
    assert [kind for kind, *_section in sections("Gara di Natale a Viù\nVana - Poma\nGara di Natale a Viù\n")] == [
        "title",
        "",
        "",
    ]
    assert [kind for kind, *_section in sections("Totale 12\nGara di Natale a Viù\nVana - Poma\n")] == ["total", "", ""]


@pytest.mark.parametrize(
    ("text", "size", "lines", "roles"),
    [
        (
            "Torneo;;;;\nN.;Coppia;;N.;Coppia\n1;Vana - Poma;;3;Neri - Grosso\n2;Genta - Ferro;;4;\n;;;5;Massa - Teppa",
            2,
            ["1 title Torneo;;;;", "2 heading N.;Coppia;", "3 entry 1;Vana - Poma;", "4 entry 2;Genta - Ferro;",
             "3b entry 3;Neri - Grosso", "4b place 4;", "5b entry 5;Massa - Teppa"],
            ["number", "person1", ""],
        ),
        (
            "Coppia;Circolo;Coppia;Circolo\nVana - Poma;Traves;Neri - Grosso;Lanzo", 2,
            ["1 heading Coppia;Circolo", "2 entry Vana - Poma;Traves", "2b entry Neri - Grosso;Lanzo"],
            ["person1", "club"],
        ),
        (
            "Giocatore 1;Giocatore 2;;Giocatore 1;Giocatore 2;\nVana Gino;Poma Pia;;Neri Ada;Grosso Leo", 2,
            ["1 heading Giocatore 1;Giocatore 2;", "2 entry Vana Gino;Poma Pia;", "2b entry Neri Ada;Grosso Leo"],
            ["person1", "person2", ""],
        ),
        (
            "Cognome;Nome;Cognome;Nome\nVana;Gino;Poma;Pia", 1,
            ["1 heading Cognome;Nome", "2 entry Vana;Gino", "2b entry Poma;Pia"], ["family1", "given1"],
        ),
        (
            "1;Vana Gino;4;Teppa Ada\n2;Massa Ugo;5;Grosso Leo\n3;Poma Pia;6;Genta Luigi", 1,
            ["1 entry 1;Vana Gino", "2 entry 2;Massa Ugo", "3 entry 3;Poma Pia", "1b entry 4;Teppa Ada",
             "2b entry 5;Grosso Leo", "3b entry 6;Genta Luigi"],
            ["number", "person1"],
        ),
    ],
)  # fmt: skip
def test_the_second_of_two_blocks_side_by_side_stands_below_the_first(text, size, lines, roles):
    assert laid(text, size) == (lines, [roles])


@pytest.mark.parametrize(
    ("text", "size", "roles"),
    [
        # The columns of both players.
        ("Cognome;Nome;Cognome;Nome\nVana;Gino;Poma;Pia", 2, ["family1", "given1", "family2", "given2"]),
        (
            "Giocatore;Tel.;;Giocatore;Cell.\nVana Gino;347 5550118;;Poma Pia;333 5550142",
            2,
            ["person1", "contact", "", "person2", "contact"],
        ),
        # Other headings, or as many as cannot repeat.
        ("Cognome;Nome;Nome;Cognome\nVana;Gino;Pia;Poma", 2, ["family1", "given1", "given2", "family2"]),
        ("Cognome;Nome;Circolo\nVana;Gino;Traves", 1, ["family1", "given1", "club"]),
        ("Circolo;;;Circolo\nTraves;Vana Gino;;Lanzo", 1, ["club", "person1", "", ""]),
        # Numbers that do not count on, or in too many columns.
        ("1;Vana Gino;1;Poma Pia\n2;Neri Ada;2;Grosso Leo", 2, ["number", "person1", "number", "person2"]),
        ("1;Vana Gino;2;Poma Pia\n2;Neri Ada;3;Grosso Leo", 2, ["number", "person1", "number", "person2"]),
        (
            "1;Vana Gino;4;Poma Pia;7\n2;Neri Ada;5;Grosso Leo;8",
            2,
            ["number", "person1", "number", "person2", "number"],
        ),
    ],
)
def test_columns_that_are_no_second_block_stay(text, size, roles):
    lines, found = laid(text, size)
    assert (lines[-1].split(" ", 2)[2], found) == (text.splitlines()[-1], [roles])


@pytest.mark.parametrize(
    ("text", "entries", "roles"),
    [
        (
            "Coppia n.;Giocatore;Tel.\n1;Vana Gino;347 5550118\n;Poma Pia;333 5550142\n"
            "2;Massa Ugo\n;Neri Ada\nTotale 2\n",
            ["1;Vana Gino;347 5550118;;Poma Pia;333 5550142", "2;Massa Ugo;;;Neri Ada"],
            ["number", "person1", "contact", "", "person2", "contact"],
        ),
        # The number stands on both rows; somebody is alone; a row has no name.
        (
            "N.;Cognome;Nome;Circolo\n1;Vana;Gino\n1;Poma;Pia\n;;;Traves\n2;Massa;Ugo\n2;Neri;Ada\n3;Ferro;Leo\n",
            ["1;Vana;Gino;;1;Poma;Pia", "2;Massa;Ugo;;2;Neri;Ada", "3;Ferro;Leo;"],
            ["number", "family1", "given1", "club", "", "family2", "given2", ""],
        ),
        # The number stands in front of the first name; or an empty row between the pairs, of which one is alone.
        (
            "1) Vana Gino\nPoma Pia\n2) Massa Ugo\nNeri Ada\n",
            ["1) Vana Gino;Poma Pia", "2) Massa Ugo;Neri Ada"],
            ["person1", "person2"],
        ),
        (
            "Vana Gino\nPoma Pia\n\nMassa Ugo\nNeri Ada\n\nFerro Leo\nGenta Ida\n\nGallo Pia\nRossi Ugo\n\n"
            "Boggio Mara\n",
            [
                "Vana Gino;Poma Pia",
                "Massa Ugo;Neri Ada",
                "Ferro Leo;Genta Ida",
                "Gallo Pia;Rossi Ugo",
                "Boggio Mara",
            ],
            ["person1", "person2"],
        ),
    ],
)
def test_two_players_below_each_other_are_a_pair(text, entries, roles):
    lines, found = laid(text)
    assert ([line.split(" ", 2)[2] for line in lines if line.split()[1] == "entry"], found) == (entries, [roles])


def test_what_somebody_says_of_the_columns_counts_for_the_row_of_a_pair():
    said = ["number", "person1", "", "person2"]
    assert laid("N.;Giocatore\n1;Vana Gino\n1;Poma Pia\n", roles=said)[1] == [said]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("N.;Cognome;Nome\n1;Vana;Gino\n;Poma;Pia\n", 1),
        ("Cognome;Nome\nVana;Gino\nPoma;Pia\n", 2),
        ("N.;Giocatore 1;Giocatore 2\n1;Vana Gino;Poma Pia\n1;Neri Ada;Massa Ugo\n", 2),
        ("N.;Cognome;Nome\n;Vana;Gino\n1;Poma;Pia\n", 2),
        ("N.;Cognome;Nome\n1;Vana;Gino\n2;Poma;Pia\n", 2),
        ("N.;Cognome;Nome\n1;Vana;Gino\n;Poma;Pia\n2;Massa;Ugo\n3;Neri;Ada\n", 2),
        ("N.;Cognome;Nome\n1;Vana;Gino\n1;Poma;Pia\n1;Massa;Ugo\n", 2),
        # A number is missing; nobody is below another; two alone beside two pairs; a pair in a row.
        ("1. Vana Gino\n2. Poma Pia\nMassa Ugo\n", 2),
        ("Vana Gino\nPoma Pia\nMassa Ugo\nNeri Ada\n", 2),
        ("1. Vana Gino\nPoma Pia\n2. Massa Ugo\nNeri Ada\n3. Ferro Leo\n4. Gallo Pia\n", 2),
        ("1. Vana Gino - Poma Pia\n2. Massa Ugo\n", 2),
        ("Circolo\nTraves\n", 2),
    ],
)
def test_rows_that_are_no_halves_of_a_pair_stay_apart(text, size):
    lines, _roles = laid(text, size)
    assert [line.split(" ", 2)[2] for line in lines] == text.splitlines()
