"""The settings of the site under test: the real ones, with the static files that were collected once for all tests."""

import os
from pathlib import Path

from tournaments.config.settings import *  # noqa: F403
from tournaments.config.settings import DATA_DIR

STATIC_ROOT = Path(os.environ.get("FAULTS_STATIC", DATA_DIR / "static"))
