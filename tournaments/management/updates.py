"""Whether a newer version is there, asked of the index that this one was installed from and of no other place.

What was installed from a file has no index: somebody else may give the name of the program to theirs on a public one.
pip asks for us, since only it knows its index, its proxy and its certificates; no address of an index stands here.
"""

import importlib.metadata
import os
import re
import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from tournaments.installation import IS_CLONE, version

NAME: Final = "settebello"
# Seconds: for each answer of the index, and for pip as a whole.
ANSWERS, MOST = 5, 30
NEWEST: Final = re.compile(rf"^{NAME} \((\d+(?:\.\d+)*)\)", re.MULTILINE)


class Origin(Enum):
    """Where this program came from."""

    SOURCES = "sources"
    FILE = "file"
    INDEX = "index"


class Installer(NamedTuple):
    """How somebody gets a newer version: by name from the index, or from a file that they have."""

    name: str
    upgrade: str
    from_file: str


def origin() -> Origin:
    if IS_CLONE:
        return Origin.SOURCES
    try:
        # Written by pip and uv beside a package that no index gave them (PEP 610).
        is_direct = importlib.metadata.distribution(NAME).read_text("direct_url.json") is not None
    except importlib.metadata.PackageNotFoundError:
        return Origin.SOURCES
    return Origin.FILE if is_direct else Origin.INDEX


def installer(prefix: Path) -> Installer:
    """Return the program that made the environment ``prefix``, by what it leaves there."""
    if (prefix / "pipx_metadata.json").is_file():
        return Installer("pipx", f"pipx upgrade {NAME}", f"pipx install --force {NAME}-….whl")
    if (prefix / "uv-receipt.toml").is_file():
        return Installer("uv", f"uv tool upgrade {NAME}", f"uv tool install --force {NAME}-….whl")
    pip = f'"{sys.executable}" -m pip install --upgrade'
    return Installer("pip", f"{pip} {NAME}", f"{pip} {NAME}-….whl")


def newest() -> str:
    """Return the newest version of pip's index; nothing where it does not answer in time."""
    command = [sys.executable, "-m", "pip", "index", "versions", NAME]
    try:
        told = subprocess.run(
            [*command, "--timeout", str(ANSWERS), "--retries", "0", "--no-input", "--disable-pip-version-check"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=MOST,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError):
        return ""
    found = NEWEST.search(told.stdout)
    return found[1] if found else ""


def is_newer(other: str) -> bool:
    """Return whether a version is newer than this one."""
    own, others = ([int(part) for part in re.findall(r"\d+", each)] for each in (version(), other))
    return others > own
