"""How far the tests go: what every run can afford (``script/test``), or all (``script/test --full``, ``FULL=1``).

Nothing is drawn by lot: every commit is asked the same. What a short run leaves out is left out by name: a test or a
case that is marked ``full``, the sizes that are not in ``SIZES``, the smaller numbers of ``in_short``. ``SEED`` throws
the dice of all searches another way, ``SEARCH`` says how many times as far they go: for somebody who looks for more.
"""

import os
import random
from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

FULL = os.environ.get("FULL") == "1"
TIMES = int(os.environ.get("SEARCH", "1"))
SEED = os.environ.get("SEED", "0")
# Numbers of entrants beyond the small ones: at and beside the powers of two, the limits of a hall, and some between.
SIZES = (33, 40, 47, 48, 49, 61, 63, 64, 65, 81, 96, 100, 127, 128, 129, 140, 192, 200, 255, 256, 257, 288, 299, 300)


def seeds(usual: int = 1) -> range:
    """The seeds of a search that every run makes ``usual`` times."""
    return range(usual * TIMES)


def often(usual: int) -> int:
    """How often something is tried that every run tries ``usual`` times."""
    return usual * TIMES


def in_short(short: int, full: int) -> int:
    """So many in a run that everybody waits for, or as many as the documents promise."""
    return full if FULL or TIMES > 1 else short


def promised(is_kept: bool) -> bool:
    """Whether a promise in seconds is kept; a run that everybody waits for, beside other work, asks order and count."""
    return is_kept or not FULL


def sizes_up_to(last: int, first: int = 4, whole: int = 32) -> list[int]:
    """The numbers of entrants that are tried: all up to ``whole``, and of those beyond the ``SIZES``."""
    return [size for size in range(first, last + 1) if FULL or size <= whole or size in SIZES]


def short_of(cases: Iterable[Any], *names: str) -> list[Any]:
    """The cases of ``parametrize``, of which a short run makes those of these names; the others are marked ``full``.

    A case is named by its id, or by its text.

    Raises:
        LookupError: a name that is not among the cases.
    """
    return _marked(cases, names, pytest.mark.full)


def measured(cases: Iterable[Any], *names: str) -> list[Any]:
    """The cases of ``parametrize``, of which the coverage is measured of those of these names, as in ``short_of``."""
    return _marked(cases, names, pytest.mark.without_coverage)


def _marked(cases: Iterable[Any], but: Collection[str], mark: pytest.MarkDecorator) -> list[Any]:
    found = {each.id if isinstance(each, ParameterSet) and each.id else str(each): each for each in cases}
    if missing := [name for name in but if name not in found]:
        raise LookupError(f"no such case: {missing}")
    marked = []
    for name, each in found.items():
        case = each if isinstance(each, ParameterSet) else pytest.param(each, id=name)
        marked.append(each if name in but else pytest.param(*case.values, marks=[*case.marks, mark], id=case.id))
    return marked


def dice(name: str) -> random.Random:
    """Dice that fall the same way for the same seed."""
    return random.Random(f"{SEED} {name}")
