"""The build of the pages as one short word: a new build invalidates every kept page."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.apps import apps
from django.conf import settings

SOURCES = ("*.py", "*.html", "*.mo", "*.css", "*.js")


@cache
def build() -> str:
    """Return a digest of every file that can change a page; the same in all processes of an installation."""
    own = Path(apps.get_app_config("tournaments").path)
    folders = (settings.HOUSE / "templates", own, *settings.GAME_FOLDERS)
    paths = [path for folder in folders for pattern in SOURCES for path in folder.rglob(pattern)]
    digest = sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
