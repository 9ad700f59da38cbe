"""Another order of the tests for each ``SEED`` but 0: of the files, in each of its classes, and of the tests there.

What fails then leaves something behind, or needs what another test did.
"""

import random

import pytest

from tests.searching import SEED


# Before those of pytest, who keep together what shares a fixture, and transactions after the rest.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SEED != "0":
        items.sort(key=lambda item: [random.Random(f"{SEED} {part}").random() for part in item.nodeid.split("::")])
