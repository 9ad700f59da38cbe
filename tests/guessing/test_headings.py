"""What a heading means, whatever its words."""

import pytest

from tournaments.guessing.headings import LONGEST, Meaning, loosely, meaning


@pytest.mark.parametrize(
    ("role", "headings"),
    [
        ("family1", "Cognome; COGNOME; Surname; Last name; Family name; N. Cognome; Cognome club; Cognome giocatore"),
        ("given1", "Nome; Given name; First name; Nome giocatore; Giocatore nome"),
        ("person1", "Giocatore; Nominativo; Atleta; Partecipanti; Socio; Name; Player; Capitano"),
        ("person2", "Compagno; Partner; In coppia con; Atleta/Compagno"),
        ("family2", "Cognome compagno; Surname of partner"),
        ("given2", "Nome del compagno; Secondo nome"),
        ("club", "Circolo; Società; A.S.D.; Nome società; Provenienza; Squadra / Circolo"),
        ("contact", "Tel.; Cell.; E-mail; e mail; Telefono e mail; Contatti"),
        ("paid", "Pagato; Quota €; Quota iscrizione; Euro; Versato"),
        ("state", "Note; Stato; Conferma; Status"),
    ],
)
def test_a_heading_that_says_what_its_column_holds(role, headings):
    known = headings.split("; ")
    assert {heading: meaning(heading) for heading in known} == dict.fromkeys(known, Meaning(role))


@pytest.mark.parametrize(
    ("role", "headings"),
    [
        ("person1", "Giocatore 1; Giocatore1; 1° giocatore; Primo giocatore; Giocatore A"),
        ("person2", "Giocatore 2; 2ª giocatrice; Secondo giocatore; Giocatore B; Socio 2; Name 2"),
        ("family1", "Cognome 1; Cognome 1° giocatore; Giocatore 1 Cognome"),
        ("family2", "Cognome2; Cognome_2; Last name 2; Player 2 surname"),
        ("person3", "Giocatore 3; 3° giocatore; Terzo giocatore; Giocatore C; Third player; Name 3"),
        ("family3", "Cognome 3; Cognome_3; Last name 3; Cognome terzo giocatore"),
        ("given3", "Nome 3; Nome 3° giocatore; First name 3"),
        ("given1", "Nome 1; Giocatore 1 nome; Nome 1 e 2"),
        ("given2", "Nome 2; Nome 2° giocatore; Giocatore 2 Nome; First name 2"),
        ("contact", "Telefono giocatore 1; Tel. 2"),
        ("club", "Circolo giocatore 2"),
    ],
)
def test_a_heading_that_says_of_which_player(role, headings):
    known = headings.split("; ")
    assert {heading: meaning(heading) for heading in known} == dict.fromkeys(known, Meaning(role, is_placed=True))


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("Cognome e nome", Meaning("person1", is_given_first=False)),
        ("NOME COGNOME", Meaning("person1", is_given_first=True)),
        ("Nome e cognome 2° giocatore", Meaning("person2", is_given_first=True, is_placed=True)),
        ("Full name", Meaning("person1", is_given_first=True)),
        ("Full name 2", Meaning("person2", is_given_first=True)),
        ("Coppia", Meaning("person1", is_pair=True)),
        ("Nome squadra", Meaning("person1", is_pair=True)),
        ("Cognomi della coppia", Meaning("person1", is_pair=True)),
    ],
)
def test_a_heading_tells_the_order_and_the_pair(heading, found):
    assert meaning(heading) == found


@pytest.mark.parametrize(
    ("role", "headings"),
    [
        ("number", "#; N.; N°; n°; Nº; Nr.; N; Numero; Pos; Coppia n.; N. coppia; N. giocatore; Numero coppia"),
        ("circle", "Valle; Zona; Lega"),
        ("seed", "T.S.; TS; Testa di serie; Seed"),
        ("other", "Tessera; N. tessera; Data di nascita; Anno; Girone; Posto finale"),
        ("paid", "€"),
        ("contact", "☎; 📞"),
    ],
)
def test_a_word_that_may_be_data_is_a_weak_heading(role, headings):
    known = headings.split("; ")
    assert {heading: meaning(heading) for heading in known} == dict.fromkeys(known, Meaning(role, is_weak=True))


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "Mario",
        "Mario Rossi",
        "Chi gioca",
        "1",
        "di",
        "Nome completo",
        "Cognome nome circolo telefono quota",
        "Cognome " * (LONGEST // 8) + "Nome",
    ],
)
def test_another_cell_is_no_heading(cell):
    assert meaning(cell) is None


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("Circolo di residenza", Meaning("club")),
        ("Telefono fisso", Meaning("contact")),
        ("Nome e cognome del vincente", Meaning("person1", is_given_first=True)),
        ("Circolo", Meaning("club")),
        ("Primo vincente", None),
        ("Mario", None),
    ],
)
def test_a_heading_with_other_words_means_those_that_are_known(heading, found):
    assert loosely(heading) == found
