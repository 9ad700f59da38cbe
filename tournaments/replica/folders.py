"""What the system says of the folders that may be a stick, and of the computer that this one is."""

import os
import re
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mounts")
PUT_IN: Final = re.compile(r"(/media|/run/media)/.+|/mnt/[^/]+")
# Where nothing is put in, a folder there lies on the disk of the computer.
FOR_MOUNTS: Final = re.compile(r"(/media|/run/media|/mnt|/Volumes)(/.*)?")
MOST: Final = 20
REMOVABLE: Final = 2
# Linux: the disks and their partitions by the number of their device; which device is mounted where.
DEVICES: Final = Path("/sys/dev/block")
MOUNTED: Final = Path("/proc/self/mountinfo")
# What a Linux is called, from its installation on.
NAMES: Final = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))


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
    """Return whether two folders are on the same disk, as far as the system tells disks apart.

    Linux tells which partitions are of one disk, and what lies on several.
    """
    try:
        here, there = folder.stat().st_dev, other.stat().st_dev
    except OSError:
        return False
    return here == there or not disks_of(here).isdisjoint(disks_of(there))


def disks_of(device: int) -> frozenset[str]:
    """Return the disks below a mounted device, by the names of Linux; none where that is not known."""
    number = f"{os.major(device)}:{os.minor(device)}"
    with suppress(OSError, ValueError):
        if (known := DEVICES / number).exists():
            return _disks(known.resolve())
        # A file system on several devices has a number of its own, and names one of them.
        for line in MOUNTED.read_text(encoding="utf-8", errors="replace").splitlines():
            fields = line.split(" ")
            if fields[2] == number:
                source = Path(fields[fields.index("-") + 2]).stat().st_rdev
                return _disks((DEVICES / f"{os.major(source)}:{os.minor(source)}").resolve(strict=True))
    return frozenset()


def _disks(device: Path) -> frozenset[str]:
    """Return the disks of a device in ``/sys``: the one that it is a part of, or those that carry it."""
    carriers = sorted((device / "slaves").glob("*"))
    if carriers:
        return frozenset().union(*(_disks(each.resolve()) for each in carriers))
    return frozenset({(device.parent if (device / "partition").exists() else device).name})


def computer() -> str:
    """Return what this computer is known by on a stick, for ever the same and telling nothing else; "" if unknown."""
    for path in NAMES:
        with suppress(OSError):
            if name := path.read_text(encoding="ascii", errors="replace").strip():
                return sha256(f"settebello {name}".encode()).hexdigest()[:32]
    return ""
