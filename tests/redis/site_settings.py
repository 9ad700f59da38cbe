"""The settings of a site that is visited without a server: the real ones, with static files under their own names."""

from tournaments.config.settings import *  # noqa: F403
from tournaments.config.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
