"""docs/performance.md is made from docs/figures.json."""

from bench.page import PAGE, page


def test_the_page_of_figures_is_made_from_the_recorded_ones() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/performance.md is old: python -m bench.page"
