"""Environment variables: every variable with its valid values, and an error that names each invalid one."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

# The prefix of this program's variables; an unknown one with this prefix is a typing mistake.
OWN = "SETTEBELLO_"

# A key signs codes and sessions: shorter ones can be guessed.
LEAST_KEY, LEAST_DIFFERENT = 50, 5
LEAST_TOKEN = 20

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
ON, OFF = ("1", "on", "true", "yes"), ("0", "off", "false", "no")
# For which names a browser is told to ask by TLS alone for a year: the host, all names below it too, or these in the
# lists that browsers are built with. A club's other sites may have no TLS, so only the first goes without saying.
HSTS = ("host", "subdomains", "preload")
MAIL_SCHEMES = (
    "smtp",
    "smtps",
    "smtp+tls",
    "smtp+ssl",
    "consolemail",
    "filemail",
    "memorymail",
    "dummymail",
)
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HOST = re.compile(r"\*|\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]", re.IGNORECASE)
SERVICE = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable: its default, a description of its valid values, and their check.

    ``is_secret`` keeps the value out of the error.
    """

    name: str
    default: str
    expected: str
    is_right: Callable[[str], bool]
    is_secret: bool = False


def _split(url: str) -> SplitResult | None:
    """Return the parts of a URL; None for an invalid one, for example with a port that is no number."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _is_database(value: str) -> bool:
    parts = _split(value)
    if parts is None or not parts.path.strip("/"):
        return False
    return parts.scheme == "sqlite" or (parts.scheme in ("postgres", "postgresql") and bool(parts.hostname))


def _is_redis(value: str) -> bool:
    parts = _split(value)
    return parts is not None and parts.scheme in ("redis", "rediss") and bool(parts.hostname)


def _is_site(value: str) -> bool:
    parts = _split(value)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    return not (parts.path or parts.query or parts.fragment or parts.username)


def _is_mail(value: str) -> bool:
    parts = _split(value)
    if parts is None or parts.scheme not in MAIL_SCHEMES:
        return False
    return not parts.scheme.startswith("smtp") or bool(parts.hostname)


def _is_key(value: str) -> bool:
    return len(value) >= LEAST_KEY and len(set(value)) >= LEAST_DIFFERENT


def _is_network_list(value: str) -> bool:
    try:
        networks(value)
    except ValueError:
        return False
    return True


VARIABLES = (
    Variable("SETTEBELLO_DATA", "", "a folder on a disk of this computer", lambda value: "\0" not in value),
    Variable("SETTEBELLO_DEMO", "on", "on or off", lambda value: value in ("on", "off")),
    Variable("SETTEBELLO_TABLES", "on", "on or off", lambda value: value in ("on", "off")),
    Variable("DEBUG", "off", "on or off", lambda value: value.lower() in ON + OFF),
    Variable("DATABASE_URL", "", "postgres://user:password@host/name, or sqlite:///path", _is_database, is_secret=True),
    Variable(
        "DATABASE_POOL",
        "20",
        "the most connections of one process, 1 to 500",
        lambda value: value.isdecimal() and 1 <= int(value) <= 500,
    ),
    Variable("REDIS_URL", "", "redis://host:port/number, or rediss:// with TLS", _is_redis, is_secret=True),
    Variable("CELERY_BROKER_URL", "", "redis://host:port/number, or rediss:// with TLS", _is_redis, is_secret=True),
    Variable(
        "SECRET_KEY",
        "",
        f"at least {LEAST_KEY} random characters; codes and sessions are signed with it",
        _is_key,
        is_secret=True,
    ),
    Variable(
        "SECRET_KEY_FALLBACKS",
        "",
        "earlier values of SECRET_KEY with commas between them",
        lambda value: all(_is_key(key) for key in split_list(value)),
        is_secret=True,
    ),
    Variable(
        "ALLOWED_HOSTS",
        "",
        "names of hosts with commas between them, without http:// or port",
        lambda value: all(HOST.fullmatch(host) for host in split_list(value)),
    ),
    Variable("SITE_URL", "http://127.0.0.1:8000", "http:// or https:// and a host, nothing after it", _is_site),
    Variable("HSTS", "host", "one of " + ", ".join(HSTS), lambda value: value in HSTS),
    Variable("EMAIL_URL", "filemail://", "smtp+tls://user:password@host:587", _is_mail, is_secret=True),
    Variable(
        "DEFAULT_FROM_EMAIL",
        "settebello@localhost",
        "a mail address",
        lambda value: bool(re.fullmatch(r"[^@\r\n]+@[^@\s>]+>?", value)),
    ),
    Variable("TRUSTED_PROXIES", "127.0.0.1,::1", "addresses or networks with commas between them", _is_network_list),
    Variable(
        "METRICS_TOKEN",
        "",
        f"at least {LEAST_TOKEN} characters without spaces",
        lambda value: bool(re.fullmatch(rf"\S{{{LEAST_TOKEN},}}", value)),
        is_secret=True,
    ),
    Variable(
        "SECURITY_CONTACT",
        "",
        "mailto: and a mail address, or an https:// address",
        lambda value: bool(re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^\s/]+\S*", value)),
    ),
    Variable(
        "PUSH_SERVICES",
        "",
        "names of hosts with commas between them; *.name.example for all below",
        lambda value: all(SERVICE.fullmatch(host) for host in split_list(value)),
    ),
    Variable("LOG_LEVEL", "WARNING", "one of " + ", ".join(LOG_LEVELS), lambda value: value in LOG_LEVELS),
    Variable("LOG_FORMAT", "", "plain or json", lambda value: value in ("plain", "json")),
)
NAMES = frozenset(variable.name for variable in VARIABLES)


@dataclass(frozen=True, slots=True)
class Environment:
    """The variables in the types that the program uses."""

    data: Path
    serves_tables: bool
    debug: bool
    database_url: str
    database_pool: int
    redis_url: str
    broker_url: str
    secret_key: str
    earlier_keys: list[str]
    allowed_hosts: list[str]
    site_url: str
    hsts: str
    email_url: str
    sender: str
    trusted_proxies: list[str]
    metrics_token: str
    security_contact: str
    push_services: list[str]
    log_level: str
    is_json_logged: bool

    @property
    def is_embedded(self) -> bool:
        """Whether one process does everything, with a file as its database."""
        return not self.database_url

    @property
    def is_https(self) -> bool:
        return self.site_url.startswith("https://")


def split_list(value: str) -> list[str]:
    """Return the parts of a comma-separated list."""
    return [part.strip() for part in value.split(",") if part.strip()]


def networks(value: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return the networks of a comma-separated list; an address is a network of one."""
    return [ipaddress.ip_network(part) for part in split_list(value)]


