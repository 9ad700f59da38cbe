"""Prizes by place, read from the lines that an organiser types."""

import pytest

from tournaments.guessing.prizes import MOST_LINES, Prize, prizes_of


@pytest.mark.parametrize(
    ("line", "places", "what"),
    [
        ("1° prosciutto e targa", (1,), "prosciutto e targa"),
        ("3° e 4° olio nuovo", (3, 4), "olio nuovo"),
        ("dal 5° all'8°: vino", (5, 6, 7, 8), "vino"),
        ("5°–8° vino", (5, 6, 7, 8), "vino"),
        ("1. coppa", (1,), "coppa"),
        ("2) coppa", (2,), "coppa"),
        ("1º premio: 50 €", (1,), "50 €"),
        ("3rd and 4th oil", (3, 4), "oil"),
        ("1° 2 bottiglie", (1,), "2 bottiglie"),
    ],
)
def test_a_line_begins_with_its_places(line, places, what):
    assert prizes_of(f"\n  {line}  \n\n") == [Prize(what, places)]


@pytest.mark.parametrize(
    "line",
    ["2 bottiglie", "1.000 € al vincitore", "Miglior punteggio: coppa", "1°", "0° coppa", "1º: 500 €, 2º: 300 €"],
)
def test_a_line_without_a_place_is_a_prize_as_it_stands(line):
    assert prizes_of(line) == [Prize(line)]


def test_a_text_of_many_lines_is_read_as_far_as_it_is_bounded():
    assert len(prizes_of("1° x\n" * 4000)) == MOST_LINES
    assert prizes_of("1°, " * 1000) == [Prize(("1°, " * 1000).strip())]
