"""P8: a backup made in the middle of an evening is one moment of it, and restores to the same checksum."""

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.faults.checking import check_evening, versions_without_holes
from tests.faults.conftest import Figure, Install
from tests.faults.evening import FEW_PAIRS, Acknowledged, Evening
from tests.faults.serving import Site

BACKUPS = 2


def checksum(printed: str) -> str:
    """The last line of what the three commands print."""
    word, _space, digits = printed.strip().splitlines()[-1].partition(" ")
    assert (word, len(digits)) == ("checksum", 64), printed
    return digits


@pytest.mark.full
@pytest.mark.short_on("sqlite")
def test_backups_of_an_evening_restore_to_the_same_checksum(install: Install, figure: Figure, engine: str) -> None:
    site = install()
    site.start()
    evening = Evening(site, FEW_PAIRS)
    made: list[tuple[Path, str, Sequence[Acknowledged], float]] = []

    def disturb(number: int) -> None:
        if number % 2:
            # A backup of a site that was just killed is one all the same.
            site.restart_web()
            time.sleep(random.uniform(0, 0.2))
            return
        path = site.data / f"backup-{number}.zip"
        before = list(evening.history.steps)
        begun = time.monotonic()
        said = checksum(site.manage("backup", str(path)))
        made.append((path, said, before, time.monotonic() - begun))

    evening.disturb(2 * BACKUPS - 1, disturb)

    told = check_evening(evening)
    assert len({said for _path, said, _before, _seconds in made}) == BACKUPS
    seconds = []
    for number, (path, said, before, _seconds) in enumerate(made):
        other = install(f"again-{number}")
        begun = time.monotonic()
        assert checksum(other.manage("restore", str(path))) == said
        seconds.append(time.monotonic() - begun)
        assert checksum(other.manage("verify")) == said
        assert checksum(other.manage("verify", str(path))) == said
        holds(other, evening.slug, before)
    figure(
        "P8",
        f"{BACKUPS} backups during an evening ({engine}): {told}; made in {max(one[3] for one in made):.1f} s, restored"
        f" in {max(seconds):.1f} s at most, the same checksum in backup, restore and verify",
    )


def holds(site: Site, slug: str, before: Sequence[Acknowledged]) -> None:
    """Whether a restored site has whatever was acknowledged before its backup began, and serves it."""
    rows: list[dict[str, Any]] = site.clerk("tests.faults.scenes:sheets", slug=slug)
    found = {row["key"]: (row["table"], row["deals"]) for row in rows}
    for step in before:
        assert found.get(step.key) == (step.table, step.deals), f"not in the backup: {step}"
    versions_without_holes(rows)
    site.start()
    assert site.status(f"/e/{slug}/") == 200
