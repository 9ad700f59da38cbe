"""Copies in one folder write what has changed since the last one, and each restores to its own moment."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.services.installations import emptied, run
from tournaments.backups.writes.series import COPIES, LOCK, PARTS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture
def events() -> list[Tournament]:
    return [make.finished(entries=entries) for entries in (2, 2, 3)]


class Series:
    """A folder of copies; each is made a day after the one before, as their names say."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._monkeypatch, self._days = folder, monkeypatch, 0

    def copy(self, keep: int = 30) -> tuple[Path, str]:
        """Make a copy; return its file and the line with its checksum."""
        self._days += 1
        moment = make.EVENING.replace(day=self._days)
        self._monkeypatch.setattr("tournaments.backups.writes.series.timezone.localtime", lambda: moment)
        made = run("backup", self.folder, keep=keep)
        return self.folder / f"settebello-{moment:%Y%m%d-%H%M%S}.zip", made

    def copies(self) -> list[Path]:
        return sorted(self.folder.glob(COPIES))

    def parts(self) -> set[Path]:
        return {path for path in (self.folder / PARTS).iterdir() if path.name != LOCK}


@pytest.fixture
def series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Series:
    return Series(tmp_path, monkeypatch)


def renamed(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(name="Another name")


def test_the_next_copy_writes_the_part_of_the_event_that_has_changed(events, series):
    series.copy()
    first = {path: path.stat().st_ino for path in series.parts()}
    assert len(first) == len(events)

    renamed(events[1])
    path, made = series.copy()
    now = {path: path.stat().st_ino for path in series.parts()}
    assert (first.items() <= now.items(), len(now)) == (True, len(events) + 1)
    assert made == run("verify", path) == run("verify")

    series.copy()
    assert {path: path.stat().st_ino for path in series.parts()} == now


def test_an_event_that_goes_on_is_written_anew_and_the_others_are_not(events, series):
    event = make.called(entries=4)
    series.copy()
    before = series.parts()
    for table in make.tables_of(event)[:2]:
        make.play(table)
    path, made = series.copy()
    assert len(series.parts() - before) == 1
    assert run("verify", path) == made


def test_each_copy_restores_to_the_moment_at_which_it_was_made(events, series):
    first, before = series.copy()
    renamed(events[1])
    second, after = series.copy()
    assert before != after

    for path, made in ((first, before), (second, after)):
        emptied()
        assert run("restore", path) == made == run("verify")
        assert Tournament.objects.filter(name="Another name").exists() == (path == second)


def test_a_copy_beside_others_has_the_checksum_of_one_whole_file(events, series, tmp_path):
    _path, made = series.copy()
    assert run("backup", tmp_path / "one.zip") == made
    emptied()
    assert run("restore", tmp_path / "one.zip") == made


def test_a_damaged_part_is_refused_by_name_and_the_next_copy_mends_it(events, series):
    path, made = series.copy()
    part = min(series.parts())
    whole = part.read_bytes()
    part.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
    for command in ("verify", "restore"):
        with pytest.raises(CommandError, match=part.name):
            run(command, path)
    series.copy()
    assert (part.read_bytes(), run("verify", path)) == (whole, made)


def test_a_copy_without_its_parts_says_which_one_is_missing_and_where(events, series, tmp_path):
    path, _made = series.copy()
    part = min(series.parts())
    part.unlink()
    emptied()
    with pytest.raises(CommandError, match=f"{part.name} is missing in {part.parent}"):
        run("restore", path)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("killed_at", [1, 2, 3, 4, 5, 6])
def test_a_copy_that_is_killed_leaves_the_earlier_ones_whole(events, series, monkeypatch, killed_at):
    path, made = series.copy()
    for event in events:
        Tournament.objects.filter(pk=event.pk).update(name=f"Another {event.pk}")
    synced = iter(range(1, 100))

    def sync_or_die(_file: int) -> None:
        if next(synced) == killed_at:
            raise KeyboardInterrupt

    with monkeypatch.context() as killing:
        killing.setattr("os.fsync", sync_or_die)
        with pytest.raises(KeyboardInterrupt):
            series.copy()
    assert series.copies() == [path]
    assert run("verify", path) == made
    now, whole = series.copy()
    assert run("verify", now) == whole == run("verify")


def test_old_copies_go_with_the_parts_that_no_copy_names(events, series):
    series.copy()
    for number in range(4):
        Tournament.objects.filter(pk=events[0].pk).update(name=f"Name {number}")
        series.copy(keep=2)
    assert len(series.copies()) == 2
    assert len(series.parts()) == len(events) + 1
    for path in series.copies():
        run("verify", path)


def test_what_a_killed_copy_has_left_is_removed(events, series):
    series.copy()
    left = [series.folder / PARTS / ".half.part", series.folder / ".settebello-1.zip.0a.part"]
    for path in left:
        path.write_bytes(b"half")
        os.utime(path, (0, 0))
    series.copy()
    assert [path for path in left if path.exists()] == []


def test_while_a_copy_cannot_be_read_no_part_is_removed(events, series):
    first, _made = series.copy()
    renamed(events[0])
    series.copy()
    whole, before = first.read_bytes(), series.parts()
    first.write_bytes(whole[:50])
    renamed(events[1])
    series.copy()
    assert before <= series.parts()
    first.write_bytes(whole)
    run("verify", first)


def test_a_whole_file_in_the_folder_is_one_of_the_copies(events, series):
    whole = series.folder / "settebello-20200101-000000.zip"
    made = run("backup", whole)
    series.copy()
    assert run("verify", whole) == made
    series.copy(keep=2)
    assert not whole.exists()


def test_two_copies_into_one_folder_at_once_are_refused(events, series, monkeypatch):
    series.copy()

    def another() -> dict[int, str]:
        with pytest.raises(CommandError, match="Another copy is being written"):
            run("backup", series.folder, keep=1)
        raise KeyboardInterrupt

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("tournaments.backups.writes.series.checked.digests", another)
        with pytest.raises(KeyboardInterrupt):
            series.copy()
    assert len(series.copies()) == 1


@pytest.mark.parametrize(("name", "keep"), [("", 0), ("", 1001), ("one.zip", 3), ("none", 3)])
def test_a_series_needs_a_folder_and_a_number_of_copies(tmp_path, name, keep):
    with pytest.raises(CommandError):
        run("backup", tmp_path / name, keep=keep)
    assert list(tmp_path.iterdir()) == []
