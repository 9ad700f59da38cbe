"""What the scripts share that write a page of ``docs`` from the code: printed, or with ``--update`` written."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def write(path: Path, page: Callable[[], str]) -> None:
    """Print a page, or write it to its file where the command says ``--update``."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
    import django

    django.setup()
    if "--update" in sys.argv:
        path.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")
