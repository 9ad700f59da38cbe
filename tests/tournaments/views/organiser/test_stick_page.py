"""The copy on the organiser's pages: its line and its alarm, each state in a sentence, and the choice of a stick."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.models import User
from tournaments.replica import folders, watching
from tournaments.replica.keeper import Report
from tournaments.replica.watching import WATCH

pytestmark = pytest.mark.django_db

NOW = 1_795_000_000.0
RUNNING = {"state": "running", "folder": "/media/club/USB", "begun": NOW - 600, "free": 13 * 1024**3}


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(time, "time", lambda: NOW)
    return Desk(make.knockout(entries=4))


def hear(monkeypatch: pytest.MonkeyPatch, report: Report) -> None:
    """Let this be the last word of the keeper."""
    monkeypatch.setattr(WATCH, "_report", report)
    monkeypatch.setattr(WATCH, "is_passed", report.state == "passed")


@pytest.mark.parametrize(
    ("report", "said", "is_alarm"),
    [
        (
            {**RUNNING, "covered": NOW - 1, "checked": NOW - 30},
            "Copy on the stick: 1 s ago 13 GB free. Checked at",
            False,
        ),
        (
            {**RUNNING, "covered": NOW, "before": NOW - 50, "begun": NOW - 3},
            "The stick is back: a new copy, 0 s ago",
            False,
        ),
        ({**RUNNING, "covered": NOW - 9}, "The stick is slow: the copy is from 9 s ago", False),
        ({**RUNNING, "covered": NOW - 34}, "The copy has stood still for 34 seconds", True),
        ({**RUNNING, "covered": NOW, "engine": "whole"}, "On this computer it is made every ten seconds.", False),
        ({"state": "out", "since": NOW - 48, "covered": NOW - 49}, "The stick has been out for 48 seconds", True),
        ({"state": "out", "since": NOW, "covered": NOW}, "The stick has been out for 1 second", True),
        ({"state": "full", "short": 40 * 1024**2}, "The stick is full 40 MB are missing.", True),
        (
            {"state": "full", "short": 7 * 1024**2, "is_here": True, "covered": NOW - 5},
            "The disk of this computer is full 7 MB are missing. Remove something: results may soon not be saved",
            True,
        ),
        (
            {**RUNNING, "covered": NOW, "is_here": True, "short": 3},
            "13 GB free. It cannot be checked: 1 MB are missing on the disk of this computer.",
            False,
        ),
        (
            {**RUNNING, "covered": NOW - 1, "is_beside": True},
            "The copy is on the disk of this computer: 1 s ago If this computer dies, the copy dies with it",
            False,
        ),
        ({"state": "foreign"}, "This stick belongs to another computer", True),
        ({"state": "passed", "passed": NOW}, "This stick has gone on on another computer", True),
        ({"state": "failed", "since": NOW}, "The stick cannot be written to", True),
    ],
)
def test_each_state_is_a_sentence_and_what_is_wrong_an_alarm(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, report: dict[str, object], said: str, is_alarm: bool
) -> None:
    hear(monkeypatch, Report(**report))
    assert said in text(desk.get("organise_stick"))
    first = desk.get("organise").content.decode()
    assert 'id="copy-line"' in first
    assert ("alarm-line copy-alarm" in first) is is_alarm
    parts = desk.get("organise_stick_line").content.decode()
    assert ("alarm-line copy-alarm" in parts) is is_alarm


def test_without_a_stick_the_first_page_is_as_it_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "stick_folders", list)
    assert "stick" not in text(desk.get("organise"))
    assert "Put a stick in" in text(desk.get("organise_stick"))


def test_a_stick_that_was_found_is_chosen_and_no_other_folder(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Path] = []
    monkeypatch.setattr(folders, "stick_folders", lambda: [Path("/media/club/USB")])
    monkeypatch.setattr(watching.Watch, "use", lambda _watch, folder: chosen.append(folder))
    assert "Use /media/club/USB" in text(desk.get("organise_stick"))
    assert desk.post("organise_stick", step="use", folder="/etc").status_code == 303
    assert chosen == []
    assert desk.post("organise_stick", step="use", folder="/media/club/USB").status_code == 303
    assert chosen == [Path("/media/club/USB")]


@pytest.mark.parametrize(
    ("address", "is_superuser", "is_proxied", "may"),
    [
        ("127.0.0.1", False, False, True),
        ("::1", False, False, True),
        ("192.168.1.24", False, False, True),
        ("192.168.1.30", False, False, False),
        ("192.168.1.30", True, False, True),
        ("127.0.0.1", False, True, False),
    ],
)
def test_the_stick_of_all_events_is_chosen_at_the_computer_itself(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    address: str,
    is_superuser: bool,
    is_proxied: bool,
    may: bool,
) -> None:
    settings.SITE_URL, settings.BEHIND_PROXY = "http://192.168.1.24:8000", is_proxied
    chosen, asked = list[Path](), list[object]()
    monkeypatch.setattr(folders, "stick_folders", lambda: [Path("/media/club/USB")])
    monkeypatch.setattr(watching.Watch, "use", lambda _watch, folder: chosen.append(folder))
    monkeypatch.setattr(watching.Watch, "order", lambda _watch, **order: asked.append(order))
    hear(monkeypatch, Report(state="passed", passed=NOW, folder="/media/club/OTHER"))
    User.objects.update(is_superuser=is_superuser)
    desk.client.defaults["REMOTE_ADDR"] = address
    said = text(desk.get("organise_stick"))
    assert ("an organiser chooses it there" not in said) is may
    for part in ("Use /media/club/USB", "Folder: /media/club/OTHER", "Keep the evening on this computer"):
        assert (part in said) is may
    assert desk.post("organise_stick", step="use", folder="/media/club/USB").status_code == (303 if may else 403)
    assert desk.post("organise_stick", step="take").status_code == (303 if may else 403)
    # It is tried again only where the copy stands still.
    assert desk.post("organise_stick", step="try").status_code == 303
    assert (len(chosen), asked) == (may, [{"do": "take"}] * may)
    hear(monkeypatch, Report(**{**RUNNING, "covered": NOW - 34}))
    assert desk.post("organise_stick", step="try").status_code == 303
    assert asked[may:] == [{"do": "try"}]


@pytest.mark.parametrize("is_there", [True, False])
def test_from_another_device_only_what_works_from_there_is_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    monkeypatch.setattr(folders, "stick_folders", lambda: [Path("/media/club/USB")])
    desk.client.defaults["REMOTE_ADDR"] = "127.0.0.1" if is_there else "192.168.1.30"
    assert ("Keep a copy on a stick" in text(desk.get("organise"))) is is_there
    page = text(desk.get("organise_stick"))
    assert ("Put a stick in" in page) is is_there
    assert ("You are looking from another device, and can only read here." in page) is not is_there
    for state, step in (("out", "Use another one"), ("passed", "Choose which one holds")):
        hear(monkeypatch, Report(state=state, passed=NOW, since=NOW - 48, covered=NOW - 49))
        for shown in (desk.get("organise"), desk.get("organise_stick_line")):
            assert (step in text(shown), "What can be done" in text(shown)) == (is_there, not is_there)
    hear(monkeypatch, Report(**{**RUNNING, "covered": NOW - 34}))
    assert "Try now" in text(desk.get("organise"))
    assert "Try now" in text(desk.get("organise_stick"))


def test_who_was_passed_takes_nothing_but_the_choice_to_keep_the_evening(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(watching.Watch, "order", lambda _watch, **order: asked.append(order))
    hear(monkeypatch, Report(state="passed", passed=NOW))
    refused = desk.post("organise_step", step="open")
    assert (refused.status_code, "Nothing more is written here" in text(refused)) == (503, True)
    assert desk.get("organise").status_code == 200
    assert desk.post("organise_stick", step="take").status_code == 303
    assert asked == [{"do": "take"}]
