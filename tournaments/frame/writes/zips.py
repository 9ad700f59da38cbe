"""Uploaded zip files, checked before anything in them is read."""

import lzma
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from tournaments.errors import RefusedError

MEGA: Final = 1_000_000
# The first bytes of every zip file, also of a workbook.
SIGN: Final = b"PK\x03\x04"


# Exceptions of zipfile and its decompressors for damaged bytes; RuntimeError covers unknown methods.
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
    """Limits of a zip file: unpacked bytes, the ratio to its packed size, and files.

    The ratio holds for the whole and for each large file of it.

    The sizes in its directory can be trusted this far: no more bytes than a file declares are ever unpacked.
    """

    most_bytes: int
    most_ratio: int = 100
    most_files: int = 200


def require_sane(source: Path | IO[bytes], limits: ZipLimits) -> None:
    """Refuse a file that is no zip, that hides its content, or that would explode."""
    try:
        with ZipFile(source) as archive:
            files = archive.infolist()
    except (*BROKEN, OSError) as error:
        raise RefusedError("zip_damaged", field="file") from error
    if len(files) > limits.most_files:
        raise RefusedError("zip_too_many_files", field="file", found=len(files), most=limits.most_files)
    # A file that begins before the archive does: the read would report a disk failure.
    if len({each.filename for each in files}) != len(files) or any(each.header_offset < 0 for each in files):
        raise RefusedError("zip_damaged", field="file")
    if any(each.flag_bits & 1 or each.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for each in files):
        raise RefusedError("zip_unreadable", field="file")
    packed, unpacked = sum(each.compress_size for each in files), sum(each.file_size for each in files)
    # Other files, stored uncompressed, do not make up for a file that explodes.
    large = [(each.compress_size, each.file_size) for each in files if each.file_size > MEGA]
    if unpacked > limits.most_bytes or any(
        size > limits.most_ratio * max(small, 1) for small, size in [(packed, unpacked), *large]
    ):
        raise RefusedError(
            "zip_explodes",
            field="file",
            found=unpacked // MEGA,
            most=limits.most_bytes // MEGA,
            ratio=limits.most_ratio,
        )