def read_environment(environ: Mapping[str, str], data: Path) -> Environment:
    """Read the environment; ``data`` is where the data usually are. ImproperlyConfigured names every error."""
    values = {variable.name: environ.get(variable.name, "").strip() or variable.default for variable in VARIABLES}
    wrong = _faults(environ, values)
    if wrong:
        raise ImproperlyConfigured("The environment is not right.\n" + "\n".join(f"  {line}" for line in wrong))
    is_embedded = not values["DATABASE_URL"]
    # The host names of a laptop: that of its address, and those of the computer itself.
    host = urlsplit(values["SITE_URL"]).hostname or ""
    own_hosts = [f"[{host}]" if ":" in host else host, *LOOPBACK]
    return Environment(
        data=Path(values["SETTEBELLO_DATA"] or data),
        serves_tables=values["SETTEBELLO_TABLES"] == "on",
        debug=values["DEBUG"].lower() in ON,
        database_url=values["DATABASE_URL"],
        database_pool=int(values["DATABASE_POOL"]),
        redis_url=values["REDIS_URL"],
        broker_url=values["CELERY_BROKER_URL"] or values["REDIS_URL"],
        secret_key=values["SECRET_KEY"],
        earlier_keys=split_list(values["SECRET_KEY_FALLBACKS"]),
        allowed_hosts=split_list(values["ALLOWED_HOSTS"]) or own_hosts,
        site_url=values["SITE_URL"],
        hsts=values["HSTS"],
        email_url=values["EMAIL_URL"],
        sender=values["DEFAULT_FROM_EMAIL"],
        trusted_proxies=split_list(values["TRUSTED_PROXIES"]),
        metrics_token=values["METRICS_TOKEN"],
        security_contact=values["SECURITY_CONTACT"],
        push_services=split_list(values["PUSH_SERVICES"]),
        log_level=values["LOG_LEVEL"],
        is_json_logged=(values["LOG_FORMAT"] or ("plain" if is_embedded else "json")) == "json",
    )


def _faults(environ: Mapping[str, str], values: Mapping[str, str]) -> list[str]:
    """Return a line for each variable that is unknown, has an invalid value, or is missing on a server."""
    known = ", ".join(sorted(name for name in NAMES if name.startswith(OWN)))
    found = [
        f"{name}: there is no such variable; expected one of {known}"
        for name in sorted(environ)
        if name.startswith(OWN) and name not in NAMES
    ]
    for variable in VARIABLES:
        value = values[variable.name]
        if value and not variable.is_right(value):
            what = "" if variable.is_secret else f"; it is {value!r}"
            found.append(f"{variable.name}: expected {variable.expected}{what}")
    # A laptop may leave these out; a server must set them.
    for variable in VARIABLES:
        if values["DATABASE_URL"] and variable.name in ("SECRET_KEY", "ALLOWED_HOSTS") and not values[variable.name]:
            found.append(f"{variable.name}: must be set where DATABASE_URL is; expected {variable.expected}")
    return found
