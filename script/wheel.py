"""What a wheel has beside the modules: templates, static files, an empty database, the scripts that verify draws."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where settings look for them (tournaments/installation.py).
HOUSE = "tournaments/house"
DATABASE, EMPTY = "settebello.sqlite3", "empty.sqlite3"


class WheelHook(BuildHookInterface):  # type: ignore[misc]
    """Puts them into the wheel; an editable installation is a clone, which has them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        self.made = tempfile.TemporaryDirectory(prefix="settebello-wheel-")
        static, data = Path(self.made.name) / "staticfiles", Path(self.made.name) / "data"
        collect = (
            "import sys, django; from django.conf import settings; from django.core.management import call_command;"
            " settings.STATIC_ROOT = sys.argv[1]; django.setup();"
            " call_command('collectstatic', interactive=False, verbosity=0); call_command('migrate', verbosity=0)"
        )
        subprocess.run(
            [sys.executable, "-c", collect, str(static)],
            cwd=root,
            check=True,
            env={
                **{name: value for name, value in os.environ.items() if not name.startswith("SETTEBELLO_")},
                # Whatever the builder's own site is told: an empty one counts as not given.
                **dict.fromkeys(("DEBUG", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL"), ""),
                "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
                "SETTEBELLO_DATA": str(data),
                # pip builds with packages that only the path of this process names.
                "PYTHONPATH": os.pathsep.join([str(root), *filter(None, sys.path)]),
            },
        )
        with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as empty:
            # One file, with nothing beside it.
            empty.execute("PRAGMA journal_mode=DELETE")
            empty.execute("VACUUM")
        build_data["force_include"] |= {
            str(static): f"{HOUSE}/staticfiles",
            str(root / "templates"): f"{HOUSE}/templates",
            str(data / DATABASE): f"{HOUSE}/{EMPTY}",
            **{str(path): f"{HOUSE}/docs/{path.name}" for path in (root / "docs").glob("verify_*.py")},
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.made.cleanup()
