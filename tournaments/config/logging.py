"""Logging: lines for people on a laptop, JSON with a request's id on a server, secrets in neither."""

import logging
import re
import time
from collections.abc import Callable, MutableMapping
from typing import Any

REMOVED = "[removed]"

# Names of secret values.
SECRET_NAME = re.compile(
    r"pass(word|wd|phrase)?|pin|codice|code_?typed|token|secret|cookie|authorization|session|csrf|contact|e-?mail|api_?key",
    re.IGNORECASE,
)

# Patterns of secrets: each is replaced, and the text before it is kept.
PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    # scheme://user:password@host, before mail addresses, which it looks like.
    (re.compile(r"(?<![\w+.-])(\w[\w+.-]*://)[^/@\s'\"]*@"), rf"\1{REMOVED}@"),
    (re.compile(r"(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*"), REMOVED),
    # A table code as printed, typed or in a link, not inside a longer name; anything after codice/, pass/, invito/.
    (re.compile(r"(?<![\w-])\d{1,6}[A-F]-?[0-9A-Z]{6}(?:[0-9A-Z]{14})?(?![\w-])", re.IGNORECASE), REMOVED),
    (re.compile(r"(/(?:codice|pass|invito)/)[^/\s?'\"]+"), rf"\1{REMOVED}"),
    # The links that confirm an address and set a new password.
    (re.compile(r"(/email/conferma/)[^/\s?'\"]+"), rf"\1{REMOVED}"),
    (re.compile(r"(/password/nuova/)[^/\s]+/[^/\s?'\"]+"), rf"\1{REMOVED}"),
    # name=value and "name": "value" of a secret name, in addresses, headers and messages.
    (
        re.compile(
            r"(?i)(?<![\w-])([\w-]*(?:password|passwd|pin|code|codice|token|secret|cookie|authorization|sessionid|csrf\w{0,20}|key)"
            r"[12]?['\"]?\s*[=:]\s*(?:bearer\s+|basic\s+)?['\"]?)[^\s'\"&;,})\]]+"
        ),
        rf"\1{REMOVED}",
    ),
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}"), rf"\1 {REMOVED}"),
)


def scrub_text(text: str) -> str:
    """Return ``text`` without secrets."""
    for pattern, instead in PATTERNS:
        text = pattern.sub(instead, text)
    return text


def scrub(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove secrets from all values of a line, as a structlog processor."""
    for name, value in event.items():
        if not name.startswith("_"):
            event[name] = REMOVED if SECRET_NAME.search(name) and name != "code" else _clean(value)
    return event


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return scrub_text(value)
    if isinstance(value, dict):
        return {name: REMOVED if SECRET_NAME.search(str(name)) else _clean(part) for name, part in value.items()}
    if isinstance(value, list | tuple | set):
        return [_clean(part) for part in value]
    return value if isinstance(value, int | float | None) else scrub_text(str(value))


def name_request(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the request's id to what Django logs after the request, as a processor."""
    request = getattr(event.get("_record"), "request", None)
    if request is not None and hasattr(request, "META"):
        event.setdefault("request_id", request.META.get("HTTP_X_REQUEST_ID"))
    return event


# With these characters in a line, an attacker could add a forged line below it.
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")


class PlainFormatter(logging.Formatter):
    """One line for people, with its moment in universal time, as the JSON of a server has it."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name for it
        return CONTROL.sub(lambda found: found.group().encode("unicode_escape").decode(), super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        return scrub_text(super().format(record))


def _shared_processors() -> list[Callable[..., Any]]:
    # A laptop logs plain lines and need not load the JSON formatter.
    import structlog

    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def json_formatter() -> logging.Formatter:
    """Return the formatter of one JSON object a line, for all log records: ours and those of libraries."""
    import structlog

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*_shared_processors(), name_request],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            scrub,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(),
        ],
    )


def configure_structlog() -> None:
    """Send structlog's events to the handlers of the standard library."""
    import structlog

    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def logging_config(level: str, is_json: bool) -> dict[str, Any]:
    """Return Django's logging settings."""
    plain = {"()": PlainFormatter, "format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": json_formatter} if is_json else plain},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line", "level": level},
            "security": {"class": "logging.StreamHandler", "formatter": "line", "level": "INFO"},
        },
        "root": {"handlers": ["console"], "level": level},
        # The server's own access log would contain whole addresses, with their codes.
        "loggers": {
            # Log-ins are always logged, at any level.
            "tournaments.security": {"handlers": ["security"], "level": "INFO", "propagate": False},
            "uvicorn": {"handlers": ["console"], "level": level, "propagate": False},
            "uvicorn.access": {"handlers": [], "propagate": False},
        },
    }
