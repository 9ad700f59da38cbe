"""The headers that operations understand and send, for the description: each said once, and pointed at."""

import re
from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter

from tournaments.frame.api.idempotency import HEADER, KEPT, LONGEST_KEY, REPLAYED

# The version in If-Match: alone, or at the beginning of the ETag of an event's state.
VERSION: Final = re.compile(r'(?:W/)?"?([0-9]{1,18})(?:-[0-9a-f]+)?"?')
# As much of a header as is read; one that is longer is refused.
LONGEST: Final = 500
ETAG_FORM: Final = '^W/"[0-9]+-[0-9a-f]{12}"$'

AGAIN: Final = "Retry-After"
SOMETIMES: Final = (REPLAYED, AGAIN)


def _request_header(name: str, schema: Mapping[str, Any], about: str) -> OpenApiParameter:
    return OpenApiParameter(name, dict(schema), OpenApiParameter.HEADER, description=about)


def _response_header(name: str, schema: Mapping[str, Any], about: str, *statuses: int) -> OpenApiParameter:
    codes: list[int | str] = list(statuses)
    return OpenApiParameter(
        name, dict(schema), OpenApiParameter.HEADER, description=about, response=codes, required=name not in SOMETIMES
    )


_REPLAY: Final = {"type": "string", "enum": ["true"]}
_REPLAY_ABOUT: Final = "The call was done before with the same Idempotency-Key: this is what it was answered then."

LANGUAGE: Final = _request_header(
    "Accept-Language",
    {"type": "string", "default": "it", "maxLength": LONGEST},
    "The language of sentences: “it” or “en”.",
)
IDEMPOTENCY: Final = _request_header(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    "The same key is answered the same, and done once; with another body 422. Kept for a day.",
)
IF_MATCH: Final = _request_header(
    "If-Match",
    {
        "type": "string",
        "maxLength": 60,
        "pattern": rf"^(\*|{VERSION.pattern})?$",
        "examples": ['"41"', 'W/"41-0123456789ab"'],
    },
    "The version that was read, as “seen” of the body says it, or the ETag of an event's state: 409 when it has "
    "changed since, 422 when it says no version. “seen” goes before it.",
)
IF_NONE_MATCH: Final = _request_header(
    "If-None-Match",
    {"type": "string", "maxLength": LONGEST},
    "The ETag that was sent the last time: 304 while nothing has changed.",
)
ETAG: Final = _response_header(
    "ETag", {"type": "string", "pattern": ETAG_FORM}, "The version and the language of it.", 200, 304
)
BOUNDED: Final = (LANGUAGE.name, IF_NONE_MATCH.name)


def replayed_header(*statuses: int) -> OpenApiParameter:
    """Return the declaration of ``Idempotency-Replayed``, sent when an answer is repeated for the same key."""
    return _response_header(REPLAYED, _REPLAY, _REPLAY_ABOUT, *statuses)


def location(status: int) -> OpenApiParameter:
    """Return the declaration of the ``Location`` header: the address of what was made, or of the job that makes it."""
    about = "The address of what was made, or of how far it is."
    return _response_header("Location", {"type": "string", "format": "uri"}, about, status)


def again(status: int) -> OpenApiParameter:
    """Return the declaration of ``Retry-After``, sent while the work asked for is not finished."""
    return _response_header(
        AGAIN, {"type": "integer"}, "Seconds after which to ask again; not there once it is over.", status
    )


def _of_problem(name: str, kind: str, about: str) -> dict[str, Any]:
    return {name: {"schema": {"type": kind}, "description": about, "required": True}}


_WAIT: Final = _of_problem(AGAIN, "integer", "Seconds to wait")
OF_PROBLEMS: Final[Mapping[int, Mapping[str, Any]]] = {
    **{status: {REPLAYED: {"schema": _REPLAY, "description": _REPLAY_ABOUT}} for status in sorted(KEPT)},
    401: _of_problem("WWW-Authenticate", "string", "How to say who one is: Bearer"),
    405: _of_problem("Allow", "string", "The methods that there are"),
    429: _WAIT,
    503: _WAIT,
}


def declare_headers_once(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """The description with each header that is taken said once, for all operations that understand it."""
    shared: dict[str, Any] = {}
    for methods in result.get("paths", {}).values():
        for operation in methods.values():
            parameters = operation.get("parameters", ())
            shared.update({each["name"]: each for each in parameters if each["in"] == "header"})
            operation["parameters"] = [
                {"$ref": f"#/components/parameters/{each['name']}"} if each["in"] == "header" else each
                for each in parameters
            ]
    result.setdefault("components", {})["parameters"] = shared
    return result
