"""The settings of the program under test: the real ones, whose static files are copied and not packed at each start."""

from tournaments.config.settings import *  # noqa: F403
from tournaments.config.settings import DATA_DIR, STORAGES

STATIC_ROOT = DATA_DIR / "static"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
