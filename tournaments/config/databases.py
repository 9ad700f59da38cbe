"""Where the data lives: a tuned SQLite file by default, PostgreSQL with a pool when DATABASE_URL says so."""

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import environ

# WAL lets readers go on while one writes; FULL keeps an acknowledged result through a power cut.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-20000; PRAGMA journal_size_limit=67108864;"
)


def kept_secret(path: Path) -> str:
    """The installation's own secret: made at the first start, readable by its owner only."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(64))
    return path.read_text().strip()


def from_url(url: str, data_dir: Path) -> dict[str, Any]:
    """Django's database settings for ``url``; an empty one is the embedded SQLite file."""
    if not url:
        return sqlite(data_dir / "settebello.sqlite3")
    config = dict(environ.Env.db_url_config(url))
    if "sqlite" in str(config["ENGINE"]):
        return sqlite(Path(str(config["NAME"])))
    return postgresql(config)


def sqlite(path: Path) -> dict[str, Any]:
    path.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # IMMEDIATE takes the write lock at BEGIN: a deferred transaction fails with "database is locked" under load.
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 10, "init_command": SQLITE_PRAGMAS},
        "CONN_MAX_AGE": None,
        # A file for the tests too, one for each run: threads share it as they share the real one.
        "TEST": {"NAME": path.with_name(f"test-{os.getpid()}.sqlite3")},
    }


def postgresql(config: dict[str, Any]) -> dict[str, Any]:
    options = dict(config.get("OPTIONS") or {})
    options.setdefault("pool", {"min_size": 2, "max_size": 20, "timeout": 5})
    options.setdefault("options", "-c lock_timeout=3s -c idle_in_transaction_session_timeout=10s")
    # A folder as host is the server's socket; in an address its slashes are written as %2F.
    host = unquote(str(config.get("HOST") or ""))
    return {
        **config,
        "ENGINE": "django.db.backends.postgresql",
        "HOST": host,
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,
    }
