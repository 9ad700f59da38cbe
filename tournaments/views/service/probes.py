"""The addresses for machines that watch the installation, in front of all that is there for people.

They are asked by the computer's own address, without TLS and without a name, so nothing that looks at these may stand
before them; and they must answer while pages cannot.
"""

from collections.abc import Callable, Mapping
from time import perf_counter

from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.policies import Right, door
from tournaments.views.service import measures, metrics, readiness


@door(reads=Right.BROWSE)
def livez(request: HttpRequest) -> HttpResponse:
    """The process answers; whether what it needs is there is another question."""
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


@door(reads=Right.BROWSE)
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether people can be served: 200 or 503, and what was found."""
    found = readiness.looked_at()
    return JsonResponse(found.as_json(), status=200 if found.is_ready else 503)


PROBES: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/livez": livez, "/readyz": readyz, "/metrics": metrics.metrics,
}  # fmt: skip


class ProbesMiddleware:
    """Answers the machines; measures what people wait for."""

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
        measures.answered(request, answer, perf_counter() - began)
        return answer
