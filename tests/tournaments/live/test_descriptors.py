"""The limit of open files is raised as far as the system lets it, whatever the system."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tournaments.live.descriptors import take_room

ENDLESS = -1


def system(now: int, most: int, takes: int) -> Any:
    """The module ``resource`` of a system that takes no more than ``takes`` files."""
    limits = [now, most]

    def set_limit(_kind: int, wanted: tuple[int, int]) -> None:
        if wanted[0] == ENDLESS or wanted[0] > takes:
            raise ValueError("current limit exceeds maximum limit")
        limits[:] = wanted

    return SimpleNamespace(
        RLIMIT_NOFILE=7,
        RLIM_INFINITY=ENDLESS,
        limits=limits,
        getrlimit=lambda _kind: tuple(limits),
        setrlimit=set_limit,
    )


@pytest.mark.parametrize(
    ("now", "most", "takes", "given"),
    [
        pytest.param(1024, 524_288, 524_288, 524_288, id="Linux"),
        pytest.param(256, ENDLESS, 245_760, 65_536, id="macOS says there is no limit and has one"),
        pytest.param(256, ENDLESS, 10_240, 10_240, id="an older macOS"),
        pytest.param(256, ENDLESS, 1_000, 256, id="nothing more is to be had"),
        pytest.param(200_000, ENDLESS, 245_760, 200_000, id="more than is asked for already"),
        pytest.param(4096, 4096, 4096, 4096, id="all there is"),
    ],
)
def test_it_takes_what_there_is(now: int, most: int, takes: int, given: int, monkeypatch: pytest.MonkeyPatch) -> None:
    here = system(now, most, takes)
    monkeypatch.setitem(sys.modules, "resource", here)
    assert take_room() == given
    assert here.limits == [given, most]


def test_a_system_without_such_a_limit_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert take_room() == 0
