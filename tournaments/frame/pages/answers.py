"""Answers after a POST: redirect to the page that shows the change."""

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from tournaments.errors import RefusedError


def see(name: str, *args: Any) -> HttpResponseRedirect:
    """Redirect with 303 to the named page: the browser sends a GET, and going back repeats nothing."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)


def wait(answer: HttpResponse, refusal: RefusedError) -> HttpResponse:
    """Turn the answer into 429 with Retry-After if the refusal is about too many tries."""
    if refusal.code == "too_many_tries":
        answer.status_code = 429
        answer["Retry-After"] = str(refusal.params["seconds"])
    return answer
