"""The people of a cell as clubs write them: sure where only one reading is possible, else a doubt with its readings."""

import pytest

from tournaments.guessing.names import Cell, Reader, Reading, people_by_words
from tournaments.guessing.names import order_in as order_of_list

READER = Reader(clubs=frozenset({"traves"}), is_certain=True)
UNCERTAIN = Reader()
GIVEN_FIRST = Reader(is_given_first=True, is_certain=True)
KNOWN = Reader(known=people_by_words([("Neri Bianchi", "Anna Maria"), ("Teppa", "Ondina"), ("Vana", "Gino")]))
VANA, POMA, MASSA = ("Vana", "Gino"), ("Poma", "Pia"), ("Massa", "Ugo")


def alone(*families):
    return tuple((family, "") for family in families)


@pytest.mark.parametrize("sign", [" - ", " – ", " — ", " -- ", "/", " / ", " & ", " + ", "; ", " | ", " × ", ", ",
                                  " e ", " ed ", " con ", " x ", " and ", " with ", " insieme a "])  # fmt: skip
def test_every_sign_joins_a_pair(sign):
    assert READER.cell(f"Vana Gino{sign}Poma Pia", 2) == Cell((VANA, POMA))
    assert READER.cell(f"VANA{sign}poma", 2) == Cell(alone("Vana", "Poma"))


@pytest.mark.parametrize(
    ("text", "size", "people"),
    [
        # The comma of a name, and the comma between two.
        ("Vana, Gino / Poma, Pia", 2, (VANA, POMA)),
        ("Vana, Gino", 2, (VANA,)),
        ("Vana, Gino", 1, (VANA,)),
        ("Vana, Ubertino", 1, (("Vana", "Ubertino"),)),
        ("Vana Poma, Mario", 2, (("Vana Poma", "Mario"),)),
        ("De Rossi, Anna Maria", 2, (("De Rossi", "Anna Maria"),)),
        ("Vana Gino, Poma", 2, (VANA, ("Poma", ""))),
        ("Bianchi Neri, Carlo Poma", 2, (("Neri", "Bianchi"), ("Poma", "Carlo"))),
        ("Rossi Mario, Anna Bianchi", 2, (("Rossi", "Mario"), ("Bianchi", "Anna"))),
        ("Vana,", 2, (("Vana", ""),)),
        # Particles.
        ("De Rossi Anna - Dell'Acqua Ugo", 2, (("De Rossi", "Anna"), ("Dell'Acqua", "Ugo"))),
        ("Mario Lo Presti - Van Der Berg Jan", 2, (("Lo Presti", "Mario"), ("Van Der Berg", "Jan"))),
        # One name of a pair tells the order of the other.
        ("Vana Gino - Verona Ondina", 2, (VANA, ("Verona", "Ondina"))),
        ("Gino Vana - Ondina Verona", 2, (VANA, ("Verona", "Ondina"))),
        ("ROSSI BIANCHI Ubertino - VANA Ondina", 2, (("Rossi Bianchi", "Ubertino"), ("Vana", "Ondina"))),
        # Initials are given names.
        ("G. Vana - Poma Pia", 2, (("Vana", "G."), POMA)),
        ("Vana G.B. - Poma Pia", 2, (("Vana", "G.B."), POMA)),
        ("D. Rossi - De Luca A.", 2, (("Rossi", "D."), ("De Luca", "A."))),
        ("Mario L. Rossi - Vana M G", 2, (("Rossi", "Mario L."), ("Vana", "M G"))),
        # What somebody is called by is no name.
        ("Sig. Vana Gino - sig.ra Poma Pia", 2, (VANA, POMA)),
        ("Dott.ssa Poma Pia e Geom. Vana Gino", 2, (POMA, VANA)),
        ("Dr. Gino Vana", 1, (VANA,)),
        ("Donato Ugo", 1, (("Donato", "Ugo"),)),
        # When somebody was born is none either.
        ("Vana Gino 1950 - Poma Pia nata 1948", 2, (VANA, POMA)),
        # A dash between two family names, one of which has a particle; a rank in front of the pair.
        ("De Luca-Di Napoli", 2, alone("De Luca", "Di Napoli")),
        ("Vana Gino-De Luca", 2, (VANA, ("De Luca", ""))),
        ("prima coppia Vana Gino e Poma Pia", 2, (VANA, POMA)),
        ("IV squadra: Vana Gino - Poma Pia", 2, (VANA, POMA)),
        ("Vana Gino + compagno", 2, (VANA,)),
        ("Vana Gino - ancora nessuno", 2, (VANA,)),
        ("Vana Gino - Poma Pia n. 333 5550142", 2, (VANA, POMA)),
        # Nobody yet.
        ("Vana Gino - cerca", 2, (VANA,)),
        ("Vana Gino + N.N.", 2, (VANA,)),
        ("?", 2, ()),
        # A double name, a single one, and two family names.
        ("Vana-Rossi Pia - Poma Pia", 2, (("Vana-Rossi", "Pia"), POMA)),
        ("Vana-Poma", 1, (("Vana-Poma", ""),)),
        ("Vana Gino-Poma Pia", 2, (VANA, POMA)),
        ("Bruno e Rocco", 2, alone("Bruno", "Rocco")),
        ("Vana Poma", 1, (("Vana", "Poma"),)),
    ],
)
def test_names_that_can_be_read_in_one_way_are_sure(text, size, people):
    assert READER.cell(text, size) == Cell(people)


