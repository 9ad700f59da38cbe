"""Folders that may be a stick: what is mounted where systems mount what is put in, and what is known of a folder."""

import os
import re
import sys
from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mounts")
PUT_IN: Final = re.compile(r"(/media|/run/media)/.+|/mnt/[^/]+")
# Where nothing is put in, a folder there lies on the disk of the computer.
FOR_MOUNTS: Final = re.compile(r"(/media|/run/media|/mnt|/Volumes)(/.*)?")
MOST: Final = 20
REMOVABLE: Final = 2


def stick_folders() -> list[Path]:
    """Return the folders, without asking the sticks themselves: one that hangs would keep the asker."""
    if sys.platform == "win32":
        import ctypes

        drives = ctypes.windll.kernel32.GetLogicalDrives()
        letters = [f"{chr(ord('A') + number)}:\\" for number in range(26) if drives >> number & 1]
        return [Path(each) for each in letters if ctypes.windll.kernel32.GetDriveTypeW(each) == REMOVABLE]
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").iterdir())[:MOST]
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    mounted = [line.split(" ")[1].replace("\\040", " ") for line in lines if line.count(" ") > 1]
    return [Path(path) for path in dict.fromkeys(mounted) if PUT_IN.fullmatch(path)][:MOST]


def is_empty_mount_point(folder: Path) -> bool:
    """Return whether the folder is where systems mount what is put in, and nothing is mounted there or above it."""
    above = [each for each in (folder, *folder.parents) if FOR_MOUNTS.fullmatch(str(each))]
    return bool(above) and not any(os.path.ismount(each) for each in above)


def is_on_one_disk(folder: Path, other: Path) -> bool:
    """Return whether two folders are on the same disk, as far as the system tells disks apart."""
    try:
        return folder.stat().st_dev == other.stat().st_dev
    except OSError:
        return False
