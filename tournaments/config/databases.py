"""The database: a tuned SQLite file by default, PostgreSQL with a pool when DATABASE_URL is set."""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import environ
from django.core.exceptions import ImproperlyConfigured

from tournaments.installation import DATABASE

# WAL lets readers continue during a write; FULL keeps an acknowledged result through a power cut.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-8000; PRAGMA journal_size_limit=67108864;"
)


# Seconds, and for the last one milliseconds: a PostgreSQL that is silently gone is noticed soon.
PATIENCE = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "tcp_user_timeout": 10_000}
# And a computer that is silently gone is noticed by PostgreSQL: what it held is free again after 25 seconds.
OF_THE_SERVER = {
    "lock_timeout": "3s",
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}

# Seconds: how long a request waits for a connection, and how long a lost one is retried. Each failed attempt waits
# twice as long as the one before. With a short limit, the next request starts again as soon as the server is back.
POOL = {"timeout": 5, "reconnect_timeout": 1}

# Network file systems: the write-ahead log of SQLite needs memory that all its users share.
OF_THE_NETWORK = re.compile(r"nfs\d*|cifs|smb\w*|afs|fuse\.sshfs|fuse\.glusterfs|glusterfs|ceph|fuse\.ceph")
MOUNTS = Path("/proc/self/mounts")


def require_local(path: Path, mounts: str) -> None:
    """Refuse a database on a network file system; ``mounts`` as Linux lists them."""
    found = (Path("/"), "")
    for line in mounts.splitlines():
        _device, place, kind, *_more = line.split(" ")
        mounted = Path(place.replace("\\040", " "))
        if path.is_relative_to(mounted) and len(mounted.parts) >= len(found[0].parts):
            found = (mounted, kind)
    if OF_THE_NETWORK.fullmatch(found[1]):
        raise ImproperlyConfigured(
            f"SETTEBELLO_DATA: expected a folder on a disk of this computer; {path} is on {found[1]}, "
            "where SQLite can lose what it acknowledged. PostgreSQL (DATABASE_URL) may be anywhere."
        )


def from_url(url: str, data_dir: Path, pool: int = 20) -> dict[str, Any]:
    """Return Django's database settings for ``url``; an empty one is the SQLite file. ``pool``: most connections."""
    if not url:
        return sqlite(data_dir / DATABASE)
    config = dict(environ.Env.db_url_config(url))
    if "sqlite" in str(config["ENGINE"]):
        return sqlite(Path(str(config["NAME"])))
    return postgresql(config, pool)


def sqlite(path: Path) -> dict[str, Any]:
    path.parent.mkdir(parents=True, exist_ok=True)
    if MOUNTS.exists():
        require_local(path.parent.resolve(), MOUNTS.read_text())
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # IMMEDIATE takes the write lock at BEGIN: a deferred transaction fails with "database is locked" under load.
        # Model fields convert values to Python themselves: otherwise the driver would look up each column's type for
        # each query, and call Python for each time and each boolean.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": SQLITE_PRAGMAS,
            "detect_types": 0,
        },
        "CONN_MAX_AGE": None,
        # A file for the tests too, one for each run: threads share it like the real one.
        "TEST": {"NAME": path.with_name(f"test-{os.getpid()}.sqlite3")},
    }


def postgresql(config: dict[str, Any], pool: int) -> dict[str, Any]:
    options = dict(config.get("OPTIONS") or {})
    options.setdefault("pool", {"min_size": min(2, pool), "max_size": pool, **POOL})
    for name, value in PATIENCE.items():
        options.setdefault(name, value)
    options.setdefault("options", " ".join(f"-c {name}={value}" for name, value in OF_THE_SERVER.items()))
    # By this name the connections of the site are known (frame/writes/stalled.py).
    options.setdefault("application_name", "settebello")
    # A folder as host is the server's socket; in a URL its slashes are written as %2F.
    host = unquote(str(config.get("HOST") or ""))
    return {
        **config,
        "ENGINE": "django.db.backends.postgresql",
        "HOST": host,
        "OPTIONS": options,
        # Repeated statements are prepared at their first use (frame/reads/statements.py). A pooler that cannot keep
        # them gets a number that is never reached: ?prepare_threshold=1000000000.
        "PREPARE_THRESHOLD": options.pop("prepare_threshold", 0),
        "CONN_HEALTH_CHECKS": True,
    }
