"""What the settings promise is true of the running database, and a wrong environment is refused by name."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import pre_migrate

from tournaments.config import databases, environment

ROOT = Path(__file__).resolve().parents[2]
KEY = "0123456789 a key of the tests: as long as a key must be"
OTHER_KEY = "another key of the tests: longer than what can be guessed"
SERVER = {
    "DATABASE_URL": "postgres://nobody@localhost/nothing",
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": "settebello.example",
}


@pytest.mark.django_db
def test_the_database_keeps_what_it_acknowledges(tmp_path: Path) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            options = databases.from_url("", tmp_path)["OPTIONS"]
            with closing(sqlite3.connect(tmp_path / "evening.sqlite3")) as opened:
                opened.executescript(options["init_command"])
                assert opened.execute("PRAGMA synchronous").fetchone() == (2,)
                assert opened.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert options["transaction_mode"] == "IMMEDIATE"
        else:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() == ("on",)
            assert connection.settings_dict["OPTIONS"]["pool"]


def test_connections_of_a_pool_are_looked_at_and_nobody_waits_for_one_for_ever() -> None:
    config = databases.from_url("postgres://nobody@localhost/nothing", Path("unused"), 7)
    assert config["CONN_HEALTH_CHECKS"] is True
    assert config["OPTIONS"]["pool"] == {"min_size": 2, "max_size": 7, "timeout": 5, "reconnect_timeout": 1}
    assert config["OPTIONS"]["connect_timeout"] == 5
    assert config["PREPARE_THRESHOLD"] == 0
    never = databases.from_url("postgres://nobody@localhost/nothing?prepare_threshold=1000000000", Path("unused"))
    assert never["PREPARE_THRESHOLD"] == 1_000_000_000
    assert "prepare_threshold" not in never["OPTIONS"]
    assert "lock_timeout=3s" in config["OPTIONS"]["options"]
    assert "idle_in_transaction_session_timeout=10s" in config["OPTIONS"]["options"]
    assert "tcp_keepalives_idle=10" in config["OPTIONS"]["options"]
    assert config["OPTIONS"]["application_name"] == "settebello"


@pytest.mark.django_db(transaction=True)
def test_a_migration_may_compute_for_longer_than_a_page_between_two_statements() -> None:
    def patience() -> str:
        if connection.vendor == "sqlite":
            return "has none"
        with connection.cursor() as cursor:
            cursor.execute("SHOW idle_in_transaction_session_timeout")
            return str(cursor.fetchone()[0])

    usual, seen = patience(), list[str]()

    def look(**_values: Any) -> None:
        seen.append(patience())

    pre_migrate.connect(look)
    try:
        call_command("migrate", verbosity=0)
    finally:
        pre_migrate.disconnect(look)
    assert set(seen) == {"has none" if connection.vendor == "sqlite" else "30min"}
    assert patience() == usual


# For every variable: values that it may have, and values that it may not.
TABLE: dict[str, tuple[list[str], list[str]]] = {
    "SETTEBELLO_DATA": (["/srv/settebello", "var"], ["a\0b"]),
    "SETTEBELLO_DEMO": (["on", "off"], ["maybe", "Off"]),
    "SETTEBELLO_TABLES": (["on", "off"], ["1", "live"]),
    "HSTS": (["host", "subdomains", "preload"], ["on", "1", "Host", "host; preload"]),
    "DEBUG": (["on", "off", "1", "False"], ["app:*", "2"]),
    "DATABASE_URL": (
        ["postgres://u:p@db/name", "postgresql://u@%2Frun%2Fpg/name", "sqlite:////srv/s.sqlite3"],
        ["postgres://u:p@db", "postgres://u:p@db/", "postgres:///name", "mysql://u:p@db/name", "db", "postgres://db:x/n"],
    ),
    "DATABASE_POOL": (["1", "20", "500"], ["0", "501", "many", "-1", "2.5"]),
    "REDIS_URL": (["redis://localhost", "rediss://:p@r:6380/1"], ["http://r", "redis://", "localhost:6379", "redis://r:x"]),
    "CELERY_BROKER_URL": (["redis://localhost/2", "rediss://r"], ["amqp://r", "memory://", "redis:///0"]),
    "SECRET_KEY": ([KEY], ["short", KEY[:49], "abcd" * 20]),
    "SECRET_KEY_FALLBACKS": ([KEY, f"{KEY}, {KEY[::-1]}"], ["short", f"{KEY},short", f"{KEY}," + "abcd" * 20]),
    "ALLOWED_HOSTS": (
        ["a.example", "a.example, .b.example,10.0.0.1,[::1]", "*"], ["http://a", "a.example:80", "a b", "a/b"],
    ),
    "SITE_URL": (
        ["http://10.0.0.1:8000", "https://settebello.example"],
        ["settebello.example", "ftp://a", "https://", "https://a/", "https://a/b", "https://a?b", "https://u@a", "http://a:x"],
    ),
    "EMAIL_URL": (["smtp+tls://u:p@host:587", "filemail://", "consolemail://"], ["smtp://", "mail.example", "imap://host"]),
    "DEFAULT_FROM_EMAIL": (["a@b.example", "Club <a@b.example>"], ["nobody", "a@", "a@b\nBcc: c@d"]),
    "TRUSTED_PROXIES": (["127.0.0.1,::1", "10.0.0.0/8"], ["proxy", "10.0.0.1/8", "300.0.0.1"]),
    "METRICS_TOKEN": (["t" * 20], ["short", "with a space in the middle of it"]),
    "SECURITY_CONTACT": (
        ["mailto:security@club.example", "https://club.example/flaws"],
        ["security@club.example", "http://a", "mailto:a b"],
    ),
    "PUSH_SERVICES": (
        ["push.example.org", "push.example.org,*.push.example"],
        ["https://push.example", "push.example:443", "*", "*.", "push.*.example", "localhost"],
    ),
    "LOG_LEVEL": (["DEBUG", "CRITICAL"], ["warning", "LOUD"]),
    "LOG_FORMAT": (["plain", "json"], ["xml", "JSON"]),
}  # fmt: skip


def test_the_table_has_every_variable() -> None:
    assert set(TABLE) == environment.NAMES


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, (right, _) in TABLE.items() for value in right])
def test_a_right_value_is_taken(name: str, value: str) -> None:
    environment.read_environment({**SERVER, name: value}, ROOT)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, (_, wrong) in TABLE.items() for value in wrong])
def test_a_wrong_value_is_refused_by_the_name_of_its_variable_with_what_is_expected(name: str, value: str) -> None:
    (variable,) = (one for one in environment.VARIABLES if one.name == name)
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.read_environment({**SERVER, name: value}, ROOT)
    (line,) = str(refusal.value).splitlines()[1:]
    assert line.strip().startswith(f"{name}: expected {variable.expected}")
    assert (repr(value) in line) is not variable.is_secret


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_what_a_server_must_say_is_asked_for_by_name(name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{name}: must be set where DATABASE_URL is"):
        environment.read_environment({**SERVER, name: ""}, ROOT)


def test_what_an_earlier_key_signed_still_holds() -> None:
    """In a process of its own, whose environment names the key."""
    signed = signing.dumps("a mailed link", key=KEY)
    code = "import sys; from django.core import signing; print(signing.loads(sys.argv[1]))"
    known = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY_FALLBACKS")}
    told = [
        subprocess.run(
            [sys.executable, "-c", code, signed],
            cwd=ROOT,
            text=True,
            capture_output=True,
            timeout=60,
            env={**known, "DJANGO_SETTINGS_MODULE": "tournaments.config.settings", "SECRET_KEY": KEY[::-1], **more},
        )
        for more in ({"SECRET_KEY_FALLBACKS": f"{OTHER_KEY},{KEY}"}, {"SECRET_KEY_FALLBACKS": OTHER_KEY}, {})
    ]
    assert told[0].stdout.strip() == "a mailed link", told[0].stderr
    assert all("BadSignature" in each.stderr for each in told[1:])


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.read_environment({"SITE_URL": "x", "LOG_LEVEL": "x", "SETTEBELLO_DEMOS": "off"}, ROOT)
    assert [line.strip().partition(":")[0] for line in str(refusal.value).splitlines()[1:]] == [
        "SETTEBELLO_DEMOS",
        "SITE_URL",
        "LOG_LEVEL",
    ]


def test_a_laptop_needs_nothing() -> None:
    read = environment.read_environment({}, ROOT / "var")
    assert (read.is_embedded, read.is_json_logged, read.broker_url, read.data) == (True, False, "", ROOT / "var")


@pytest.mark.parametrize(
    ("said", "hosts"),
    [
        ({}, ["127.0.0.1"]),
        ({"SITE_URL": "http://192.168.1.20:8000"}, ["192.168.1.20"]),
        ({"SITE_URL": "http://[fd00::7]:8000"}, ["[fd00::7]"]),
        ({"SITE_URL": "https://settebello.example"}, ["settebello.example"]),
    ],
)
def test_a_laptop_answers_to_its_address_and_to_its_own_names_only(said: dict[str, str], hosts: list[str]) -> None:
    assert environment.read_environment(said, ROOT).allowed_hosts == [*hosts, "localhost", "127.0.0.1", "[::1]"]
    assert environment.read_environment({**said, "ALLOWED_HOSTS": "a.example"}, ROOT).allowed_hosts == ["a.example"]


def test_a_server_logs_json_and_tells_workers_through_redis_unless_it_says_otherwise() -> None:
    read = environment.read_environment({**SERVER, "REDIS_URL": "redis://r/0"}, ROOT)
    assert (read.is_embedded, read.is_json_logged, read.broker_url) == (False, True, "redis://r/0")
    read = environment.read_environment({**SERVER, "LOG_FORMAT": "plain", "CELERY_BROKER_URL": "redis://q/1"}, ROOT)
    assert (read.is_json_logged, read.broker_url) == (False, "redis://q/1")


MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/export /srv/shared nfs4 rw 0 0
//nas/club /mnt/the\\040club cifs rw 0 0
/dev/sdb1 /srv/shared/own xfs rw 0 0
"""