@pytest.mark.parametrize(
    ("text", "size", "cell"),
    [
        ("Vana Gino (Traves)", 2, Cell((VANA,), "Traves")),
        ("Vana Gino - Poma Pia (BOCCIOFILA LANZO)", 2, Cell((VANA, POMA), "Bocciofila Lanzo")),
        ("Vana Gino - Poma Pia - Circolo di Viù", 2, Cell((VANA, POMA), "Circolo di Viù")),
        ("Traves - Vana Gino - Poma Pia", 2, Cell((VANA, POMA), "Traves")),
        ("Vana Gino - Traves", 1, Cell((VANA,), "Traves")),
        ("Traves, Vana Gino", 1, Cell((VANA,), "Traves")),
        ("Vana, Traves", 1, Cell(alone("Vana"), "Traves")),
        (
            "Vana Gino - Traves",
            2,
            Cell((VANA,), "Traves", doubt="club_behind", odd="Traves", readings=(Reading("club", (VANA,), "Traves"),)),
        ),
        (
            "Circolo di Viù - Poma Pia",
            2,
            Cell(
                (POMA,),
                "Circolo di Viù",
                doubt="club_behind",
                odd="Circolo di Viù",
                readings=(Reading("club", (POMA,), "Circolo di Viù"),),
            ),
        ),
        (
            "Vana Gino - Poma Pia (LANZO)",
            2,
            Cell(
                (VANA, POMA),
                doubt="behind",
                odd="LANZO",
                readings=(Reading("behind_club", (VANA, POMA), "Lanzo"), Reading("behind_nothing", (VANA, POMA))),
            ),
        ),
    ],
)
def test_a_club_beside_the_names_is_taken_where_it_is_known(text, size, cell):
    assert READER.cell(text, size) == cell


def test_a_person_whose_name_a_club_has_is_no_club():
    reader = Reader(clubs=frozenset({"neriada"}), is_certain=True)
    assert reader.cell("Vana Gino - Neri Ada", 2) == Cell((VANA, ("Neri", "Ada")))


