"""How a written step answers: by a redirect to the page that shows what it changed."""

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from tournaments.errors import RefusedError


def see(name: str, *args: Any) -> HttpResponseRedirect:
    """303 to the page of that name: the browser asks for it by GET, and going back sends nothing twice."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)


def wait(answer: HttpResponse, refusal: RefusedError) -> HttpResponse:
    """429 with the time to wait, where the refusal is of too many tries; any other answer stays as it is."""
    if refusal.code == "too_many_tries":
        answer.status_code = 429
        answer["Retry-After"] = str(refusal.params["seconds"])
    return answer
