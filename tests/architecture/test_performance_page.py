"""docs/performance.md is made from docs/figures.json, whose runs name commits of the history."""

from bench.page import PAGE, page
from bench.record import MOST_COMMITS, commits_since, has_whole_history, recorded_runs
from tests.needs import needs


def test_the_page_of_figures_is_made_from_the_recorded_ones() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/performance.md is old: python -m bench.page"


@needs("git")
def test_a_figure_names_a_commit_of_the_last_two_hundred_or_is_called_stale() -> None:
    named = {name: run["commit"] for name, run in recorded_runs().items() if not run.get("stale")}
    ages = {name: commits_since(commit) for name, commit in named.items()}
    missing = {name for name, age in ages.items() if age is None} if has_whole_history() else set()
    old = {name for name, age in ages.items() if age is not None and age > MOST_COMMITS}
    assert missing | old == set(), "measure again with script/bench, or call them stale: python -m bench.page"
