"""What this computer remembers of copying: its own name, the term it serves in, its stick, and who took over."""

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

WORK: Final = "replica"
NAME: Final = "home.json"
# Violations that are remembered; the terminal has them all.
MOST_WRONG: Final = 5


@dataclass(frozen=True, slots=True)
class Home:
    """``home`` names this computer with these data.

    ``is_new`` says that somebody chose the folder, so that a stick may be made of it. ``passed`` is when another
    computer went on, 0 while none did; ``resumed`` when this one did, from a stick, in ``took`` seconds. Of that moment
    ``sheet`` and ``row`` are the keys of the last sheet and the last row of the log that were known, ``events`` those
    of the evening: the key of each, its entries and its results. ``wrong`` are the first of ``wrongs`` violations that
    were found, each with its code and values. ``is_own`` says that the stick was this very computer's, also
    where its data are gone. ``backed_up`` is when the command wrote everything into one file.
    """

    home: str
    term: int = 1
    folder: str = ""
    stick: str = ""
    is_new: bool = False
    passed: float = 0.0
    passed_term: int = 0
    resumed: float = 0.0
    took: float = 0.0
    is_own: bool = False
    sheet: int = 0
    row: int = 0
    events: Sequence[Sequence[int]] = ()
    wrong: Sequence[tuple[str, Mapping[str, Any]]] = ()
    wrongs: int = 0
    backed_up: float = 0.0


def read(data: Path) -> Home:
    """Return what is remembered; a new home where nothing is, or nothing that can be read."""
    try:
        found: dict[str, Any] = json.loads((data / WORK / NAME).read_text(encoding="utf-8"))
        # What another version remembers besides is left: this computer keeps its name.
        return Home(**{name: value for name, value in found.items() if name in Home.__slots__})
    except (OSError, ValueError, TypeError, AttributeError):
        return Home(secrets.token_hex(8))


def remember(data: Path, home: Home) -> Home:
    """Write it whole or not at all."""
    folder = data / WORK
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = folder / f"{NAME}.{secrets.token_hex(4)}.part"
    with part.open("w", encoding="utf-8") as file:
        file.write(json.dumps(asdict(home)))
        file.flush()
        os.fsync(file.fileno())
    part.replace(folder / NAME)
    return home


def change(data: Path, **values: Any) -> Home:
    return remember(data, replace(read(data), **values))


def choose(data: Path, folder: Path) -> Home:
    """Remember the folder that somebody chose; one that is remembered already keeps its stick."""
    now = read(data)
    if now.folder == str(folder):
        return now
    return remember(data, replace(now, folder=str(folder), stick="", is_new=True))
