"""What the columns of a list hold, by heading or by content, and where its entries begin."""

import pytest

from tournaments.guessing.columns import as_said, heading_at, shape_of

PAIRS = [["Vana Gino", "Teppa Pia"], ["Rossi Mario", "Poma Teresa"], ["Massa Renato", "Genta Luigi"]]
CLUBS = ["Traves", "Lanzo", "Traves", "Lanzo", "Traves", "Lanzo"]


def roles(rows, size=2, **said):
    return [column.role for column in shape_of(rows, size, **said).columns]


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        (["Cognome", "Nome", "Cognome", "Nome"], ["family1", "given1", "family2", "given2"]),
        (["Giocatore 1", "Giocatore 2", "Società"], ["person1", "person2", "club"]),
        (["N.", "Coppia", "Zona", "T.S."], ["number", "person1", "circle", "seed"]),
        (["Nome", "Circolo"], ["person1", "club"]),
        (["Circolo", "Circolo", "Cognome"], ["club", "", "family1"]),
        (["Cognome", "Cognome 2", "Cognome"], ["family1", "family2", ""]),
        (["Nome", "Nome 1", "Cognome 1"], ["", "given1", "family1"]),
        (
            ["Giocatore 1 cognome", "Giocatore 1 nome", "Giocatore 2 cognome", "Giocatore 2 nome"],
            ["family1", "given1", "family2", "given2"],
        ),
        (["Tessera", "Cognome", "Circolo di residenza"], ["", "family1", "club"]),
        (["Numero", "Nome", "Giocatori", "Circolo"], ["number", "", "person1", "club"]),
        (["Surname", "Name", "Partner surname", "Partner name"], ["family1", "given1", "family2", "given2"]),
        (["Player 1 last name", "Player 1 first name"], ["family1", "given1"]),
        (
            ["First name", "Last name", "Partner first name", "Partner last name"],
            ["given1", "family1", "given2", "family2"],
        ),
        # What a pair calls itself stands beside its players, or is all that there is.
        (["Squadra", "Capitano", "Compagno"], ["", "person1", "person2"]),
        (["Coppia", "Cognome", "Nome", "Cognome", "Nome"], ["", "family1", "given1", "family2", "given2"]),
        (["Squadra", "Circolo"], ["person1", "club"]),
        (["Tel.", "Giocatore", "Cell."], ["contact", "person1", "contact"]),
    ],
)
def test_usual_headings_are_known_in_any_order(heading, found):
    assert roles([heading, ["x"] * len(heading)]) == found


def test_numbers_under_the_word_pair_are_those_of_the_pairs():
    assert roles([["Coppia", "Nominativo"], ["1", "Vana Gino"], ["", "Poma Pia"]]) == ["number", "person1"]
    assert roles([["Coppia", "Quota"], ["Vana - Poma", "20"]]) == ["person1", "paid"]


def test_one_word_alone_is_no_heading_among_entries():
    pairs = [["Vana Gino - Poma Pia"], ["Massa Ugo - Neri Ada"]]
    assert heading_at([*pairs, ["Quota"]]) is None
    assert heading_at([["Pagati"], *pairs]) is None
    assert heading_at([["Nominativo"], *pairs]) == 0


def test_the_same_heading_twice_is_nobodys_partner_where_everybody_plays_alone():
    assert roles([["Cognome", "Cognome"], ["Vana", "Teppa"]], 1) == ["family1", ""]


def test_a_heading_under_a_title_is_found_and_a_title_is_none():
    shape = shape_of([["Iscritti"], ["Circolo", "Coppia"], ["Traves", "Vana/Teppa"]], 2)
    assert (shape.first, [column.role for column in shape.columns]) == (2, ["club", "person1"])
    assert shape_of(PAIRS, 2).first == 0
    assert shape_of([["Valle", "Mario"], ["Vana", "Gino"]], 1).first == 0


def test_a_heading_of_unknown_words_is_found_by_the_numbers_below():
    shape = shape_of([["Chi gioca", "Anni"], ["Vana Gino", "71"], ["Teppa Pia", ""]], 1)
    assert (shape.first, [column.role for column in shape.columns]) == (1, ["person1", ""])


@pytest.mark.parametrize("said", ["x", "tel. 347 5550118", "nessuno"])
def test_a_payment_or_a_contact_above_numbers_is_no_heading(said):
    assert shape_of([["Vana Gino", said], ["Poma Pia", "10 €" if said == "x" else "12"]], 1).first == 0


def test_somebody_may_say_whether_there_is_a_heading():
    assert shape_of([["Cognome"], ["Vana"]], 1, has_heading=False).first == 0
    assert shape_of([["Chi gioca"], ["Vana"]], 1, has_heading=True).first == 1


