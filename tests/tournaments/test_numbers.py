"""Large numbers in sentences have the separators of the reader's language; years and tables have none."""

import pytest
from django.utils.translation import override

from tournaments.errors import RefusedError
from tournaments.events.words.sentences import entries_word, still_in
from tournaments.frame.names import TextProblem
from tournaments.frame.phrases import sentence


@pytest.mark.parametrize(("language", "cells", "pairs"), [("it", "100.000", "16.384"), ("en", "100,000", "16,384")])
def test_a_large_number_in_a_sentence_can_be_read(language: str, cells: str, pairs: str) -> None:
    with override(language):
        assert cells in sentence(RefusedError("workbook_cells", cells=100_000))
        assert cells in str(TextProblem("text_too_long", 1, {"value": "x", "found": 100_000, "most": 60}))
        assert entries_word(2, 16_384).startswith(f"{pairs} ")
        assert still_in(2, 16_384).startswith(f"{pairs} ")


def test_years_and_numbers_of_tables_are_written_as_they_are() -> None:
    with override("it"):
        assert "20312031" in sentence(RefusedError("delivery_missing", value=20312031))
        assert entries_word(1, 9_999) == "9999 giocatori"
