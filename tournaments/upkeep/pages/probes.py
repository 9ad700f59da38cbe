"""Health checks for monitoring, in front of the middleware for people.

They are requested by IP address, without TLS and without a host name, so no middleware that checks these may come
before them; and they must answer while pages cannot.
"""

from collections.abc import Callable, Mapping
from time import perf_counter

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.frame.metrics import ANSWERS, RESULT_SECONDS, RESULTS
from tournaments.frame.policies import Right, door
from tournaments.upkeep.pages import metrics, readiness


@door(reads=Right.BROWSE)
def livez(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive, without its dependencies."""
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


@door(reads=Right.BROWSE)
def readyz(request: HttpRequest) -> HttpResponse:
    """Return whether people can be served: 200 or 503, with the details."""
    found = readiness.run_checks()
    return JsonResponse(found.as_json(), status=200 if found.is_ready else 503)


PROBES: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/livez": livez,
    "/readyz": readyz,
    "/metrics": metrics.metrics,
}


BY_DIGIT = {digit: ANSWERS.labels(f"{digit}xx") for digit in range(1, 6)}


class ProbesMiddleware:
    """Answers health checks; counts other answers, and measures how long who sends a result waits for one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        if probe is not None:
            answer = probe(request)
            answer.headers["Cache-Control"] = "no-store"
            answer.headers["X-Content-Type-Options"] = "nosniff"
            return answer
        began = perf_counter()
        answer = self.get_response(request)
        seconds = perf_counter() - began
        BY_DIGIT[answer.status_code // 100].inc()
        found = request.resolver_match
        is_kept = request.method == "POST" and answer.status_code < 400
        if is_kept and found is not None and found.url_name in RESULTS:
            RESULT_SECONDS.observe(seconds)
        return answer
