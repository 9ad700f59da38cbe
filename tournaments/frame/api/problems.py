"""What cannot be answered, as a problem document (RFC 9457): a stable code and a sentence."""

import logging
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response

from tournaments.errors import ForbiddenError, MissingError, RefusedError, StaleVersionError, UnreadableError
from tournaments.frame import phrases
from tournaments.frame.api.bounds import TooManyError
from tournaments.frame.api.negotiation import JsonRenderer
from tournaments.frame.api.problem_codes import FAULT, MEDIA_TYPE, PHRASES, TITLES, type_of
from tournaments.frame.serving import bodies
from tournaments.frame.serving.outages import AGAIN_SECONDS, is_outage
from tournaments.games.contract import Json

TRIED_TOO_OFTEN = "too_many_tries"
logger = logging.getLogger(__name__)


class QueryError(Exception):
    """The address asks for something that this endpoint does not know, or in a form that it does not read."""

    def __init__(self, errors: Sequence[dict[str, Json]]) -> None:
        super().__init__("invalid_query")
        self.errors = errors


class UnreadError(Exception):
    """The body was not read: too large, too slow, or too many on their way from one address."""

    def __init__(self, status: int) -> None:
        super().__init__("unread")
        self.status = status


class InvalidError(Exception):
    """A body whose fields are not what the endpoint takes; ``given`` is what was sent."""

    def __init__(self, detail: Any, given: Any) -> None:
        super().__init__("invalid")
        self.errors = field_errors(detail, given)


class StaleError(Exception):
    """The write was based on an old version. ``state`` reads the object as it is now, after the roll-back."""

    def __init__(self, refusal: StaleVersionError, state: Callable[[], Json], game: str = "") -> None:
        super().__init__(refusal.code)
        self.refusal, self.state, self.game = refusal, state, game


def problem(
    status: int,
    code: str,
    detail: str = "",
    *,
    errors: Sequence[dict[str, Json]] = (),
    headers: Mapping[str, str] | None = None,
    **more: Json,
) -> Response:
    """The answer that tells a problem; ``detail`` is the sentence of the code where none is given."""
    body: dict[str, Json] = {
        "type": type_of(code),
        "title": gettext(TITLES.get(status, TITLES[400])),
        "status": status,
        "code": code,
        "detail": detail or gettext(PHRASES.get(code, PHRASES["malformed"])),
    }
    if errors:
        body["errors"] = list(errors)
    response = Response({**body, **more}, status=status, headers=dict(headers or {}), content_type=MEDIA_TYPE)
    response.exception = True
    return response


def refusal_response(refusal: RefusedError, game: str = "") -> Response:
    """422: the domain says no; its code, its sentence, and the field where it is about one."""
    sentence = phrases.sentence(refusal, game)
    if refusal.code == TRIED_TOO_OFTEN:
        return problem(429, refusal.code, sentence, headers={"Retry-After": str(refusal.params["seconds"])})
    errors: list[dict[str, Json]] = []
    for each in (refusal, *refusal.also):
        if each.field:
            value = {"value": each.params["value"]} if "value" in each.params else {}
            detail = phrases.sentence(each, game)
            errors.append({"field": each.field, "code": each.code, "detail": detail, **value})
    return problem(422, refusal.code, sentence, errors=errors)


def too_many(refusal: TooManyError) -> Response:
    """400: a list or an object of the body is longer than it may be; which one, how long, and the bound."""
    values = {"field": refusal.field or "body", "count": refusal.count, "bound": refusal.bound}
    detail = gettext(PHRASES["too_many"]) % values
    error: dict[str, Json] = {"field": refusal.field, "code": "max_length", "detail": detail}
    return problem(400, "too_many", detail, errors=[error])


def stale(refusal: StaleVersionError, state: Json = None, game: str = "") -> Response:
    """409: somebody else was faster; how it stands now comes along."""
    sentence = phrases.sentence(refusal, game)
    return problem(409, refusal.code, sentence, current=state if state is not None else {"version": refusal.current})


