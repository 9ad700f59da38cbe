"""A zip that would explode is refused before a byte of it is unpacked (T47)."""

import io
import tracemalloc
import zipfile

import pytest

from tests.searching import in_short
from tests.tournaments.services.reading_workbooks import noise
from tournaments.errors import RefusedError
from tournaments.frame.writes import zips
from tournaments.jobs.writes import uploaded_workbooks

LIMITS = zips.ZipLimits(most_bytes=20_000_000, most_files=200)


def zipped(*files: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def bomb() -> bytes:
    """Less than half a MB that would be 450 MB, as a workbook; in a short run 48 MB."""
    out, zeros = io.BytesIO(), bytes(4_000_000)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<x/>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _part in range(in_short(12, 112)):
                sheet.write(zeros)
    return out.getvalue()


def test_a_bomb_is_refused_unopened():
    data = bomb()
    assert len(data) < 480_000
    tracemalloc.start()
    with pytest.raises(RefusedError) as refused:
        uploaded_workbooks.require_readable(data)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.value.code == "zip_explodes"
    assert refused.value.params["most"] == 20
    assert most < 10_000_000


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zipped(("a", bytes(3_000_000))), "zip_explodes"),
        (zipped(("a", bytes(3_000_000)), ("b", noise(200_000))), "zip_explodes"),
        (zipped(*((str(n), b"x") for n in range(201))), "zip_too_many_files"),
        (b"nothing", "zip_damaged"),
        (zipped(("a", b"x"))[:-30], "zip_damaged"),
    ],
    ids=["explodes", "one explodes", "many files", "no zip", "cut off"],
)
def test_what_is_refused(data, code):
    with pytest.raises(RefusedError) as refused:
        zips.require_sane(io.BytesIO(data), LIMITS)
    assert refused.value.code == code


def test_a_zip_that_lies_about_its_size_gives_no_more_than_it_says():
    data = bytearray(zipped(("a", b"x" * 100_000)))
    for sign, at in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        start = data.index(sign)
        data[start + at : start + at + 4] = (50).to_bytes(4, "little")
    zips.require_sane(io.BytesIO(bytes(data)), zips.ZipLimits(most_bytes=1_000))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive, pytest.raises(zipfile.BadZipFile):
        archive.read("a")


def test_a_zip_within_the_limits_passes():
    zips.require_sane(io.BytesIO(zipped(("a", b"some text"))), LIMITS)