@pytest.mark.parametrize("folder", ["/srv/shared", "/srv/shared/var", "/mnt/the club/var"])
def test_a_database_on_a_network_file_system_is_refused(folder: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SETTEBELLO_DATA: expected a folder on a disk of this computer"):
        databases.require_local(Path(folder), MOUNTS)


@pytest.mark.parametrize("folder", ["/srv", "/srv/shared/own/var", "/home/gino"])
def test_a_database_on_a_disk_is_taken(folder: str) -> None:
    databases.require_local(Path(folder), MOUNTS)


def start(*command: str, **given: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    return subprocess.run(
        [sys.executable, *(command or ("manage.py", "check"))],
        cwd=ROOT,
        env={**kept, **given},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_program_that_is_told_wrong_does_not_start(tmp_path: Path) -> None:
    done = start(DATABASE_URL="postgres://nobody@localhost/nothing", ALLOWED_HOSTS="a", SETTEBELLO_DATA=str(tmp_path))
    assert done.returncode != 0
    assert "SECRET_KEY: must be set" in done.stderr


def test_a_laptop_makes_a_secret_of_its_own_and_keeps_it_to_itself(tmp_path: Path) -> None:
    asked = ("-c", "import tournaments.config.settings")
    assert start(*asked, SETTEBELLO_DATA=str(tmp_path)).returncode == 0
    made = tmp_path / "secret_key"
    first = made.read_text()
    assert made.stat().st_mode & 0o077 == 0
    assert start(*asked, SETTEBELLO_DATA=str(tmp_path)).returncode == 0
    assert made.read_text() == first


@pytest.mark.parametrize(("form", "is_there"), [("json", True), ("plain", False)])
def test_where_lines_are_collected_a_stranger_does_not_name_the_request(
    tmp_path: Path, form: str, is_there: bool
) -> None:
    ask = "from tournaments.config.settings import MIDDLEWARE; print(*MIDDLEWARE)"
    said = start("-c", ask, SETTEBELLO_DATA=str(tmp_path), LOG_FORMAT=form).stdout.split()
    names = ["tournaments.config.proxies.ProxyMiddleware", "tournaments.config.request_log.RequestLogMiddleware"]
    assert [name for name in said if name in names] == (names if is_there else [])
