"""What .dockerignore lets into the image."""

from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]


def let_in() -> list[str]:
    """The patterns that are let in; all else is kept out."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert lines[0] == "*"
    return [line.removeprefix("!") for line in lines if line.startswith("!")]


def is_let_in(name: str) -> bool:
    """Whether a file of the repository is in the image."""
    path = PurePosixPath(name)
    return any(fnmatch(str(each), pattern) for each in (path, *path.parents) for pattern in let_in())