@pytest.mark.parametrize(
    ("reader", "text", "size", "doubt", "odd", "readings"),
    [
        # Brothers.
        (READER, "Neri Carlo e Paolo", 2, "brothers", "Paolo",
            {"two": (("Neri", "Carlo"), ("Neri", "Paolo")), "one": (("Neri", "Carlo"),)}),
        (READER, "Carla e Lucia Ferro", 2, "brothers", "Carla",
            {"two": (("Ferro", "Carla"), ("Ferro", "Lucia")), "one": (("Ferro", "Lucia"),)}),
        (READER, "Ferro Carla e Bruno", 2, "brothers", "Bruno",
            {"two": (("Ferro", "Carla"), ("Ferro", "Bruno")), "family": (("Ferro", "Carla"), ("Bruno", ""))}),
        # Given names alone.
        (READER, "Mario e Luigi", 2, "given_only", "Mario Luigi", {"as_written": alone("Mario", "Luigi")}),
        (READER, "Mario", 1, "given_only", "Mario", {"as_written": alone("Mario")}),
        (READER, "Vana e Mario", 2, "one_or_two", "Vana Mario",
            {"one": (("Vana", "Mario"),), "two": alone("Vana", "Mario")}),
        (READER, "Mario e Vana", 2, "one_or_two", "Mario Vana",
            {"one": (("Vana", "Mario"),), "two": alone("Mario", "Vana")}),
        # Two without a sign, or a sign that may be within a name.
        (READER, "Giovanni Grill Carlo Bermond", 2, "no_sign", "Giovanni Grill Carlo Bermond",
            {"two": (("Grill", "Giovanni"), ("Bermond", "Carlo")), "one": (("Grill Carlo Bermond", "Giovanni"),)}),
        (READER, "Vana Gino Massa Ugo - Poma Pia", 2, "no_sign", "Vana Gino Massa Ugo",
            {"one": (("Vana Gino Massa", "Ugo"), POMA)}),
        (READER, "VANA-POMA", 2, "double_name", "VANA-POMA",
            {"two": alone("Vana", "Poma"), "one": (("Vana-Poma", ""),)}),
        (READER, "Vana Poma", 2, "order", "Vana Poma", {"as_read": (("Vana", "Poma"),), "two": alone("Vana", "Poma")}),
        # Which is the family name.
        (UNCERTAIN, "Vana Poma", 2, "order", "Vana Poma",
            {"as_read": (("Vana", "Poma"),), "turned": (("Poma", "Vana"),), "two": alone("Vana", "Poma")}),
        (UNCERTAIN, "Verona Ubertino - Poma Ondina", 2, "order", "Verona Ubertino",
            {"as_read": (("Verona", "Ubertino"), ("Poma", "Ondina")),
             "turned": (("Ubertino", "Verona"), ("Poma", "Ondina"))}),
        (UNCERTAIN, "Rocco Vana", 1, "order", "Rocco Vana",
            {"as_read": (("Rocco", "Vana"),), "turned": (("Vana", "Rocco"),)}),
        (GIVEN_FIRST, "Vana Rocco", 1, "order", "Vana Rocco",
            {"as_read": (("Rocco", "Vana"),), "turned": (("Vana", "Rocco"),)}),
        (READER, "Vana Gino Poma", 2, "order", "Vana Gino Poma",
            {"as_read": (("Vana", "Gino Poma"),), "turned": (("Poma", "Vana Gino"),)}),
        (READER, "ROSSI Gino BIANCHI", 1, "order", "ROSSI Gino BIANCHI",
            {"as_read": (("Rossi", "Gino Bianchi"),), "turned": (("Bianchi", "Rossi Gino"),)}),
        (READER, "Gius. Vana Gino - Poma Pia", 2, "order", "Gius. Vana Gino",
            {"as_read": (("Gius. Vana", "Gino"), POMA), "turned": (("Vana Gino", "Gius."), POMA)}),
        (READER, "Don Piero - Poma Pia", 2, "brothers", "Piero",
            {"two": (("Poma", "Piero"), POMA), "one": (POMA,)}),
        # What stands behind a name, or in its place, and is none.
        (READER, "Vana Gino - Poma Pia RN", 2, "odd", "Poma Pia RN", {}),
        (READER, "Vana Gino V - Poma Pia", 2, "odd", "Vana Gino V", {}),
        (READER, "Vana Gino - figlio Luca", 2, "odd", "figlio Luca", {}),
        (READER, "Vana Gino e poi Poma Pia", 2, "odd", "poi Poma Pia", {}),
        (READER, "Vana Gino - il Gatto", 2, "odd", "il Gatto", {}),
        (READER, "❌ Vana Gino - Poma Pia", 2, "odd", "❌ Vana Gino", {}),
        # Two people with the first in capitals; nothing but given names.
        (READER, "VANA GINO Poma Pia", 2, "no_sign", "VANA GINO Poma Pia",
            {"two": (VANA, POMA), "one": (("Vana Gino", "Poma Pia"),)}),
        (READER, "Anna Maria - Poma Pia", 2, "given_only", "Anna Maria",
            {"as_read": (("Anna", "Maria"), POMA)}),
        # One too many.
        (READER, "Vana Gino - Poma Pia - Bruni", 2, "third", "Bruni",
            {"club": (VANA, POMA), "without": (VANA, POMA)}),
        (READER, "Vana - Poma - Bruni - Neri", 2, "many", "", {}),
        (READER, "Rossi Bianchi, Carlo Poma", 1, "many", "Carlo Poma",
            {"each": (("Bianchi", "Rossi"), ("Poma", "Carlo")), "first": (("Bianchi", "Rossi"),)}),
        (READER, "Lanzo, Vana Gino", 1, "many", "Vana Gino",
            {"each": (("Lanzo", ""), VANA), "first": (("Lanzo", ""),)}),
        (READER, "Rosa Vana, Mario", 2, "brothers", "Mario",
            {"two": (("Rosa", "Vana"), ("Rosa", "Mario")), "one": (("Rosa", "Vana"),)}),
        (READER, "Mario Rossi, Anna", 2, "brothers", "Anna",
            {"two": (("Rossi", "Mario"), ("Rossi", "Anna")), "one": (("Rossi", "Mario"),)}),
        (READER, "Vana Poma, Ubertino", 1, "many", "Ubertino",
            {"each": (("Vana", "Poma"), ("Ubertino", "")), "first": (("Vana", "Poma"),)}),
        (READER, "Vana Mario Ondina Poma", 1, "order", "Vana Mario Ondina Poma",
            {"as_read": (("Vana", "Mario Ondina Poma"),), "turned": (("Ondina Poma", "Vana Mario"),)}),
        # A contact, a cross or nothing where a name is expected.
        (READER, "Vana Gino - 347 5550118", 2, "dashed", "347 5550118", {"contact": (VANA,)}),
        (READER, "Vana Gino - gino@example.it", 2, "dashed", "gino@example.it", {"contact": (VANA,)}),
        (READER, "Vana Gino x", 2, "crossed", "x", {"paid": (VANA,), "looking": (VANA,)}),
        (READER, "Vana Gino /", 2, "cut", "", {"alone": (VANA,)}),
        # No names.
        (READER, "la 2 forse non viene, sentitela", 2, "message", "la 2 forse non viene, sentitela", {}),
        (READER, "Vana Gino 3", 2, "odd", "Vana Gino 3", {}),
        (READER, "Vana Gino + 1", 2, "odd", "1", {}),
        (READER, "TS1 Vana Gino - Poma Pia", 2, "odd", "TS1 Vana Gino", {}),
        (READER, "Vana Gino e sig.ra", 2, "odd", "sig.ra", {}),
        (READER, "Vana Gino/a", 2, "odd", "a", {}),
        (READER, "Vana Gino e C.", 2, "odd", "C.", {}),
        (READER, "Rossi, Anna / Vana", 2, "odd", "Rossi, Anna", {}),
        (READER, "Vana Gino e moglie", 2, "odd", "moglie", {}),
        (READER, "Vana Gino e un amico", 2, "odd", "un amico", {}),
        (READER, "Circolo di Viù", 2, "odd", "Circolo di Viù", {}),
        (READER, "Traves", 2, "odd", "Traves", {}),
        (READER, "Vana - Bar Viù - Poma", 2, "odd", "Bar Viù", {}),
    ],
)  # fmt: skip
def test_a_cell_that_may_mean_something_else_is_a_doubt(reader, text, size, doubt, odd, readings):
    cell = reader.cell(text, size)
    assert (cell.doubt, cell.odd) == (doubt, odd)
    assert {each.code: each.people for each in cell.readings} == readings


