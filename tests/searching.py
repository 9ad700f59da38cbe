"""How far the searches at random go: what every run can afford, or ``SEARCH`` times that."""

import os

TIMES = int(os.environ.get("SEARCH", "1"))


def seeds(usual: int = 1) -> range:
    """The seeds of a search that every run makes ``usual`` times."""
    return range(usual * TIMES)


def often(usual: int) -> int:
    """How often something is tried that every run tries ``usual`` times."""
    return usual * TIMES
