"""A list of pairs as chats and desks have it: what divides two names, what stands before them, and what behind."""

from itertools import product

import pytest

from tests.searching import short_of
from tournaments.entries.forms.entry_file import read_entries

# Names that end or begin as a mark does: Rossi and “sì”, Cellini and “cell.”, Sordi, De Luca.
PAIRS = (
    ("Mario Rossi", "Anna Grassi"),
    ("Eva Conti", "Ugo De Luca"),
    ("Primo Bassi", "Natale D'Angelo"),
    ("Luca Cellini", "Ada Sordi"),
)
BETWEEN = (" - ", " e ", " / ", " + ", " & ", "-", "/", " con ", " – ", "\t", ";", ", ", " ed ", " | ", " x ")
BEFORE = (
    *("", "{}. ", "{}) ", "{}- ", "coppia {}: ", "{} ", "- ", "• ", "({}) ", "{}ª coppia ", "n. {} "),
    *("*{}*. ", "*{}.* ", "_{}_. ", "{}\ufe0f\u20e3 "),
)
BEHIND = (
    *(
        "",
        " 10 €",
        " 10€ ✅",
        " (10€)",
        " euro 20",
        " ✅",
        " ✔\ufe0f",
        " 💰",
        " pagato",
        " - pagato",
        " PAGATI",
        " saldato",
    ),
    *(" 347 5550118", " - 347 5550118", " x", " ok", " (ok)", " (riserva)", " forse", " ?", ".", ",", ";", "  "),
)
ABOVE = ("", "Lista iscritti:\n", "🏆 GARA DI NATALE 🏆\nore 21.00 circolo\n\n", "Iscritti (4 coppie)\n")
WAYS = [f"{one}|{two}" for one, two in product(range(len(BEFORE)), range(len(BEHIND)))]
# Each of both at least once.
SHORT = [f"{number % len(BEFORE)}|{number % len(BEHIND)}" for number in range(max(len(BEFORE), len(BEHIND)))]


@pytest.mark.parametrize("way", short_of(WAYS, *SHORT))
def test_a_pair_is_read_however_it_is_written(way: str) -> None:
    before, behind = (texts[int(each)] for texts, each in zip((BEFORE, BEHIND), way.split("|"), strict=True))
    for number, between in enumerate(BETWEEN):
        # A line of one cell more than another is cut by its semicolons.
        if (between, behind) == ("\t", ";"):
            continue
        lines = [f"{before.format(n)}{one}{between}{two}{behind}" for n, (one, two) in enumerate(PAIRS, 1)]
        found = read_entries(ABOVE[number % len(ABOVE)] + "\n".join(lines), size=2)
        read = [tuple(f"{each.given_name} {each.family_name}" for each in entry.people) for entry in found.entries]
        assert read == list(PAIRS), (between, lines[0])
