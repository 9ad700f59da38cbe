"""What lies on a stick: its mark with the term of the computer that serves, the copies of the data, files and keys.

``FOLDER/settebello/mark.json`` says which stick this is, whose data it carries, and the term: a number that each
computer raises by one when it takes the evening over. ``copy-TERM-NUMBER/`` is one unbroken copy; a new one begins each
time that the stick comes back, since what was written around the gap is not to be trusted. ``files/`` has the keys and
the uploaded files.

A stick is pulled at any moment. So everything is written below an open folder of the stick (``Place``): its path may
lead to the disk of the laptop a moment later, where the stick was mounted; the open folder never does. Windows cannot
open folders, and has no folder below a drive that is gone. Nothing here knows Django: the process beside the site must
be small.
"""

import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

FOLDER: Final = "settebello"
MARK: Final = "mark.json"
FILES: Final = "files"
# Inside a copy: when it was last seen to restore. One without it is what a pull left over.
CHECKED: Final = "checked.json"
COPY: Final = re.compile(r"copy-(\d{6})-(\d{6})")
MOST_TEXT: Final = 20_000
MOST_ADDRESS: Final = 200
MOST_COPIES: Final = 6
HAS_FOLDERS: Final = os.name != "nt"


class NoStickError(OSError):
    """The folder has no stick of this program now."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Which stick it is, whose data it carries, and which computer (``home``) took them over, when, in which term.

    ``address`` is where phones find that computer, empty while it serves nobody. ``computer`` knows it again where its
    data are gone (``places.computer``); empty where it could not say, and on a stick of an earlier release.
    """

    stick: str
    installation: str
    term: int
    home: str
    since: float
    address: str = ""
    computer: str = ""


@dataclass(frozen=True, slots=True)
class Copy:
    """One unbroken copy on a stick; later terms, and later numbers of a term, come last."""

    term: int
    number: int

    @property
    def name(self) -> str:
        return f"copy-{self.term:06}-{self.number:06}"


class Place:
    """The open folder ``settebello`` of a stick, below which everything is read and written."""

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self.path, self._descriptor = path, descriptor

    def _at(self, name: str) -> tuple[str | Path, int | None]:
        return (self.path / name, None) if self._descriptor is None else (name, self._descriptor)

    def read(self, name: str) -> dict[str, Any]:
        """Return a small file of JSON; empty where there is none, or one that was cut short."""
        where, within = self._at(name)
        try:
            with os.fdopen(os.open(where, os.O_RDONLY, dir_fd=within), "rb") as file:
                found = json.loads(file.read(MOST_TEXT))
        except (FileNotFoundError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, name: str, content: bytes) -> None:
        """Write a file whole or not at all, and not before it is on the stick."""
        part = f"{name}.{secrets.token_hex(4)}.part"
        (where, within), (to, _same) = self._at(part), self._at(name)
        try:
            with os.fdopen(os.open(where, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=within), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(where, to, src_dir_fd=within, dst_dir_fd=within)
        except OSError:
            with suppress(OSError):
                os.unlink(where, dir_fd=within)
            raise
        self.flush(name.rpartition("/")[0])

    def make_folder(self, name: str) -> None:
        where, within = self._at(name)
        with suppress(FileExistsError):
            os.mkdir(where, 0o700, dir_fd=within)

    def remove(self, name: str) -> None:
        where, within = self._at(name)
        with suppress(FileNotFoundError):
            os.unlink(where, dir_fd=within)

    def remove_folder(self, name: str) -> None:
        if self._descriptor is None:
            shutil.rmtree(self.path / name, ignore_errors=True)
            return
        # Python 3.10 has no removal below an open folder: from the deepest folder upwards.
        for _root, folders, files, within in os.fwalk(name, topdown=False, dir_fd=self._descriptor):
            for file in files:
                os.unlink(file, dir_fd=within)
            for folder in folders:
                os.rmdir(folder, dir_fd=within)
        os.rmdir(name, dir_fd=self._descriptor)

    def names(self, name: str = ".") -> list[str]:
        """Return the names in a folder; none where it is not there."""
        if self._descriptor is None:
            path = self.path / name
            return sorted(each.name for each in path.iterdir()) if path.is_dir() else []
        try:
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY, dir_fd=self._descriptor)
        except FileNotFoundError:
            return []
        try:
            return sorted(os.listdir(inner))  # noqa: PTH208 - of an open folder
        finally:
            os.close(inner)

    def flush(self, name: str = "") -> None:
        """Put the names in a folder on the stick: a pull loses a file whose name was not written yet."""
        if self._descriptor is None:
            return
        inner = os.open(name or ".", os.O_RDONLY | os.O_DIRECTORY, dir_fd=self._descriptor)
        try:
            os.fsync(inner)
        finally:
            os.close(inner)

    def free(self) -> int:
        """Return how many bytes fit on the stick."""
        if self._descriptor is None:
            return shutil.disk_usage(self.path).free
        found = os.statvfs(self._descriptor)
        return found.f_bavail * found.f_frsize

    def mark(self) -> Mark | None:
        found = self.read(MARK)
        try:
            return Mark(
                str(found["stick"]),
                str(found["installation"]),
                int(found["term"]),
                str(found["home"]),
                float(found["since"]),
                str(found.get("address", ""))[:MOST_ADDRESS],
                str(found.get("computer", ""))[:MOST_ADDRESS],
            )
        except (KeyError, TypeError, ValueError):
            return None

    def set_mark(self, mark: Mark) -> None:
        self.write(MARK, json.dumps(asdict(mark)).encode())

    def copies(self) -> list[Copy]:
        """Return the copies, the newest last."""
        found = [Copy(int(named[1]), int(named[2])) for name in self.names() if (named := COPY.fullmatch(name))]
        return sorted(found, key=lambda each: (each.term, each.number))

    def begin_copy(self, term: int) -> Copy:
        """Make the folder of a new copy, later than all others."""
        made = self.copies()
        for name in self.names():
            if name.endswith(".part"):
                self.remove(name)
        # Pulled before it was seen to restore: more of these than a few tell nothing.
        unchecked = [each for each in made if not self.read(f"{each.name}/{CHECKED}")]
        for old in unchecked[: max(len(made) - MOST_COPIES, 0)]:
            self.remove_folder(old.name)
        copy = Copy(term, max((each.number for each in made if each.term == term), default=0) + 1)
        self.make_folder(copy.name)
        self.flush()
        return copy

    def prune(self, newest: Copy) -> None:
        """Keep ``newest``, which restores, and of those before it the latest that did."""
        others = [each for each in self.copies() if each != newest]
        kept = next((each for each in reversed(others) if self.read(f"{each.name}/{CHECKED}")), None)
        for old in others:
            if old != kept:
                self.remove_folder(old.name)


def folder_of(path: Path) -> Path:
    """Return the folder of the stick, also where somebody names the folder on it that this program made."""
    return path.parent if path.name == FOLDER and (path / MARK).is_file() else path


@contextmanager
def place(folder: Path, *, is_new: bool = False) -> Iterator[Place]:
    """Open the stick in ``folder``; ``is_new`` makes one of a folder that was chosen by somebody."""
    path = folder / FOLDER
    if is_new and folder.is_dir():
        path.mkdir(mode=0o700, exist_ok=True)
    if not HAS_FOLDERS:
        if not path.is_dir():
            raise NoStickError(str(path))
        yield Place(path, None)
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NoStickError(str(path)) from error
    try:
        yield Place(path, descriptor)
    finally:
        os.close(descriptor)
