"""What every test run needs of the settings: static files under their own names, so that none must be collected."""

import tempfile

import pytest
from django.conf import settings


def pytest_configure(config: pytest.Config) -> None:
    backend = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    settings.STATIC_ROOT = tempfile.mkdtemp(prefix="settebello-static-")