def answer_to(error: Exception, game: str = "") -> Response | None:
    """The problem document of an error; None for a fault of the program."""
    for kinds, told in _KINDS:
        if isinstance(error, kinds):
            answer: Response = told(error, game)
            return answer
    if isinstance(error, UnreadableError):
        logger.error("the rules of event %s cannot be read", error)
        return problem(FAULT, "event_unreadable")
    if is_outage(error):
        logger.error("database does not serve a program: %s", error)
        return problem(503, "unavailable", headers={"Retry-After": str(AGAIN_SECONDS)})
    return None


def _api_error(error: exceptions.APIException, _game: str) -> Response:
    """Return the problem for an error that the framework raised, by its status."""
    status = error.status_code
    code = _OF_FRAMEWORK.get(status, "malformed")
    headers = {}
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="settebello"'
        code = "token_invalid" if isinstance(error, exceptions.AuthenticationFailed) else code
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(math.ceil(getattr(error, "wait", None) or 1))
    if status == 403 and error.get_codes() == "csrf_failed":
        code = "csrf_failed"
    return problem(status, code, headers=headers)


_OF_BODIES: Mapping[int, Mapping[str, Any]] = {
    408: {"code": "too_slow"},
    413: {"code": "too_large"},
    429: {"code": "too_many_waiting", "headers": {"Retry-After": str(bodies.AGAIN_SECONDS)}},
}
_OF_FRAMEWORK = {
    400: "malformed",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    415: "unsupported_media_type",
    429: "throttled",
}

_KINDS: Sequence[tuple[tuple[type[Exception], ...], Any]] = (
    ((StaleError,), lambda error, game: stale(error.refusal, error.state(), error.game or game)),
    ((StaleVersionError,), lambda error, game: stale(error, None, game)),
    ((RefusedError,), lambda error, game: refusal_response(error, game)),
    ((MissingError, Http404), lambda _error, _game: problem(404, "not_found")),
    ((ForbiddenError, PermissionDenied), lambda _error, _game: problem(403, "forbidden")),
    ((QueryError,), lambda error, _game: problem(400, "invalid_query", errors=error.errors)),
    ((InvalidError,), lambda error, _game: problem(422, "invalid", errors=error.errors)),
    ((TooManyError,), lambda error, _game: too_many(error)),
    ((UnreadError,), lambda error, _game: problem(error.status, **_OF_BODIES[error.status])),
    ((exceptions.APIException,), _api_error),
    # A value that passed every check and fits no column.
    ((DataError, OverflowError), lambda _error, _game: problem(400, "malformed")),
)


def _below(given: Any, name: str | int) -> Any:
    """Return the value of an object's field, or of a list's item, in the body; None if there is none."""
    if isinstance(given, Mapping):
        return given.get(name)
    return given[name] if isinstance(given, list) and isinstance(name, int) and name < len(given) else None


def field_errors(detail: Any, given: Any, path: str = "") -> list[dict[str, Json]]:
    """Return the errors as a flat list with paths such as ``members.0.family_name``, and the value if it is plain."""
    if isinstance(detail, Mapping):
        found = []
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            found += field_errors(inner, _below(given, name) if own else given, f"{path}.{own}".strip("."))
        return found
    if isinstance(detail, Sequence) and not isinstance(detail, str):
        if any(isinstance(inner, Mapping) for inner in detail):
            return [
                error
                for index, inner in enumerate(detail)
                for error in field_errors(inner, _below(given, index), f"{path}.{index}")
            ]
        return [error for inner in detail for error in field_errors(inner, given, path)]
    error: dict[str, Json] = {"field": path, "code": getattr(detail, "code", "invalid"), "detail": str(detail)}
    if given is None or isinstance(given, (str, int, float, bool)):
        error["value"] = given[:200] if isinstance(given, str) else given
    return [error]


def not_found() -> HttpResponse:
    """404 as a problem document."""
    return _problem_response(problem(404, "not_found"))


def server_error() -> HttpResponse:
    """Return the problem for an error that no endpoint handled: 503 if the database is away, else 500."""
    error = sys.exc_info()[1]
    told = answer_to(error) if isinstance(error, Exception) else None
    return _problem_response(told or problem(500, "fault"))


def _problem_response(told: Response) -> HttpResponse:
    headers = {name: value for name, value in told.headers.items() if name != "Content-Type"}
    body = JsonRenderer().render(told.data)
    return HttpResponse(body, status=told.status_code, headers=headers, content_type=MEDIA_TYPE)
