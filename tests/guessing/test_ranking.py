"""A pasted ranking list finds its entries, and says which names it did not find."""

import pytest

from tournaments.guessing.ranking import LONGEST_LINE, MOST_LINES, Ranked, match_ranking

PAIRS = {
    1: [("Bertolotto", "Piero"), ("Airola", "Gianni")],
    2: [("Ferrier", "Ugo"), ("Tarro", "Ada")],
    3: [("Rossi", "Mario"), ("Savant Noè", "Ida")],
    4: [("Rossi", "Luca"), ("Poma", "Rita")],
}


@pytest.mark.parametrize(
    ("text", "order", "unmatched"),
    [
        ("Ferrier - Tarro\nBertolotto – Airola", (2, 1), ()),
        ("1. AIROLA GIANNI / BERTOLOTTO PIERO 45\n2) Tarro Ada e Ferrier Ugo, 41 punti", (1, 2), ()),
        ("1\tFerrier - Tarro\t88\n2\tNessuno di qui\t80", (2,), ("Nessuno di qui",)),
        ("3°;Savant Noe' Ida;Bocciofila;12,5", (3,), ()),
        # One person is enough, where the name is that of one entry.
        ("Poma\nMario Rossi", (4, 3), ()),
        ("Rossi\nUgo Ferrier\nAda Tarro", (2,), ("Rossi",)),
        # A pair of which one plays with somebody else tonight.
        ("Bertolotto - Tarro", (), ("Bertolotto - Tarro",)),
        ("\n\n12\n;;\n", (), ()),
    ],
)
def test_lines_find_their_entries(text, order, unmatched):
    assert match_ranking(text, PAIRS) == Ranked(order, unmatched)


BEFORE = ("", "1. ", "1)", "1° ", "*1*. ", "1\ufe0f\u20e3 ", "🥇 ", "1ª coppia ", "- ", "• ", "1- ")
BEHIND = (
    "",
    " 120",
    " 120 punti",
    " - 120",
    ": 120",
    " (120)",
    " 12,5 VP",
    " VP 12",
    " ... 120 pt.",
    " +12",
    " ✅",
    ".",
)


@pytest.mark.parametrize(
    "names", ["Piero Bertolotto - Gianni Airola", "AIROLA/BERTOLOTTO", "Bertolotto-Airola", "Airola, Bertolotto"]
)
@pytest.mark.parametrize("before", BEFORE)
def test_what_stands_around_the_names_of_a_ranking_is_left_out(before, names):
    text = "\n".join(f"{before}{names}{behind}" for behind in BEHIND)
    assert match_ranking(text, PAIRS) == Ranked((1,), ())


def test_a_list_is_read_so_far_and_a_line_so_wide():
    long = "\n".join(["x" * 1000] * (MOST_LINES + 10))
    found = match_ranking(long + "\nFerrier - Tarro", PAIRS)
    assert (found.order, len(found.unmatched), {len(line) for line in found.unmatched}) == (
        (),
        MOST_LINES,
        {LONGEST_LINE},
    )
