"""Zip files that somebody sent: looked at before anything in them is read."""

import lzma
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from tournaments.errors import RefusedError

MEGA: Final = 1_000_000
# Bytes at the beginning of every zip file, also of the workbook of a spreadsheet.
SIGN: Final = b"PK\x03\x04"


# What zipfile and what it unpacks with say of bytes that are not what was written; RuntimeError covers methods they do
# not know.
BROKEN: Final = (
    BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    RuntimeError,
    ValueError,
    KeyError,
    OverflowError,
)


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """What a zip file may hold: bytes when unpacked, times its packed size, and files.

    The times hold for the whole and for each large file of it.

    What it says of itself can be believed that far: not a byte more than it says of a file is ever unpacked.
    """

    most_bytes: int
    most_ratio: int = 100
    most_files: int = 200


def require_sane(source: Path | IO[bytes], limits: ZipLimits) -> None:
    """Refuse a file that is no zip, that hides what it holds, or that would explode."""
    try:
        with ZipFile(source) as archive:
            files = archive.infolist()
    except (*BROKEN, OSError) as error:
        raise RefusedError("zip_damaged", field="file") from error
    if len(files) > limits.most_files:
        raise RefusedError("zip_too_many_files", field="file", found=len(files), most=limits.most_files)
    # A file that begins before the archive does: only the disk would say so, when it is read.
    if len({each.filename for each in files}) != len(files) or any(each.header_offset < 0 for each in files):
        raise RefusedError("zip_damaged", field="file")
    if any(each.flag_bits & 1 or each.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for each in files):
        raise RefusedError("zip_unreadable", field="file")
    packed, unpacked = sum(each.compress_size for each in files), sum(each.file_size for each in files)
    # What lies beside it, stored as it is, does not make up for a file that explodes.
    large = [(each.compress_size, each.file_size) for each in files if each.file_size > MEGA]
    if unpacked > limits.most_bytes or any(
        size > limits.most_ratio * max(small, 1) for small, size in [(packed, unpacked), *large]
    ):
        raise RefusedError(
            "zip_explodes", field="file",
            found=unpacked // MEGA, most=limits.most_bytes // MEGA, ratio=limits.most_ratio,
        )  # fmt: skip
