"""A workbook that somebody sent, as the text of a list: refused before it is opened when it would explode."""

import os
import subprocess
import sys
import tempfile
from io import BytesIO
from typing import Final

from django.conf import settings

from tournaments.errors import RefusedError
from tournaments.services import zips
from tournaments.services.long_work import xlsx_child

MODULE: Final = "tournaments.services.long_work.xlsx_child"
LIMITS: Final = zips.ZipLimits(most_bytes=20_000_000, most_ratio=100, most_files=200)
LONGEST: Final = 20.0
"""Seconds on the wall; of the processor it has half as many."""
CODES: Final = {
    xlsx_child.MANY_ROWS: "workbook_rows",
    xlsx_child.MANY_COLUMNS: "workbook_columns",
}


def text_of(data: bytes, *, most_rows: int, most_columns: int) -> str:
    """The first sheet of a workbook as CSV with semicolons."""
    zips.require_sane(BytesIO(data), LIMITS)
    with tempfile.TemporaryDirectory(prefix="settebello-xlsx-") as folder:
        # The child knows nothing of the site: no key, no database, no home.
        environment = {
            "PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(settings.BASE_DIR), "HOME": folder,
            "PYTHONIOENCODING": "utf-8",
        }  # fmt: skip
        try:
            ran = subprocess.run(
                [sys.executable, "-m", MODULE, str(most_rows), str(most_columns)],
                input=data, capture_output=True, cwd=folder, env=environment, timeout=LONGEST, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise RefusedError("workbook_too_big", field="file") from error
    if ran.returncode in CODES:
        raise RefusedError(CODES[ran.returncode], field="file", rows=most_rows, columns=most_columns)
    if ran.returncode == xlsx_child.NO_MEMORY or ran.returncode < 0:
        raise RefusedError("workbook_too_big", field="file")
    if ran.returncode:
        raise RefusedError("workbook_unreadable", field="file")
    return ran.stdout.decode("utf-8", "replace")