@pytest.mark.parametrize(("heading", "order"), [("Nome e cognome", True), ("COGNOME NOME", False), ("Atleta", None)])
def test_a_heading_says_which_part_of_a_name_is_first(heading, order):
    assert shape_of([[heading], ["Vana Gino"]], 1).is_given_first is order


@pytest.mark.parametrize(
    ("rows", "size", "found"),
    [
        (PAIRS, 2, ["person1", "person2"]),
        (PAIRS, 1, ["person1", "person2"]),
        ([["Vana Gino - Teppa Pia", "Traves"], ["Rossi - Poma", "Viù"]], 2, ["person1", "club"]),
        ([["Vana", "Gino"], ["Teppa", "Pia"]], 1, ["family1", "given1"]),
        ([["Gino", "Vana"], ["Pia", "Teppa"]], 1, ["given1", "family1"]),
        ([["Vana", "Gino", "Teppa", "Pia", "Viù"]], 2, ["family1", "given1", "family2", "given2", "club"]),
        ([["Vana", "Teppa"], ["Massa", "Poma"]], 2, ["family1", "family2"]),
        ([["Vana", "Ubertino"], ["Massa", "Ondina"]], 1, ["family1", "given1"]),
        ([["Gino"], ["Pia"]], 1, ["person1"]),
        ([["1", "Vana Gino", "333 12 34 567", "gino@example.org"]], 2, ["number", "person1", "contact", "contact"]),
        ([["Vana Gino", "Circolo di Viù"], ["Teppa Pia", "Arci Lanzo"]], 2, ["person1", "club"]),
        ([[f"Vana{n}", club] for n, club in enumerate(CLUBS)], 1, ["family1", "club"]),
        ([["1", "2"]], 2, ["number", "number"]),
        ([["Vana Gino", "x", "forse", ""], ["Poma Pia", "10 €", "riserva", ""]], 1, ["person1", "paid", "state", ""]),
        ([["Bocciofila Lanzo"], ["Vana Gino - Poma Pia"], ["Circolo di Viù"], ["Neri - Massa"]], 2, ["person1"]),
        ([["Vana Gino", "71", ""], ["Poma Pia", "12", ""]], 1, ["person1", "", ""]),
        ([], 2, []),
    ],
)
def test_without_headings_the_cells_tell(rows, size, found):
    assert roles(rows, size) == found


def test_a_column_of_people_under_an_unknown_heading_is_the_partners():
    rows = [
        ["Capitano", "Chi altro", "Note"],
        ["Vana Gino", "Teppa Pia", "tavolo vicino"],
        ["Rossi Ada", "Poma Ugo", ""],
    ]
    assert roles(rows) == ["person1", "person2", "state"]
    assert roles(rows, 1) == ["person1", "", "state"]


def test_whole_names_under_cognome_are_whole_names_which_is_not_sure():
    shape = shape_of([["Cognome"], ["Vana Gino"], ["Teppa Pia"]], 1)
    assert (shape.columns[0].role, shape.columns[0].is_sure) == ("person1", False)
    assert roles([["Cognome"], ["De Marchi"], ["Vana"]], 1) == ["family1"]


def test_what_somebody_says_of_the_columns_is_sure():
    shape = as_said(shape_of(PAIRS, 2), ["person2", "person1", "club"])
    assert [(column.role, column.is_sure) for column in shape.columns] == [("person2", True), ("person1", True)]
    assert [column.role for column in as_said(shape_of(PAIRS, 2), ["club"]).columns] == ["club", "person2"]
    assert shape.has_people
    assert not shape_of([["1"]], 1).has_people


@pytest.mark.parametrize(
    ("before", "found"), [(["club", "person2"], ["", "club"]), (["person1", "club"], ["club", ""])]
)
def test_of_two_columns_that_hold_the_same_the_one_changed_last_does(before, found):
    shape = as_said(shape_of(PAIRS, 2), ["club", "club"], before)
    assert [column.role for column in shape.columns] == found


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([["Giocatore 1", "Giocatore 2", "Giocatore 3", "Circolo"]], ["person1", "person2", "person3", "club"]),
        ([["Giocatore", "Giocatore", "Giocatore", "Giocatore"]], ["person1", "person2", "person3", ""]),
        ([["Cognome", "Nome"] * 3], ["family1", "given1", "family2", "given2", "family3", "given3"]),
        (
            [["Vana Gino", "Teppa Pia", "Massa Renato"], ["Rossi Mario", "Poma Teresa", "Genta Luigi"]],
            ["person1", "person2", "person3"],
        ),
        ([["Squadra", "Cognome 1", "Cognome 2", "Cognome 3"]], ["", "family1", "family2", "family3"]),
    ],
)
def test_a_list_of_teams_of_three_has_columns_for_each(rows, found):
    assert roles(rows, size=3) == found


def test_a_third_player_has_no_column_where_entries_have_two():
    assert roles([["Giocatore 1", "Giocatore 2", "Giocatore 3"]]) == ["person1", "person2", ""]
