"""Rows without an entry: titles, headings, totals, empty places, the beginnings of sections, and messages."""

import pytest

from tournaments.guessing.lines import is_heading, is_place, is_spoken, kind_of, section_of


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("wait", "Riserve; RISERVE:; 1. Riserve; — Riserve —; *Lista d'attesa*; In attesa; Panchina; Elenco riserve"),
        ("wait", "In lista d'attesa; Coppie di riserva; Prima riserva:; Riserve (in ordine):; Waitlist"),
        ("out", "Ritirati; Coppie ritirate:; Assenti; Disdette; Rinunciatari"),
        ("out", "Hanno rinunciato; Si sono ritirati; Non partecipano:; Withdrawals; Scratched"),
        ("confirm", "Da confermare; In forse; Ancora da confermare; To be confirmed"),
        ("group", "Girone A; GIRONE B:; Gruppo 1; Batteria unico; Serie B; Sezione"),
        # A place with a number.
        ("", "2) in attesa; 6. riserva; 7 - da confermare"),
        ("", "Vana; Gruppo Alpini Lanzo; Riserva Ugo; ***; Riserve dal circolo"),
    ],
)
def test_one_cell_begins_a_section(kind, rows):
    cells = rows.split("; ")
    assert {cell: section_of(["", cell, ""]) for cell in cells} == dict.fromkeys(cells, kind)


@pytest.mark.parametrize("cells", [[], ["", " "], ["Riserve", "2"]])
def test_a_row_of_none_or_of_several_cells_begins_no_section(cells):
    assert section_of(cells) == ""


@pytest.mark.parametrize(
    ("cells", "is_one"),
    [
        (["Coppia", "Circolo", ""], True),
        (["N.", "Cognome", "Nome"], True),
        (["N.", "Zona"], False),
        (["Cognome", "Vana"], False),
        (["", ""], False),
    ],
)
def test_a_heading_is_known_in_each_cell_and_strong_in_one(cells, is_one):
    assert is_heading(cells) is is_one
    assert kind_of(cells, is_begun=True) == ("heading" if is_one else "place" if not any(cells) else "")


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["Totale", "40"], "total"),
        (["Totale coppie: 12"], "total"),
        (["*TOT.* 12"], "total"),
        (["12 coppie"], "total"),
        (["Coppie iscritte 12"], "total"),
        (["Incasso", "120 €"], "total"),
        (["Somma quote", "120 €"], "total"),
        (["Cassa", "120,00"], "total"),
        # These are people, or may be.
        (["Totaro Gino"], ""),
        (["Tot Mario"], ""),
        (["Cassa"], ""),
        (["Cassa", "Ondina"], ""),
        (["Somma Ondina", "347 5550118"], ""),
        (["Somma - Vana"], ""),
    ],
)
def test_a_total_is_no_entry_and_a_person_of_that_name_is(cells, kind):
    assert kind_of(cells, is_begun=True) == kind


@pytest.mark.parametrize(
    ("cells", "is_one"),
    [
        (["3", "..."], True),
        (["4", ""], True),
        (["____"], True),
        (["6) libero"], True),
        (["7", "in attesa"], True),
        (["Libero"], False),
        (["5", "347 555 0118"], False),
        (["5", "@"], False),
        (["5", "Vana"], False),
    ],
)
def test_a_number_without_a_name_is_an_empty_place(cells, is_one):
    assert is_place(cells) is is_one
    assert kind_of(cells, is_begun=False) == ("place" if is_one else "")


@pytest.mark.parametrize(
    ("text", "above", "below"),
    [
        ("Torneo di scopa del circolo di Viù", "title", ""),
        ("Elenco iscritti", "title", "title"),
        ("Iscrizioni aperte fino alle otto di giovedì!", "title", "title"),
        ("Sabato 5 dicembre", "title", "title"),
        ("*Zanetti Wolmer*", "", ""),
        ("*Torneo Mario Rossi*", "title", "title"),
        ("8 maggio", "title", ""),
        ("Sabato", "title", ""),
        ("Sabato:", "title", "title"),
        # People, whatever their names are.
        ("Coppa Mario", "", ""),
        ("Maggio - Vana", "", ""),
        ("Sabato Ubertino", "", ""),
        ("*Vana Gino*", "", ""),
        ("*Vana - Poma*", "", ""),
        ("*Vana*", "", ""),
        ("Vana Ondina", "", ""),
    ],
)
def test_a_title_stands_above_the_entries_or_is_one_by_all_its_words(text, above, below):
    assert (kind_of([text], is_begun=False), kind_of([text], is_begun=True)) == (above, below)


def test_a_row_of_several_cells_is_no_title():
    assert kind_of(["Torneo", "Traves"], is_begun=False) == ""


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("la 2 forse non viene, sentitela", True),
        ("Ciao a tutti", True),
        ("Vana Gino non viene", True),
        ("Buonasera iscrivo Vana Gino e Poma Pia", True),
        ("Vana Gino e Poma Pia con loro arrivano", True),
        ("Info: 333 5550142", True),
        ("Quota 10 euro a testa", True),
        ("Anch'io con Vana Gino", True),
        ("Presente", True),
        ("www.example.org", True),
        ("Per iscrizioni Vana", True),
        ("Grazie a tutti", False),
        ("Cerca compagno", False),
        ("Vana Gino va bene", False),
        ("Sabato Ondina e Vana", False),
        ("Vana Gino - Poma Pia", False),
    ],
)
def test_a_message_is_told_from_names(text, is_one):
    assert is_spoken(text) is is_one


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Grazie, Carla", "title"),
        ("Cordiali saluti", "title"),
        ("Ciao a tutti!", "title"),
        ("Best regards, Pino", "title"),
        # With two names it may be an entry.
        ("Ciao, Vana Gino", ""),
        ("Grazie Maria", ""),
        ("Da Ros Maria", ""),
        ("riservato", "place"),
        ("Posto libero", "place"),
        ("Libera", ""),
        ("Free", ""),
        ("Riserva", ""),
    ],
)
def test_what_is_around_the_list_of_a_mail_and_a_place_without_a_number_are_no_entries(text, kind):
    assert kind_of([text], is_begun=True) == kind


@pytest.mark.parametrize(
    ("text", "above", "below"),
    [
        ("Da: carla@example.org", "title", ""),
        ("A: Circolo di Viù <circolo@example.org>", "title", ""),
        ("Oggetto: iscrizioni alla gara", "title", "title"),
        ("Data: 12 novembre", "title", ""),
        # Below entries, or with a name, it may be one.
        ("Oggetto: Teppa Ada - Grosso Leo", "", ""),
        ("Data: Poma Teresa", "", ""),
    ],
)
def test_the_head_of_a_mail_stands_above_its_list(text, above, below):
    assert (kind_of([text], is_begun=False), kind_of([text], is_begun=True)) == (above, below)
