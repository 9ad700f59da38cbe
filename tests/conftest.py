"""What every test run needs of the settings, and what it says at its end."""

import tempfile
from typing import Any

import pytest
from django.conf import settings


def pytest_configure(config: pytest.Config) -> None:
    """Static files under their own names, so that none must be collected; passwords hashed at little cost."""
    backend = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    settings.PASSWORD_HASHERS = ["tests.hashing.QuickArgon2PasswordHasher", *settings.PASSWORD_HASHERS]
    settings.STATIC_ROOT = tempfile.mkdtemp(prefix="settebello-static-")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How many cases the matrix of rights and the search among tenants tried, wherever they ran."""
    reports = [
        each for found in terminalreporter.stats.values() for each in found if getattr(each, "when", "") == "call"
    ]
    for name in sorted({name for report in reports for name, _counted in report.user_properties}):
        counted = [value for report in reports for each, value in report.user_properties if each == name]
        cases, wrong = (sum(column) for column in zip(*counted, strict=True))
        terminalreporter.write_line(f"{name}: {cases:,} cases, {wrong:,} deviations")
