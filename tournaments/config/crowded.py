"""The answer when too many requests wait for a thread, made without one: a sentence and Retry-After."""

import json
from functools import cache
from typing import Any, Final, TypeAlias

from csp.utils import build_policy
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, gettext, override

from tournaments.config.last_resort import OF_PROGRAMS
from tournaments.frame import metrics
from tournaments.frame.pages.middleware import ALWAYS, NOTHING
from tournaments.frame.serving.bodies import AGAIN_SECONDS, refused_sentence

Headers: TypeAlias = list[tuple[bytes, bytes]]
Answer: TypeAlias = tuple[int, Headers, bytes]

STATUS: Final = 503
CODE: Final = "too_busy"


def too_busy(environ: dict[str, Any]) -> Answer:
    """Return 503 in the reader's language: a page for people, a problem document for programs."""
    metrics.ANSWERS.labels("5xx").inc()
    request = WSGIRequest(environ)
    status, headers, content = _make_answer(
        get_language_from_request(request), is_for_programs=request.path.startswith(OF_PROGRAMS)
    )
    return status, [*headers], content


def make_ready() -> None:
    """Prepare the pages for people; a program's answer needs one module that no page needs, and little more."""
    for language, _name in settings.LANGUAGES:
        _make_answer(language, is_for_programs=False)


@cache
def _make_answer(language: str, *, is_for_programs: bool) -> Answer:
    """Return the answer in one language, made once in advance: under load there is no time for it."""
    with override(language):
        if is_for_programs:
            # The framework of the API is not loaded for this.
            from tournaments.frame.api.problem_codes import MEDIA_TYPE, TITLES, type_of

            kind, policy = MEDIA_TYPE, NOTHING
            problem = {
                "type": type_of(CODE),
                "title": gettext(TITLES[STATUS]),
                "status": STATUS,
                "code": CODE,
                "detail": refused_sentence(STATUS),
            }
            text = json.dumps(problem)
        else:
            kind, policy = "text/html; charset=utf-8", build_policy()
            text = render_to_string("503.html", {"text": refused_sentence(STATUS)})
    told = {**ALWAYS, "Content-Type": kind, "Content-Security-Policy": policy, "Retry-After": str(AGAIN_SECONDS)}
    headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    content = text.encode()
    return STATUS, [*headers, (b"content-length", b"%d" % len(content))], content
