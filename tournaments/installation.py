"""Where the program and its data lie, and its secret beside them; its command line and version; its former address."""

import importlib.metadata
import json
import os
import secrets
import shlex
import subprocess
import tomllib
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

BASE: Final = Path(__file__).resolve().parents[1]
IS_CLONE: Final = (BASE / "manage.py").is_file() and (BASE / "templates").is_dir()
# Templates, static files, verifiers and an empty database: those of an installed program lie among its modules.
HOUSE: Final = BASE if IS_CLONE else BASE / "tournaments" / "house"
# The file of the data where there is no server of databases.
DATABASE: Final = "settebello.sqlite3"
# What the migrations make of nothing, made when the wheel was; a clone has none.
EMPTY: Final = HOUSE / "empty.sqlite3"
# Beside the data: the address that phones know from before the data came to this computer, and until when it matters.
BEFORE: Final = "address-before.json"
MATTERS: Final = timedelta(hours=12)
MOST_BEFORE: Final = 1_000


def usual_data() -> Path:
    """Return the folder of the data where nobody names one: in a clone its own, else what the system gives programs."""
    if IS_CLONE:
        return BASE / "var"
    from platformdirs import user_data_path

    return user_data_path("settebello", appauthor=False)


def own_secret(path: Path) -> str:
    """Return the installation's own secret: made at the first start, readable by its owner only."""
    # One that a full disk has left empty is none.
    if not path.exists() or not path.stat().st_size:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        try:
            part.touch(mode=0o600)
            part.write_text(secrets.token_urlsafe(64))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    return path.read_text().strip()


def command(*words: str, data: Path) -> str:
    """Return the command line of this program on these data, as somebody types it: ``settebello serve --lan``."""
    if not IS_CLONE:
        program = ["settebello", *words]
    elif words[0] == "serve":
        program = ["script/run", *words[1:]]
    else:
        program = [".venv/bin/python", "-m", "tournaments.management.program", *words]
    if data != usual_data():
        program += ["--data", str(data)]
    return subprocess.list2cmdline(program) if os.name == "nt" else shlex.join(program)


def version() -> str:
    """Return the version of the program; “unknown” where nothing says it."""
    text = BASE / "pyproject.toml"
    if IS_CLONE and text.is_file():
        return str(tomllib.loads(text.read_text(encoding="utf-8"))["project"]["version"])
    try:
        return importlib.metadata.version("settebello")
    except importlib.metadata.PackageNotFoundError:
        # The tree of a container, which is neither installed nor a clone.
        return "unknown"


def remember_address_before(data: Path, address: str, now: datetime) -> None:
    """Remember the address under which phones found these data until now: ``http://192.168.1.23:8000``.

    To be called by whatever lets another computer go on with them, before it serves. ``now`` is aware of its zone.
    """
    kept = {"address": address, "until": (now + MATTERS).isoformat()}
    (data / BEFORE).write_text(json.dumps(kept), encoding="utf-8")


def address_before(data: Path, address: str, now: datetime) -> str:
    """Return the address from before, where ``address`` is another one and the evening is not over; else nothing."""
    try:
        with (data / BEFORE).open(encoding="utf-8") as file:
            kept = json.loads(file.read(MOST_BEFORE))
        before, until = str(kept["address"]), datetime.fromisoformat(kept["until"])
        return before if before != address and now < until else ""
    except (OSError, ValueError, TypeError, KeyError):
        # Nothing was remembered, or the file is damaged: then the pages are as on every other evening.
        return ""
