"""Every answer is JSON, whatever the caller asks for; a body is JSON of a size and shape that is read, or a zip."""

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any

import orjson
from django.http import RawPostDataException, UnreadablePostError
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder

MOST_DEPTH = 32
# What every program reads as the same whole number, and every database keeps.
MOST_NUMBER = 2**53 - 1
NUL = "\x00"


class AlwaysFirst(BaseContentNegotiation):
    """Takes the first renderer: there is one, and an error is better told in JSON than not at all."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type


class PlainJsonParser(BaseParser):
    """JSON without what later layers cannot hold: huge numbers, NUL, numbers that are none, endless nesting."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            text = stream.read().decode("utf-8")
            value = json.loads(text)
        except (ValueError, RecursionError, RawPostDataException, UnreadablePostError) as error:
            raise ParseError from error
        _require_plain(value, 0)
        return value


def _require_plain(value: Any, depth: int) -> None:
    if depth > MOST_DEPTH:
        raise ParseError
    if isinstance(value, dict):
        for name, inner in value.items():
            _require_plain(name, depth)
            _require_plain(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _require_plain(inner, depth + 1)
    elif isinstance(value, str):
        if NUL in value:
            raise ParseError
        try:
            value.encode()
        except UnicodeEncodeError as error:
            # Half of a surrogate pair cannot be written.
            raise ParseError from error
    elif isinstance(value, int | float) and not abs(value) <= MOST_NUMBER:
        # Python reads NaN and Infinity as well.
        raise ParseError


class JsonRenderer(JSONRenderer):
    """UTF-8 as it is written; a problem says that it is one."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else orjson.dumps(data, default=_plain, option=AS_DJANGO_DOES)


# Times as the framework writes them, and keys that are numbers, as in Python's own JSON.
AS_DJANGO_DOES = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_NON_STR_KEYS
_framework = JSONEncoder()


def _plain(value: Any) -> Any:
    """Encode a value that JSON has no type for, as the framework does; a named tuple becomes a list."""
    return list(value) if isinstance(value, tuple) else _framework.default(value)


class ZipParser(BaseParser):
    """The body as it was sent: nothing of an archive is read before its size and form are looked at."""

    media_type = "application/zip"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> bytes:  # type: ignore[override]
        found: bytes = stream.read()
        return found
