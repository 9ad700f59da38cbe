"""P4, P5: time in which nobody was served, a server's clock that jumps, and the nights of summer time cost nobody."""

import time
from datetime import datetime
from typing import Any

import pytest

from tests.faults.conftest import Figure, Install
from tests.faults.serving import Site
from tests.ports import free_port
from tests.searching import short_of
from tests.waiting import until

SCENES, WALL = "tests.faults.timing_scenes", "tests.faults.wall_clock"
MINUTE = 60_000
HOUR = 3600
OPENERS = 2


def open_at_once(site: Site, event: int, seconds: float) -> tuple[Any, float]:
    """Two processes open up at the same moment, the service having been away for ``seconds``.

    How the hall was left, and how long at most it was away on this machine.
    """
    go = site.data / "go"
    openers = [site.child("opening", "-m", "tests.faults.opening", str(go), str(number)) for number in range(OPENERS)]
    for opener in openers:
        opener.start()
    for number in range(OPENERS):
        until((site.data / f"go.{number}").exists, "both are ready", 60)
    left = time.monotonic()
    site.clerk(f"{SCENES}:go_back", event=event, seconds=seconds)
    before = site.clerk(f"{SCENES}:hall_state", event=event, pulse_of=True)
    go.touch()
    assert [opener.ended_with() for opener in openers] == [0] * OPENERS, openers[0].said()
    return before, seconds + time.monotonic() - left


@pytest.mark.short_on("sqlite")
@pytest.mark.parametrize("seconds", short_of([0, 4, 6, 60, 3600], "6"))
def test_a_gap_moves_the_clocks_once_if_it_is_longer_than_five_seconds(
    install: Install, figure: Figure, seconds: int
) -> None:
    for number in range(8):
        site = install(f"site{number}")
        hall = site.clerk(f"{SCENES}:hall_with_clocks")
        before, longest = open_at_once(site, hall["event"], seconds)
        # A machine that was too busy for a short gap is asked again.
        if seconds > 5 or longest < 5:
            break

    after = site.clerk(f"{SCENES}:hall_state", event=hall["event"], pulse_of=seconds > 5)
    figure(
        "P5",
        f"away for {seconds} s, two processes boot at once ({site.database.engine}): clocks moved by"
        f" {after['moved'] or 0} s, every deadline as its clock says",
    )
    assert (before["agrees"], after["agrees"]) == (True, True)
    if seconds <= 5:
        assert after["moved"] == []
        lost = [was - now for was, now in zip(before["left"], after["left"], strict=True)]
        assert all(seconds * 1000 <= each or each == 0 for each in lost)
    else:
        assert len(after["moved"]) == 1
        assert seconds <= after["moved"][0] < longest + 1
        # The round, the table of its own, the one with extra time, the one that stands still, the plain one.
        assert after["left"] == before["left"]


@pytest.mark.short_on("postgresql")
def test_two_web_processes_that_boot_together_give_the_time_back_before_they_serve(
    install: Install, figure: Figure
) -> None:
    site = install()
    hall = site.clerk(f"{SCENES}:hall_with_clocks")
    looked = time.monotonic()
    before = site.clerk(f"{SCENES}:hall_state", event=hall["event"])
    site.clerk(f"{SCENES}:go_back", event=hall["event"], seconds=600)
    other = site.another_web(free_port())

    other.start()
    begun = time.monotonic()
    site.start()

    after = site.clerk(f"{SCENES}:hall_state", event=hall["event"])
    served, passed = (time.monotonic() - since for since in (begun, looked))
    lost = max(was - now for was, now in zip(before["left"], after["left"], strict=True))
    figure(
        "P5",
        f"away for 600 s, two web processes boot at once ({site.database.engine}): moved by {after['moved']} s, a table"
        f" lost {lost} ms in the {served:.1f} s until the first page",
    )
    assert len(after["moved"]) == 1
    assert after["agrees"]
    assert lost < (passed + 1) * 1000


@pytest.mark.short_on("sqlite")
@pytest.mark.parametrize("by", short_of([HOUR, -HOUR], "3600"))
def test_a_server_clock_that_is_put_on_or_back_fires_nothing_early_and_nothing_twice(
    install: Install, figure: Figure, by: int
) -> None:
    found = (site := install()).clerk(f"{WALL}:jump", by=by)

    figure(
        "P4",
        f"server's clock put {'on' if by > 0 else 'back'} an hour and set right again ({site.database.engine}):"
        f" {found['early']} early, fired {found['records']} time, moved by {found['moved']} s",
    )
    assert found["lefts"] == [[31 * MINUTE, 31 * MINUTE], [2 * MINUTE, 2 * MINUTE]]
    assert (found["early"], found["fired"], found["records"], found["on_time"]) == (0, 1, 1, True)
    assert found["moved"] == [by, -by]


@pytest.mark.parametrize(
    "by", [pytest.param(HOUR, marks=pytest.mark.full), pytest.param(-HOUR, marks=pytest.mark.short_on("postgresql"))]
)
def test_who_moves_a_clock_before_the_sweeper_has_seen_the_jump_loses_and_wins_nothing(
    install: Install, by: int
) -> None:
    site = install()
    left = {step: site.clerk(f"{WALL}:jump_before", step=step, by=by)["left"] for step in ("start", "pause", "extend")}

    assert left == {"start": 60 * MINUTE, "pause": 50 * MINUTE, "extend": 55 * MINUTE}


NIGHTS: dict[str, dict[str, Any]] = {
    # 01:30 in Rome; at 02:00 it is 03:00.
    "2026-03-29T00:30:00+00:00": {"ends": "2026-03-29T01:30:00+00:00", "text": "fino alle 03:30"},
    # 02:30 in Rome, the first time; at 03:00 it is 02:00 again.
    "2026-10-25T00:30:00+00:00": {"ends": "2026-10-25T01:30:00+00:00", "text": "fino alle 02:30"},
}


@pytest.mark.full
@pytest.mark.short_on("sqlite")
@pytest.mark.parametrize("start", short_of(NIGHTS, "2026-10-25T00:30:00+00:00"))
def test_an_hour_is_an_hour_on_the_nights_of_summer_time(install: Install, figure: Figure, start: str) -> None:
    site = install()
    expected = NIGHTS[start]
    ends = datetime.fromisoformat(expected["ends"])

    found = site.clerk(f"{WALL}:night", start=start)

    figure(
        "P4",
        f"night of {start[:10]} in Rome ({site.database.engine}): the hour ends after 60 minutes, the page says"
        f" “{found['text']}”, fired {found['fired']} time, {found['early']} early",
    )
    assert (found["ends_at"], found["text"]) == (int(ends.timestamp() * 1000), expected["text"])
    assert (found["half"], found["early"], found["fired"], found["again"]) == (30 * MINUTE, 0, 1, 0)
    assert (datetime.fromisoformat(found["fired_at"]), found["over"], found["moved"]) == (ends, "over", [])
