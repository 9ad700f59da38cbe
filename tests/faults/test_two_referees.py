"""P1, P2: of two results for one deal that arrive together one is accepted, and the other referee sees which.

Without the event's lock the same test fails: that is tested too.
"""

import pytest

from tests.faults.checking import versions_without_holes
from tests.faults.conftest import Figure, Install
from tests.faults.races import Referees
from tests.faults.serving import Site
from tests.searching import in_short

PAIRS = in_short(20, 200)
PAIRS_WITHOUT_THE_LOCK = 60


def test_of_simultaneous_results_half_are_accepted_and_half_are_told_so(site: Site, figure: Figure) -> None:
    referees = Referees(site)

    races = referees.race(PAIRS)

    referees.close()
    rows = site.clerk("tests.faults.scenes:sheets", slug=referees.slug)
    assert [race for race in races if not race.is_fair] == []
    assert len(rows) == PAIRS
    versions_without_holes(rows)
    tables = site.clerk("tests.faults.scenes:tables", slug=referees.slug)
    found = {table["number"]: table["points"] for table in tables if table["points"] != [None, None]}
    assert found == referees.totals()
    slower = sum(race.statuses[1] == 303 for race in races)
    figure(
        "P2",
        f"two referees ({site.database.engine}): {2 * PAIRS} results at once, {PAIRS} accepted ({slower} of them the"
        f" second's), {PAIRS} told what stands, 0 lost",
    )


@pytest.mark.full
@pytest.mark.short_on("postgresql")
def test_the_same_races_without_the_lock_are_not_fair(install: Install, figure: Figure) -> None:
    site = install()
    site.web.command = [
        "tests.faults.mutated:application" if word == "tournaments.config.asgi:application" else word
        for word in site.web.command
    ]
    site.start()
    referees = Referees(site)

    races = referees.race(PAIRS_WITHOUT_THE_LOCK)

    referees.close()
    broken = [race for race in races if not race.is_fair]
    assert broken != []
    figure(
        "P2",
        f"without the lock ({site.database.engine}): {len(broken)} of {PAIRS_WITHOUT_THE_LOCK} races lost or not told",
    )
