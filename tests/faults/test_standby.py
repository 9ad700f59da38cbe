"""P1: a second PostgreSQL follows the first one by the engine's own means, and the site goes on there."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.checking import check_evening
from tests.faults.conftest import Figure
from tests.faults.databases import Postgresql, rewind, standby_of
from tests.faults.evening import Evening
from tests.faults.serving import Site
from tests.waiting import until

pytestmark = [pytest.mark.full, pytest.mark.parametrize("engine", ["postgresql"])]

NAME = "standby"
FOLLOWS_SECONDS = 60.0
# As long as nobody follows, nobody may be waited for.
ALONE = ("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")


@pytest.fixture
def primary(site: Site) -> Postgresql:
    assert isinstance(site.database, Postgresql)
    return site.database


@pytest.fixture
def standby(primary: Postgresql, tmp_path: Path) -> Iterator[Postgresql]:
    """It has what the first one had, and follows."""
    made = standby_of(primary, tmp_path / "standby.log", NAME)
    made.start()
    until(lambda: state(primary) == "streaming async", lambda: state(primary), FOLLOWS_SECONDS)
    yield made
    made.stop()


def state(primary: Postgresql) -> str:
    return primary.says("SELECT coalesce(max(state || ' ' || sync_state), 'nobody') FROM pg_stat_replication")


def wait_for(primary: Postgresql) -> None:
    """Let a commit wait until the standby has it on its disk."""
    primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")
    primary.execute("SELECT pg_reload_conf()")
    until(lambda: state(primary) == "streaming sync", lambda: state(primary), FOLLOWS_SECONDS)


def test_the_first_one_is_gone_with_its_folder_and_no_result_is_lost(
    site: Site, primary: Postgresql, standby: Postgresql, figure: Figure
) -> None:
    wait_for(primary)
    evening = Evening(site)
    took: list[float] = []

    def lose(_number: int) -> None:
        begun = time.monotonic()
        primary.delete()
        promoted = standby.promote()
        took.extend([promoted, site.go_on_with(standby), time.monotonic() - begun])

    evening.disturb(1, lose)

    told = check_evening(evening)
    assert evening.history.trouble.broken == []
    figure(
        "P1",
        f"PostgreSQL deleted in an evening with a synchronous standby: {told};"
        f" promoted after {took[0]:.2f} s, served from there {took[2]:.2f} s after the loss",
    )


def test_without_waiting_for_the_standby_what_it_had_not_heard_is_lost(
    site: Site, primary: Postgresql, standby: Postgresql, figure: Figure
) -> None:
    """The proof that the test above can fail: a standby that is away for a while, and nobody waits for it."""
    evening = Evening(site)
    evening.history.hold_at(12)
    standby.child.stop()
    evening.begin()
    try:
        evening.wait_for(12)
        said = {step.key for step in evening.history.steps}
        primary.delete()
        standby.start()
        standby.promote()
        site.go_on_with(standby)
        kept = {row["key"] for row in site.clerk("tests.faults.scenes:sheets", slug=evening.slug)}
    finally:
        evening.stop()
    assert said & kept == set()
    figure("P1", f"the same with a standby that was away and was not waited for: {len(said)} acknowledged, all lost")


def test_the_one_that_was_first_comes_back_and_follows(
    site: Site, primary: Postgresql, standby: Postgresql, tmp_path: Path
) -> None:
    primary.execute("ALTER SYSTEM SET wal_log_hints = on")
    site.web.kill()
    primary.restart()
    wait_for(primary)
    before = site.clerk("tests.faults.scenes:evening", size=4, name="Prima", deals=1)["slug"]
    primary.kill()
    until(lambda: not primary.answers(), "the last connection ends", FOLLOWS_SECONDS)
    standby.promote()
    # Its settings, which the other one takes over, name the slot that the standby had there; and without a checkpoint
    # of its own the other one would begin where the copy was made.
    for statement in (*ALONE, f"SELECT pg_create_physical_replication_slot('{NAME}')", "CHECKPOINT"):
        standby.execute(statement)
    site.go_on_with(standby)
    after = site.clerk("tests.faults.scenes:evening", size=4, name="Dopo", deals=1)["slug"]

    rewind(primary, standby, tmp_path / "rewind.log")
    primary.start()
    until(lambda: state(standby).startswith("streaming"), lambda: state(standby), FOLLOWS_SECONDS)
    slugs = "SELECT string_agg(slug, ' ' ORDER BY pk) FROM (SELECT slug, id AS pk FROM tournaments_tournament) event"
    wanted = standby.says(slugs)
    assert {before, after} <= set(wanted.split())
    until(lambda: primary.says(slugs) == wanted, lambda: primary.says(slugs), FOLLOWS_SECONDS)
    assert primary.says("SELECT pg_is_in_recovery()") == "True"
    primary.stop()
