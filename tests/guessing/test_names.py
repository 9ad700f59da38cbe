"""Names in the cells of a list: two people apart, both parts of a name, capitals and accents."""

import pytest

from tournaments.guessing.names import (
    Cell,
    Reader,
    Reading,
    capitals,
    capitals_of_club,
    is_given_first,
    people_by_words,
    share_of_clear_names,
    share_of_given_names,
    split_people,
    unbroken,
    usual_capitals,
)

CLUB = Reader(clubs=frozenset({"traves"}), is_certain=True)
CUT = Cell((("Vana", "Gino"),), is_cut=True, doubt="cut", readings=(Reading("alone", (("Vana", "Gino"),)),))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Rossetto Carlo", ("Rossetto", "Carlo")),
        ("Attilio Vana", ("Vana", "Attilio")),
        ("ROSSETTO CARLO", ("Rossetto", "Carlo")),
        ("massa renato", ("Massa", "Renato")),
        ("Ubertino VERONA", ("Verona", "Ubertino")),
        ("VERONA Ubertino", ("Verona", "Ubertino")),
        ("De Rossi Mario", ("De Rossi", "Mario")),
        ("Mario De Rossi", ("De Rossi", "Mario")),
        ("nicolò anna maria", ("Nicolò", "Anna Maria")),
        ("Anna Maria Teppa", ("Teppa", "Anna Maria")),
        ("Ubertino De Rossi", ("De Rossi", "Ubertino")),
        ("Ubertino D'Agostino", ("D'Agostino", "Ubertino")),
        ("Lo Presti Ondina", ("Lo Presti", "Ondina")),
        ("Youssef El Amrani", ("El Amrani", "Youssef")),
        ("VAN DER BERG Jan", ("Van Der Berg", "Jan")),
        ("D’ Angelo Lucia", ("D’ Angelo", "Lucia")),
        ("Dell'Orto Ugo", ("Dell'Orto", "Ugo")),
        ("Dall’ Aglio Carla", ("Dall’ Aglio", "Carla")),
        ("Rossi Bianchi Mario", ("Rossi Bianchi", "Mario")),
        ("Mario Rossi Bianchi", ("Rossi Bianchi", "Mario")),
        ("Bruno Ondina", ("Bruno", "Ondina")),
        ("SAVANT NOE'", ("Savant", "Noè")),
        ("D'ANGELO LUCIA", ("D'Angelo", "Lucia")),
        ("Rossi, Piermaria", ("Rossi", "Piermaria")),
        ("Teppa", ("Teppa", "")),
        ("De", ("De", "")),
    ],
)
def test_both_parts_of_a_name_are_found(text, name):
    assert CLUB.name(text) == name


def test_what_nothing_tells_goes_by_the_list():
    assert Reader(is_given_first=True).name("Ubertino Verona") == ("Verona", "Ubertino")
    assert CLUB.name("Verona Ubertino") == ("Verona", "Ubertino")
    assert is_given_first(["Carlo Vana", "Pia Teppa", "Verona Ubertino"])
    assert not is_given_first(["Vana Carlo", "Pia Teppa"])
    assert not is_given_first([])


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Vana Gino - Teppa Pia", Cell((("Vana", "Gino"), ("Teppa", "Pia")))),
        ("Vana Gino-Teppa Pia", Cell((("Vana", "Gino"), ("Teppa", "Pia")))),
        ("Vana/Teppa", Cell((("Vana", ""), ("Teppa", "")))),
        ("Vana e Teppa", Cell((("Vana", ""), ("Teppa", "")))),
        ("Vana-Rossi Pia", Cell((("Vana-Rossi", "Pia"),))),
        ("Vana Gino - cerca", Cell((("Vana", "Gino"),))),
        ("Vana Gino -", CUT),
        ("Vana Gino-", CUT),
        ("?", Cell(())),
        ("12. Vana Gino", Cell((("Vana", "Gino"),))),
        ("Vana – Teppa (BOCCIOFILA LANZO)", Cell((("Vana", ""), ("Teppa", "")), "Bocciofila Lanzo")),
        ("Vana - Teppa - Traves", Cell((("Vana", ""), ("Teppa", "")), "Traves")),
    ],
)
def test_everybody_in_a_cell_is_found(text, cell):
    assert CLUB.cell(text, 2) == cell


def test_two_in_a_cell_of_an_event_of_singles_are_two():
    assert len(CLUB.cell("Vana - Teppa", 1).people) == 2


def test_people_who_are_known_are_found_whatever_the_order_accents_and_capitals():
    known = people_by_words([("Niccolò", "Rosa"), ("Savant", "Noè"), ("Noè", "Savant"), ("Teppa", "")])
    reader = Reader(known=known)
    assert reader.name("ROSA NICCOLO'") == ("Niccolò", "Rosa")
    assert reader.name("savant noe") == ("Savant", "Noe")
    assert reader.name("teppa") == ("Teppa", "")
    assert reader.same("niccolo", "rosa") == ("Niccolò", "Rosa")
    assert reader.same("rosa", "niccolo") == ("Rosa", "Niccolo")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("DE MARCHI", "De Marchi"),
        ("Gino de Marchi", "Gino de Marchi"),
        ("gino Vana", "Gino Vana"),
        ("ROSSI Mario", "Rossi Mario"),
        ("G.B. Vana", "G.B. Vana"),
        ("McDonald", "McDonald"),
        ("Niccolo'", "Niccolò"),
        ("DE' MEDICI NOE'", "De' Medici Noè"),
        ("ca' zorzi", "Ca' Zorzi"),
        ("ROSSI-BIANCHI", "Rossi-Bianchi"),
        ("", ""),
    ],
)
def test_capitals_of_a_name_are_mended(written, meant):
    assert capitals(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("CIRCOLO ARCI DI TRAVES", "Circolo ARCI di Traves"),
        ("bocciofila lanzo", "Bocciofila Lanzo"),
        ("A.S.D. LANZO", "A.S.D. Lanzo"),
        ("U.S. VIU'", "U.S. Viù"),
        ("ARCI", "ARCI"),
        ("Valle di Viù", "Valle di Viù"),
        ("", ""),
    ],
)
def test_capitals_of_a_club_are_mended(written, meant):
    assert capitals_of_club(written) == meant


def test_two_cells_of_a_name_are_mended_where_nobody_is_known():
    assert CLUB.same("ROSSETTO", "NICOLO'") == ("Rossetto", "Nicolò")


def test_shares_tell_what_a_column_holds():
    assert share_of_given_names(["Carlo", "Anna Maria", "Vana", "Teppa"]) == 0.5
    assert share_of_clear_names(["Vana Carlo", "Vana - Teppa", "Traves", "Viù"]) == 0.5
    assert (share_of_given_names([]), share_of_clear_names([]), split_people("--")) == (0.0, 0.0, [])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("neri", "Neri"), ("D'ANGELO", "D'Angelo"), ("de Luca", "de Luca"), ("McLoughlin", "McLoughlin"), ("", "")],
)
def test_only_a_name_in_small_letters_or_capitals_is_mended(typed, meant):
    assert usual_capitals(typed) == meant


@pytest.mark.parametrize(("name", "parts"), [("De Bernardi Ida", ["De Bernardi", "Ida"]), ("Neri", ["Neri"])])
def test_a_name_breaks_behind_no_particle(name, parts):
    assert [part.replace("\N{NO-BREAK SPACE}", " ") for part in unbroken(name).split(" ")] == parts
