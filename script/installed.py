"""Says whether the environment of the Python that runs it is whole: ``.venv/bin/python -I installed.py [LOCK]``.

Ends with 0 for Python 3.11 or newer that has its own folder of packages, programs that start this very Python (those of
a folder that was moved or copied start another one), and every package that LOCK names.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)
# A package with a condition behind it may be for another system.
PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[.*?\])?==[^;\n]*$", re.MULTILINE)


def canonical_name(name: str) -> str:
    """Return the name of a package as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def missing(lock: Path, packages: Path) -> set[str]:
    """Return the packages of the lock that are not in the folder ``packages``."""
    found = {canonical_name(path.name.partition("-")[0]) for path in packages.glob("*.dist-info")}
    return {canonical_name(name) for name in PINNED.findall(lock.read_text(encoding="utf-8"))} - found


def interpreters(programs: Path) -> Iterator[Path]:
    """Yield the Python that each program in ``programs`` starts, as its first line names it."""
    for program in programs.iterdir():
        with program.open("rb") as lines:
            first = lines.readline(500)
        if first.startswith(b"#!") and b"/python" in first:
            yield Path(first[2:].decode(errors="replace").strip())


def is_whole(lock: Path | None) -> bool:
    if sys.version_info < OLDEST or sys.prefix == sys.base_prefix:
        return False
    own = Path(sys.prefix)
    packages = own / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    if not packages.is_dir() or (lock is not None and missing(lock, packages)):
        return False
    first = next(interpreters(own / "bin"), None)
    return first is None or (first.exists() and first.parent.samefile(own / "bin"))


if __name__ == "__main__":
    sys.exit(not is_whole(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
