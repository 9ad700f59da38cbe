"""Other installations: the database emptied, and the commands that make and read its backups."""

import io
from typing import Any

from django.core.management import call_command

from tests.emptying import begin_keys_anew, empty
from tests.tournaments import factories as make


def run(command: str, *args: Any, **options: Any) -> str:
    """Run a command; return the last line of its output, which is the checksum."""
    out = io.StringIO()
    call_command(command, *args, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue().splitlines()[-1]


def emptied() -> None:
    """Empty the database, as it was after its migrations."""
    empty()
    begin_keys_anew()


def another() -> None:
    """Make the database that of another installation, whose keys begin elsewhere."""
    emptied()
    make.finished(entries=3)
