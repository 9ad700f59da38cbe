"""What stands around the names in a cell: numbers, contacts, payments and states leave it, and are kept."""

import pytest

from tournaments.guessing.marks import (
    Marks,
    cents_of,
    is_contact,
    partner_in,
    payment_in,
    split_marks,
    state_of,
    strip_front,
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("6 - Teppa Ada", ("Teppa Ada", 6)),
        ("7 Vana", ("Vana", 7)),
        ("8) Massa Renato", ("Massa Renato", 8)),
        ("(4) Vana", ("Vana", 4)),
        ("[5] Vana", ("Vana", 5)),
        ("9.Vana", ("Vana", 9)),
        ("10: Droetto", ("Droetto", 10)),
        ("12/ Vana", ("Vana", 12)),
        ("007 Vana", ("Vana", 7)),
        ("n. 5 Vana", ("Vana", 5)),
        ("N° 4 Vana", ("Vana", 4)),
        ("2ª coppia: Vana - Poma", ("Vana - Poma", 2)),
        ("1^ coppia Vana - Poma", ("Vana - Poma", 1)),
        ("Coppia 3: Vana - Poma", ("Vana - Poma", 3)),
        ("Coppia: Vana - Poma", ("Vana - Poma", None)),
        ("Squadra Vana - Poma", ("Vana - Poma", None)),
        ("1️⃣ Vana Gino", ("Vana Gino", 1)),
        ("1️⃣2️⃣ Vana Gino", ("Vana Gino", 12)),
        ("🔟 Massa Renato", ("Massa Renato", 10)),
        ("✅ 3. Perino", ("Perino", 3)),
        ("giocatrice 3: Perino", ("Perino", 3)),
        ("3. ✅ Perino", ("Perino", 3)),
        ("• Moretti Ugo", ("Moretti Ugo", None)),
        ("- Rossi Mario", ("Rossi Mario", None)),
        ("[x] Vana Gino", ("Vana Gino", None)),
        ("*Vana Gino*", ("Vana Gino", None)),
        ("_Vana_", ("Vana", None)),
        # Nothing of these stands in front of a name as its number.
        ("12 3 Vana", ("3 Vana", 12)),
        ("Vana 1️⃣", ("Vana 1", None)),
        ("#️⃣ Vana Gino", ("#️⃣ Vana Gino", None)),
        ("10 euro Vana Gino", ("10 euro Vana Gino", None)),
        ("5/12/2026 Vana", ("5/12/2026 Vana", None)),
        ("347 555 0118 Vana Gino", ("347 555 0118 Vana Gino", None)),
        ("Coppia", ("Coppia", None)),
    ],
)
def test_a_number_and_a_bullet_in_front_are_no_part_of_a_name(text, left):
    assert strip_front(text) == left


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Vana Gino 347 555 0118", Marks("Vana Gino", phones=("347 555 0118",))),
        ("347 5550118 Vana Gino", Marks("Vana Gino", phones=("347 5550118",))),
        ("3. Vana Gino +39 347 5550118", Marks("Vana Gino", 3, phones=("+39 347 5550118",))),
        ("Vana Gino 0039 347 5550118", Marks("Vana Gino", phones=("0039 347 5550118",))),
        ("Vana Gino cell: 347-5550118", Marks("Vana Gino", phones=("347-5550118",))),
        ("Vana Gino tel. 011/5550118", Marks("Vana Gino", phones=("011/5550118",))),
        ("Vana Gino 📞3475550118", Marks("Vana Gino", phones=("3475550118",))),
        ("Vana 347 5550118 - Poma Pia", Marks("Vana - Poma Pia", phones=("347 5550118",))),
        ("Vana Gino (333.5550142) e Poma Pia", Marks("Vana Gino e Poma Pia", phones=("333.5550142",))),
        ("Vana Gino, 347 5550118, Poma Pia", Marks("Vana Gino, Poma Pia", phones=("347 5550118",))),
        (
            "Vana (3475550118) - Poma (3335550142)",
            Marks("Vana - Poma", phones=("3475550118", "3335550142")),
        ),
        ("Vana Gino gino.vana@example.it", Marks("Vana Gino", mails=("gino.vana@example.it",))),
        ("Poma Pia <pia@example.it>", Marks("Poma Pia", mails=("pia@example.it",))),
        ("Vana Gino e-mail: gino@example.it", Marks("Vana Gino", mails=("gino@example.it",))),
        (
            "Vana Gino 347 5550118 gino@example.it",
            Marks("Vana Gino", phones=("347 5550118",), mails=("gino@example.it",)),
        ),
        # Where a name is expected.
        ("Vana Gino - 347 5550118", Marks("Vana Gino", phones=("347 5550118",), is_dashed=True)),
        ("Vana Gino / gino@example.it", Marks("Vana Gino", mails=("gino@example.it",), is_dashed=True)),
        # Neither a date nor a number of another length is a telephone.
        ("12/03/1950", Marks("12/03/1950")),
        # A day or a year of birth leaves the names too, and is told to nobody.
        *(
            (f"Vana Gino {born}", Marks("Vana Gino"))
            for born in ("12/03/1950", "1950-03-12", "1950", "(1950)", "nato nel 1950", "classe 1950", "cl. 1950")
        ),
        ("Vana Gino, 1950", Marks("Vana Gino")),
        ("Vana Gino 1950 - Poma Pia, nata il 3.4.1948", Marks("Vana Gino - Poma Pia")),
        ("Vana Gino 1950 e Poma Pia", Marks("Vana Gino e Poma Pia")),
        # In front of a pair.
        ("1ª riserva Vana Gino - Poma Pia", Marks("Vana Gino - Poma Pia", number=1, state="wait")),
        ("Riserva: Vana Gino - Poma Pia", Marks("Vana Gino - Poma Pia", state="wait")),
        ("Riserva Vana Gino", Marks("Vana Gino", state="wait")),
        ("Prima riserva Vana Gino", Marks("Vana Gino", state="wait")),
        ("Riserva", Marks("Riserva")),
        # A family name.
        ("Riserva Wolmer", Marks("Riserva Wolmer")),
        ("Riserva Ugo - Poma Pia", Marks("Riserva Ugo - Poma Pia")),
        # However many blanks stand there.
        ("Vana" + " " * 290 + "Gino", Marks("Vana Gino")),
        ("Vana \n \n 333 5550142", Marks("Vana", phones=("333 5550142",))),
        ("Vana Gino 1850", Marks("Vana Gino 1850")),
        ("Coppa 1950 Vana", Marks("Coppa 1950 Vana")),
        ("Vana Gino 12345", Marks("Vana Gino 12345")),
        ("Vana Gino 12 34 56 78 90 12 34 56 78", Marks("Vana Gino 12 34 56 78 90 12 34 56 78")),
    ],
)
def test_telephones_and_addresses_leave_the_names(text, marks):
    assert split_marks(text) == marks


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("Vana Gino (pagato)", "pagato"),
        ("Vana Gino pag.", "pag."),
        ("Vana Gino hanno pagato", "hanno pagato"),
        ("Vana Gino 10 €", "10 €"),
        ("Vana Gino € 20,00", "€ 20,00"),
        ("Vana Gino pagato 10,50 €", "pagato 10,50 €"),
        ("Vana Gino 10 euro a testa", "10 euro a testa"),
        ("Vana Gino acconto 5 €", "acconto 5 €"),
        ("Vana Gino quota ok", "quota ok"),
        ("Vana Gino ✅", "✅"),
        ("Vana Gino ✔️", "✔"),
        ("Vana Gino paid ✅", "paid"),
        ("Vana Gino 💰", "💰"),
        ("Vana Gino (non pagato)", ""),
        ("Vana Gino non ha pagato", ""),
        ("Vana Gino da pagare", ""),
        ("Vana Gino deve ancora 5 €", ""),
        ("Vana Gino 😀", ""),
        ("Vana Gino", ""),
    ],
)
def test_a_payment_leaves_the_names(text, paid):
    assert split_marks(text) == Marks("Vana Gino", paid=paid)


