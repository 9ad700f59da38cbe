"""The build of the pages as one short word: a new build invalidates every kept page."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.apps import apps
from django.conf import settings

SOURCES = ("*.py", "*.html", "*.mo", "*.css", "*.js")


@cache
def build() -> str:
    """Return a digest of every file that can change a page; the same in all processes of an installation."""
    digest = sha256()
    for path in sorted(_files()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _files() -> Iterator[Path]:
    own = Path(apps.get_app_config("tournaments").path)
    for folder in (settings.BASE_DIR / "templates", own, *settings.GAME_FOLDERS):
        for pattern in SOURCES:
            yield from folder.rglob(pattern)
