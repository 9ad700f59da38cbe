"""The rows of a list in its text: what divides the columns, text in two bytes a letter, and their lines."""

import pytest

from tournaments.guessing.text import NO_DELIMITER, delimiter_of, numbered_rows, strip_frames, wide_of


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
    assert [(begins, cells) for begins, _ends, cells in numbered_rows(text, ";") if cells] == [
        (1, ["Cognome", "Nome"]),
        (2, ["Va\nna", "Gino"]),
        (5, ["Teppa", "Pia"]),
    ]


@pytest.mark.parametrize(
    ("framed", "bare"),
    [
        # A table of text: its bars, and its rules.
        ("| Nome | N |\n|:--|--:|\n| Vana | 1 |\n| Teppa | 2 |\n", "Nome\tN\n\nVana\t1\nTeppa\t2\n"),
        ("Coppie\n+---+---+\n| Vana | 1 |\n| Teppa | 2 |\n+---+---+\n", "Coppie\n\nVana\t1\nTeppa\t2\n\n"),
        # What a chat writes before each message, of any telephone.
        (
            "12/11/26, 21:05 - Carla: Vana e Teppa\n12/11/26, 21:07 - +39 333 5550142: Massa / Poma\nUgo\n",
            "Vana e Teppa\nMassa / Poma\nUgo\n",
        ),
        ("[12/11/26, 21:05:11] Carla: Rosa V.\n\u200e[12/11/26, 9:07:44 PM] Pino: ada teppa\n", "Rosa V.\nada teppa\n"),
        ("[21:05, 12/11/2026] Carla: 1) Vana + Poma\n[21:07, 12/11/2026] Pino: Pia Re\n", "1) Vana + Poma\nPia Re\n"),
        # Who “io” is, and what is no name, only the chat tells: the line stays, and is looked at.
        (
            "[12/11/26, 21:05:11] Carla: Io con Leo Grosso\n[12/11/26, 21:06:11] Ugo: togliete Vana e Poma\n"
            "[12/11/26, 21:07:11] Pia: perfetto\n[12/11/26, 21:08:11] Ida: Viene anche Rosa?\n",
            "[12/11/26, 21:05:11] Carla: Io con Leo Grosso\n[12/11/26, 21:06:11] Ugo: togliete Vana e Poma\n"
            "[12/11/26, 21:07:11] Pia: perfetto\n[12/11/26, 21:08:11] Ida: Viene anche Rosa?\n",
        ),
        # In the place of a picture there is nothing; what the chat itself says stays, and is looked at.
        (
            "12.11.2026 21:05 - Carla: Pia Re\n12.11.2026 21:06 - Pino: <Media omessi>\n12.11.2026 21:07 - Gruppo\n",
            "Pia Re\n\n12.11.2026 21:07 - Gruppo\n",
        ),
        # One bar, one message, or few among many lines, are no frame.
        ("| Vana |\nTeppa\nMassa\n", "| Vana |\nTeppa\nMassa\n"),
        ("Vana | Gino\nTeppa | Pia\n", "Vana | Gino\nTeppa | Pia\n"),
        ("12/11/26, 21:05 - Carla: Vana\n", "12/11/26, 21:05 - Carla: Vana\n"),
        (
            "12/11/2026 21.05.11;Vana;nota: sola\n12/11/2026 21.07.40,Teppa,nota: sola\n",
            "12/11/2026 21.05.11;Vana;nota: sola\n12/11/2026 21.07.40,Teppa,nota: sola\n",
        ),
        ("- Vana\n- Teppa\n---\n", "- Vana\n- Teppa\n---\n"),
        ("Iscritti al 12/11/26\nore 21:05: tutti\nVana\n", "Iscritti al 12/11/26\nore 21:05: tutti\nVana\n"),
    ],
)
def test_the_frame_of_a_table_or_of_a_chat_is_no_part_of_a_list(framed, bare):
    assert strip_frames(framed) == bare