@pytest.mark.parametrize(
    "end", ["si", "sì", "ok", "dati", "dato", "acconto", "pag", "pagato", "euro", "eur", "conf", "tel"]
)
@pytest.mark.parametrize("mark", ["", "10 €", "€ 10", "ok", "x", "tel. 347 555 0118"])
def test_a_name_that_ends_like_a_mark_stays_whole(end, mark):
    """Mario Rossi 10 € is no Ros who says yes."""
    assert split_marks(f"Gino Bas{end} {mark}").text == f"Gino Bas{end}"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Vana Gino X", Marks("Vana Gino", is_crossed=True)),
        ("Vana Gino (x)", Marks("Vana Gino", is_crossed=True)),
        ("Vana Gino - x", Marks("Vana Gino - x")),
        ("Vana Gino / X", Marks("Vana Gino / X")),
        ("X", Marks("X")),
    ],
)
def test_a_cross_behind_names_is_seen_and_one_for_a_partner_is_none(text, marks):
    assert split_marks(text) == marks


@pytest.mark.parametrize(
    ("text", "names", "state"),
    [
        ("Vana Gino (da confermare)", "Vana Gino", "confirm"),
        ("Vana Gino: da confermare", "Vana Gino", "confirm"),
        ("Vana Gino ?", "Vana Gino", "confirm"),
        ("Vana Gino (?)", "Vana Gino", "confirm"),
        ("Vana Gino - forse", "Vana Gino", "confirm"),
        ("(forse) Vana Gino", "Vana Gino", "confirm"),
        ("Vana Gino in forse!", "Vana Gino", "confirm"),
        ("Vana Gino (riserva)", "Vana Gino", "wait"),
        ("Vana Gino in attesa", "Vana Gino", "wait"),
        ("Vana Gino (lista d'attesa)", "Vana Gino", "wait"),
        ("Vana Gino - Poma Pia RITIRATI", "Vana Gino - Poma Pia", "out"),
        ("Vana Gino (rinuncia)", "Vana Gino", "out"),
        ("Vana Gino (ritirato) (da confermare)", "Vana Gino", "out"),
        ("Vana Gino (ok)", "Vana Gino", ""),
        ("Vana Gino confermato", "Vana Gino", ""),
        ("Vana Gino ( )", "Vana Gino", ""),
        # All of a cell may be a name.
        ("Ritirato", "Ritirato", ""),
        ("(riserva)", "", "wait"),
    ],
)
def test_a_state_leaves_the_names(text, names, state):
    assert split_marks(text) == Marks(names, state=state)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        *[(cell, "") for cell in ("", " ", "\ufe0f", "no", "-", "0", "Da pagare", "NON PAGATO")],
        *[(cell, cell) for cell in ("x", "Sì", "ok", "✔", "Pagati", "10", "10,50", "€ 10", "10 €", "pagato 10 €", "1")],
        *[(cell, None) for cell in ("forse", "Traves", "1000", "1250 €", "pagato 12/5", "☐")],
        ("✔\ufe0f", "✔"),
    ],
)
def test_a_cell_of_payments_says_whether_somebody_paid(cell, said):
    assert payment_in(cell) == said