def test_two_in_an_event_of_singles_are_an_entry_each():
    assert [(each.code, each.is_each) for each in READER.cell("Vana Gino Massa Ugo", 1).readings] == [
        ("two", True),
        ("one", False),
    ]
    assert [(each.code, each.is_each) for each in READER.cell("Vana Gino - Massa Ugo", 1).readings] == [
        ("each", True),
        ("first", False),
    ]


@pytest.mark.parametrize("text", ["Vana Gino", "Gino", "Vana-Poma", "Vana Gino -", "Vana Poma"])
def test_beside_a_column_of_partners_a_cell_has_one_player(text):
    assert READER.cell(text, 2, is_alone=False).doubt == ""


def test_the_order_is_asked_beside_a_column_of_partners_too():
    cell = UNCERTAIN.cell("Verona Ubertino", 2, is_alone=False)
    assert [each.code for each in cell.readings] == ["as_read", "turned"]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Anna Maria Neri Bianchi", (("Neri Bianchi", "Anna Maria"),)),
        ("Ondina Teppa", (("Teppa", "Ondina"),)),
        ("Gino Vana - Ondina Teppa", (VANA, ("Teppa", "Ondina"))),
    ],
)
def test_people_who_are_known_leave_no_doubt(text, people):
    assert KNOWN.cell(text, 2) == Cell(people)


@pytest.mark.parametrize(
    ("reader", "text", "is_told"),
    [(READER, "Vana Gino", True), (UNCERTAIN, "Verona Ubertino", False), (READER, "Verona Ubertino", True)],
)
def test_an_order_is_certain_by_the_words_or_by_the_list(reader, text, is_told):
    assert reader.is_told(text) is is_told


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["Vana Gino - Poma Pia", "Massa Ugo"], (False, True)),
        (["3. Gino Vana 347 5550118", "Ugo Massa"], (True, True)),
        (["Gino Vana", "Massa Ugo"], (False, False)),
        (["Gino Vana"], (True, False)),
        (["Verona Ubertino", "Vana"], (False, False)),
    ],
)
def test_the_order_of_a_list_is_that_of_its_names_and_certain_if_they_agree(texts, order):
    assert order_of_list(texts) == order