@pytest.mark.parametrize(
    ("paid", "cents"),
    [
        *[("10", 1000), ("10,50", 1050), ("€ 7.5", 750), ("pagato 10 €", 1000), ("0", 0)],
        *[(paid, None) for paid in ("x", "1", "1250", "1.250,00")],
    ],
)
def test_a_payment_tells_its_amount(paid, cents):
    assert cents_of(paid) == cents


@pytest.mark.parametrize(
    ("cell", "state"),
    [
        ("forse", "confirm"),
        ("?", "confirm"),
        ("Da confermare.", "confirm"),
        ("(riserva)", "wait"),
        ("lista d’attesa", "wait"),
        ("Ritirati", "out"),
        ("confermato", ""),
        ("Traves", ""),
        ("", ""),
    ],
)
def test_a_cell_of_states_tells_one(cell, state):
    assert state_of(cell) == state


@pytest.mark.parametrize(
    ("cell", "is_one"),
    [
        ("347 5550118", True),
        ("tel. 347 5550118", True),
        ("gino@example.it", True),
        ("Vana 347 5550118", False),
        ("12/03/1950", False),
        ("12", False),
        ("", False),
    ],
)
def test_a_contact_is_a_cell_with_nothing_else(cell, is_one):
    assert is_contact(cell) is is_one


@pytest.mark.parametrize(
    ("note", "who", "is_told"),
    [
        ("gioca con Leo Grosso", "Leo Grosso", True),
        ("In coppia con Grosso L.", "Grosso L", True),
        ("compagna: Ada Teppa", "Ada Teppa", True),
        ("insieme a Pia Re!", "Pia Re", True),
        ("partner Ugo", "Ugo", True),
        ("Plays with Leo Grosso", "Leo Grosso", True),
        ("con Vana", "Vana", True),
        ("viene con Rosa Vana", "Rosa Vana", False),
        ("con la macchina", "la macchina", False),
        ("gioca con Leo Grosso, paga dopo", "Leo Grosso", True),
        ("partner: Leo Grosso (conferma)", "Leo Grosso", True),
        ("assieme a Leo Grosso", "Leo Grosso", True),
        ("c/ Leo Grosso", "Leo Grosso", True),
        ("socio di Leo Grosso", "Leo Grosso", True),
        ("gioca bene", "", False),
        ("gioca in coppia", "", False),
        ("giocatore esperto", "", False),
        ("cerca compagno per il 12", "", False),
        ("pagato", "", False),
        ("", "", False),
    ],
)
def test_a_note_names_the_partner(note, who, is_told):
    assert partner_in(note) == (who, is_told)
